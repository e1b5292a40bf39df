"""The form in which a moderator says what is to become of a result."""

from typing import Any

from django import forms

from games.models import Game, Result, ResultEvent, Termination
from ratings.presenters import words
from sumendi_site.accounts.invisible import strip_invisible

ANNUL, COUNT_AGAIN = "annul", "again"
LONGEST_REASON = ResultEvent._meta.get_field("why").max_length
ENDINGS = [(one.value, one.label) for one in Termination if one != Termination.CANCELLED]


class CorrectionForm(forms.Form):
    """Annul the game, let it count again, or give it another result and way of ending, and why."""

    decision = forms.ChoiceField(
        label="What should become of it?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what should become of the game."},
    )
    ending = forms.ChoiceField(
        label="How it ended",
        choices=[("", "as it says now"), *ENDINGS],
        required=False,
        help_text="Only for another result. By adjudication or by forfeit, it is not rated."
        " A result that was proved is.",
    )
    why = forms.CharField(
        label="Why?",
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Everybody reads this on the page of the game.",
        error_messages={"required": "Say why: the reason is shown with the game."},
    )

    def __init__(self, data: Any, *, game: Game, is_annulled: bool) -> None:
        super().__init__(data)
        self.game = game
        annul = (ANNUL, "Annul it: the result stays, but is not rated")
        again = (COUNT_AGAIN, f"Let the result count again: {words.ending_of(game)}")
        results = [(one.value, words.won(one, game.black, game.white)) for one in Result]
        possible = [annul, again] if game.result else [annul]
        shown = possible[1:] if is_annulled else [annul]
        decision: Any = self.fields["decision"]
        # What is not shown may come from an older page, and is refused with the reason.
        decision.choices = [*possible, *results]
        decision.widget.choices = [*shown, *results]

    def clean_why(self) -> str:
        """In one line, as it is shown."""
        why = strip_invisible(" ".join(self.cleaned_data["why"].split()))
        if not why:
            raise forms.ValidationError(self.fields["why"].error_messages["required"])
        return why

    @property
    def change(self) -> tuple[str | None, str | None]:
        """Of a valid form: the result and the way of ending; no result annuls, no way of ending
        keeps the one that the game has."""
        decision = self.cleaned_data["decision"]
        if decision == ANNUL:
            return None, None
        if decision == COUNT_AGAIN:
            return self.game.result, None
        return decision, self.cleaned_data["ending"] or None
