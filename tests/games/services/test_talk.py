from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import ChatMessage, Note
from games.services import errors
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from tests.games.factories import make_finished_game, make_game, make_user


def test_a_player_writes_to_the_opponent(game, amaia):
    message = services.say(game.pk, amaia, "  Kaixo! ")
    assert (message.author, message.text) == (amaia, "Kaixo!")


def test_one_may_thank_after_the_end(amaia, unai):
    finished = make_finished_game(amaia, unai)
    assert services.say(finished.pk, unai, "Well played.").game == finished


def test_a_guest_writes_at_his_own_table(amaia):
    guest = make_user("guest-7", kind=User.Kind.GUEST)
    assert services.say(make_game(amaia, guest).pk, guest, "Hello").author == guest


def test_a_stranger_writes_nothing(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.say(game.pk, stranger, "Play d4!")
    assert not ChatMessage.objects.exists()


def test_there_is_no_table_talk_at_a_game_that_never_was(amaia):
    with pytest.raises(errors.GameNotFound):
        services.say(999_999, amaia, "Hello?")


def test_a_remote_bot_is_written_to_and_writes(amaia):
    bot = make_user("basalt", kind=User.Kind.BOT)
    game = make_game(amaia, bot)
    assert services.say(game.pk, amaia, "Kaixo").author == amaia
    assert services.say(game.pk, bot, "I am a program.").author == bot


def test_a_house_bot_is_not_written_to(amaia):
    game = make_game(amaia, make_user("basalt", kind=User.Kind.HOUSE))
    with pytest.raises(errors.NobodyReads):
        services.say(game.pk, amaia, "Hello")


@pytest.mark.parametrize(
    "text",
    ["", "   ", "a\nb", "a\tb", "\x1b[31m", "a\u2028b", "a\u202eb", "\x85x\x85y", "x" * 501],
)
def test_what_is_no_line_of_text_is_refused(game, amaia, text):
    with pytest.raises(errors.BadText):
        services.say(game.pk, amaia, text)


@pytest.mark.parametrize("text", ["\u200b", "\u2800 \u2800", "\u3164", "\ufe0f", "\U000e0041"])
def test_a_line_that_nobody_can_see_is_refused_as_empty(game, amaia, text):
    with pytest.raises(errors.BadText, match="Write something"):
        services.say(game.pk, amaia, text)


@pytest.mark.parametrize("text", ["x" * 500, "👩‍👩‍👧 aupa!", "<b>", "שלום"])
def test_any_line_of_text_is_taken_as_it_is(game, amaia, text):
    assert services.say(game.pk, amaia, text).text == text


def test_the_eleventh_message_of_a_minute_is_refused(clock, game, amaia):
    for _ in range(10):
        services.say(game.pk, amaia, "x")
    clock.shift(20)
    with pytest.raises(errors.TooManyMessages, match="Wait 40 seconds") as refused:
        services.say(game.pk, amaia, "x")
    assert refused.value.retry_after == 40


def test_after_the_told_time_one_may_write_again(clock, game, amaia):
    for _ in range(10):
        services.say(game.pk, amaia, "x")
    clock.shift(60)
    assert services.say(game.pk, amaia, "y").text == "y"


def test_the_sixty_first_message_of_an_hour_is_refused(clock, game, amaia):
    for _ in range(60):
        services.say(game.pk, amaia, "x")
        clock.shift(10)
    with pytest.raises(errors.TooManyMessages, match="Wait 50 minutes") as refused:
        services.say(game.pk, amaia, "x")
    assert refused.value.retry_after == 50 * 60


def test_messages_in_all_games_are_counted_together(clock, amaia, unai):
    games = [make_game(amaia, unai) for _ in range(2)]
    for number in range(10):
        services.say(games[number % 2].pk, amaia, "x")
    with pytest.raises(errors.TooManyMessages):
        services.say(games[0].pk, amaia, "x")


def test_the_opponents_messages_are_not_counted(clock, game, amaia, unai):
    for _ in range(10):
        services.say(game.pk, amaia, "x")
    assert services.say(game.pk, unai, "Slow down!").author == unai


def test_a_blocked_player_cannot_write(game, amaia, unai):
    services.block(amaia, unai)
    with pytest.raises(errors.Blocked, match="has blocked you"):
        services.say(game.pk, unai, "Why?")


def test_the_blocker_cannot_write_either(game, amaia, unai):
    services.block(amaia, unai)
    with pytest.raises(errors.Blocked, match="You have blocked"):
        services.say(game.pk, amaia, "Because.")


def test_what_is_said_is_announced_to_the_two_players_and_never_told(game, amaia, unai):
    LiveEvent.objects.all().delete()
    message = services.say(game.pk, amaia, "A secret")
    events = list(LiveEvent.objects.values_list("topic", "kind", "data"))
    assert events == [
        (f"talk:{game.pk}", "chat", {"message": message.pk}),
        (f"player:{unai.pk}", "chat", {"game": game.pk, "message": message.pk}),
    ]


def test_a_note_is_kept_for_its_author(game, amaia, unai):
    services.save_note(game.pk, amaia, "Watch e5.\r\nAnd d4.")
    services.save_note(game.pk, unai, "Mine.")
    assert Note.objects.get(author=amaia).text == "Watch e5.\nAnd d4."


def test_a_later_note_takes_the_place_of_the_earlier(game, amaia):
    services.save_note(game.pk, amaia, "one")
    services.save_note(game.pk, amaia, "two")
    assert Note.objects.get().text == "two"


def test_an_empty_note_is_deleted(game, amaia):
    services.save_note(game.pk, amaia, "one")
    assert services.save_note(game.pk, amaia, " \n") is None
    assert not Note.objects.exists()


def test_a_note_that_is_too_long_changes_nothing(game, amaia):
    services.save_note(game.pk, amaia, "one")
    with pytest.raises(errors.BadText, match="5001"):
        services.save_note(game.pk, amaia, "x" * 5001)
    assert Note.objects.get().text == "one"


def test_a_stranger_notes_nothing(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.save_note(game.pk, stranger, "x")


def test_a_message_is_forgotten_by_the_limit_after_its_window(clock, game, amaia):
    ChatMessage.objects.bulk_create(
        ChatMessage(game=game, author=amaia, text="x", created=timezone.now() - timedelta(hours=2))
        for _ in range(100)
    )
    assert services.say(game.pk, amaia, "x").text == "x"
