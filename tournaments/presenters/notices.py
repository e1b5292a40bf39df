"""The notices of tournaments, as they read."""

from django.urls import reverse

from games.models import Game
from sumendi_site.notices.kinds import Data, NoticeKind, Text
from tournaments import event_notices as notices
from tournaments.models import AtDeadline, DecisionKind

AFTER_THE_DEADLINE = {
    AtDeadline.WAIT: "Its clocks run on after that, and the next round waits for it.",
    AtDeadline.ORGANISER: "If it runs then, the organiser decides it.",
    AtDeadline.MORE_TIME: "If it runs then, the player with more time left wins.",
    AtDeadline.DRAW: "If it runs then, it is a draw.",
}
OTHERWISE = {
    AtDeadline.WAIT: "otherwise its clocks run on, and the next round waits for it.",
    AtDeadline.ORGANISER: "otherwise the organiser decides it.",
    AtDeadline.MORE_TIME: "otherwise the player with more time left wins.",
    AtDeadline.DRAW: "otherwise it is a draw.",
}
PROVED_STANDS = "If it runs then and its ending is proved, the proved result stands;"
LESS_THOUGHT = "If it runs then, the player wins who has taken less time for all turns."
OTHERWISE_LESS_THOUGHT = "otherwise the player wins who has taken less time for all turns."


def _event(data: Data) -> str:
    return reverse("tournament", args=[data["slug"]])


def _game_or_event(data: Data) -> str:
    return reverse("game", args=[data["game"]]) if data["game"] else _event(data)


def _write_deadline(data: Data) -> Text:
    if "by" in data:
        return _write_reminder(data)
    if "moved_to" in data:
        return _write_moved(data)
    hours = data["hours"]
    left = f"{hours} hour{'' if hours == 1 else 's'}"
    title = f"Round {data['number']} of {data['event']} ends in less than {left}"
    turn = "It is your turn" if data["your_turn"] else "Your opponent is to move"
    body = (
        f"Your game against {data['opponent']} still runs. {turn}. "
        f"The round ends on {data['until']}. {_rule(data)}"
    )
    return Text(title, body, _game_or_event(data))


def _rule(data: Data) -> str:
    """What becomes of the game at the deadline."""
    rule = AtDeadline(data["rule"])
    by_thought = rule.looks_at_thought(data.get("has_bank", True))
    if data.get("proved_stands"):
        return f"{PROVED_STANDS} {OTHERWISE_LESS_THOUGHT if by_thought else OTHERWISE[rule]}"
    return LESS_THOUGHT if by_thought else AFTER_THE_DEADLINE[rule]


def _write_moved(data: Data) -> Text:
    title = f"Round {data['number']} of {data['event']} has another deadline"
    body = f"Your game against {data['opponent']} still runs. The round now ends on"
    return Text(title, f"{body} {data['moved_to']}.", _game(data))


def _write_reminder(data: Data) -> Text:
    title = f"Your game against {data['opponent']} waits for a move"
    until = f" There is time until {data['until']}." if data["until"] else ""
    return Text(title, f"{data['by']}, who runs {data['event']}, asks for it.{until}", _game(data))


def _game(data: Data) -> str:
    return reverse("game", args=[data["game"]])


def _write_decision(data: Data) -> Text:
    if data["kind"] == "answer":
        title = f"Your appeal in {data['event']} has an answer"
        return Text(title, f"{data['by']} writes: “{data['why']}”", _game(data))
    who = data["by"] or "The rule of the event"
    did = "corrected" if data["kind"] == DecisionKind.CORRECTED else "decided"
    title = f"{data['player']} against {data['opponent']} was {did}"
    body = (
        f"Round {data['number']} of {data['event']}. {data['ending']} "
        f"Decided by: {who}. The reason: “{data['why']}”"
    )
    if data["can_appeal"]:
        until = f", which is not before {data['until']}" if data.get("until") else ""
        body += f" You can appeal until the next round is out{until}."
    return Text(title, body, _game(data))


def _write_desk(data: Data) -> Text:
    event, url = data["event"], reverse("tournament-desk", args=[data["slug"]])
    match data["what"]:
        case "appeal":
            title = f"{data['by']} appeals in {event}"
            body = f"Round {data['number']}, board {data['board']}: “{data['why']}”"
        case "deadline":
            title = f"{event}: round {data['number']} is over its deadline"
            body = f"Games that wait for your decision: {data['games']}."
        case "no_pairing":
            title = f"{event}: round {data['number']} cannot be paired"
            body = data["why"]
        case "yours":
            title = f"You organise {event} now"
            body = "Its organiser has deleted their account."
        case "alone":
            title = f"{event} has no organiser any more"
            body = "Their account was deleted. Moderators run it from now on."
        case _:
            title = f"{event} could not begin"
            body = data["why"]
    return Text(title, body, url)


def _desk_is_done(data: Data) -> bool:
    """Whether the games that waited for a decision have all ended."""
    if data["what"] != "deadline":
        return False
    running = Game.objects.running().filter(pairing__round__tournament__slug=data["slug"])
    return not running.filter(pairing__round__number=data["number"]).exists()


def _write_message(data: Data) -> Text:
    return Text(f"{data['by']} writes to all in {data['event']}", data["text"], _event(data))


def _write_stage(data: Data) -> Text:
    event, url = data["event"], _event(data)
    match data["what"]:
        case "start":
            return Text(f"{event} has begun", "The first round is paired next.", url)
        case "cancelled":
            return Text(f"{event} was cancelled", "It will not be played.", url)
    body = f"You, or your bot, came in on place {data['rank']} of {data['of']}."
    return Text(f"{event} is over", body, url)


KINDS = (
    NoticeKind(
        code=notices.DEADLINE,
        label="A round ends soon",
        meaning="A game of a tournament still runs near its round's end, or waits for you.",
        write=_write_deadline,
        urgent=True,
    ),
    NoticeKind(
        code=notices.DECISION,
        label="An organiser decides",
        meaning="A game of yours in a tournament was decided or corrected, or an appeal answered.",
        write=_write_decision,
    ),
    NoticeKind(
        code=notices.DESK,
        label="Your tournament waits for you",
        meaning="An appeal, games to decide, a round that cannot be paired, or it is new to you.",
        write=_write_desk,
        is_outdated=_desk_is_done,
        urgent=True,
    ),
    NoticeKind(
        code=notices.MESSAGE,
        label="Message of an organiser",
        meaning="Somebody who runs a tournament that you play in writes to all.",
        write=_write_message,
    ),
    NoticeKind(
        code=notices.STAGE,
        label="A tournament begins or ends",
        meaning="A tournament that you play in has begun, is over, or was cancelled.",
        write=_write_stage,
    ),
)
