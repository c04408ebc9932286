"""The rules of notebooks."""

import dataclasses
import re
from collections.abc import Callable, Iterator

import nbformat

from lint.source import Statement, blank, statements

KERNELS = ("java", "xcpp17")


@dataclasses.dataclass(frozen=True)
class Finding:
    """A violation: its cell (from 1; None: the notebook) and its line there (from 1)."""

    cell: int | None
    line: int | None
    rule: str
    message: str

    def place(self) -> str:
        """``cell 5, line 2``."""
        if self.cell is None:
            return "notebook"
        return f"cell {self.cell}" + (f", line {self.line}" if self.line else "")


@dataclasses.dataclass(frozen=True)
class NotebookCell:
    """A code cell with its source, original and blanked, and its top-level statements."""

    number: int
    source: str
    blanked: str
    statements: list[Statement]
    tags: frozenset[str]

    def lines(self, pattern: str) -> Iterator[int]:
        """Yield the lines of the blanked source that match the pattern."""
        for number, line in enumerate(self.blanked.splitlines(), start=1):
            if re.search(pattern, line):
                yield number


Found = Iterator[tuple[int | None, str]]
"""Output of a rule: a line of the cell and the message."""


def lint_notebook(notebook: nbformat.NotebookNode) -> Iterator[Finding]:
    """Yield all violations of the rules, cell by cell."""
    kernel = notebook.metadata.get("kernelspec", {}).get("name")
    if kernel not in KERNELS:
        yield Finding(None, None, "kernel", f"kernelspec is {kernel!r}; use java or xcpp17")
    cells = []
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "code":
            blanked = blank(cell.source)
            found, tags = list(statements(blanked)), frozenset(cell.metadata.get("tags", ()))
            cells.append(NotebookCell(number, cell.source, blanked, found, tags))
            if cell.get("outputs") or cell.get("execution_count") is not None:
                yield Finding(number, None, "output", "is committed with its output: clear it")
            if not cell.source.strip():
                yield Finding(number, None, "empty", "holds no code: remove it")
    if not cells:
        yield Finding(None, None, "no-code", "has no code cell, so nothing would be executed")
    rules = RULES["any"] | RULES.get(kernel or "", {})
    for cell in cells:
        for name, rule in rules.items():
            for line, message in rule(cell):
                yield Finding(cell.number, line, name, message)
    if kernel == "xcpp17":
        yield from _redefined(cells)
    yield from _timed(cells)


def _no_line(pattern: str, message: str) -> Callable[[NotebookCell], Found]:
    """Return a rule that no line may match the pattern."""
    return lambda cell: ((line, message) for line in cell.lines(pattern))


def _command(cell: NotebookCell) -> Found:
    if re.match(r"[!?]\w|\.[A-Za-z]", cell.source.lstrip()):
        yield 1, "is a command of one kernel only: use plain code"


# ---- what is timed -------------------------------------------------------------------------

_CLOCK = r"\b(?:nanoTime|currentTimeMillis|chrono|clock_gettime)\b"
_PROGRAM = r"\bProcessBuilder\b|\bsteps::(?:run|batch::(?:ns|cases))\("
_METHOD = re.compile(
    r"(?!(?:if|for|while|switch|try|else|do|return|new|throw)\b)"
    r"(?:[\w<>\[\],.?&*: ]+[ &*])?(\w+) ?\("
)
_CLASS = re.compile(r".*\b(?:class|interface|record|struct|namespace)\b")


def _timed(cells: list[NotebookCell]) -> Iterator[Finding]:
    """Find cells that may time something and do not say so.

    A program's figures may depend on time, so a cell that starts one says whether they do. A cell
    that does neither may still be timed, for example if it needs two free processors.
    """
    virtual_machines = "|".join(
        name for cell in cells for name in re.findall(r"\bChildJvm (\w+)", cell.blanked)
    )
    program = rf"{_PROGRAM}|\b(?:{virtual_machines})\.run\(" if virtual_machines else _PROGRAM
    clocks, programs = _users(cells, _CLOCK), _users(cells, program)
    for cell in cells:
        timed, untimed = "timed" in cell.tags, "untimed" in cell.tags
        message = None
        if cell.number in clocks and not timed:
            message = "reads a clock: tag it `timed`, so that nothing runs beside it"
        elif cell.number in programs and timed == untimed:
            message = "starts a program: tag it `timed`, or `untimed` if no figure depends on time"
        elif cell.number not in programs and untimed:
            message = "starts no program: remove the tag `untimed`"
        if message:
            yield Finding(cell.number, None, "timed", message)


def _users(cells: list[NotebookCell], pattern: str) -> set[int]:
    """The numbers of the cells that execute what matches, also in a function defined before."""
    users, known = set(), [pattern]

    def executes(some: list[Statement], *, in_class: bool) -> bool:
        found = False
        for one in some:
            method = _METHOD.match(one.head) if one.body is not None else None
            if one.body is not None and _CLASS.match(one.head):
                executes(list(statements(one.body)), in_class=True)
            elif re.search("|".join(known), f"{one.head}{{{one.body}}}"):
                if method:
                    before = "" if in_class else "."
                    known.append(rf"(?<![\w{before}]){method[1]}\(")
                found = found or not method
        return found

    for cell in cells:
        if executes(cell.statements, in_class=False):
            users.add(cell.number)
    return users


# ---- Java ----------------------------------------------------------------------------------


def _trailing_printf(cell: NotebookCell) -> Found:
    if cell.statements and re.match(r"System\.out\.(printf|format)\b", cell.statements[-1].head):
        line = cell.statements[-1].line
        yield line, "ends the cell with printf, whose value is shown too: use print(String.format)"


def _sealed(cell: NotebookCell) -> Found:
    sealed = {}
    for one in cell.statements:
        if match := re.search(r"\bsealed\b.*?\b(?:interface|class)\s+(\w+)", one.head):
            sealed[match[1]] = one
            if re.search(r"\bpermits\b", one.head) or not re.search(
                rf"\b(?:implements|extends)\b[^{{]*\b{match[1]}\b", one.body or ""
            ):
                yield one.line, f"nest what implements the sealed {match[1]} inside of it"
    for one in cell.statements:
        if match := re.search(r"\b(?:implements|extends)\s+([\w, ]+)", one.head):
            for name in sealed.keys() & set(re.findall(r"\w+", match[1])):
                yield one.line, f"nest what implements the sealed {name} inside of it"


# ---- C++ -----------------------------------------------------------------------------------

_TYPE = re.compile(r"^(?:template\b|(?:class|struct|enum|union|concept|typedef|using\s+\w+\s*=)\b)")
_FUNCTION = re.compile(
    r"^(?:\[\[[^\]]*\]\]\s*|static\s+|inline\s+|constexpr\s+|consteval\s+)*"
    r"[A-Za-z_][\w:<>,&*\s]*[\s&*]+[A-Za-z_]\w*\s*\([^=]*\)\s*(?:const|noexcept|->\s*[\w:<>]+|\s)*$"
)
_NAMESPACE = re.compile(r"^(?:inline\s+)?namespace\b\s*([\w:]*)$")
_VARIABLE = re.compile(
    r"^(?:static\s+|const\s+|constexpr\s+|thread_local\s+)*"
    r"(?!return\b|delete\b|throw\b|using\b|typedef\b|else\b|goto\b|new\b|namespace\b|case\b)"
    r"[A-Za-z_][\w:]*(?:\s*<.*?>)?(?:\s*[&*]+\s*|\s+)(?P<name>[A-Za-z_]\w*)\s*(?:=|\{|\(|\[|$)"
)


def _is_definition(one: Statement) -> bool:
    if _TYPE.match(one.head) or _NAMESPACE.match(one.head):
        return True
    return one.body is not None and bool(_FUNCTION.match(one.head))


def _includes(cell: NotebookCell) -> Found:
    if re.search(r"(?m)^\s*#\s*include\b", cell.blanked) and cell.statements:
        yield cell.statements[0].line, "stands beside #include: includes have a cell of their own"


def _definitions(cell: NotebookCell) -> Found:
    definitions = [one for one in cell.statements if _is_definition(one)]
    steps = [one for one in definitions if _NAMESPACE.match(one.head)]
    for one in steps:
        name = _NAMESPACE.match(one.head)[1]  # type: ignore[index]
        if not re.fullmatch(r"step\d+", name):
            yield one.line, f"define in a namespace stepN, not in '{name}'"
    for one in definitions:
        if one not in steps and not one.head.startswith("using"):
            yield (one.line, f"defines '{one.head[:40]}' outside: put it into namespace stepN")
    for one in steps[1:]:
        yield one.line, "is a second namespace: one stepN a cell"
    if definitions and len(definitions) < len(cell.statements):
        other = next(one for one in cell.statements if one not in definitions)
        yield other.line, "stands beside definitions: statements have cells of their own"


def _lambda_or_thread(cell: NotebookCell) -> Found:
    for one in cell.statements:
        if one.head and not _is_definition(one):
            if re.search(r"(?:=|\(|,|return)\s*\[\s*[&=\w][^\]]*\]\s*(?:\(|$|mutable)", one.head):
                yield one.line, "captures at the top level: put it into a block { }"
            if re.search(r"\bstd\s*::\s*j?thread\b", one.head):
                yield one.line, "is a thread at the top level: put it into a block { }"


def _last_expression(cell: NotebookCell) -> Found:
    if cell.statements and not cell.statements[-1].ended:
        line = cell.statements[-1].line
        yield line, "has no semicolon: its value is shown by some kernels only; print it"


def _dlopen(cell: NotebookCell) -> Found:
    for line, text in enumerate(cell.blanked.splitlines(), start=1):
        if "dlopen" in text and re.search(r"\bdlopen\s*\(", text):
            rest = "\n".join(cell.blanked.splitlines()[line - 1 :]).split(";")[0]
            if "RTLD_NOW" not in rest or "RTLD_GLOBAL" not in rest:
                yield line, "open libraries by dlopen(path, RTLD_NOW | RTLD_GLOBAL)"


def _redefined(cells: list[NotebookCell]) -> Iterator[Finding]:
    """Find names that two cells define: xeus-cpp refuses the second."""
    known: dict[str, int] = {}
    for cell in cells:
        for one in cell.statements:
            if match := _NAMESPACE.match(one.head):
                name = match[1]
            elif not _is_definition(one) and (match := _VARIABLE.match(one.head)):
                name = match["name"]
            else:
                continue
            if name in known:
                message = f"defines '{name}' again, after cell {known[name]}: use a new name"
                yield Finding(cell.number, one.line, "cpp-redefined", message)
            known.setdefault(name, cell.number)


RULES: dict[str, dict[str, Callable[[NotebookCell], Found]]] = {
    "any": {
        "command": _command,
        "magic": _no_line(
            r"^\s*%%?[A-Za-z]", "is a magic, which other kernels do not have: use plain code"
        ),
    },
    "java": {
        "java-printf": _trailing_printf,
        "java-sealed": _sealed,
        "java-inherit-io": _no_line(
            r"\binheritIO\s*\(|Redirect\s*\.\s*INHERIT",
            "bypasses the notebook: read the child's stream and print it",
        ),
        "java-assert": _no_line(
            r"^\s*assert\b", "does nothing without -ea: check with if and throw"
        ),
    },
    "xcpp17": {
        "cpp-include": _includes,
        "cpp-definition": _definitions,
        "cpp-capture": _lambda_or_thread,
        "cpp-expression": _last_expression,
        "cpp-dlopen": _dlopen,
        "cpp-pragma": _no_line(
            r"^\s*#\s*pragma\s+cling\b", "is Cling's alone: give flags and paths in kernel.json"
        ),
    },
}
"""Kernel -> name of a rule -> the rule."""
