"""Chapter 5's account of a packet's cost: allocating minus pooling, item by item."""

from course.model.machine import is_same
from course.model.solutions import CASES
from course.site.remarks import REMARKS
from course.site.table import Table, TableCell, left, row_header, small
from course.stats.benches import Benches
from course.stats.claims.account import BENCH, ITEMS, Account, Amount, account
from course.stats.claims.cells import Subject
from course.stats.claims.evaluate import readings
from course.stats.columns import DatasetColumns
from course.stats.errors import choose
from course.stats.figures import Figure
from course.stats.numbers import number

RUNTIMES = {"parallel 11": "Parallel", "cms 11": "CMS", "g1 25": "G1", "zgc 25": "ZGC"}

LABELS: dict[str, str] = REMARKS["items"]

assert LABELS.keys() == ITEMS.keys()


def account_table(dataset_columns: DatasetColumns, benches: Benches, case: str) -> Table:
    """Tabulate the primary data set: a column per collector, a figure ± half its interval."""
    choose(case, CASES, "case")
    shown = dataset_columns.primary
    source, bench = readings(shown.dataset), benches.primary(BENCH)
    machine = bench.provenance["machine"] if bench.is_measured else None
    if machine is None or not is_same(shown.dataset.machine, machine):
        bench = None  # prices hold on one machine only
    columns = [account(source, bench, Subject("heap", one, "alloc", case)) for one in RUNTIMES]
    title = f"A packet's cost, item by item, case {case}: allocating minus pooling, ns"
    table = Table(title, [shown])
    table.head = [[left("Item"), *map(TableCell, RUNTIMES.values())]]
    measured = any(isinstance(one, Account) and one.items for one in columns)
    rows = [
        ("measured difference", lambda one: one.difference),
        ("of which in pauses and waiting for memory", lambda one: one.stopped),
    ]
    if bench and measured:
        table.benches = [bench]
        rows += [(LABELS[name], lambda one, name=name: one.items.get(name)) for name in LABELS]
        rows.append(("not explained", lambda one: one.unexplained))
    else:
        table.remarks.append(
            f"The other items haven't been measured here; ./course bench {BENCH} measures them."
        )
    body = []
    for label, part in rows:
        amounts = (part(one) if isinstance(one, Account) else one for one in columns)
        body.append([row_header(label), *map(_cell, amounts)])
    table.bodies = [body]
    return table


def _cell(amount: Amount | Figure | None) -> TableCell:
    if isinstance(amount, Amount):
        return TableCell(number(amount.ns) + small(f"± {number(amount.half)}"), "course-measured")
    reason = (amount and amount.reason) or f"./course bench {BENCH} measures it"
    return TableCell("not measured", "course-missing", title=reason)
