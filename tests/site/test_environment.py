import pytest
from django.core.exceptions import ImproperlyConfigured

from sumendi_site.environment import Environment


def test_a_variable_set_to_nothing_counts_as_unset() -> None:
    environment = Environment({"NAME": ""})
    assert "NAME" not in environment
    assert environment.text("NAME", "default") == "default"


@pytest.mark.parametrize(("text", "value"), [("1", True), ("Yes", True), ("off", False)])
def test_a_flag_is_written_in_several_ways(text: str, value: bool) -> None:
    assert Environment({"FLAG": text}).flag("FLAG", not value) is value


def test_a_mistyped_flag_is_refused_rather_than_taken_for_no() -> None:
    with pytest.raises(ImproperlyConfigured, match="FLAG is 'ture'"):
        Environment({"FLAG": "ture"}).flag("FLAG", False)


def test_a_number_that_is_none_is_refused_with_its_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT is 'http'"):
        Environment({"PORT": "http"}).number("PORT", 8000)


def test_words_are_split_at_commas() -> None:
    assert Environment({"HOSTS": "a.org, b.org,"}).words("HOSTS", "") == ["a.org", "b.org"]


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must begin with postgres://"):
        Environment({"DATABASE_URL": "mysql://host/name"}).database("DATABASE_URL")


def test_a_database_may_be_behind_a_unix_socket() -> None:
    environment = Environment({"DATABASE_URL": "postgres://me@%2Ftmp%2Fpg/name"})
    database = environment.database("DATABASE_URL")
    assert database is not None
    assert database["HOST"] == "/tmp/pg"


def test_a_mail_server_is_not_waited_for_without_end() -> None:
    mail = Environment({"EMAIL_URL": "smtp+tls://mail.example.org:587"}).mail("EMAIL_URL", "")
    assert mail["EMAIL_BACKEND"] == "sumendi_site.smtp.EmailBackend"


def test_an_unknown_kind_of_mail_server_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must begin with smtp://"):
        Environment({"EMAIL_URL": "mail.example.org"}).mail("EMAIL_URL", "consolemail://")
