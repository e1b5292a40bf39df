"""Who may enter an event, and when."""

from django.contrib.auth.hashers import check_password

from games.models import Bot
from ratings import numbers
from sumendi_site.accounts.models import User
from tournaments.models import Access, Entrants, Format, State, Tournament

from .errors import Bar, CannotEnter, WrongState
from .progress import rounds_out


def rating_for(player: User) -> int:
    """The rating that stands for the whole event, in points: nobody falls far below an own peak to
    enter a weaker field."""
    peak = player.rating_peak or 0
    return numbers.points(max(player.rating, peak - numbers.EVENT_PEAK_MARGIN))


def require_entries_open(
    tournament: Tournament, *, by_director: bool, out: int | None = None
) -> None:
    """Raises WrongState before the registration and after the end, CannotEnter when it is too late:
    for players after half of the rounds, for organisers after the last one is out. `out` is how
    many rounds are out, where the caller knows it."""
    if tournament.state == State.DRAFT and not by_director:
        raise WrongState("Its registration is not open yet.")
    if tournament.state in (State.FINISHED, State.CANCELLED):
        raise WrongState("This tournament is over.")
    if not tournament.is_running:
        return
    if tournament.format == Format.ROUND_ROBIN:
        raise CannotEnter("A round robin takes no late entries.", reason=Bar.LATE)
    if out is None:
        out = rounds_out(tournament)
    if out >= tournament.rounds or (not by_director and is_late(tournament, out)):
        raise CannotEnter("It is too late to enter: most rounds are paired.", reason=Bar.LATE)


def is_late(tournament: Tournament, out: int | None = None) -> bool:
    """Whether more than half of the rounds are out: players enter by themselves no more."""
    return 2 * (rounds_out(tournament) if out is None else out) > tournament.rounds


def require_admissible(tournament: Tournament, player: User) -> None:
    """What not even an organiser can let pass. Raises CannotEnter."""
    if player.is_closed:
        raise CannotEnter(f"{player} does not play here any more.", reason=Bar.CLOSED)
    if player.kind == User.Kind.GUEST:
        raise CannotEnter("Sign up to play in tournaments.", reason=Bar.GUEST)
    playing = tournament.entries.playing()
    if playing.count() >= tournament.most_entries:
        raise CannotEnter("The field is full.", reason=Bar.FULL)
    _require_size(tournament, player)
    if tournament.format == Format.ROUND_ROBIN:
        _require_other_owner(tournament, player)


def _require_size(tournament: Tournament, player: User) -> None:
    bot = Bot.objects.filter(account=player).first()
    if bot is not None and tournament.size not in bot.sizes:
        said = f"{player} does not play on boards of size {tournament.size}."
        raise CannotEnter(said, reason=Bar.SIZE)


def _require_other_owner(tournament: Tournament, player: User) -> None:
    """In a round robin everybody meets, and an owner never meets own bots, nor do these."""
    for entry in tournament.entries.playing().select_related("player"):
        if entry.account.principal_id == player.principal_id:
            said = f"{entry.called} plays already, and would have to meet {player}."
            raise CannotEnter(said, reason=Bar.OWNER)


def require_invited(tournament: Tournament, player: User, password: str) -> None:
    """What the event asks of those who enter by themselves. Raises CannotEnter."""
    if tournament.access == Access.PASSWORD and not _knows(tournament, password):
        raise CannotEnter("This is not the password of the tournament.", reason=Bar.PASSWORD)
    if tournament.entrants == Entrants.PEOPLE and player.is_bot:
        raise CannotEnter("This tournament is for people alone.", reason=Bar.KIND)
    if tournament.entrants == Entrants.BOTS and not player.is_bot:
        raise CannotEnter("This tournament is for bots alone.", reason=Bar.KIND)
    rating, low, high = rating_for(player), tournament.rating_min, tournament.rating_max
    if (low is not None and rating < low) or (high is not None and rating > high):
        said = f"This tournament is for ratings {_span(low, high)}; {player} counts as {rating}."
        raise CannotEnter(said, reason=Bar.RATING)


def _knows(tournament: Tournament, password: str) -> bool:
    """To compare is slow by intention: not where there is nothing to compare, as on every page."""
    return bool(password) and check_password(password, tournament.password)


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return f"up to {high}"
    return f"from {low}" if high is None else f"from {low} to {high}"
