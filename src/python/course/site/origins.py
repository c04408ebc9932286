"""Source lines, below tables and charts and at the end of each page."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from markupsafe import Markup

from course.model.solutions import IMPLEMENTATIONS
from course.site import repository
from course.site.blocks import render
from course.stats.benches import BenchRecord, moment
from course.stats.columns import TITLES, DatasetColumn
from course.stats.dataset import Dataset
from course.stats.noise import are_sittings_apart
from course.stats.records import Record
from course.version import version


def source_line(dataset: Dataset, records: list[Record], title: str = "") -> str:
    """HTML: the data set of these records, whether they are stale, and the hours between the first
    and the last if they matter. `title` names the data set's column if there are several."""
    newest = max(records, key=lambda record: record.newest_rounds) if records else dataset.newest
    began = min((record.started for record in records), default=newest.started)
    hours = math.ceil((newest.newest_rounds - began).total_seconds() / 3600)
    return render(
        "source.html",
        dataset=dataset,
        title=title,
        name="" if dataset.name == dataset.profile else dataset.name,
        machine=dataset.machine,
        date=f"{newest.newest_rounds:%-d %B %Y}",
        hours=hours if are_sittings_apart(began, newest.newest_rounds) else None,
        commit=_commit(newest.provenance),
        stale=[IMPLEMENTATIONS[name].label for name in dataset.stale(records)],
        elsewhere=_elsewhere(title),
    )


def _elsewhere(title: str) -> bool:
    """True for another machine's column, which has its name: it can't be measured again here."""
    return bool(title) and title not in TITLES.values()


def whose(column: DatasetColumn) -> str:
    """Say whose figures a page uses, and how to get one's own."""
    dataset = column.dataset
    records = dataset.records.values()
    machine = f"{dataset.machine['cpu']}, {dataset.machine['cores']} cores"
    ends = min(one.started for one in records), max(one.newest_rounds for one in records)
    first, last = (f"{end:%-d %B}" for end in ends)
    days = f"on {last}" if first == last else f"from {first} to {last}"
    told = f"measured {days} {ends[1]:%Y} on {machine}."
    if column.key != "reference":
        return f"These figures were {told}"
    return f"These are the published figures, {told} `./course run` measures yours."


def sources_of(dataset_columns: Iterable[DatasetColumn], titled: bool = True) -> list[Markup]:
    """HTML for each data set: its name if `titled`, its machine, and when it was measured."""
    return [
        Markup(source_line(one.dataset, [*one.dataset.records.values()], one.title * titled))
        for one in dataset_columns
    ]


def bench_source_line(record: BenchRecord, title: str = "") -> str:
    """HTML: the run of the bench, its caveats, and whether it is stale."""
    if not record.is_measured:
        return render("bench_source.html", title=title, record=record)
    later, again = record.raw["again"], []
    caveats = dict.fromkeys(one for told in (record.raw, *later) for one in told["caveats"])
    for told in later:
        groups = "; ".join(record.groups[key]["label"] for key in told["groups"])
        origin = told["provenance"]
        when = f"{moment(origin):%-d %B %Y, %H:%M} UTC"
        again.append(f"{groups}: {told['rounds']} rounds, {when}, {_commit(origin)}")
    return render(
        "bench_source.html",
        title=title,
        record=record,
        elsewhere=_elsewhere(record.title),
        machine=record.provenance["machine"],
        date=f"{record.started:%-d %B %Y}",
        commit=_commit(record.provenance),
        again=again,
        most_rounds=max([record.raw["rounds"], *(told["rounds"] for told in later)]),
        caveats="; ".join(caveats).removesuffix("."),
    )


def _commit(provenance: dict[str, Any]) -> str:
    return repository.named(provenance["commit"], provenance["dirty"])


def course_line(root: Path) -> str:
    """HTML: the course's version, and the commit from which its pages were built."""
    state = repository.named(repository.commit(root), repository.has_changes(root))
    return f'<p class="course-source">The course: version {version()}, {state}.</p>'
