"""Text that somebody else has written, made fit for terminals, pages and spreadsheets."""

import re

FORMULAS = "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}" + (
    "\N{FULLWIDTH COMMERCIAL AT}"
)
"""What a spreadsheet takes for the beginning of a formula."""

SEPARATORS = ",;|:\"'"
"""What ends a cell somewhere: which one does is a matter of the reader's country."""


_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: Unicode's Default_Ignorable_Code_Point, as far as Python
calls them printable, and Braille's empty pattern."""


def is_seen(text: str) -> bool:
    """Whether all of it shows, and nothing else happens."""
    return text.isprintable() and _BLANK.search(text) is None


def visible(text: str, keep: str = "\n\t") -> str:
    """The text with all that a terminal would obey, and nobody would see, as an escape sequence:
    controls, also those of the direction of writing."""
    if is_seen(text):
        return text
    return "".join(one if one in keep or is_seen(one) else _escaped(one) for one in text)


def _escaped(one: str) -> str:
    return one.encode("unicode_escape").decode("ascii")


def on_one_line(text: str) -> str:
    """Likewise, with blanks instead of line breaks."""
    return visible(" ".join(text.split()), keep="")


def harmless(name: str) -> str:
    """A name of which no spreadsheet takes any part for a formula, whatever it takes for the end of
    a cell. Not for what programs know somebody by."""
    shown: list[str] = []
    begins = True
    for one in visible(name, keep=""):
        if begins and one in FORMULAS:
            shown.append("'")
        begins = one in SEPARATORS or (begins and one == " ")
        shown.append(one)
    return "".join(shown)
