"""The files about games, bots and fair play that an account's owner can take away."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from games.models import (
    Analysis,
    Bot,
    BotFault,
    BotRun,
    BotTurn,
    BotVersion,
    Bout,
    ChatMessage,
    Conditions,
    Exploration,
    Game,
    GameLog,
    Move,
    Note,
    Offer,
    Report,
    RetractedMove,
    Scrimmage,
    Vacation,
    VacationBudget,
)
from games.services.archive import batches, one_behind_the_other
from sumendi_site.accounts.exporters import (
    Exporter,
    Row,
    columns_of,
    pieces,
    rows,
    table,
)
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import player_topic

GAME_COLUMNS = (
    "size",
    "rated",
    "swapped",
    "time_control",
    "event_label",
    "status",
    "ply_count",
    "result",
    "termination",
    "score",
    "created",
    "finished",
    "deadline",
    "takebacks",
)


def _games(person: User) -> Iterator[Row]:
    for batch in batches(Game.objects.of(person)):
        moves: dict[int, list[Row]] = {game.pk: [] for game in batch}
        columns = {name: name for name in ("game", "ply", "text", "made", "seconds")}
        columns |= {"by_condition": "by_condition"}
        for move in columns_of(Move.objects.filter(game__in=batch), columns):
            plies = moves[move["game"]]
            plies.append({name: value for name, value in move.items() if name != "game"})
        for game in batch:
            seats = {"first": game.first.username, "second": game.second.username}
            facts = {name: getattr(game, name) for name in GAME_COLUMNS}
            plies = sorted(moves[game.pk], key=lambda move: move["ply"])
            yield {"game": game.pk, **seats, **facts, "moves": plies}


def _records(person: User) -> Iterator[bytes]:
    return one_behind_the_other(Game.objects.of(person))


def _events(person: User) -> Iterator[Row]:
    told = LiveEvent.objects.filter(topic=player_topic(person.pk))
    return columns_of(told, {"kind": "kind", "data": "data", "created": "created"})


def _packages(account: User) -> Iterator[tuple[str, Iterator[bytes]]]:
    versions = BotVersion.objects.filter(bot=account.pk).order_by("number")
    for number, name in versions.values_list("number", "file_name"):
        file = PurePosixPath(name.replace("\\", "/")).name or "package"
        yield f"versions/{number}-{file}", _package(account, number)


def _package(account: User, number: int) -> Iterator[bytes]:
    kept = BotVersion.objects.filter(bot=account.pk, number=number)
    yield from (bytes(package) for package in kept.values_list("package", flat=True))


def _turns(person: User) -> Iterator[Row]:
    """Those of the person's own programs, whoever was served by them: what a program printed or
    kept in memory is for its owner alone."""
    names = (
        *("game", "bout", "ply", "seat", "state", "created", "claimed", "finished"),
        *("tries", "outages", "move", "memory", "note"),
    )
    whose = {"bot": "version__bot__account__username", "version": "version__number"}
    turns = BotTurn.objects.filter(version__bot__account__owner=person)
    return columns_of(turns, {name: name for name in names} | whose)


def _runs(person: User) -> Iterator[Row]:
    names = ("started", "cpu", "wall", "memory", "answer", "fault", "detail", "log")
    where = {name: f"turn__{name}" for name in ("game", "bout", "ply")}
    runs = BotRun.objects.filter(turn__version__bot__account__owner=person)
    return columns_of(runs, {name: name for name in names} | where)


def _bouts(person: User) -> Iterator[Row]:
    names = ("scrimmage", "number", "size", "moves", "swapped", "status", "result", "termination")
    theirs = Bout.objects.filter(scrimmage__asker=person)
    return columns_of(theirs, {name: name for name in (*names, "detail", "created", "finished")})


OF_GAMES = [
    rows(
        "games/games.json",
        "Your games, with the moves, their times (made) and the seconds that each took.",
        _games,
        "games.Game.first",
        "games.Game.second",
        "games.Move.player",
    ),
    pieces(
        "games/records.txt",
        "The same games as records, which the explore board reads.",
        _records,
    ),
    table(
        "games/taken_back.json",
        "Your plies that were taken back.",
        RetractedMove,
        "player asked_by",
        "game number ply text made seconds by_condition retracted",
        player="player__username",
        asked_by="asked_by__username",
    ),
    table(
        "games/chat.json",
        "What you wrote to your opponents.",
        ChatMessage,
        "author",
        "game text created",
    ),
    table("games/notes.json", "Your notes about games.", Note, "author", "game text changed"),
    table(
        "games/conditions.json",
        "Your conditional moves in games that run.",
        Conditions,
        "player",
        "game from_ply tree version updated",
    ),
    table(
        "games/explorations.json",
        "What you explored.",
        Exploration,
        "owner",
        "game title size tree version updated published",
    ),
    table(
        "games/analyses.json",
        "The games that you had analysed.",
        Analysis,
        "asker",
        "game asked state simulations engine finished",
    ),
    table(
        "games/offers.json",
        "Games that you offered, and those that were offered to you.",
        Offer,
        "creator opponent",
        "size rated seat time_control status created expires answered game rematch_of",
        creator="creator__username",
        opponent="opponent__username",
    ),
    table(
        "games/time.json",
        "When your clock was stopped, or you were given time.",
        GameLog,
        "player",
        "game kind seconds created",
    ),
    table(
        "games/vacations.json", "Your vacations.", Vacation, "player", "starts ends begun created"
    ),
    table(
        "games/vacation_budget.json",
        "How much vacation you have left.",
        VacationBudget,
        "player",
        "seconds last_day_played",
    ),
    rows("games/events.json", "What your open pages were told in the last days.", _events),
]

OF_FAIR_PLAY = [
    table(
        "reports.json",
        "What you reported to the moderators.",
        Report,
        "reporter",
        "subject game quoted category words created closed outcome",
        person="person__username",
    ),
]

OF_BOTS = [
    table(
        "bot.json",
        "What only a bot has: its rules for challenges, and whether it is paused.",
        Bot,
        "account",
        "created last_seen faults paused paused_why accepts_rated accepts_casual sizes most_games"
        " on_ladder",
    ),
    rows(
        "versions.json",
        "The versions of a bot that you uploaded.",
        lambda account: columns_of(
            BotVersion.objects.filter(bot=account.pk),
            {
                name: name
                for name in (
                    *("number", "file_name", "state", "refusal"),
                    *("uploaded", "checked", "went_live"),
                )
            },
        ),
    ),
    Exporter("versions/", "Their packages, as you sent them.", _packages),
    rows(
        "faults.json",
        "What a bot did wrong lately.",
        lambda account: columns_of(
            BotFault.objects.filter(bot=account.pk),
            {name: name for name in ("game", "kind", "detail", "created")},
        ),
    ),
    rows(
        "programs/turns.json",
        "The turns of your programs, also in games that others asked for.",
        _turns,
    ),
    rows("programs/runs.json", "Each run of your programs, with what it printed.", _runs),
    table(
        "programs/scrimmages.json",
        "The scrimmages that you asked for.",
        Scrimmage,
        "asker",
        "id size created",
        mine="mine__bot__account__username",
        mine_version="mine__number",
        theirs="theirs__bot__account__username",
        theirs_version="theirs__number",
    ),
    rows("programs/bouts.json", "The games of these scrimmages.", _bouts),
]

EXPORTERS: list[Exporter] = [*OF_GAMES, *OF_FAIR_PLAY, *OF_BOTS]

_OF_THE_GAME = "a state of a game that stands in games.json"
_OF_RESULTS = "the results of the games in games.json, once more"
_OF_PROGRAMS = "for whom a program ran; what it did is its owner's, in programs/"
_OF_MODERATORS = "about the people whom a moderator looked at"
LEFT_OUT = {
    "games.Game.to_move": _OF_THE_GAME,
    "games.Game.draw_offer_by": _OF_THE_GAME,
    "games.Game.takeback_by": _OF_THE_GAME,
    "games.ResultEvent.black": _OF_RESULTS,
    "games.ResultEvent.white": _OF_RESULTS,
    "games.ResultEvent.first_owner": _OF_RESULTS,
    "games.ResultEvent.second_owner": _OF_RESULTS,
    "games.ResultEvent.by": "about the people whose game a moderator corrected",
    "games.BotTurn.owner": _OF_PROGRAMS,
    "games.BotRun.owner": _OF_PROGRAMS,
    "games.Report.person": "what others told the moderators in confidence",
    "games.Report.taken_by": _OF_MODERATORS,
    "games.Report.closed_by": _OF_MODERATORS,
    "games.ModeratorAct.by": _OF_MODERATORS,
    "games.ModeratorAct.person": "the moderators' own log; acts stand in sanctions.json",
}
