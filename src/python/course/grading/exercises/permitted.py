"""What a submission may use, as exercises/lib/permitted.toml lists it."""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = "permitted.toml"
DEFAULT = "default"
SHOWN = 3
"""Number of refused names that a message lists."""


@functools.cache
def groups(language: str, library: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the language's groups of names, by name, and its advice."""
    return tomllib.loads((library / FILE).read_text(encoding="utf-8"))[language]


def collected(known: Mapping[str, Mapping[str, Any]], of: Iterable[str], key: str) -> list[str]:
    return [one for name in of for one in known[name].get(key, ())]


def advice(language: str, library: Path, name: str) -> str:
    """Advice on a refused name: that of the first pattern that matches; the last matches all."""
    known = groups(language, library)["advice"]
    return next(text for pattern, text in known.items() if fnmatchcase(name, pattern))


def either(patterns: Iterable[str]) -> re.Pattern[str]:
    """Match any of some names in one pass; `*` stands for the rest of a name."""
    return re.compile(
        "|".join(re.escape(one).replace(r"\*", r"\w*") for one in patterns) or r"(?!)"
    )
