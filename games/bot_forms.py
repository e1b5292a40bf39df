"""The forms of the workshop: whom a bot plays, and scrimmages."""

import re
import uuid
from typing import Any, Self

from django import forms
from django.http import QueryDict

from games.models import Bot, BotVersion, Scrimmage
from games.rules import SIZES
from games.services import scrimmages, versions
from games.services.challenge_rules import MOST_GAMES, Rules
from games.services.errors import GameError
from games.services.scrimmages import MOST_BOUTS, Side
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST

LONGEST_SIDE = LONGEST + 20
SIDE = re.compile(r"(\S+)(?:\s+(?:v|version\s+)?(\d{1,6}))?", re.IGNORECASE)
BOARDS = [(size, f"Size {size}") for size in SIZES]
BAD_BOARD = {"invalid_choice": "The board's size is 5, 6 or 7."}


class RulesForm(forms.Form):
    """Which challenges of people a bot accepts by itself, and whether it is on the ladder."""

    accepts_rated = forms.BooleanField(label="Accepts rated games", required=False)
    accepts_casual = forms.BooleanField(label="Accepts casual games", required=False)
    sizes = forms.TypedMultipleChoiceField(
        label="On boards of",
        choices=BOARDS,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages=BAD_BOARD | {"required": "Choose at least one board."},
    )
    most_games = forms.IntegerField(
        label="Games that came of challenges, at the same time",
        min_value=0,
        max_value=MOST_GAMES,
        help_text=f"At most {MOST_GAMES}; with 0 it accepts no challenge.",
    )
    on_ladder = forms.BooleanField(
        label="Plays on the ladder: rated games against other programs", required=False
    )

    @classmethod
    def of(cls, bot: Bot, data: QueryDict | None) -> Self:
        return cls(data, initial={name: getattr(bot, name) for name in cls.base_fields})

    @property
    def rules(self) -> Rules:
        """Of a valid form."""
        return Rules(**self.cleaned_data | {"sizes": tuple(self.cleaned_data["sizes"])})


class VersionChoice(forms.ModelChoiceField[BotVersion]):
    def label_from_instance(self, version: BotVersion) -> str:
        live = " (live)" if version.is_live else ""
        return f"{version.bot.account} v{version.number}{live}"


class ScrimmageForm(forms.Form):
    """A scrimmage of one of the asker's checked versions. `key` makes sending it twice harmless."""

    mine = VersionChoice(
        label="Your version",
        queryset=BotVersion.objects.none(),
        empty_label=None,
        error_messages={"invalid_choice": "Choose one of your versions that passed their check."},
    )
    against = forms.CharField(
        label="Against",
        max_length=LONGEST_SIDE,
        help_text="A bot whose program runs here. Of your own bots any version that "
        "passed its check: “basalt 3”.",
        error_messages={"required": "Against which bot?"},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "list": "opponents"}
        ),
    )
    size = forms.TypedChoiceField(
        label="Board",
        choices=BOARDS,
        coerce=int,
        initial=SIZES[0],
        widget=forms.RadioSelect,
        error_messages=BAD_BOARD,
    )
    bouts = forms.IntegerField(label="Games", min_value=1, max_value=MOST_BOUTS, initial=10)
    key = forms.UUIDField(widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def __init__(self, asker: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asker = asker
        self.fields["key"].initial = uuid.uuid4
        own = versions.playable_by(asker).filter(bot__account__owner=asker)
        own = own.select_related("bot__account").order_by("bot__account__username", "-number")
        self.fields["mine"].queryset = own  # type: ignore[attr-defined]  # of any kind of field

    def clean_against(self) -> Side:
        found = SIDE.fullmatch(self.cleaned_data["against"].strip())
        if found is None:
            raise forms.ValidationError("Write a bot's name, or its name and a number.")
        return Side(found[1], int(found[2]) if found[2] else None)

    def begin(self) -> Scrimmage | None:
        """None when the site refuses it; the form then says why."""
        data = self.cleaned_data
        mine = Side(data["mine"].bot.account.username, data["mine"].number)
        try:
            asked = scrimmages.ask(
                self.asker, mine, data["against"], data["size"], data["bouts"], data["key"]
            )
        except GameError as error:
            self.add_error(None, error.message)
            return None
        return asked.scrimmage
