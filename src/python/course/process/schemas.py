"""Checking values against JSON Schemas: quickly where all is well, and in words where it is not.

fastjsonschema compiles a schema to Python, and checks a record with its timelines some dozen times
faster than jsonschema, which interprets it. What it says of a value that is wrong is less helpful.
So it decides, and of what it refuses jsonschema tells the problem.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import jsonschema

LONGEST_MESSAGE = 160


def draft_7(schema: Any) -> Any:
    """A schema of 2020-12 in the words of draft 7, which fastjsonschema knows.

    Only the keywords of lists have changed between them, of those that schemas here use.
    """
    if isinstance(schema, list):
        return [draft_7(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {"prefixItems": "items"} | (
        {"items": "additionalItems"} if "prefixItems" in schema else {}
    )
    return {renamed.get(key, key): draft_7(value) for key, value in schema.items()}


class Schema:
    """A schema of 2020-12, without references to other files."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    @staticmethod
    @functools.cache
    def of_file(file: Path) -> Schema:
        return Schema(json.loads(file.read_text(encoding="utf-8")))

    @functools.cached_property
    def _check(self) -> Callable[[Any], Any]:
        return fastjsonschema.compile(draft_7(self.schema))

    def problem(self, value: Any) -> jsonschema.ValidationError | None:
        """What is wrong with the value, if possible the cause of all else; None: nothing."""
        try:
            self._check(value)
        except fastjsonschema.JsonSchemaValueException as refusal:
            errors = jsonschema.Draft202012Validator(self.schema).iter_errors(value)
            told = jsonschema.exceptions.best_match(errors)
            return told or jsonschema.ValidationError(refusal.message, path=refusal.path[1:])
        return None

    def complaint(self, value: Any, whole: str = "record") -> str | None:
        """The problem in one line, `place: what is wrong`; the value itself is called `whole`."""
        problem = self.problem(value)
        if problem is None:
            return None
        where = "/".join(str(step) for step in problem.absolute_path) or whole
        return f"{where}: {problem.message.splitlines()[0][:LONGEST_MESSAGE]}"
