"""Rules for every file in the repository."""

from __future__ import annotations

import hashlib
import itertools
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
import yaml

from course.version import version

from .programs import ROOT

LARGEST_FILE = 2_000_000
APACHE_2 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of the licence's text as published by the Apache foundation."""

# Spelt in pieces, so that this file does not contain what it looks for.
REGISTRIES = [
    "pypi" + ".org",
    "pythonhosted" + ".org",
    "maven" + ".org",
    "maven.apache" + ".org/maven2",
    "npmjs" + ".org",
    "proxy.golang" + ".org",
    "sonatype" + ".org",
    "anaconda" + ".org",
    "conda-forge" + ".org",
    "crates" + ".io",
]
# Homebrew's folder on Linux is the same on every machine.
MACHINE_PATHS = re.compile(r"/(?:home|Users|root|work)/(?!linuxbrew/)[\w.-]+")
OUTSIDE = "../" + "shared"


@lru_cache(maxsize=1)
def tracked() -> tuple[Path, ...]:
    """Return the repository's files: those that git tracks or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git working tree: which files belong to the project is not known")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return tuple(path for path in paths if path.is_file())


@lru_cache(maxsize=1)
def texts() -> dict[Path, str]:
    """Return the text files among them, by path relative to the root."""
    found = {}
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data:
            found[path.relative_to(ROOT)] = data.decode("utf-8")
    return found


def places(pattern: re.Pattern[str]) -> list[str]:
    """Return `file:line: text` of every match of the pattern in the text files."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_there_is_something_to_check() -> None:
    """An empty file list would make every other test here pass."""
    names = {str(path.relative_to(ROOT)) for path in tracked()}
    assert {"README.md", "course", "LICENSE", "pyproject.toml"} <= names


def test_no_registry_is_named() -> None:
    """Package clients know their registries; locks and build files must not tie users to one."""
    assert not places(re.compile("|".join(map(re.escape, REGISTRIES))))


def test_no_path_of_one_machine() -> None:
    """Nothing points into somebody's home or outside the repository."""
    assert not places(MACHINE_PATHS)
    assert not places(re.compile(re.escape(OUTSIDE)))


def test_no_unfinished_work() -> None:
    """A comment that promises later work is an issue that nobody finds."""
    assert not places(re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b"))


def test_files_are_small() -> None:
    """Large files belong in a separate data set, not in every clone."""
    large = {
        str(path.relative_to(ROOT)): path.stat().st_size
        for path in tracked()
        if path.stat().st_size >= LARGEST_FILE
    }
    assert not large


def test_text_ends_with_one_newline_and_has_no_carriage_returns() -> None:
    """Diffs then show only changes. Learners' files are exempt, as their editors differ."""
    wrong = [
        str(path)
        for path, text in texts().items()
        if text and "honest" not in path.parts and (not text.endswith("\n") or "\r" in text)
    ]
    assert not wrong


def test_code_licence_is_apache_2() -> None:
    """Word for word."""
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE_2


def test_text_licence_is_the_whole_of_cc_by_4() -> None:
    """Its preamble, its eight sections in order, and its closing notice."""
    text = (ROOT / "LICENSE-TEXT").read_text()
    assert text.startswith("Attribution 4.0 International\n")
    headings = re.findall(r"^Section (\d) -- (.+)\.$", text, re.MULTILINE)
    assert headings == [
        ("1", "Definitions"),
        ("2", "Scope"),
        ("3", "License Conditions"),
        ("4", "Sui Generis Database Rights"),
        ("5", "Disclaimer of Warranties and Limitation of Liability"),
        ("6", "Term and Termination"),
        ("7", "Other Terms and Conditions"),
        ("8", "Interpretation"),
    ]
    assert text.endswith("Creative Commons may be contacted at creativecommons.org.\n")


VOCABULARY = "src/python/vocabulary.txt"


def test_every_word_of_the_vocabulary_has_a_reason_and_a_use(tmp_path: Path) -> None:
    """Each has a comment above and a use in our files, and codespell would reject it."""
    lines = (ROOT / VOCABULARY).read_text(encoding="utf-8").splitlines()
    above = dict(zip(lines[1:], lines, strict=False))
    known = [line for line in lines if line and not line.startswith("# ")]
    assert known
    assert [word for word in known if not above[word].startswith("# ")] == []
    used = {
        word
        for path, text in texts().items()
        if str(path) != VOCABULARY and path.parts[0] not in ("results", "locks")
        for word in known
        if re.search(rf"(?<![\w'-]){word}(?![\w'-])", text)
    }
    assert [word for word in known if word not in used] == []
    refused = subprocess.run(
        [sys.executable, "-m", "codespell_lib", "-"],
        cwd=tmp_path,
        input="\n".join(known),
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert [word for word in known if f"\t{word} ==> " not in refused] == []


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("CITATION.cff", r"^version: (.+)$"),
        ("README.md", r"^> \*To allocate or to pool\?.*\*, version (\d[\d.]*\d)\.$"),
        ("src/java/pom.xml", r"^  <version>(.+)</version>$"),
    ],
)
def test_all_say_the_version_that_the_project_has(file: str, says: str) -> None:
    """It is defined in pyproject.toml."""
    assert re.findall(says, (ROOT / file).read_text(), re.MULTILINE) == [version()]


LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_between_files_lead_somewhere(name: str) -> None:
    """Newcomers read these two first."""
    targets = LINK.findall((ROOT / name).read_text())
    assert targets
    missing = [target for target in targets if "://" not in target and not (ROOT / target).exists()]
    assert not missing


@pytest.mark.slow
def test_readme_s_picture_is_drawn_from_the_published_data_set() -> None:
    """Drawing it again from the newest data set in results/ gives the same file."""
    from course.site.headline import headline  # noqa: PLC0415

    assert "](results/headline.svg)" in (ROOT / "README.md").read_text()
    assert (ROOT / "results/headline.svg").read_text(encoding="utf-8") == headline(ROOT)


def test_home_page_has_a_row_for_every_chapter_with_its_notebook_and_minutes() -> None:
    """Chapters are grouped in the same parts as in the navigation."""
    home = (ROOT / "chapters/index.md").read_text()
    row = re.compile(
        r"^\| (?:\*\*(?P<part>.+?)\*\*|\[(?P<number>\d+)\. .+?\]\((?P<chapter>.+?)\.md\)) \|"
        r"(?:.*\(notebooks/(?P<notebook>.+?)\.md\))?.* \|(?P<minutes>.*) \|$",
        re.MULTILINE,
    )
    shown: dict[str, list[str]] = {}
    for found in row.finditer(home):
        if found["part"]:
            shown[found["part"]] = []
            continue
        shown[list(shown)[-1]].append(found["chapter"])
        assert found["notebook"] == found["chapter"]
        numbers = re.findall(r"minutes\((\d+)", found["minutes"])
        assert numbers == [found["number"]] * 2
        assert int(found["number"]) == int(found["chapter"][:2])
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]
    parts = {name: part for entry in navigation for name, part in entry.items() if name in shown}
    assert shown.keys() == parts.keys()
    for name, part in parts.items():
        files = [file for entry in part for file in entry.values()]
        pairs = [(f"{chapter}.md", f"notebooks/{chapter}.md") for chapter in shown[name]]
        assert files == [*itertools.chain(*pairs)]
    assert sorted(itertools.chain(*shown.values())) == sorted(
        path.stem for path in ROOT.glob("chapters/[0-9][0-9]-*.md")
    )
