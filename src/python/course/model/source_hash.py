"""What was measured: one hash over the code of an implementation, or of a bench.

A record carries the hash of its time; where it differs from today's, the record is stale. Code is
hashed as tokens: comments, documentation, blanks and the marks of regions change nothing that runs,
so they do not count, and neither does the folder in which a file stands. Of build files counts what
reaches the program: dependencies, compiler and linker flags.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from course.model import benches
from course.model.solutions import IMPLEMENTATIONS

NOT_MEASURED = frozenset({"build", "target", "test", "tests", "__pycache__"})
"""Folders inside of those that hold products or tests."""

LEXERS = {
    ".java": "java",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".h": "cpp",
    ".in": "cpp",
    ".lua": "lua",
}
"""Suffix -> the language as Pygments calls it."""

POM = "pom.xml"
CMAKE = "CMakeLists.txt"

WARNINGS = ("-Xlint", "-Xdoclint", "-Werror")
"""Arguments of javac that change no class."""

OURS = "course"
"""The Python package whose imports say where code stands, not what it does."""

FileHash = Callable[[Path], str]


def source_hash(name: str, root: Path, of_file: FileHash | None = None) -> str:
    """SHA-256, in hex, over the tokens of an implementation's or bench's source files.

    of_file: the hash of a file's tokens, for a caller who keeps them; else :func:`file_hash`.
    Raises KeyError for an unknown name and FileNotFoundError for a missing place.
    """
    hashes = {(of_file or file_hash)(root / inside) for inside in measured_files(name, root)}
    return hashlib.sha256("\n".join(sorted(hashes)).encode()).hexdigest()


def places(name: str) -> tuple[str, ...]:
    """The files and folders, from the root, that make a program or all contestants of a bench.

    Raises KeyError for an unknown name.
    """
    if name in IMPLEMENTATIONS:
        return IMPLEMENTATIONS[name].sources
    if name not in benches.names():
        raise KeyError(name)
    return benches.load(name).sources


def measured_files(name: str, root: Path) -> list[Path]:
    """The files that an implementation or bench is made of, from the root. Raises as above.

    The pom that builds a Java file is one of them, wherever it stands above.
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
    """SHA-256, in hex, over what counts of a file. Raises OSError."""
    digest = hashlib.sha256()
    for token in _what_counts(path):
        digest.update(token.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _what_counts(path: Path) -> Iterator[str]:
    if path.name == POM:
        return pom_facts(path)
    text = path.read_text(encoding="utf-8")
    if path.name == CMAKE or path.suffix == ".cmake":
        return cmake_facts(text)
    if path.suffix == ".py":
        return python_lines(text)
    return tokens(text, LEXERS[path.suffix])


def tokens(text: str, language: str) -> Iterator[str]:
    """The tokens of a text in one of Pygments' languages, without comments and blanks."""
    from pygments.token import Comment, Whitespace  # noqa: PLC0415

    for kind, value in _lexer(language).get_tokens(text):
        # To Pygments a preprocessor's line is a kind of comment. To a compiler it is not.
        is_comment = kind in Comment and kind not in (Comment.Preproc, Comment.PreprocFile)
        if not is_comment and kind not in Whitespace:
            yield from value.split()  # white space between tokens may come with one


@functools.cache
def _lexer(language: str):
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415

    return get_lexer_by_name(language)


_OWN_IMPORT = re.compile(
    rf"^[ \t]*(from {OURS}[.\w]* import (\([^)]*\)|[^(\n]*)|import {OURS}\b[^\n]*)$", re.M
)


def python_lines(text: str) -> Iterator[str]:
    """The lines of a module with their indents, without comments, docstrings and imports of the
    course's own modules.
    """
    from pygments.token import Comment, String  # noqa: PLC0415

    code = "".join(
        value
        for kind, value in _lexer("python").get_tokens(_OWN_IMPORT.sub("", text))
        if kind not in Comment and kind not in String.Doc
    )
    for line in code.splitlines():
        if words := line.split():
            yield line[: len(line) - len(line.lstrip())] + " ".join(words)


_COMMAND = re.compile(r"(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_REACHES_PROGRAM = re.compile(
    r"(add|target)_(compile|link)_(options|definitions|features|libraries)|find_package"
    r"|set_target_properties|set_property|check_ipo_supported",
    re.I,
)
_FLAGS = re.compile(r"\bCMAKE_(CXX|C|BUILD|INTERPROC)|FLAGS|SANITIZE|march", re.I)


def cmake_facts(text: str) -> Iterator[str]:
    """The commands of a CMake file that say how programs are compiled and linked."""
    without_comments = re.sub(r"#.*", "", text)
    for name, arguments in _COMMAND.findall(without_comments):
        if _REACHES_PROGRAM.fullmatch(name) or _FLAGS.search(arguments):
            yield " ".join([name.lower(), *arguments.split()])


def pom_facts(path: Path) -> Iterator[str]:
    """What a pom and its parents give a program: other people's libraries, and the compiler's
    settings.
    """
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
    raise FileNotFoundError(f"{file} belongs to no module: no folder above has a {POM}")


def _files(place: Path) -> list[Path]:
    if not place.exists():
        raise FileNotFoundError(f"{place} is missing: measured sources belong there")
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*") if path.is_file())


def _is_measured(inside: Path) -> bool:
    is_code = inside.name in (POM, CMAKE) or inside.suffix in (*LEXERS, ".py", ".cmake")
    hidden = any(part.startswith(".") for part in inside.parts)
    return is_code and not hidden and not NOT_MEASURED.intersection(inside.parts[:-1])
