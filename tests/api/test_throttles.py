from tests.api.clients import Caller, code_of


def test_who_asks_too_often_is_told_when_to_ask_again(settings, valkey, amaia):
    settings.REDIS_URL = valkey
    settings.API_RATE_READS = 3
    caller = Caller(amaia)
    answers = [caller.get("me") for _ in range(8)]
    refused = answers[-1]
    assert (refused.status_code, code_of(refused)) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused.json()["detail"].startswith("You ask too often.")


def test_a_broker_that_is_down_refuses_nobody(settings, tmp_path, amaia):
    settings.REDIS_URL = f"unix://{tmp_path}/nothing"
    settings.API_RATE_READS = 0
    assert Caller(amaia).get("me").status_code == 200
