"""What may be trusted of a bench is told once a page: below the first that is made of its record.

A page may have a dozen tables and charts of a bench, and nobody reads sixty words a dozen times.
"""

import re

_TOLD = re.compile(r'(<span class="course-caveats">)(.*?)(</span>)', re.DOTALL)
AGAIN = " Caveats: see the first table or chart of this bench, above."


def told_once(html: str) -> str:
    """The page, in which the same caveats stand but once."""
    seen: set[str] = set()

    def tell(found: re.Match[str]) -> str:
        start, text, end = found.groups()
        if text in seen:
            return f"{start}{AGAIN}{end}"
        seen.add(text)
        return found[0]

    return _TOLD.sub(tell, html)
