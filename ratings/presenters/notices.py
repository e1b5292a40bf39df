"""The notices of the ratings, as they read."""

from django.urls import reverse

from games.models.result_event import ResultKind
from ratings.notices import CHANGED, FAULT
from sumendi_site.notices.kinds import Data, NoticeKind, Text

from . import words


def _write_changed(data: Data) -> Text:
    before, after = data["before"], data["after"]
    if before == after:
        rating = f"Your rating stays {words.points(after)}."
    else:
        change = words.signed(after - before)
        rating = f"Your rating: {change}, from {words.points(before)} to {words.points(after)}."
    if data["game"] is None:
        body = f"A fault of the site was mended: “{data['why']}” {rating}"
        return Text(
            "Your rating was set right", body, reverse("rating-revision", args=[data["revision"]])
        )
    done, more = _correction(data)
    body = f"{more} The reason: “{data['why']}” {rating}"
    return Text(f"Game {data['game']} {done}", body, reverse("game", args=[data["game"]]))


def _correction(data: Data) -> tuple[str, str]:
    """What was done to a game, for the title, and more of it in a sentence."""
    game = f"The game of {data['black']} and {data['white']}"
    ending = words.ending(data["result"], data["termination"], data["black"], data["white"])
    if data["kind"] == ResultKind.ANNULLED:
        return "was annulled", f"{game} is not rated; its result stays: {ending}."
    unrated = f" {words.not_rated(data['reason'])}" if data["reason"] else ""
    if not data["was_annulled"]:
        return "has another result", f"{game} has another result now: {ending}.{unrated}"
    if unrated:
        return "is not annulled any more", f"{game} is not annulled any more: {ending}.{unrated}"
    return "counts again", f"{game} counts again: {ending}."


def _write_fault(data: Data) -> Text:
    more = f", nor could {data['more']} later ones" if data["more"] else ""
    body = (
        f"A fault of the site kept game {data['game']} from being rated as it should be{more}. "
        "The log says more. When the fault is mended, run manage.py replay_ratings --mend WHY."
    )
    title = f"Game {data['game']} could not be rated"
    return Text(title, body, reverse("game", args=[data["game"]]))


RATING_CHANGED = NoticeKind(
    code=CHANGED,
    label="A rating is corrected",
    meaning="A changed result of a game has changed your rating.",
    write=_write_changed,
)
RATING_FAULT = NoticeKind(
    code=FAULT,
    label="A game could not be rated",
    meaning="A fault of the site kept a game from being rated.",
    write=_write_fault,
    staff_only=True,
)
KINDS = (RATING_CHANGED, RATING_FAULT)
