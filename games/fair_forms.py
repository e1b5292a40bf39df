"""The forms of reports, of what moderators do, and of appeals."""

import uuid

from django import forms

from games.models.report import LONGEST_WORDS, Category, Outcome, Subject
from games.services import Complaint, Measure
from games.services.reports import LONGEST_REMARK
from games.services.sanctions import LASTING, in_days
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST
from sumendi_site.accounts.sanctions import LONGEST_REASON, SanctionKind
from sumendi_site.accounts.sanctions import LONGEST_WORDS as LONGEST_APPEAL

SOME_DAYS = (1, 3, 7, 14, 30, 90, 365)
FOR_GOOD = 0


def key_field() -> forms.UUIDField:
    """Makes sending a form twice harmless."""
    return forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)


class ReportForm(forms.Form):
    """What is wrong with a player. `game` and `line` come from where the link to it stands."""

    subject = forms.ChoiceField(label="What is it about?", widget=forms.RadioSelect)
    category = forms.ChoiceField(
        label="What is wrong?", choices=[("", "Choose one"), *Category.choices]
    )
    words = forms.CharField(
        label="In your words",
        required=False,
        max_length=LONGEST_WORDS,
        help_text="What happened, and where to look. Only moderators read it.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    key = key_field()

    def __init__(
        self, person: User, game: int | None, line: int | None, data: object = None
    ) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.game, self.line = game, line
        possible = {
            Subject.LINE: line is not None,
            Subject.GAME: game is not None,
            Subject.NAME: True,
            Subject.ABOUT: bool(person.about),
        }
        choices = [(subject.value, subject.label) for subject, can in possible.items() if can]
        subject = self.fields["subject"]
        assert isinstance(subject, forms.ChoiceField)  # noqa: S101  # see above
        subject.choices = choices
        subject.initial = choices[0][0]

    def complaint(self) -> Complaint:
        """Raises GameError."""
        data = self.cleaned_data
        subject = Subject(data["subject"])
        return Complaint(
            subject,
            Category(data["category"]),
            data["words"],
            self.game if subject == Subject.GAME else None,
            self.line if subject == Subject.LINE else None,
        )


class MeasureForm(forms.Form):
    """What a moderator does to an account."""

    kind = forms.ChoiceField(
        label="What to do",
        choices=[
            (SanctionKind.WARNING, "Warn: it has to be read before the site goes on"),
            (SanctionKind.MUTE, "Mute: no words that others read, such as chat and profile"),
            (SanctionKind.BAN, "Ban: no play; signs in only to read why, and to appeal"),
            (SanctionKind.RENAME, "Take the name away: another one has to be chosen"),
        ],
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        label="A mute or a ban lasts",
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "…"), *((n, in_days(n)) for n in SOME_DAYS), (FOR_GOOD, "for good")],
    )
    ends_games = forms.BooleanField(
        label="A ban ends all running games at once, as lost",
        required=False,
        help_text="Otherwise they go on, and are lost on time at the latest.",
    )
    reason = forms.CharField(
        label="Reason",
        max_length=LONGEST_REASON,
        help_text="The person is shown it.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    key = key_field()

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        if data.get("kind") in LASTING and data.get("days") is None:
            self.add_error("days", "For how long?")
        return data

    def measure(self) -> Measure:
        """Raises GameError."""
        data = self.cleaned_data
        kind = SanctionKind(data["kind"])
        lasts = data["days"] if kind in LASTING and data["days"] != FOR_GOOD else None
        return Measure(kind, data["reason"], lasts, data["ends_games"] and kind == SanctionKind.BAN)


class OutcomeForm(forms.Form):
    """How a report ends."""

    outcome = forms.ChoiceField(
        label="What came of it",
        choices=Outcome.choices,
        help_text="The reporter is told this, and nothing else.",
    )
    remark = forms.CharField(
        label="Remark",
        required=False,
        max_length=LONGEST_REMARK,
        help_text="For other moderators.",
    )


class LiftForm(forms.Form):
    why = forms.CharField(label="Why it is lifted", max_length=LONGEST_REASON)


class AppealForm(forms.Form):
    text = forms.CharField(
        label="Your appeal",
        max_length=LONGEST_APPEAL,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One for each act. A moderator reads and answers it.",
    )


class AnswerForm(forms.Form):
    """The answer to an appeal."""

    granted = forms.TypedChoiceField(
        label="Decision",
        coerce=lambda value: value == "yes",
        choices=[("no", "The act stands"), ("yes", "Grant it: the act is lifted")],
        widget=forms.RadioSelect,
    )
    answer = forms.CharField(
        label="Answer",
        max_length=LONGEST_REASON,
        help_text="The person is shown it.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class NewNameForm(forms.Form):
    name = forms.CharField(
        label="Your new name",
        max_length=LONGEST,
        help_text=User._meta.get_field("username").help_text,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
