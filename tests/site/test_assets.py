"""Style sheets and scripts are answered whole, with what lets a browser keep them."""

from typing import Any

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

SHEET = "/static/css/site.css"


@pytest.fixture(autouse=True)
def files_as_they_stand(settings: Any) -> None:
    settings.WHITENOISE_USE_FINDERS = True


def test_a_style_sheet_is_answered_whole(client: Client) -> None:
    answer = client.get(SHEET)
    assert not isinstance(answer, StreamingHttpResponse)
    assert b"--ember" in answer.content
    assert answer["Content-Type"] == 'text/css; charset="utf-8"'


def test_a_browser_that_has_it_gets_it_once(client: Client) -> None:
    modified = client.get(SHEET)["Last-Modified"]
    again = client.get(SHEET, headers={"if-modified-since": modified})
    assert (again.status_code, again.content) == (304, b"")


def test_a_part_of_it_can_be_asked_for(client: Client) -> None:
    answer = client.get(SHEET, headers={"range": "bytes=0-9"})
    assert (answer.status_code, len(answer.content)) == (206, 10)


def test_a_question_for_its_head_gets_no_body(client: Client) -> None:
    answer = client.head(SHEET)
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer["Content-Length"]) > 0
