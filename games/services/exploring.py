"""Explorations: variations tried out beside a game or on a board of one's own, kept between visits
and published if their owner wishes so. Nothing here plays a move."""

import unicodedata
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Exploration, Game
from games.models.exploration import LONGEST_TITLE
from games.rules import SIZES, Position, Record, Tree, TreeError
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.told_names import AGAINST

from .errors import BadText, GameNotFound
from .locking import lock_player
from .talk import require_not_muted
from .texts import NOT_IN_A_LINE, TURNS_TEXT_AROUND, require_one_line
from .tree_errors import (
    BadTree,
    ExplorationChanged,
    ExplorationNotFound,
    NotToBePublished,
    TooManyExplorations,
)

MOST_BOARDS = 200
"""Boards of one owner, those beside games not counted."""
MOST_BESIDE = 5000
"""Games beside which one owner keeps something."""


def explorations_of(owner: User) -> QuerySet[Exploration]:
    """What a player has explored, the newest first."""
    explored = Exploration.objects.filter(owner=owner).order_by("-updated", "-pk")
    return explored.select_related("owner", "game__first", "game__second")


def readable(exploration_id: int, reader: object) -> Exploration:
    """Raises ExplorationNotFound for what is not published, but to its owner."""
    explored = Exploration.objects.select_related("owner", "game__first", "game__second")
    exploration = explored.filter(pk=exploration_id).first()
    if exploration is None or not exploration.is_open_to(reader):
        raise ExplorationNotFound
    return exploration


def published_in(game: Game) -> QuerySet[Exploration]:
    """What anybody published of a game, the oldest first."""
    shown = Exploration.objects.filter(game=game, published__isnull=False)
    return shown.order_by("published", "pk").select_related("owner").defer("tree")


def beside(owner: User | None, game_id: int) -> Exploration:
    """What a player has explored in a game; where that is nothing, an exploration without an id
    whose tree says nothing. Raises GameNotFound."""
    game = Game.objects.with_players().filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    found = of_game(owner, game_id) if owner else None
    nothing = Exploration.nothing(game.size)
    explored = found or Exploration(owner=owner, size=game.size, tree=nothing)
    explored.game = game
    return explored


def of_game(owner: User, game_id: int) -> Exploration | None:
    """What a player has explored in a game."""
    explored = Exploration.objects.select_related("owner", "game__first", "game__second")
    return explored.filter(owner=owner, game=game_id).first()


@transaction.atomic
def save_beside(owner: User, game_id: int, version: int, data: object) -> Exploration:
    """Keep a tree beside a game that may be the owner's or anybody's. `version` is the one that it
    was made from, 0 for the first.

    Saving the same tree again changes nothing. Raises GameNotFound, BadTree, ExplorationChanged and
    TooManyExplorations.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    tree = _checked(game.size, data)
    if version == 0 and of_game(owner, game_id) is None:
        _require_room_beside(owner)
        try:
            with transaction.atomic():
                return Exploration.objects.create(owner=owner, game=game, size=game.size, tree=tree)
        except IntegrityError:
            pass  # another tab was first
    exploration = of_game(owner, game_id)
    if exploration is None:
        raise ExplorationChanged("This exploration was deleted in the meantime.")
    return _save(exploration, version, tree)


@transaction.atomic
def save(owner: User, exploration_id: int, version: int, data: object) -> Exploration:
    """Keep a tree in place of the one of that version, as `save_beside` does.

    Raises ExplorationNotFound, BadTree, ExplorationChanged.
    """
    exploration = _owned(owner, exploration_id)
    return _save(exploration, version, _checked(exploration.size, data))


@transaction.atomic
def new_board(owner: User, size: int) -> Exploration:
    """A board of one's own; one on which nothing was tried yet is given again.

    Raises BadTree for a size that no board has, and TooManyExplorations.
    """
    if size not in SIZES:
        raise BadTree("A board has side 5, 6 or 7.")
    lock_player(owner)
    boards = Exploration.objects.filter(owner=owner, game=None)
    unused = boards.filter(size=size, version=1, title="", published=None)
    nothing = Exploration.nothing(size)
    for board in unused:
        if board.tree == nothing:
            return board
    return _add_board(owner, size, "", nothing)


@transaction.atomic
def from_record(owner: User | None, record: Record) -> Exploration:
    """A board on which the moves of a record are the main variation. Without an owner it is not
    kept: it has no id.

    The same record again gives the same board while nothing was changed there. Raises
    TooManyExplorations.
    """
    title = _title_of(record)
    start = Position.start(record.size)
    tree = Tree.line(start, tuple(record.moves)).data()
    if owner is None:
        return Exploration(title=title, size=record.size, tree=tree)
    lock_player(owner)
    same = Exploration.objects.filter(owner=owner, game=None, title=title, size=record.size)
    for board in same:
        if board.tree == tree:
            return board
    return _add_board(owner, record.size, title, tree)


def rename(owner: User, exploration_id: int, title: str) -> Exploration:
    """Give a board a title; it may be empty. Raises ExplorationNotFound, BadText."""
    exploration = _owned(owner, exploration_id)
    _require_may_write(exploration)
    exploration.title = _one_line(title)
    exploration.save(update_fields=["title"])
    return exploration


def publish(owner: User, exploration_id: int) -> Exploration:
    """Let everybody read it, from its address. Doing so again changes nothing.

    Raises ExplorationNotFound, Muted, and NotToBePublished while its game is being played.
    """
    exploration = _owned(owner, exploration_id)
    if exploration.game is not None and not exploration.game.is_over:
        raise NotToBePublished
    if not exploration.is_published:
        require_not_muted(owner)
        exploration.published = timezone.now()
        exploration.save(update_fields=["published"])
    return exploration


def take_back(owner: User, exploration_id: int) -> Exploration:
    """Let nobody else read it any more. Raises ExplorationNotFound."""
    exploration = _owned(owner, exploration_id)
    exploration.published = None
    exploration.save(update_fields=["published"])
    return exploration


@transaction.atomic
def change(
    owner: User, exploration_id: int, *, title: str | None = None, published: bool | None = None
) -> Exploration:
    """Several of these at once, or none: what is None stays. Who is muted may take back what is
    published, and rename it then."""
    if published is False:
        take_back(owner, exploration_id)
    if title is not None:
        rename(owner, exploration_id, title)
    if published:
        publish(owner, exploration_id)
    return _owned(owner, exploration_id)


def delete(owner: User, exploration_id: int) -> None:
    """Raises ExplorationNotFound."""
    _owned(owner, exploration_id).delete()


def _owned(owner: User, exploration_id: int) -> Exploration:
    explored = Exploration.objects.filter(owner=owner)
    with_players = explored.select_related("owner", "game__first", "game__second")
    exploration = with_players.filter(pk=exploration_id).first()
    if exploration is None:
        raise ExplorationNotFound
    return exploration


def _save(exploration: Exploration, version: int, tree: dict[str, Any]) -> Exploration:
    if exploration.tree == tree and version in (exploration.version, exploration.version - 1):
        return exploration
    _require_may_write(exploration)
    this = Exploration.objects.filter(pk=exploration.pk, version=version)
    if not this.update(tree=tree, version=F("version") + 1, updated=timezone.now()):
        raise ExplorationChanged
    exploration.refresh_from_db(fields=["tree", "version", "updated"])
    return exploration


def _require_may_write(exploration: Exploration) -> None:
    """What is published is read by everybody. Raises Muted."""
    if exploration.is_published:
        require_not_muted(exploration.owner)


def _require_room_beside(owner: User) -> None:
    if Exploration.objects.filter(owner=owner, game__isnull=False).count() >= MOST_BESIDE:
        raise TooManyExplorations(
            f"You explore {MOST_BESIDE:,} games, which is as many as there can be. Delete what you "
            "tried in one first."
        )


def _add_board(owner: User, size: int, title: str, tree: dict[str, Any]) -> Exploration:
    if Exploration.objects.filter(owner=owner, game=None).count() >= MOST_BOARDS:
        raise TooManyExplorations(
            f"You have {MOST_BOARDS} boards, which is as many as there can be. Delete one first."
        )
    return Exploration.objects.create(owner=owner, size=size, title=title, tree=tree)


def _checked(size: int, data: object) -> dict[str, Any]:
    try:
        return Tree.parse(data, Position.start(size)).data()
    except TreeError as error:
        raise BadTree(str(error), reason=error.reason or "") from error


def _title_of(record: Record) -> str:
    players = [record.tags.get(name, "") for name in ("First", "Second")]
    title = AGAINST.join(filter(None, players)) or record.tags.get("Event", "")
    return as_title(title)[:LONGEST_TITLE]


def as_title(text: str) -> str:
    """A text from elsewhere without what is not seen and what turns the direction of writing."""
    seen = (sign for sign in strip_invisible(text) if sign not in TURNS_TEXT_AROUND)
    return "".join(sign for sign in seen if unicodedata.category(sign) not in NOT_IN_A_LINE)


def _one_line(title: str) -> str:
    title = strip_invisible(title)
    if len(title) > LONGEST_TITLE:
        raise BadText(f"A title has at most {LONGEST_TITLE} characters; this has {len(title)}.")
    require_one_line(title, "A title")
    return title
