"""Read claims from TOML, refusing everything outside the vocabulary.

``chapters/claims/4-course.toml`` shows the format and lists the relations.
"""

import tomllib
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from course.paths import shown
from course.stats.claims.model import Claim, File
from course.stats.errors import FigureError, PublishError

FOLDER = Path("chapters/claims")  # the files' folder, relative to the repository's root

_FILE, _CLAIM = TypeAdapter(File), TypeAdapter(Claim)


def read_claims(root: Path) -> dict[str, Claim]:
    """Read all claims of the repository, by id, file by file; none if there is no folder.

    Raises PublishError: ``file: claim: what is wrong; what is valid``.
    """
    claims: dict[str, Claim] = {}
    for path in sorted((root / FOLDER).glob("*.toml")):
        for claim in read_file(path):
            if claim.id in claims:
                raise PublishError(f"{shown(path)}: claim {claim.id}: the id is already taken")
            claims[claim.id] = claim
    return claims


def read_file(path: Path) -> list[Claim]:
    """Read the claims of one file. Raises PublishError."""
    place = "source"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        file = _FILE.validate_python(data)
        claims = []
        for index, entry in enumerate(file.claims, start=1):
            place = f"claim {entry.get('id', f'number {index}')}"
            if "source" in entry:
                raise FigureError("no key 'source': a file has one for all its claims")
            claims.append(_CLAIM.validate_python(entry | {"source": file.source}))
    except ValidationError as error:
        raise PublishError(f"{shown(path)}: {place}: {_complaint(error)}") from error
    except FigureError as error:
        raise PublishError(f"{shown(path)}: {place}: {error}") from error
    except (OSError, ValueError) as error:
        raise PublishError(f"{shown(path)}: {error}") from error
    return claims


SHOULD_BE = {
    "string_type": "a text",
    "string_pattern_mismatch": "a text",
    "int_type": "a whole number",
    "float_type": "a number above 0",
    "greater_than": "a number above 0",
    "tuple_type": "a list of values",
    "too_short": "a list of values",
    "list_type": "a list of tables",
}
"""Pydantic's error type -> what the key should be; for other types, a table."""

PLACES = ("left", "right", "divided_by", "over")  # parts of a test that a complaint names


def _complaint(error: ValidationError) -> str:
    """Describe the first problem: the test and the part of it, the fault, valid values."""
    first: Any = error.errors()[0]
    *steps, key = first["loc"] or [""]
    facts = first.get("ctx", {})
    match first["type"]:
        case "value_error":
            steps.append(key)
            told = str(facts["error"])
        case "missing":
            told = f"has no {key}"
        case "literal_error":
            told = f"no {key} {first['input']!r}; valid: {facts['expected']}"
        case "union_tag_invalid":
            told = f"no relation {facts['tag']!r}; valid: {facts['expected_tags']}"
        case "union_tag_not_found":
            told = "has no relation"
        case kind:
            told = f"{key} is {SHOULD_BE.get(kind, 'a table')}"
    where = [f"test {one + 1}" if isinstance(one, int) else one for one in steps]
    return ": ".join([*(one for one in where if one in PLACES or one.startswith("test ")), told])
