"""Ids of drawings and outputs, of which a page may hold several: each gets a prefix of its own."""

import re

_ID = re.compile(r"""(\sid=["'])([^"']+)""")
_REFERENCE = re.compile(r"""(href=["']#|url\(#)([\w.-]+)""")
_SPOKEN = re.compile(r"""(\saria-(?:labelledby|describedby)=["'])([^"']+)""")


def with_prefix(html: str, prefix: str) -> str:
    """The HTML with the prefix before each of its ids, and in each reference to one of them."""
    known = {match[2] for match in _ID.finditer(html)}

    def renamed(name: str) -> str:
        return f"{prefix}{name}" if name in known else name

    html = _ID.sub(lambda match: match[1] + renamed(match[2]), html)
    html = _REFERENCE.sub(lambda match: match[1] + renamed(match[2]), html)
    return _SPOKEN.sub(lambda match: match[1] + " ".join(map(renamed, match[2].split())), html)
