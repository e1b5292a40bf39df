import uuid
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games import services
from games.consistency import contradictions
from games.models import BotTurn, Game, ModeratorAct, Offer, Termination, TurnState
from games.services import errors, fair_errors
from games.services.sanctions import LONGEST_DAYS, Measure
from sumendi_site.accounts.likeness import OLDER, skeleton
from sumendi_site.accounts.models import User
from sumendi_site.accounts.renaming import require_unlike
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from sumendi_site.accounts.tokens import Scope, issue, token_of
from sumendi_site.notices.models import Notice
from tests.games.bots.hosting import make_hosted_bot
from tests.games.factories import make_bot, make_challenge, make_game, make_seek, make_user
from tests.tournaments.factories import make_running, make_tournament
from tournaments.models import Act
from tournaments.services import settings
from tournaments.services.log import note
from tournaments.services.messages import write_to_all

pytestmark = pytest.mark.thin

WARNING, MUTE = Measure(SanctionKind.WARNING, "Be kind."), Measure(SanctionKind.MUTE, "Spam.", 3)
BAN, RENAME = Measure(SanctionKind.BAN, "A program."), Measure(SanctionKind.RENAME, "Rude.")


@pytest.fixture
def nora(db):
    return make_user("nora", is_staff=True)


def sanctioned(by, person, measure):
    act = services.sanction(by, person, measure)
    person.refresh_from_db()
    return act


def test_a_warning_waits_until_it_was_read(nora, unai):
    act = sanctioned(nora, unai, WARNING)
    assert unai.must_read
    services.acknowledge(unai, act.pk)
    unai.refresh_from_db()
    assert not unai.must_read


def test_nobody_reads_the_warning_of_somebody_else(nora, amaia, unai):
    act = sanctioned(nora, unai, WARNING)
    with pytest.raises(fair_errors.SanctionNotFound):
        services.acknowledge(amaia, act.pk)


def test_the_person_is_told_the_reason(nora, unai):
    sanctioned(nora, unai, WARNING)
    assert Notice.objects.get(recipient=unai).text.body == "Be kind."


def test_a_muted_player_cannot_write_to_the_opponent(nora, amaia, unai):
    game = make_game(amaia, unai)
    sanctioned(nora, unai, MUTE)
    with pytest.raises(fair_errors.Muted, match="Spam"):
        services.say(game.pk, unai, "Hello?")


def test_a_mute_is_over_when_its_time_is(nora, amaia, unai):
    game = make_game(amaia, unai)
    act = sanctioned(nora, unai, MUTE)
    Sanction.objects.filter(pk=act.pk).update(until=timezone.now())
    assert services.say(game.pk, unai, "Hello?").text == "Hello?"


def test_a_bot_of_a_muted_owner_says_nothing_on_its_page(nora, unai):
    make_bot(unai)
    sanctioned(nora, unai, MUTE)
    with pytest.raises(fair_errors.Muted):
        services.describe_bot(unai, "basalt", "Buy now!")


def test_a_ban_closes_the_account_and_its_tokens(nora, unai):
    _, text = issue(unai, "mine", [Scope.PLAY], 30)
    sanctioned(nora, unai, BAN)
    assert unai.is_closed
    assert not token_of(text).is_good


def test_a_ban_stops_the_bots_of_the_owner(nora, unai):
    bot = make_bot(unai)
    sanctioned(nora, unai, BAN)
    assert User.objects.select_related("owner").get(pk=bot.pk).is_closed


def test_a_program_of_who_is_banned_is_asked_no_more_until_that_is_lifted(nora, amaia, unai):
    make_game(amaia, make_hosted_bot(unai), ["e5"])
    act = sanctioned(nora, unai, BAN)
    assert BotTurn.objects.get().state == TurnState.DROPPED
    services.lift(nora, act.pk, "A mistake.")
    assert BotTurn.objects.get().state == TurnState.WAITING


def test_a_ban_closes_offers(nora, amaia, unai):
    make_seek(unai), make_challenge(amaia, unai)
    sanctioned(nora, unai, BAN)
    assert set(Offer.objects.values_list("status", flat=True)) == {"withdrawn", "declined"}


def test_the_running_games_of_a_ban_go_on(nora, amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    sanctioned(nora, unai, BAN)
    assert Game.objects.get(pk=game.pk).is_running


def test_the_running_games_of_a_ban_can_be_lost_at_once(nora, amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    sanctioned(nora, unai, Measure(SanctionKind.BAN, "A program.", ends_games=True))
    game.refresh_from_db()
    assert (game.winner, game.termination) == (amaia, Termination.RESIGNATION)


def test_a_ban_that_was_left_half_done_is_carried_out_by_the_sweep(nora, unai):
    make_seek(unai)
    act = sanctioned(nora, unai, BAN)
    Sanction.objects.filter(pk=act.pk).update(carried_out=None)
    Offer.objects.update(status="open")
    services.keep_sanctions()
    assert Offer.objects.get().status == "withdrawn"


def test_a_ban_ends_when_its_time_is_over(nora, unai):
    act = sanctioned(nora, unai, Measure(SanctionKind.BAN, "A program.", 7))
    services.keep_sanctions(timezone.now() + timedelta(days=8))
    unai.refresh_from_db()
    assert unai.is_active
    assert Sanction.objects.get(pk=act.pk).lifted_by is None


def test_a_lifted_ban_opens_the_account(nora, unai):
    act = sanctioned(nora, unai, BAN)
    services.lift(nora, act.pk, "A mistake.")
    services.lift(nora, act.pk, "A mistake.")
    unai.refresh_from_db()
    assert unai.is_active
    assert ModeratorAct.objects.filter(kind="lifted").count() == 1


def test_a_closed_account_is_not_banned(nora, unai):
    User.objects.filter(pk=unai.pk).update(is_active=False)
    with pytest.raises(fair_errors.CannotSanction, match="closed"):
        services.sanction(nora, unai, BAN)


def test_nobody_is_banned_twice(nora, unai):
    sanctioned(nora, unai, BAN)
    with pytest.raises(fair_errors.CannotSanction):
        services.sanction(nora, unai, BAN)


def test_the_same_form_sent_twice_acts_once(nora, unai):
    key = uuid.uuid4()
    services.sanction(nora, unai, WARNING, key)
    services.sanction(nora, unai, WARNING, key)
    assert Sanction.objects.count() == 1


def test_a_name_that_was_taken_away_is_nobodys(nora, amaia, unai):
    sanctioned(nora, unai, RENAME)
    assert unai.username.startswith("renamed-")
    with pytest.raises(errors.BadBotName, match="too much like"):
        make_bot(amaia, "una1")


def test_another_name_is_chosen_once(nora, unai):
    act = sanctioned(nora, unai, RENAME)
    services.choose_name(unai, act.pk, "mattin")
    with pytest.raises(fair_errors.CannotSanction):
        services.choose_name(unai, act.pk, "leire")
    unai.refresh_from_db()
    assert (unai.username, unai.must_read) == ("mattin", False)


@pytest.mark.parametrize("name", ["unai", "una_1", "amaia", "admin", "guest-1", "a b"])
def test_a_bad_new_name_is_refused(name, nora, amaia, unai):
    act = sanctioned(nora, unai, RENAME)
    with pytest.raises(fair_errors.BadName):
        services.choose_name(unai, act.pk, name)


def test_a_lifted_rename_gives_the_name_back(nora, unai):
    act = sanctioned(nora, unai, RENAME)
    services.lift(nora, act.pk, "A mistake.")
    unai.refresh_from_db()
    assert (unai.username, unai.must_read) == ("unai", False)


def test_a_bot_is_renamed_through_its_owner(nora, unai):
    bot = make_bot(unai)
    act = sanctioned(nora, bot, RENAME)
    services.choose_name(unai, act.pk, "pumice")
    bot.refresh_from_db()
    assert bot.username == "pumice"


def test_a_program_is_not_warned(nora, unai):
    with pytest.raises(fair_errors.CannotSanction, match="owner, unai"):
        services.sanction(nora, make_bot(unai), WARNING)


def test_who_is_no_moderator_does_nothing(amaia, unai):
    with pytest.raises(errors.NotAModerator):
        services.sanction(amaia, unai, WARNING)


def test_a_banned_moderator_does_nothing(nora, unai):
    User.objects.filter(pk=nora.pk).update(is_active=False)
    nora.refresh_from_db()
    with pytest.raises(errors.NotAModerator):
        services.sanction(nora, unai, WARNING)


def test_moderators_do_not_act_on_themselves_or_their_bots(nora):
    for own in (nora, make_bot(nora)):
        with pytest.raises(fair_errors.CannotJudge, match="yourself"):
            services.sanction(nora, own, RENAME)


def test_moderators_do_not_act_on_operators(nora):
    operator = make_user("ane", is_staff=True, is_superuser=True)
    with pytest.raises(fair_errors.CannotJudge, match="operators"):
        services.sanction(nora, operator, BAN)


@pytest.mark.parametrize("days", [0, LONGEST_DAYS + 1])
def test_a_time_out_of_range_is_refused(days):
    with pytest.raises(fair_errors.CannotSanction):
        Measure(SanctionKind.BAN, "A program.", days)


def test_an_act_has_a_reason():
    with pytest.raises(fair_errors.NoReason):
        Measure(SanctionKind.BAN, "\u200b ")


def test_what_moderators_do_stays_in_the_log(nora, unai):
    sanctioned(nora, unai, BAN)
    row = ModeratorAct.objects.get()
    assert (row.by, row.person, row.text) == (nora, unai, "Ban for unai, for good: A program.")
    with pytest.raises(TypeError):
        row.delete()


def test_a_correction_stands_in_the_moderators_log(nora, amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"], rated=True)
    services.resign(game.pk, unai)
    services.annul(game.pk, nora, "Help of a program.")
    assert ModeratorAct.objects.get().game == game


def test_a_ban_takes_the_account_out_of_tournaments(nora):
    tournament = make_running(4)
    entry = tournament.entries.first()
    services.sanction(nora, entry.player, BAN)
    entry.refresh_from_db()
    assert entry.withdrawn is not None


def test_a_muted_player_registers_no_bot_for_its_name_is_read(nora, unai):
    sanctioned(nora, unai, MUTE)
    with pytest.raises(fair_errors.Muted):
        services.register_bot(unai, "basalt")


def test_a_name_that_was_taken_away_goes_from_what_was_told(nora, amaia, unai):
    entry = note(make_tournament(amaia), Act.ENTERED, unai, player="unai")
    sanctioned(nora, unai, RENAME)
    entry.refresh_from_db()
    assert entry.data == {"player": unai.username}


def test_no_game_waits_for_who_is_banned(nora, amaia, unai):
    make_game(unai, amaia)
    sanctioned(nora, unai, BAN)
    assert not Game.objects.waiting_for(unai).exists()


def test_a_muted_organiser_does_not_write_to_all(nora, unai):
    tournament = make_tournament(unai)
    sanctioned(nora, unai, MUTE)
    with pytest.raises(fair_errors.Muted):
        write_to_all(unai, tournament.slug, "Buy now!")


def test_an_open_account_that_is_banned_is_told_by_the_check(nora, unai):
    sanctioned(nora, unai, BAN)
    assert not list(contradictions())
    User.objects.filter(pk=unai.pk).update(is_active=True)
    assert list(contradictions()) == ["unai is banned, but the account is open."]


def test_no_name_that_was_ever_taken_is_chosen_again(nora, unai):
    services.choose_name(unai, sanctioned(nora, unai, RENAME).pk, "pumice")
    unai.refresh_from_db()
    act = sanctioned(nora, unai, RENAME)
    with pytest.raises(fair_errors.BadName, match="moderator took"):
        services.choose_name(unai, act.pk, "unai")


def test_a_name_that_looks_like_an_older_one_is_given_back(nora, unai):
    alike = make_user("basalt")
    User.objects.filter(pk=alike.pk).update(name_skeleton=f"{skeleton('unai')}{OLDER}{alike.pk}")
    User.objects.filter(pk=alike.pk).update(username="una1")
    alike.refresh_from_db()
    act = sanctioned(nora, alike, RENAME)
    services.lift(nora, act.pk, "A mistake.")
    alike.refresh_from_db()
    assert alike.username == "una1"


def test_a_name_that_the_site_gave_is_not_taken(nora, unai):
    sanctioned(nora, unai, RENAME)
    with pytest.raises(fair_errors.CannotSanction, match="given by the site"):
        services.sanction(nora, unai, RENAME)


def test_a_muted_organiser_makes_no_tournament_and_writes_nothing_about_one(nora, unai):
    slug = make_tournament(unai).slug
    sanctioned(nora, unai, MUTE)
    with pytest.raises(fair_errors.Muted):
        settings.create(unai, name="Buy now", time_control="3d")
    with pytest.raises(fair_errors.Muted):
        settings.change(unai, slug, about="Buy now!")
    assert settings.change(unai, slug, most_entries=12).most_entries == 12


def test_a_taken_name_is_its_owners_again_once_that_was_lifted(nora, unai):
    act = sanctioned(nora, unai, RENAME)
    with pytest.raises(ValidationError):
        require_unlike("unai", unai)
    services.lift(nora, act.pk, "A mistake.")
    require_unlike("unai", unai)
