"""Make text that somebody else has written fit for terminals, pages and spreadsheets."""

import re

FORMULAS = "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}" + (
    "\N{FULLWIDTH COMMERCIAL AT}"
)
"""Characters that begin a formula in a spreadsheet."""

SEPARATORS = ",;|:\"'"
"""Characters that may end a cell: the reader's locale decides which."""

_BEGINS_FORMULA = re.compile(f"((?:^|[{SEPARATORS}]) *)(?=[{re.escape(FORMULAS)}])")

_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: Unicode's Default_Ignorable_Code_Point, as far as Python
calls them printable, and Braille's empty pattern."""


def is_seen(text: str) -> bool:
    """True if every character is visible, and none is a control."""
    return text.isprintable() and _BLANK.search(text) is None


def visible(text: str, keep: str = "\n\t") -> str:
    """Escape what a terminal would obey or nobody would see: controls, including those of the
    direction of writing."""
    if is_seen(text):
        return text
    return "".join(
        one if one in keep or is_seen(one) else one.encode("unicode_escape").decode("ascii")
        for one in text
    )


def on_one_line(text: str) -> str:
    """Likewise, with blanks instead of line breaks."""
    return visible(" ".join(text.split()), keep="")


def harmless(name: str) -> str:
    """Return a name of which no spreadsheet takes any part for a formula, wherever it ends a cell.
    Not for names that identify somebody to a program."""
    return _BEGINS_FORMULA.sub(r"\1'", visible(name, keep=""))
