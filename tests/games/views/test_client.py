"""The client as the site gives it away."""

import io
import zipfile

from games.bots.client.packing import pack


def test_the_download_is_the_packed_client(client):
    answer = client.get("/bots/sumendi.pyz")
    assert answer.status_code == 200
    assert answer.content == pack()
    assert answer["Content-Disposition"] == 'attachment; filename="sumendi.pyz"'


def test_the_download_is_a_zip_file(client):
    with zipfile.ZipFile(io.BytesIO(client.get("/bots/sumendi.pyz").content)) as pyz:
        assert pyz.testzip() is None
        assert "__main__.py" in pyz.namelist()


def test_who_has_it_already_is_told_so(client):
    etag = client.get("/bots/sumendi.pyz")["ETag"]
    again = client.get("/bots/sumendi.pyz", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")


def test_only_reading_is_possible(client):
    assert client.post("/bots/sumendi.pyz").status_code == 405
