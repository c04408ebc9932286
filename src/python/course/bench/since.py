"""What a bench's file has come to ask since a record was made, answered by that record.

Programs tell more than a bench asks them, and a record keeps all that they told. So the rounds of
long ago may have the figures of a metric, and decide a goal, that nobody had thought of then. What
they do not have was not measured.
"""

from __future__ import annotations

import dataclasses

from course.bench import record
from course.bench.again import Merged, sheet_of
from course.bench.record import Record
from course.model import bench_definition
from course.model.bench import Comparison


def completed(found: Record, comparison: Comparison) -> Record:
    """The record with the groups, metrics and goals that the file has had since.

    comparison: the whole bench. All that the record says itself stays as it is.
    """
    told = {one["id"]: one for one in found["contestants"]}
    sheets = {
        one.id: sheet_of(one, told[one.id]) for one in comparison.contestants if one.id in told
    }
    rounds = Merged(comparison, found["rounds"], sheets)
    groups = {one["key"] for one in found["groups"]}
    metrics = {one["name"] for one in found["metrics"]}
    added = [one for one in comparison.metrics if one.name not in metrics]

    def figures(name: str) -> Record:
        """Of the metrics that were added; none of a contestant that is no longer there."""
        made = {
            metric.name: record.figure_of(rounds, sheets[name], metric)
            for metric in added
            if name in sheets
        }
        return {metric: figure for metric, figure in made.items() if figure is not None}

    return found | {
        "groups": [
            *found["groups"],
            *(dataclasses.asdict(one) for one in comparison.groups if one.key not in groups),
        ],
        "metrics": [*found["metrics"], *map(record.metric_of, added)],
        "contestants": [
            one | {"figures": one["figures"] | figures(one["id"])} for one in found["contestants"]
        ],
        "goals": [
            *found["goals"],
            *(
                record.goal_of(rounds, goal)
                for goal in comparison.goals
                if not bench_definition.is_asked(found, goal)
            ),
        ],
    }
