"""Whole numbers by the names that Java and C++ sources give them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from course.stats.errors import PublishError

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.floordiv,
    ast.LShift: operator.lshift,
}
_SUFFIX = re.compile(r"(?<=\d)[uUlL]+\b")


def read_source(root: Path, file: str) -> str:
    """The text of a source below the repository's root. Raises PublishError."""
    try:
        return (root / file).read_text(encoding="utf-8")
    except OSError as error:
        raise PublishError(f"{file}: {error.strerror}") from error


class Constants:
    """The numbers of one source file: ``NAME = 17 * OTHER;`` is one, if OTHER is, too."""

    def __init__(self, root: Path, file: str, known: Mapping[str, int] | None = None) -> None:
        """`file` lies below `root`; `known` has the names of other files that it uses.

        Raises PublishError when the file cannot be read.
        """
        self._file, self._known = file, known or {}
        self._text = read_source(root, file)

    def __getitem__(self, name: str) -> int:
        """The number of that name. Raises PublishError when there is none, or no whole one."""
        if name in self._known:
            return self._known[name]
        found = re.findall(rf"\b{re.escape(name)}\s*=\s*([^;{{}}]+);", self._text)
        if not found:
            raise PublishError(f"{self._file}: no number is named {name}")
        # A local variable of that name may change later: what comes first is the constant.
        words = _SUFFIX.sub("", found[0].replace("::", "."))
        try:
            return self._value(ast.parse(" ".join(words.split()), mode="eval").body)
        except (SyntaxError, ValueError) as error:
            raise PublishError(f"{self._file}: {name} = {found[0]} is no number") from error

    def _value(self, part: ast.expr) -> int:
        if isinstance(part, ast.Constant) and isinstance(part.value, int):
            return part.value
        if isinstance(part, ast.Name | ast.Attribute):
            return self[ast.unparse(part)]
        if isinstance(part, ast.BinOp) and type(part.op) in _OPERATORS:
            return _OPERATORS[type(part.op)](self._value(part.left), self._value(part.right))
        raise ValueError(ast.unparse(part))
