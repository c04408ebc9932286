"""Models that refuse whatever they do not know, and say in one line what is wrong."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
"""Lower-case words with hyphens between."""

Name = Annotated[str, Field(pattern=NAME)]
Count = Annotated[int, Field(gt=0, strict=True)]


class Strict(BaseModel):
    """Cannot be changed, and takes no field that it does not have. Its checks are made when it is
    first used: most commands need only some of the models."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def complaint(error: ValidationError) -> str:
    """The first problem as `where: what, not this`. Places in lists count from 1."""
    first = error.errors()[0]
    where = ".".join(str(step + 1 if isinstance(step, int) else step) for step in first["loc"])
    text = first["msg"].removeprefix("Value error, ").splitlines()[0]
    given = first["input"]
    if text.startswith("Input should") and isinstance(given, str | int | float):
        text += f", not {given!r}"
    return f"{where}: {text}" if where else text
