from sumendi_site import broker


def test_one_client_serves_all_questions_to_a_broker():
    assert broker._client("unix:///x") is broker._client("unix:///x")


def test_a_broker_that_answers_is_asked(settings, valkey):
    settings.REDIS_URL = valkey
    assert broker.ask(lambda client: client.ping()) is True


def test_a_broker_that_is_down_is_not_asked_again_at_once(settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody"
    assert broker.ask(lambda client: client.ping()) is None
    assert broker.ask(lambda client: "asked") is None
