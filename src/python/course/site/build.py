"""One build of the site: what happens at each event that MkDocs tells of."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from course.grading.exercises.exercise import Exercise, everything
from course.site import (
    exercise_page,
    family_colours,
    notebook_page,
    paper,
    redirects,
    repository,
    theme,
)
from course.site.blocks import Blocks, course_line, source_line
from course.site.caveats import told_once
from course.site.notebooks import executed_path, read_notebook, read_outcome
from course.site.numbering import PLACE, Numbering
from course.site.pages import Pages, page_functions
from course.site.plain_tables import framed
from course.site.regions import Regions
from course.site.terms import Terms
from course.stats.columns import DatasetColumns
from course.stats.errors import PublishError

RECORDS_VARIABLE = "COURSE_RECORDS"
"""Environment variable that names the folder of records to show."""

YOURS_VARIABLE = "COURSE_YOURS"
"""Environment variable that names a folder of records to show beside the reference."""

PDF_VARIABLE = "COURSE_PDF"
"""Environment variable that is set when the site will have a PDF of the whole course."""

EXERCISES = "exercises"
CHAPTERS = "chapters"
NOTEBOOKS = "notebooks"
EXECUTED = "build/notebooks"


@dataclasses.dataclass
class Build:
    """What one build needs and finds out."""

    root: Path
    address: str | None
    sources: str | None
    """Where the sources are on the web at this commit: a path is added to it."""
    exercises: list[Exercise]
    blocks: Blocks
    regions: Regions
    pages: Pages
    dataset_columns: DatasetColumns
    terms: Terms
    errors: list[str] = dataclasses.field(default_factory=list)
    numbering: Numbering = dataclasses.field(default_factory=Numbering)

    @classmethod
    def begin(
        cls, root: Path, records: str | None, yours: str | None = None, pdf: str | None = None
    ) -> Build:
        """Read all that pages can ask for. Raises PublishError and ExerciseError."""
        dataset_columns = DatasetColumns.open(
            root, records and Path(records), yours and Path(yours)
        )
        regions, blocks = Regions(root), Blocks()
        address, commit = repository.web_address(root), repository.commit(root)
        sources = f"{address}/blob/{commit}" if address and commit else None
        functions = page_functions(dataset_columns, regions, blocks, sources)
        pages = Pages(functions | {"paper": lambda: paper.link() if pdf else ""})
        exercises = everything(root / EXERCISES)
        terms = Terms(root / CHAPTERS)
        return cls(
            root, address, sources, exercises, blocks, regions, pages, dataset_columns, terms
        )


_build: Build | None = None
"""The build under way. MkDocs calls the functions below and keeps nothing between them."""


def _current() -> Build:
    assert _build is not None, "MkDocs tells of the configuration first"
    return _build


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """A build begins."""
    global _build  # noqa: PLW0603
    root = Path(config.config_file_path).resolve().parent
    names = (RECORDS_VARIABLE, YOURS_VARIABLE, PDF_VARIABLE)
    variables = (os.environ.get(name) for name in names)
    _build = Build.begin(root, *variables)
    if _build.address:
        config.repo_url = _build.address
        config.repo_name = _build.address.rpartition("//")[2].partition("/")[2]
        config.edit_uri = f"edit/main/{Path(config.docs_dir).name}/"
    dataset = _build.dataset_columns.primary.dataset
    measured = source_line(dataset, list(dataset.records.values()))
    config.copyright = measured + course_line(root)
    _list_exercises(config.nav, _build.exercises)
    return config


def _list_exercises(nav: Any, exercises: list[Exercise]) -> None:
    """Put the exercises' pages into the navigation, below what is there of them already."""
    for entry in nav or ():
        if isinstance(entry, dict) and isinstance(entry.get("Exercises"), list):
            entry["Exercises"] += [{one.title: f"{one.page}.md"} for one in exercises]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Exercises become pages; notebooks become pages, and files to download; some pages forward."""
    build = _current()
    colours = family_colours.style_sheet()
    files.append(File.generated(config, family_colours.FILE, content=colours))
    for one in build.exercises:
        page = exercise_page.markdown(one, build.root, build.sources)
        files.append(File.generated(config, f"{one.page}.md", content=page))
    for path in sorted((build.root / NOTEBOOKS).glob("*.ipynb")):
        out = build.root / EXECUTED
        outcome = read_outcome(out, path.stem)
        executed = executed_path(out, path.stem)
        shown = executed if outcome and executed.is_file() else path
        page = notebook_page.markdown(read_notebook(shown), path.stem, outcome, build.blocks)
        name = f"{NOTEBOOKS}/{path.stem}"
        files.append(File.generated(config, f"{name}.md", content=page))
        files.append(File.generated(config, f"{name}.ipynb", abs_src_path=str(path)))
    for address, page in redirects.pages(config.extra.get("redirects", {}), files):
        files.append(File.generated(config, address, content=page))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Fill in a chapter. What we made is no template: braces in its code are the code's."""
    if page.file.generated_by is not None:
        if config.repo_url:
            made_of = _made_of(Path(page.file.src_uri))
            page.edit_url = f"{config.repo_url}/edit/main/{made_of.as_posix()}"
        return markdown
    build = _current()
    source = page.file.content_string
    name = f"{Path(config.docs_dir).name}/{page.file.src_uri}"
    if "--8<--" in markdown:
        line = source[: source.index("--8<--")].count("\n") + 1
        build.errors.append(f'{name}:{line}: show code with {{{{ code("path", "region") }}}}')
        return ""
    before = source.find(markdown) if markdown else 0
    try:
        return build.pages.render(markdown, name, source[: max(before, 0)].count("\n") + 1)
    except PublishError as error:
        build.errors.append(str(error))
        return ""


def _made_of(page: Path) -> Path:
    """The repository's file that a page of our making shows; both from their roots."""
    if page.parts[0] == EXERCISES:
        return page.with_suffix("") / "README.md"
    return page.with_suffix(".ipynb")


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Explain terms in the converted page; put tables and charts into it, and number them."""
    build = _current()
    html = build.terms.note(html, page.file.src_uri, page.url)
    html = told_once(build.blocks.restore(framed(html)))
    return build.numbering.number(html, page.file.src_uri, str(page.title), page.url)


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """All pages are filled in: tell what was wrong, or left out, before anything is written."""
    build = _current()
    pages = [file.page for file in files.documentation_pages() if file.page is not None]
    index = build.numbering.index(_in_order(config, pages))
    for page in pages:
        page.content = (page.content or "").replace(PLACE, index)
    unshown = [] if build.errors else build.regions.unshown()
    if build.errors or (unshown and config.strict):
        raise PublishError("\n".join([*build.errors, *unshown]))
    for name, content in build.blocks.files.items():
        files.append(File.generated(config, name, content=content))
    theme.amend(env)
    return env


def _in_order(config: MkDocsConfig, pages: list[Page]) -> list[str]:
    """The pages' files in the order of the navigation; the others after them."""

    def listed(entries: Any) -> list[str]:
        if isinstance(entries, str):
            return [entries]
        if isinstance(entries, dict):
            entries = entries.values()
        return [name for entry in entries or () for name in listed(entry)]

    order = {name: place for place, name in enumerate(listed(config.nav))}
    sources = (page.file.src_uri for page in pages)
    return sorted(sources, key=lambda name: order.get(name, len(order)))
