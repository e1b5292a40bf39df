from datetime import timedelta

import pytest
from django.utils import timezone

from sumendi_site.live.models import LiveEvent
from sumendi_site.live.tasks import forget_old

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def event():
    return LiveEvent.objects.create(topic="game:1", kind="move")


def test_an_old_event_is_forgotten():
    LiveEvent.objects.update(created=timezone.now() - timedelta(days=15))
    forget_old()
    assert not LiveEvent.objects.exists()


def test_a_recent_event_is_kept():
    forget_old()
    assert LiveEvent.objects.exists()
