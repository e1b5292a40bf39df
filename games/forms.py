"""The forms that offer games, and those of bots."""

import uuid
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import services
from games.clock import TimeControl
from games.house import LEVELS, Level
from games.models import Offer
from games.models.offer import OfferStatus, Seat
from games.rules import SIZES
from games.services import GameError, Terms
from games.services.challenge_rules import Rules
from games.services.errors import BotNameTaken
from sumendi_site.accounts.forms import TokenForm
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST, validate_chosen_name
from sumendi_site.accounts.renaming import require_unlike

TIME_CONTROLS = ("1d", "2d", "3d", "5d", "7d", "10d", "14d", "3d+1d", "7d+1d")
BOARDS = [
    (5, "Size 5, 61 cells"),
    (6, "Size 6, 91 cells (recommended)"),
    (7, "Size 7, 127 cells"),
]
RATINGS = [("yes", "Rated"), ("no", "Casual")]
STALE_FORM = "This page is out of date. Look at the form once more and send it again."


class OfferForm(forms.Form):
    """Terms and, for a challenge, the opponent. `key` makes sending it twice harmless."""

    opponent = forms.CharField(
        label="Against",
        required=False,
        max_length=LONGEST,
        help_text="A player's name, or leave it empty to offer the game to everybody.",
        error_messages={"max_length": f"A name has at most {LONGEST} characters."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    size = forms.TypedChoiceField(
        label="Board",
        choices=BOARDS,
        coerce=int,
        initial=6,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "The board's size is 5, 6 or 7."},
    )
    time_control = forms.ChoiceField(
        label="Time",
        choices=[(text, TimeControl.parse(text).in_words) for text in TIME_CONTROLS],
        initial="3d",
        error_messages={"invalid_choice": "Choose one of the times in the list."},
    )
    seat = forms.ChoiceField(
        label="Who places first?",
        choices=[
            (Seat.RANDOM, "Chance decides"),
            (Seat.FIRST, "I do"),
            (Seat.SECOND, "My opponent"),
        ],
        initial=Seat.RANDOM,
        widget=forms.RadioSelect,
        help_text="The other player then chooses a side.",
        error_messages={"invalid_choice": "The seat is first, second or random."},
    )
    rated = forms.TypedChoiceField(
        label="Rating",
        choices=RATINGS,
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "A game is rated (yes) or casual (no)."},
    )
    key = forms.UUIDField(
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
        error_messages={"required": STALE_FORM, "invalid": STALE_FORM},
    )

    by_link = False

    def __init__(self, creator: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.creator = creator
        self.fields["key"].initial = uuid.uuid4

    def fit(self, rules: Rules) -> None:
        """Offer only what a bot accepts by these rules."""
        size, rated = self.fields["size"], self.fields["rated"]
        assert isinstance(size, forms.ChoiceField)  # noqa: S101  # as they stand above
        assert isinstance(rated, forms.ChoiceField)  # noqa: S101
        size.choices = [choice for choice in BOARDS if choice[0] in rules.sizes]
        if size.initial not in rules.sizes:
            size.initial = rules.sizes[0]
        accepted = {"yes": rules.accepts_rated, "no": rules.accepts_casual}
        rated.choices = [choice for choice in RATINGS if accepted[choice[0]]]
        rated.initial = "yes" if rules.accepts_rated else "no"

    def clean_opponent(self) -> User | None:
        name = self.cleaned_data["opponent"]
        if not name:
            return None
        opponent = User.objects.named(name)
        if opponent is None or not opponent.is_active:
            raise forms.ValidationError("There is no player with this name.", "unknown_player")
        try:
            services.require_can_be_challenged(opponent)
        except GameError as error:
            raise forms.ValidationError(error.message, error.code) from error
        return opponent

    def clean_key(self) -> uuid.UUID:
        key: uuid.UUID = self.cleaned_data["key"]
        if Offer.objects.filter(key=key).exclude(creator_id=self.creator.pk).exists():
            raise forms.ValidationError(STALE_FORM)
        return key

    def clean(self) -> None:
        if "key" in self.errors:
            # The field is hidden, and so are its errors.
            self.add_error(None, STALE_FORM)

    def send(self) -> Offer:
        """Make the offer, once. Raises GameError, also when this form was sent before with other
        terms: what it shows would not be what is open."""
        data = self.cleaned_data
        opponent, key = data["opponent"], data["key"]
        terms = Terms(data["size"], data["rated"], data["seat"], data["time_control"])
        offer = self._offer(opponent, terms, key)
        stands = offer.status in (OfferStatus.OPEN, OfferStatus.ACCEPTED)
        if not stands or not services.is_as_asked(offer, opponent, terms, by_link=self.by_link):
            raise FormSentBefore
        return offer

    def _offer(self, opponent: User | None, terms: Terms, key: uuid.UUID) -> Offer:
        if opponent is None:
            return services.open_seek(self.creator, terms, key)
        return services.challenge(self.creator, opponent, terms, key)

    def renew_key(self) -> None:
        """Give the form, which will be shown again, a key that was never sent."""
        self.data = {**dict(self.data.items()), "key": str(uuid.uuid4())}


class InviteForm(OfferForm):
    """Terms for whoever opens the link that will be made."""

    by_link = True

    def clean_opponent(self) -> None:
        if self.cleaned_data["opponent"]:
            raise forms.ValidationError(
                "A link is for whoever you send it to: leave this empty.", "opponent_of_a_link"
            )

    def _offer(self, opponent: User | None, terms: Terms, key: uuid.UUID) -> Offer:
        return services.invite(self.creator, terms, key)


BY_CODE = {level.code: level for level in LEVELS}
GROUPS = (("Beginner", 0), ("Player", 1_300), ("Expert", 2_000))
"""What players of house bots may call themselves, and the strength from which they do."""


class HouseGameForm(forms.Form):
    """A game against a house bot: how strong a one, and on which board."""

    bot = forms.TypedChoiceField(
        label="Level, by its strength",
        coerce=lambda code: BY_CODE[code],
        initial=LEVELS[0].code,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the levels in the list."},
    )
    size = forms.TypedChoiceField(
        label="Board",
        choices=[(size, f"Size {size}") for size in SIZES],
        coerce=int,
        initial=6,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "The board's size is 5, 6 or 7."},
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "house_%s"
        strengths = services.strengths()
        self.fields["bot"].choices = [  # type: ignore[attr-defined]
            (group, [(level.code, _of_level(level, strengths[level])) for level in levels])
            for group, levels in _grouped(list(strengths))
        ]


def _grouped(levels: list[Level]) -> list[tuple[str, list[Level]]]:
    """These levels under the names of their groups."""
    ends = [lowest for _, lowest in GROUPS[1:]] + [LEVELS[-1].strength + 1]
    return [
        (group, [level for level in levels if lowest <= level.strength < end])
        for (group, lowest), end in zip(GROUPS, ends, strict=True)
    ]


def _of_level(level: Level, strength: str) -> SafeString:
    return format_html(
        '<span><strong>{}</strong>, {}<span class="help">{}</span></span>',
        level.name,
        strength,
        level.about,
    )


class BotForm(forms.ModelForm[User]):
    """A new bot."""

    class Meta:
        model = User
        fields = ["username", "about"]
        labels = {"username": "Name", "about": "About it"}
        help_texts = {"about": "For its public page: what it is, how it thinks. Optional."}
        widgets = {
            "username": forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
            "about": forms.Textarea(attrs={"rows": 3}),
        }

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        validate_chosen_name(name)
        if User.objects.named(name):
            raise forms.ValidationError(BotNameTaken.message)
        require_unlike(name)
        return name

    def register_for(self, owner: User) -> User:
        """The new account. Raises GameError."""
        data = self.cleaned_data
        return services.register_bot(owner, data["username"], data["about"]).account


class AboutBotForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = ["about"]
        labels = {"about": "About it"}
        help_texts = {"about": "For its public page; at most 1000 characters."}
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}


class BotTokenForm(TokenForm):
    """A new token of a bot, whose scopes are given."""

    scopes = None  # type: ignore[assignment]  # takes the field away


class FormSentBefore(GameError):
    code = "form_sent_before"
    message = (
        "This form was sent before, and its offer is listed here or was answered. "
        "To make another one, send the form again."
    )
