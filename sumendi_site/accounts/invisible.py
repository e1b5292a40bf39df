"""Characters that leave no mark on a page."""

import re

# Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), but for the characters that
# turn the direction of writing, which are refused and not taken away; and two blank signs.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065"
    "\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2800\U0001d159"
)
SIGN = rf"[^\s{INVISIBLE}]"
ENDS_AN_EMOJI = "[\ufe00-\ufe0f]|(?<=\U0001f3f4)[\U000e0020-\U000e007f]+"
"""A variation selector, or the tags that make a black flag that of a region."""

SEEN = re.compile(f"{SIGN}(?:.*{SIGN})?(?:{ENDS_AN_EMOJI})?", re.DOTALL)


def strip_invisible(text: str) -> str:
    """The text without white space and invisible characters at its ends, empty when it has no
    others. Those inside stay: they join letters and the parts of an emoji."""
    seen = SEEN.search(text)
    return seen[0] if seen else ""
