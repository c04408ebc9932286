"""The MkDocs plugin that builds the site and fills in its pages."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from course.grading.exercises.exercise import everything
from course.site import exercises, notebook_page, paper, repository, theme
from course.site.blocks import Blocks, render
from course.site.notebooks import last_execution
from course.site.numbering import INDEX, Numbering
from course.site.origins import course_line, source_line
from course.site.page_functions import page_functions
from course.site.pages import Pages
from course.site.regions import Regions
from course.site.svg import STYLE_SHEET, style_sheet
from course.site.table import framed
from course.site.terms import Terms
from course.stats.columns import DatasetColumns
from course.stats.errors import PublishError

EXERCISES = "exercises"
CHAPTERS = "chapters"
NOTEBOOKS = "notebooks"
EXECUTED = "build/notebooks"

_CAVEATS = re.compile(r'(<span class="course-caveats">)(.*?)(</span>)', re.DOTALL)
_AGAIN = " Caveats: see the first table or chart of this bench, above."
_UNIT = re.compile(
    r"(<(pre|code|script|style|svg)\b.*?</\2>)|(?<=\d) (?=%|(?:ns|µs|ms|s|KB|MB|GB)\b)", re.DOTALL
)


class CoursePlugin(BasePlugin):
    """The events of one build, and the state kept between them."""

    def __init__(self, root: Path, dataset_columns: DatasetColumns, *, pdf: bool) -> None:
        """Read all that pages use; `pdf`: there is one. Raises PublishError and ExerciseError."""
        address, commit = repository.web_address(root), repository.commit(root)
        self._root = root
        self._address = address
        self._sources = f"{address}/blob/{commit}" if address and commit else None
        self._exercises = everything(root / EXERCISES)
        self._blocks = Blocks()
        self._regions = Regions(root)
        functions = page_functions(dataset_columns, self._regions, self._blocks, self._sources)
        self._pages = Pages(functions | {"paper": lambda: paper.link() if pdf else ""})
        self._dataset_columns = dataset_columns
        self._terms = Terms(root / CHAPTERS)
        self._numbering = Numbering()
        self._order: list[str] = []
        self._errors: list[str] = []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the address of the sources, the lines under each page and the exercises' pages."""
        if self._address:
            config.repo_url = self._address
            config.repo_name = self._address.rpartition("//")[2].partition("/")[2]
            config.edit_uri = f"edit/main/{Path(config.docs_dir).name}/"
        dataset = self._dataset_columns.primary.dataset
        measured = source_line(dataset, list(dataset.records.values()))
        config.copyright = measured + course_line(self._root)
        for entry in config.nav or ():
            if isinstance(entry, dict) and isinstance(entry.get("Exercises"), list):
                entry["Exercises"] += [{one.title: f"{one.page}.md"} for one in self._exercises]
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add pages of exercises and notebooks, notebook files, and redirects."""
        files.append(File.generated(config, STYLE_SHEET, content=style_sheet()))
        for one in self._exercises:
            page = exercises.markdown(one, self._root, self._sources)
            files.append(File.generated(config, f"{one.page}.md", content=page))
        for path in sorted((self._root / NOTEBOOKS).glob("*.ipynb")):
            outcome, notebook = last_execution(path, self._root / EXECUTED)
            page = notebook_page.markdown(notebook, path.stem, outcome, self._blocks)
            name = f"{NOTEBOOKS}/{path.stem}"
            files.append(File.generated(config, f"{name}.md", content=page))
            files.append(File.generated(config, f"{name}.ipynb", abs_src_path=str(path)))
        for address, page in _redirects(config.extra.get("redirects", {}), files):
            files.append(File.generated(config, address, content=page))
        return files

    def on_nav(self, nav: Navigation, **_: Any) -> None:
        """Keep the reading order of pages, in which tables and figures are numbered."""
        self._order = [page.file.src_uri for page in nav.pages]

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
        """Fill in a chapter. Generated pages are no templates: their code may contain braces."""
        if page.file.generated_by is not None:
            if page.file.src_uri.startswith(f"{NOTEBOOKS}/"):
                # It stands below its chapter in the navigation; the icon tells them apart.
                page.meta["icon"] = "material/notebook-outline"
            if config.repo_url:
                made_of = _made_of(Path(page.file.src_uri))
                page.edit_url = f"{config.repo_url}/edit/main/{made_of.as_posix()}"
            return markdown
        source = page.file.content_string
        name = f"{Path(config.docs_dir).name}/{page.file.src_uri}"
        if "--8<--" in markdown:
            line = source[: source.index("--8<--")].count("\n") + 1
            self._errors.append(f'{name}:{line}: show code with {{{{ code("path", "region") }}}}')
            return ""
        before = source.find(markdown) if markdown else 0
        try:
            return self._pages.render(markdown, name, source[: max(before, 0)].count("\n") + 1)
        except PublishError as error:
            self._errors.append(str(error))
            return ""

    def on_page_content(self, html: str, *, page: Page, **_: Any) -> str:
        """Explain terms in the converted page, put tables and charts into it and number them."""
        html = self._terms.note(html, page.file.src_uri, page.url)
        where = page.file.src_uri, str(page.title), page.url
        try:
            filled = self._numbering.fill_in(framed(html), self._blocks, *where)
            return told_once(_with_units(filled))
        except PublishError as error:
            self._errors.append(str(error))
            return ""

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """With all pages filled in, report errors and omissions before anything is written."""
        pages = [file.page for file in files.documentation_pages() if file.page is not None]
        index = self._numbering.index(self._order)
        for page in pages:
            page.content = (page.content or "").replace(INDEX, index)
        unshown = [] if self._errors else self._regions.unshown()
        if self._errors or (unshown and config.strict):
            raise PublishError("\n".join([*self._errors, *unshown]))
        for name, content in self._blocks.files.items():
            files.append(File.generated(config, name, content=content))
        theme.amend(env)
        return env


def _made_of(page: Path) -> Path:
    if page.parts[0] == EXERCISES:
        return page.with_suffix("") / "README.md"
    return page.with_suffix(".ipynb")


def _redirects(redirects: Mapping[str, str], files: Files) -> Iterator[tuple[str, str]]:
    """Yield addresses of former pages, or ones readers guess, each with HTML that forwards. Tests
    keep all that were ever published. Raises PublishError if one leads to no page, or is one
    itself."""
    taken = {file.dest_uri for file in files}
    for address, source in redirects.items():
        where = f"mkdocs.yml: extra.redirects: {address}"
        target = files.get_file_from_path(source)
        if target is None or not target.is_documentation_page():
            raise PublishError(f"{where}: leads to {source}, which is not a page")
        if address in taken:
            raise PublishError(f"{where}: is a page itself")
        yield address, render("redirect.html", to=get_relative_url(target.url, address))


def _with_units(html: str) -> str:
    """Return the page with each number on the line of its unit, but code as it is."""
    return _UNIT.sub(lambda found: found[1] or "\u00a0", html)


def told_once(html: str) -> str:
    """Return the page with a bench's caveats only below its first table or chart."""
    seen: set[str] = set()

    def tell(found: re.Match[str]) -> str:
        start, text, end = found.groups()
        if text in seen:
            return f"{start}{_AGAIN}{end}"
        seen.add(text)
        return found[0]

    return _CAVEATS.sub(tell, html)
