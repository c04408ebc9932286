"""Regions of real source code, marked in place and shown in pages.

A region begins after a comment line ``--8<-- [start:name]`` and ends before ``--8<-- [end:name]``
(the marks of pymdownx.snippets, which editors and readers may know). A page shows it with
``{{ code("path", "name") }}``. Unlike snippets' own syntax, this adds line numbers and a link, and
errors give the page, line and name.
"""

import dataclasses
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from markupsafe import escape

from course.stats.errors import FigureError, PublishError

FOLDERS = ("src", "native", "workshop")
"""Folders searched for marked regions, from the repository's root."""

LANGUAGES = {
    ".java": "java",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".h": "cpp",
    ".py": "python",
    ".txt": "cmake",
    ".toml": "toml",
    ".yaml": "yaml",
}

COLUMNS = 90  # widest line that fits a page

_NOT_SOURCES = frozenset({"build", "target", "node_modules", "__pycache__"})
_MARK = re.compile(r"^\s*(?://|#|/\*|\*)\s*--8<--\s*\[(start|end):([^\]]*)\]")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclasses.dataclass(frozen=True)
class Region:
    """Lines `first` to `last` (from 1) of a file; `path` is relative to the repository's root."""

    path: str
    name: str
    first: int
    last: int
    lines: tuple[str, ...]

    def markdown(self, repository: str | None) -> str:
        """Return a fenced block and a line with its place, linked if `repository`, the web address
        of the sources at a commit, is known."""
        code = textwrap.dedent("\n".join(self.lines)).strip("\n")
        place = f"{self.path}, lines {self.first}\u2013{self.last}"
        if repository:
            link = f"{repository}/{self.path}#L{self.first}-L{self.last}"
            place = f'<a href="{escape(link)}">{escape(place)}</a>'
        language = LANGUAGES.get(Path(self.path).suffix, "text")
        return f'\n````{language}\n{code}\n````\n\n<p class="course-place">{place}</p>\n\n'


class Regions:
    """All regions of the repository, and which of them pages have shown."""

    def __init__(self, root: Path) -> None:
        """Scan the sources. Raises PublishError for the first mark without its counterpart."""
        self.root = root
        self._regions: dict[tuple[str, str], Region] = {}
        self._shown: set[tuple[str, str]] = set()
        for path in source_files(root):
            for region in read_regions(path, path.relative_to(root).as_posix()):
                self._regions[region.path, region.name] = region

    def show(self, path: str, name: str) -> Region:
        """Return the region and count it as shown. Raises FigureError if it does not exist."""
        region = self._regions.get((path, name))
        if region is None:
            if not (self.root / path).is_file():
                raise FigureError(f"no file {path}")
            names = sorted(known for at, known in self._regions if at == path)
            raise FigureError(
                f"{path} has no region '{name}'; it has {', '.join(names) or 'no marked region'}"
            )
        for number, line in enumerate(region.lines, start=region.first):
            if len(line) > COLUMNS:
                raise FigureError(f"{path}:{number} has {len(line)} columns; a page fits {COLUMNS}")
        self._shown.add((path, name))
        return region

    def link(self, path: str, text: str, repository: str | None) -> str:
        """Link to a path, if the sources are on the web. Raises FigureError for an unknown one."""
        if not (self.root / path).exists():
            raise FigureError(f"no file {path}")
        name = escape(text) if text else f"<code>{escape(path)}</code>"
        return f'<a href="{escape(f"{repository}/{path}")}">{name}</a>' if repository else str(name)

    def unshown(self) -> list[str]:
        """Return one line for every region that no page has shown."""
        return [
            f"{region.path}:{region.first}: region '{region.name}' is not shown on any page; "
            "show it or remove its marks"
            for key, region in sorted(self._regions.items())
            if key not in self._shown
        ]


def source_files(root: Path) -> Iterator[Path]:
    """Yield files that may hold regions, except build products and our own tests."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in LANGUAGES and path.is_file():
                parts = path.relative_to(root).parts
                if not _NOT_SOURCES.intersection(parts) and parts[:3] != ("src", "python", "tests"):
                    yield path


def read_regions(path: Path, name: str) -> list[Region]:
    """Return a file's regions. `name` identifies it in messages. Raises PublishError."""
    lines = path.read_text(encoding="utf-8").splitlines()
    starts: dict[str, int] = {}
    regions: dict[str, Region] = {}
    for number, line in enumerate(lines, start=1):
        mark = _MARK.match(line)
        if mark is None:
            continue
        kind, region = mark.groups()
        place = f"{name}:{number}: region '{region}'"
        if not _NAME.fullmatch(region):
            raise PublishError(f"{place}: names are lower-case words joined by hyphens")
        if kind == "start":
            if region in starts:
                raise PublishError(f"{place} starts twice; names must be unique within a file")
            starts[region] = number
            continue
        if region not in starts or region in regions:
            raise PublishError(f"{place} ends but never starts")
        inside = lines[starts[region] : number - 1]
        content = tuple(line for line in inside if not _MARK.match(line))
        if not any(map(str.strip, content)):
            raise PublishError(f"{place} is empty")
        regions[region] = Region(name, region, starts[region] + 1, number - 1, content)
    for region in starts.keys() - regions.keys():
        raise PublishError(f"{name}:{starts[region]}: region '{region}' starts but never ends")
    return list(regions.values())
