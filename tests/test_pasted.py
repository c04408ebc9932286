"""Commands for readers to paste: each one in a shell block exists, and accepts its arguments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from course.cli import main
from course.measure.benches.command import check as check_bench
from course.measure.cells.command import check as check_sweep

from .programs import CPP, ROOT, require_built

BLOCK = re.compile(r"^( *)```sh\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`\./course ([^`]+)`")
HERE_DOCUMENT = re.compile(r"<<'END'\n.*?^ *END$", re.DOTALL | re.MULTILINE)
CONTINUED = re.compile(r"\\\n\s*")
KEYWORDS = {"for", "do", "done", "in"}
PLACEHOLDER = re.compile(r"\b(?:NAME|NN|DIR|FILE|SUBMISSIONS)\b|\.\.\.|\{\{")
PROGRAMS = {"build/cpp/bin/": CPP / "bin", "workshop/": ROOT / "workshop"}
PAGES = sorted(
    page
    for pattern in ("chapters/*.md", "exercises/*.md", "exercises/*/README.md", "*.md")
    for page in ROOT.glob(pattern)
)


def commands(text: str) -> Iterator[list[str]]:
    """Yield a block's simple commands, as words, without here-documents."""
    for line in CONTINUED.sub("", HERE_DOCUMENT.sub("", text)).splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";|&")
        lexer.whitespace_split = True
        command: list[str] = []
        for word in [*lexer, ";"]:
            if set(word) <= set(";|&"):
                yield [part for part in command if part not in KEYWORDS]
                command = []
            else:
                command.append(word)


def pasted() -> Iterator[tuple[Path, list[str]]]:
    for page in PAGES:
        for _, text in BLOCK.findall(page.read_text(encoding="utf-8")):
            yield from ((page, command) for command in commands(text) if command)


def wrong_with(words: list[str]) -> str | None:
    """Return the error that a shell or the program would report at once, or None."""
    if words[0] == "./course":
        return wrong_with_course(words[1:])
    for start, folder in PROGRAMS.items():
        if words[0].startswith(start) and not (folder / words[0].removeprefix(start)).is_file():
            return "there is no such program"
    main = next((word for word in words if re.fullmatch(r"allocpool(\.\w+)*\.[A-Z]\w*", word)), "")
    source = f"src/main/java/{main.replace('.', '/')}.java"
    if main and not list(ROOT.glob(f"src/java/*/{source}")):
        return f"there is no class {main}"
    return None


def wrong_with_course(arguments: list[str]) -> str | None:
    try:
        args = main.parse(arguments)
        if args.command == "sweep":
            check_sweep(args)
        if args.command == "bench":
            check_bench(args)
    except SystemExit as end:
        return "it is refused" if end.code else None
    except main.CourseError as error:
        return str(error)
    if args.command == "jdk":
        return wrong_with([args.tool, *args.arguments])
    return None


def test_blocks_of_shell_can_be_pasted() -> None:
    require_built()
    found = list(pasted())
    assert {"./course", "build/cpp/bin/machine-limits", "curl"} <= {words[0] for _, words in found}
    wrong = [
        f"{page.relative_to(ROOT)}: {shlex.join(words)}: {reason}"
        for page, words in found
        if (reason := wrong_with(words))
    ]
    assert not wrong, "\n".join(wrong)


def test_commands_named_in_the_text_exist() -> None:
    wrong = []
    for page in PAGES:
        for text in INLINE.findall(page.read_text(encoding="utf-8")):
            name, *arguments = shlex.split(text)
            whole = arguments and not PLACEHOLDER.search(text)
            if name not in {*main.COMMANDS, "--help"} or (
                whole and wrong_with_course([name, *arguments])
            ):
                wrong.append(f"{page.relative_to(ROOT)}: {text}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("./course swep", "it is refused"),
        ("./course sweep --only 'colour=red'", "colour"),
        ("./course bench limit --only none-such", "none-such"),
        ("cat x | build/cpp/bin/analyser-perl --case A", "there is no such program"),
        (
            "java -cp 'build/java/lib/*' \\\n  allocpool.heap.NoMain",
            "no class allocpool.heap.NoMain",
        ),
        ("./course jdk 11 java allocpool.heap.NoMain &", "no class allocpool.heap.NoMain"),
    ],
)
def test_a_wrong_command_is_found(line: str, reason: str) -> None:
    assert any(reason in (wrong_with(words) or "") for words in commands(line) if words)
