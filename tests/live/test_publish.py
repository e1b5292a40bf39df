import pytest
from django.db import transaction
from redis import Redis

from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import CHANNEL, game_topic, publish

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def test_an_event_is_kept_as_a_row():
    publish(game_topic(7), "move", {"ply": 1})
    event = LiveEvent.objects.get()
    assert (event.topic, event.kind, event.data) == ("game:7", "move", {"ply": 1})


def test_an_event_of_a_transaction_that_failed_never_happened():
    with transaction.atomic():
        publish(game_topic(7), "move", {"ply": 1})
        transaction.set_rollback(True)
    assert not LiveEvent.objects.exists()


def test_streams_are_woken_after_the_commit(settings, valkey):
    settings.REDIS_URL = valkey
    with Redis.from_url(valkey) as client, client.pubsub() as channel:
        channel.subscribe(CHANNEL)
        channel.get_message(timeout=5)
        with transaction.atomic():
            publish(game_topic(7), "move", {})
            assert channel.get_message(timeout=0.1) is None
        assert channel.get_message(timeout=5)["data"] == b"game:7"


def test_a_broker_that_is_down_costs_no_more_than_a_line_in_the_log(settings, tmp_path, caplog):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    publish(game_topic(7), "move", {})
    assert LiveEvent.objects.count() == 1
    assert "broker does not answer" in caplog.text
