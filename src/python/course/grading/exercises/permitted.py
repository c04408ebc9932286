"""What a submission may touch, as exercises/lib/permitted.toml says it."""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = "permitted.toml"
DEFAULT = "default"


@functools.cache
def groups(language: str, library: Path) -> Mapping[str, Mapping[str, Any]]:
    """What there is for the language: groups of names by their name, and advice."""
    return tomllib.loads((library / FILE).read_text(encoding="utf-8"))[language]


def collected(known: Mapping[str, Mapping[str, Any]], of: Iterable[str], key: str) -> list[str]:
    """The patterns of some groups, together."""
    return [one for name in of for one in known[name].get(key, ())]


def advice(language: str, library: Path, name: str) -> str:
    """What to say of a name that was refused: of the first pattern that fits; the last fits all."""
    known = groups(language, library)["advice"]
    return next(text for pattern, text in known.items() if fnmatchcase(name, pattern))


def either(patterns: Iterable[str]) -> re.Pattern[str]:
    """Fits any of some names; `*` stands for the rest of one, and is looked for in one pass."""
    return re.compile(
        "|".join(re.escape(one).replace(r"\*", r"\w*") for one in patterns) or r"(?!)"
    )
