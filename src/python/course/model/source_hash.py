"""Identify measured code: one hash over the code of an implementation, or of a bench.

A record contains the hash at its time; if it differs from today's, the record is stale. Code is
hashed as tokens: comments, documentation, white space and the marks of regions do not affect
execution, so they do not count, and neither does a file's folder. In poms, only what reaches the
program counts: dependencies and the compiler's settings.
"""

import ast
import functools
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from course.model import benches
from course.model.solutions import IMPLEMENTATIONS

NOT_MEASURED = frozenset({"build", "target", "test", "tests", "__pycache__"})
"""Subfolders of build products or tests."""

LANGUAGES = {
    ".java": "java",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".h": "cpp",
    ".in": "cpp",
    ".lua": "lua",
    ".cmake": "cmake",
    "CMakeLists.txt": "cmake",
    ".py": "python",
}
"""Suffix or name of a file -> Pygments' name of its language."""

POM = "pom.xml"

WARNINGS = ("-Xlint", "-Xdoclint", "-Werror")  # arguments of javac that affect no class

OWN_MODULE = re.compile(r"\bcourse(\.\w+)+")
"""A module of the course's Python package. Its name says where code stands, not what it does."""

FileHash = Callable[[Path], str]


def source_hash(name: str, root: Path, of_file: FileHash | None = None) -> str:
    """SHA-256, in hex, over the tokens of an implementation's or bench's source files.

    of_file: returns the hash of a file's tokens, perhaps cached; default: :func:`file_hash`.
    Raises KeyError for an unknown name and FileNotFoundError for a missing place.
    """
    found = {
        f"{inside.name} {(of_file or file_hash)(root / inside)}"
        for inside in measured_files(name, root)
    }
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def places(name: str) -> tuple[str, ...]:
    """The source files and folders, from the root, of a program or all contestants of a bench.

    Raises KeyError for an unknown name.
    """
    if name in IMPLEMENTATIONS:
        return IMPLEMENTATIONS[name].sources
    if name not in benches.names():
        raise KeyError(name)
    return benches.load(name).sources


def measured_files(name: str, root: Path) -> list[Path]:
    """The source files of an implementation or bench, from the root. Raises as above.

    They include the pom that builds a Java file, from whichever parent folder.
    """
    found: dict[Path, None] = {}
    for place in places(name):
        for file in _files(root / place):
            inside = file.relative_to(root)
            if _is_measured(inside):
                found[inside] = None
                if file.suffix == ".java":
                    found[_pom_of(file, root).relative_to(root)] = None
    return list(found)


def file_hash(path: Path) -> str:
    """SHA-256, in hex, over those tokens of a file that count. Raises OSError."""
    digest = hashlib.sha256()
    for token in _what_counts(path):
        digest.update(token.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _what_counts(path: Path) -> Iterator[str]:
    if path.name == POM:
        return pom_facts(path)
    text = path.read_text(encoding="utf-8")
    language = _language(path)
    return python_tokens(text) if language == "python" else tokens(text, language)


def _language(path: Path) -> str:
    """A file's language; empty if it is no code."""
    return LANGUAGES.get(path.name) or LANGUAGES.get(path.suffix, "")


def tokens(text: str, language: str) -> Iterator[str]:
    """The tokens of a text in one of Pygments' languages, without comments and blanks."""
    return (token for _, token in _placed_tokens(text, language))


def python_tokens(text: str) -> Iterator[str]:
    """The tokens of a module, and the indent of each statement.

    Docstrings and imports of the course's own modules do not count, nor do the names of those
    modules. ``ast`` only locates statements, as its trees depend on the version of Python. Raises
    SyntaxError.
    """
    lines = text.split("\n")
    indents: dict[int, int] = {}
    for one in ast.walk(ast.parse(text)):
        if not isinstance(one, ast.stmt):
            continue
        if _is_docstring(one) or _is_own_import(one):
            lines[one.lineno - 1 : one.end_lineno] = [""] * (one.end_lineno - one.lineno + 1)
        else:
            indents.setdefault(one.lineno, one.col_offset)
    for line, token in _placed_tokens("\n".join(lines), "python"):
        if line in indents:
            yield f"indent {indents.pop(line)}"
        yield OWN_MODULE.sub("course", token)


def _is_docstring(one: ast.stmt) -> bool:
    return (
        isinstance(one, ast.Expr)
        and isinstance(one.value, ast.Constant)
        and isinstance(one.value.value, str)
    )


def _is_own_import(one: ast.stmt) -> bool:
    if isinstance(one, ast.ImportFrom):
        return one.level > 0 or (one.module or "").partition(".")[0] == "course"
    if isinstance(one, ast.Import):
        return all(alias.name.partition(".")[0] == "course" for alias in one.names)
    return False


_PREPROCESSOR_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[^\s"]+|"')


def _placed_tokens(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Tokens with the lines, from 1, where they begin."""
    from pygments.token import Comment, String, Whitespace  # noqa: PLC0415

    line = 1
    for _, kind, value in _lexer(language).get_tokens_unprocessed(text):
        if kind in (Comment.Preproc, Comment.PreprocFile):
            # Pygments classifies preprocessor lines as comments, which compilers do not.
            yield from ((line, token) for token in _PREPROCESSOR_TOKEN.findall(value))
        elif kind in String:
            yield line, value
        elif kind not in Comment and kind not in Whitespace:
            yield from ((line, token) for token in value.split())
        line += value.count("\n")


@functools.cache
def _lexer(language: str):
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415

    return get_lexer_by_name(language)


def pom_facts(path: Path) -> Iterator[str]:
    """What a pom and its parents determine: third-party libraries, and the compiler's settings."""
    poms = [ElementTree.parse(path).getroot()]
    while poms[0].find("{*}parent") is not None:
        path = path.parent.parent / POM
        poms.insert(0, ElementTree.parse(path).getroot())
    properties = {
        f"${{{one.tag.rpartition('}')[2]}}}": one.text or ""
        for pom in poms
        for one in pom.findall("{*}properties/*")
    }
    managed = {
        _coordinate(one): one
        for pom in poms
        for one in pom.findall("{*}dependencyManagement/{*}dependencies/{*}dependency")
    }
    facts = {f"release {properties.get('${maven.compiler.release}')}"}
    for one in poms[-1].findall("{*}dependencies/{*}dependency"):
        name = _coordinate(one)
        given = managed.get(name, one)
        scope = one.findtext("{*}scope") or given.findtext("{*}scope")
        if scope != "test" and not name.startswith("${project.groupId}"):
            version = one.findtext("{*}version") or given.findtext("{*}version", "")
            facts.add(f"{name}:{properties.get(version, version)}")
    for argument in (
        one.text or "" for pom in poms for one in pom.iterfind(".//{*}compilerArgs/*")
    ):
        if not argument.startswith(WARNINGS):
            facts.add(f"argument {argument}")
    return iter(sorted(facts))


def _coordinate(dependency: ElementTree.Element) -> str:
    return f"{dependency.findtext('{*}groupId')}:{dependency.findtext('{*}artifactId')}"


def _pom_of(file: Path, root: Path) -> Path:
    """The pom of the module that a Java file belongs to. Raises FileNotFoundError."""
    for folder in file.parents:
        if (folder / POM).is_file():
            return folder / POM
        if folder == root:
            break
    raise FileNotFoundError(f"{file} belongs to no module: no parent folder has a {POM}")


def _files(place: Path) -> list[Path]:
    if not place.exists():
        raise FileNotFoundError(f"{place} is missing: measured sources belong there")
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*") if path.is_file())


def _is_measured(inside: Path) -> bool:
    is_code = inside.name == POM or bool(_language(inside))
    hidden = any(part.startswith(".") for part in inside.parts)
    return is_code and not hidden and not NOT_MEASURED.intersection(inside.parts[:-1])
