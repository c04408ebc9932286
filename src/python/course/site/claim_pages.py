"""The claims on pages: badges beside sentences, and the page of claims."""

import dataclasses
import functools
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from course.model.machine import is_same
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, SIGNS, UNMEASURED, VERDICTS
from course.site.blocks import Blocks, render
from course.site.origins import sources_of
from course.site.table import Table, TableCell, left
from course.stats.benches import Benches, BenchRecord
from course.stats.claims.contests import Contests
from course.stats.claims.evaluate import Evaluation, evaluate, readings
from course.stats.claims.model import Claim
from course.stats.claims.quantities import Readings
from course.stats.claims.reader import FOLDER, read_claims
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import FigureError, choose
from course.stats.other_machines import OtherMachines

PAGE = "/claims.md"


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of the page: the data set's name, its readings, and its benches, if any."""

    title: str
    source: Readings
    contests: Contests | None = None


class ClaimPages:
    def __init__(
        self,
        dataset_columns: DatasetColumns,
        root: Path,
        blocks: Blocks,
        benches: Benches | None = None,
        other_machines: OtherMachines | None = None,
    ) -> None:
        """Read the repository's claims. Raises PublishError if one is malformed."""
        self._claims, self._blocks = read_claims(root), blocks
        self._shown = [*dataset_columns]
        """The data sets of all columns except the first, which is the article's."""
        article = Column("2019", readings(dataset_columns.article))
        self._columns = [article, *_columns(dataset_columns, benches)]
        own = len(self._columns)
        if other_machines is not None:
            others = other_machines.beside(dataset_columns)
            self._columns += _columns(others, other_machines.benches)
            self._shown += others
        self._primary = 1 + self._shown.index(dataset_columns.primary)
        self._order = [self._primary, *reversed(range(1, own)), *range(own, len(self._columns))]
        """Columns by priority: the sentences' data set, the site's others, other machines'."""
        here = dataset_columns.primary.dataset.machine
        machines = (one.dataset.machine for one in self._shown)
        self._elsewhere = [at for at, one in enumerate(machines, 1) if not is_same(one, here)]
        """Columns measured on other machines than the sentences' data set."""
        self._evaluated = functools.cache(
            lambda name, at: evaluate(
                self._claims[name], self._columns[at].source, self._columns[at].contests
            )
        )

    def claim(self, name: str) -> str:
        """Markdown: the verdict of the sentences' data set, or else of another one with its name,
        or of the article, linked to the claim's entry."""
        claim = self._find(name)
        at = self._first(name, [*self._order, 0])
        found = self._evaluated(name, at)
        title = "" if at == self._primary else f"{self._columns[at].title}: "
        text = f"{SIGNS[found.verdict]} {title}{found.verdict}"
        count, left = found.count(found.verdict), found.count(INCONCLUSIVE)
        if found.verdict == HOLDS and count < found.measured:
            others_are_open = count + left == found.measured
            text += f" in {count}"
            text += f", {left} inconclusive" if others_are_open else f" of {found.measured}"
        if found.verdict == FAILS and found.measured > 1:
            held = found.count(HOLDS)
            rest = f", {left} inconclusive" if left else f" of {found.measured}"
            text += f" in {count}" + f", holds in {held}" * bool(held) + rest
        told = "; ".join(
            f"{column.title}: {self._evaluated(name, index).counts()}"
            for index, column in enumerate(self._columns)
        )
        tip = f"Claim: {claim.statement} {told}.".replace('"', "\u2019").replace("}", ")")
        style = f".course-claim .course-claim-{_style(found.verdict)}"
        return f'[{text}]({PAGE}#{_anchor(name)}){{ {style} title="{tip}" }}'

    def claim_entry(self, name: str) -> str:
        """Markdown: a heading with the claim, then its source, verdicts and cells."""
        claim = self._find(name)
        pairs = zip(self._columns, self._verdicts(claim), strict=True)
        columns = [(column.title, found, _by_quantity(found)) for column, found in pairs]
        told = {"claim": claim, "columns": columns, "badge": _badge, "unmeasured": UNMEASURED}
        kept = self._blocks.keep(render("claim.html", **told))
        return f"\n\n### {claim.statement} {{#{_anchor(name)}}}\n{kept}"

    def claims_table(self) -> Table:
        """Every claim with its verdict on each data set, source by source."""
        table = Table("All claims", sources=sources_of(self._shown), style="course-claims")
        table.head = [[left("Claim"), *(left(column.title) for column in self._columns)]]
        for source, claims in groupby(self._claims.values(), key=lambda claim: claim.source):
            by = f" ({source.author}, {source.year})" if source.url else ""
            table.add_group(f"{source.title}{by}", [*map(self._row, claims)], "course-text")
        for index, column in enumerate(self._columns):
            found = Counter(self._evaluated(name, index).verdict for name in self._claims)
            counts = ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS)
            table.remarks.append(f"{column.title}: {counts}.")
        return table

    def _row(self, claim: Claim) -> list[TableCell]:
        link = Markup('<a href="#{}">{}</a>').format(_anchor(claim.id), claim.statement)
        verdicts = [
            TableCell(_badge(found.verdict), "course-left", title=found.counts())
            for found in self._verdicts(claim)
        ]
        return [TableCell(link, "course-text", "row"), *verdicts]

    def claims_list(self, verdict: str, source: str) -> str:
        """Markdown: a source's claims that have this verdict where they were measured."""
        found = self._with_verdict(verdict, source)
        return _list(f"{one.statement} {self.claim(one.id)}" for one in found)

    def claims_count(self, verdict: str, source: str) -> int:
        """Return the number of a source's claims that have this verdict where measured."""
        return len(self._with_verdict(verdict, source))

    def claims_on_other_machines(self, how: str) -> str:
        """Markdown: the claims on which the site's machine and another one ``agree`` or ``differ``.
        A claim that either machine leaves undecided does neither."""
        lines = []
        for one, verdicts in self._beside(how):
            told = ", ".join(
                f"{self._columns[index].title}: {SIGNS[verdict]} {verdict}"
                for index, verdict in verdicts.items()
            )
            lines.append(f"[{one.statement}]({PAGE}#{_anchor(one.id)}) ({told})")
        return _list(lines)

    def claims_on_other_machines_count(self, how: str) -> int:
        return len(self._beside(how))

    def _beside(self, how: str) -> list[tuple[Claim, dict[int, str]]]:
        """Return the claims decided on the site's machine and on another, with their verdicts."""
        choose(how, ("agree", "differ"), "relation")
        found = []
        for claim in self._claims.values():
            columns = (self._primary, *self._elsewhere)
            verdicts = {at: self._evaluated(claim.id, at).verdict for at in columns}
            decided = {at: one for at, one in verdicts.items() if one in (HOLDS, FAILS)}
            if self._primary not in decided or len(decided) == 1:
                continue
            if (len(set(decided.values())) == 1) == (how == "agree"):
                found.append((claim, decided))
        return found

    def _with_verdict(self, verdict: str, source: str) -> list[Claim]:
        choose(verdict, VERDICTS, "verdict")
        choose(source, dict.fromkeys(one.source.key for one in self._claims.values()), "source")
        its = [one for one in self._claims.values() if one.source.key == source]
        firsts = (self._evaluated(one.id, self._first(one.id, self._order)) for one in its)
        return [one for one, found in zip(its, firsts, strict=True) if found.verdict == verdict]

    def _first(self, name: str, columns: list[int]) -> int:
        """Return the first of the columns that has a verdict, or the very first if none has."""
        told = (i for i in columns if self._evaluated(name, i).verdict != UNMEASURED)
        return next(told, columns[0])

    def _find(self, name: str) -> Claim:
        if not self._claims:
            raise FigureError(f"no claim {name!r}: there are none in {FOLDER.as_posix()}")
        choose(name, self._claims, "claim")
        return self._claims[name]

    def _verdicts(self, claim: Claim) -> list[Evaluation]:
        return [self._evaluated(claim.id, index) for index in range(len(self._columns))]


def _columns(dataset_columns: Iterable[DatasetColumn], benches: Benches | None) -> list[Column]:
    return [
        Column(one.title, readings(one.dataset), benches and contests_of(benches, one))
        for one in dataset_columns
    ]


def contests_of(benches: Benches, column: DatasetColumn) -> Contests:
    """Look up the column's own benches. Quick records, with one short round, are no evidence, nor
    are substitutes for a stale record, which come from another machine."""

    def record(bench: str) -> BenchRecord | None:
        found = (one for one in benches.all(bench) if one.is_measured and not one.raw["is_quick"])
        of_it = (one for one in found if (one.key, one.name) == (column.key, column.name))
        return next(of_it, None)

    return record


def _list(lines: Iterable[str]) -> str:
    return "\n" + ("".join(f"- {line}\n" for line in lines) or "- none of them\n")


def _by_quantity(found: Evaluation) -> list[tuple[str, list[Any]]]:
    names: Iterable[str] = dict.fromkeys(one.what for one in found.outcomes)
    return [(name, [one for one in found.outcomes if one.what == name]) for name in names]


def _badge(verdict: str) -> Markup:
    html = '<span class="course-claim course-claim-{}">{} {}</span>'
    return Markup(html).format(_style(verdict), SIGNS[verdict], verdict)


def _style(verdict: str) -> str:
    return verdict.replace(" ", "-")


def _anchor(name: str) -> str:
    return f"claim-{name}"
