"""Models that refuse unknown input, and say in one line what is wrong."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"  # lower-case words with hyphens between

Name = Annotated[str, Field(pattern=NAME)]
Line = Annotated[str, Field(pattern=r"^[^\r\n]+$")]
Moment = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]

# Numbers as in JSON: no strings, and neither infinite nor NaN.
Count = Annotated[int, Field(gt=0, strict=True)]
Number = Annotated[int, Field(ge=0, strict=True)]
Figure = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Positive = Annotated[Figure, Field(gt=0)]
Nonnegative = Annotated[Figure, Field(ge=0)]
Percent = Annotated[Figure, Field(ge=0, le=100)]
Truth = Annotated[bool, Field(strict=True)]


MOST_QUOTED = 200  # characters of wrong input


class Strict(BaseModel):
    """Immutable, and refuses unknown fields. Its validator is built on first use, as most commands
    need only some of the models."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Open(Strict):
    """Likewise, but ignores unknown fields: for programs' output."""

    model_config = ConfigDict(extra="ignore")


def problem(model: type[BaseModel], value: object) -> str | None:
    """What is wrong with a value for this model, in one line; None if nothing is."""
    try:
        model.model_validate(value)
    except ValidationError as error:
        return complaint(error)
    return None


def complaint(error: ValidationError) -> str:
    """The first problem as `where: what, not this`, on one line. Places in lists count from 1."""
    first = error.errors()[0]
    where = ".".join(map(_step, first["loc"]))
    text = first["msg"].removeprefix("Value error, ").splitlines()[0]
    given = first["input"]
    if text.startswith("Input should") and isinstance(given, str | int | float):
        text += f", not {_cut(repr(given))}"
    return f"{where}: {text}" if where else text


def _step(step: int | str) -> str:
    """A location step's text; unknown keys may be anything."""
    if isinstance(step, int):
        return str(step + 1)
    return _cut(step if step.isprintable() else repr(step))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."
