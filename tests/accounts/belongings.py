"""Somebody of whom the site knows something in every place that it has."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from games import services
from games.models import (
    BotRun,
    BotVersion,
    Bout,
    BoutStatus,
    FaultKind,
    GameLog,
    LogKind,
    Scrimmage,
    Termination,
    Vacation,
)
from games.models.report import Category, Subject
from games.rules import Position
from games.services import analysis, exploring
from games.services.faults import note_fault
from games.services.reports import Complaint
from games.services.sanctions import Measure
from ratings.services import follow
from sumendi_site.accounts.follows import Follow
from sumendi_site.accounts.models import Invitation, User
from sumendi_site.accounts.sanctions import SanctionKind
from sumendi_site.accounts.tokens import Scope, issue
from sumendi_site.notices.models import Device, NoticeSettings
from tests.games.bots.hosting import make_turn, make_version
from tests.games.factories import (
    make_bot,
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_user,
)
from tests.games.prepared import prepare
from tests.tournaments.factories import make_tournament, publish_round, start
from tests.tournaments.services.playing import boards_of
from tournaments.models import Tournament
from tournaments.services import appeals, byes, deciding, entering, settings
from tournaments.services.verdicts import Verdict

NAME, ADDRESS, WORDS = "zuhaitz", "zuhaitz@example.org", "words of mine"
OTHER, OTHER_ADDRESS, OTHER_WORDS = "unai", "unai@example.org", "words of another"
SECRETS = ("totp-secret", "https://push.example/secret", "invitation-code", "push-key")
PRINTED, OTHER_PRINTED = "printed by mine", "printed by another"
BEGUN = ["e5", "keep", "a1", "i9"]


def make_somebody() -> User:
    """A person with games, words, a bot, tournaments, and a past with the moderators. Games are
    against `OTHER`."""
    person = make_user(NAME, email=ADDRESS, about=WORDS)
    other = make_user(OTHER, email=OTHER_ADDRESS, about=OTHER_WORDS)
    _of_the_account(person, other)
    _of_games(person, other)
    _of_a_bot(person, other)
    _of_moderators(person, other)
    _of_tournaments(person, other)
    follow()
    person.refresh_from_db()
    return person


def _of_the_account(person: User, other: User) -> None:
    for one, address in ((person, ADDRESS), (other, OTHER_ADDRESS)):
        EmailAddress.objects.create(user=one, email=address, verified=True, primary=True)
    Authenticator.objects.create(user=person, type="totp", data={"secret": "totp-secret"})
    Client().force_login(person)
    issue(person, WORDS, [Scope.READ], 30)
    services.block(person, make_user("leire"))
    services.block(make_user("maite"), person)
    Follow.objects.create(owner=person, followed=other)
    Follow.objects.create(owner=other, followed=person)
    Invitation.objects.create(created_by=person, note=WORDS, code="invitation-code")
    Invitation.objects.create(created_by=other, note=OTHER_WORDS, used_by=person)
    NoticeSettings.objects.create(user=person, mail_daily=True)
    Device.objects.create(
        user=person,
        label="Firefox",
        endpoint="https://push.example/secret",
        endpoint_digest="digest",
        public_key="public",
        secret="push-key",
    )


def _of_games(person: User, other: User) -> None:
    finished = make_finished_game(person, other, BEGUN, rated=True)
    analysis.ask(finished.pk, person)
    running = make_game(person, other, BEGUN)
    for author, words in ((person, WORDS), (other, OTHER_WORDS)):
        services.say(running.pk, author, words)
        services.save_note(running.pk, author, words)
    services.ask_takeback(running.pk, person, 4)
    services.accept_takeback(running.pk, other, 4)
    running = services.play(running.pk, running.first, 4, BEGUN[3], 1).game
    prepare(running, person, ["a5", "i5"])
    prepare(running, other, ["a5", "i5"])
    exploring.rename(person, exploring.new_board(person, 5).pk, WORDS)
    titled = exploring.new_board(other, 5)
    exploring.rename(other, titled.pk, f"{NAME} against {OTHER}")
    make_seek(person), make_challenge(other, person)
    now = timezone.now()
    Vacation.objects.create(player=person, starts=now + timedelta(9), ends=now + timedelta(10))
    GameLog.objects.create(game=running, kind=LogKind.TIME_GIVEN, player=person, seconds=86_400)


def _of_a_bot(person: User, other: User) -> None:
    bot = make_bot(person, "basalt", WORDS)
    game = make_game(bot, other, BEGUN)
    note_fault(bot, game.pk, FaultKind.CRASH, "It raised a KeyError.")
    services.save_note(game.pk, bot, WORDS)
    exploring.rename(bot, exploring.new_board(bot, 5).pk, WORDS)
    Follow.objects.create(owner=bot, followed=other)
    version = make_version(bot)
    scrimmage = Scrimmage.objects.create(asker=person, mine=version, theirs=version, size=5)
    start = str(Position.start(5))
    bout = Bout.objects.create(scrimmage=scrimmage, number=1, size=5, position=start)
    turn = make_turn(bout, version, person, state="done")
    BotRun.objects.create(turn=turn, owner=person, log=PRINTED)
    _of_two_programs(version, make_version(make_bot(other, "gneiss")))


def _of_two_programs(mine: BotVersion, theirs: BotVersion) -> None:
    """A bout that the other one asked for: both programs played for them, and failed."""
    scrimmage = Scrimmage.objects.create(
        asker=theirs.bot.account.owner, mine=theirs, theirs=mine, size=5
    )
    bout = Bout.objects.create(
        scrimmage=scrimmage,
        number=1,
        size=5,
        position=str(Position.start(5)),
        first=theirs,
        second=mine,
        status=BoutStatus.FINISHED,
        termination=Termination.FAULT,
        result="white",
        detail=PRINTED,
    )
    for ply, version, said in ((1, theirs, OTHER_PRINTED), (2, mine, PRINTED)):
        turn = make_turn(bout, version, scrimmage.asker, ply=ply, state="done", memory=said)
        BotRun.objects.create(turn=turn, owner=scrimmage.asker, log=said, detail=said)


def _of_moderators(person: User, other: User) -> None:
    nora = make_user("nora", is_staff=True)
    act = services.sanction(nora, person, Measure(SanctionKind.WARNING, "Be kind."))
    services.appeal(person, act.pk, WORDS)
    LogEntry.objects.create(
        user=nora,
        content_type=ContentType.objects.get_for_model(User),
        object_id=person.pk,
        object_repr=NAME,
        action_flag=CHANGE,
    )
    about = Subject.ABOUT
    services.report(person, other, Complaint(about, Category.ABUSE, WORDS))
    services.report(other, person, Complaint(about, Category.ABUSE, OTHER_WORDS))


def _of_tournaments(person: User, other: User) -> None:
    played = make_tournament(name="Played", half_byes=1)
    for player in (person, other):
        entering.enter(player, played.slug)
    byes.ask_bye(person, played.slug, 2, "H")
    board = boards_of(publish_round(start(played)))[0]
    deciding.decide(played.organiser, board.pk, Verdict.FIRST_WINS, "Height 3 is decided.")
    appeals.appeal(person, board.pk, WORDS)
    organised = make_tournament(person, name="Organised")
    settings.add_co_organiser(person, organised.slug, other)


def organised() -> Tournament:
    return Tournament.objects.get(name="Organised")
