"""Build the site with MkDocs, completely or not at all."""

import contextlib
import logging
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from course.site.build import CoursePlugin
from course.site.paper import print_course
from course.stats.columns import DatasetColumns
from course.stats.errors import PublishError


def build_site(
    root: Path,
    out: Path,
    records: Path | None = None,
    yours: Path | None = None,
    *,
    pdf: bool = False,
) -> None:
    """Build the site of `root` (the folder of mkdocs.yml) into `out`, replacing its content.

    `records` is the folder of the site's data set; None: the newest one. `yours` is the folder of
    another one, shown beside the reference in every table; with it and without `records`, no other
    data set is shown. `pdf`: also print the whole course into the site.

    Raises PublishError, one line for each faulty page; then `out` keeps its content.
    """
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise PublishError(f"{out}: is below a file; name a folder") from None
    if out.is_file():
        raise PublishError(f"{out}: is a file; name a folder")
    if out.exists() and any(out.iterdir()) and not (out / "index.html").is_file():
        raise PublishError(f"{out}: exists and is not a site; name another folder")
    plugin = CoursePlugin(root, DatasetColumns.open(root, records, yours), pdf=pdf)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as folder:
        fresh = Path(folder) / "site"
        with _collected() as warnings:
            try:
                config = load_config(str(root / "mkdocs.yml"), site_dir=str(fresh))
                config.plugins["course"] = plugin
                config.plugins.on_startup(command="build", dirty=False)
                mkdocs_build(config)
                config.plugins.on_shutdown()
            except MkDocsException as error:
                # For warnings, which end a strict build, MkDocs' last message is only their number.
                lines = warnings or [str(error)]
                raise PublishError("\n".join(lines)) from error
        if warnings:
            raise PublishError("\n".join(warnings))
        if pdf:
            print_course(fresh)
        if out.exists():
            shutil.rmtree(out)
        fresh.rename(out)


@contextlib.contextmanager
def _collected() -> Iterator[list[str]]:
    """Keep MkDocs' log off the terminal and collect its warnings, which our caller reports."""
    lines: list[str] = []
    collector = logging.Handler(logging.WARNING)
    collector.emit = lambda record: lines.append(" ".join(record.getMessage().split()))
    loggers = [logging.getLogger(name) for name in ("mkdocs", "material")]
    before = [(logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(collector)
        logger.propagate = False
    try:
        yield lines
    finally:
        for logger, (propagate, level) in zip(loggers, before, strict=True):
            logger.removeHandler(collector)
            logger.propagate, logger.level = propagate, level
