"""Predict a clock's queue losses from the service times of a run at full speed.

With service time s and a packet every d, the consumer's delay evolves from packet to packet as

    W(n+1) = max(0, W(n) + s(n) - d)

(Lindley's recursion), and packets are lost when W exceeds the queue's capacity. The model counts
packets, not time: a pause after n packets comes after n packets at any interval. That is exact for
collections triggered by allocation, and only approximate for work triggered by time.

What the model leaves out: a clock's queue has two arrays of one capacity each. A consumer that
falls behind steadily gets its whole backlog as one array, and loses packets when that exceeds one
capacity, as modelled. If a second pause follows before the first one's backlog is worked off, both
arrays are in use, and up to twice as much fits. So the prediction errs on the safe side there.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from course.model.probes import LOSS_AT_NS

QUEUE_NS = 100e6  # the queue's capacity: MAX_CAPTURING_DELAY_MS
LOOK_EVERY = 64  # maximum packets between two readings of the time, in the programs
SLICE_NS = 250_000  # a slice ends at the first reading after this

Numbers = npt.NDArray[np.float64]


class Service:
    """A run at full speed, as slices: number of packets, and their time."""

    def __init__(self, slices: list[list[int]]) -> None:
        """slices: pairs of packets and ns, in order. Raises ValueError for anything else."""
        table = np.array(slices)  # ValueError if rows differ in length
        if table.ndim != 2 or table.shape[1] != 2 or table.dtype.kind not in "iu":
            raise ValueError("slices are not pairs of whole numbers")
        packets, took_ns = table.astype(np.float64).T
        if packets.min() < 0 or took_ns.min() < 0 or packets.sum() < 1 or took_ns.sum() < 1:
            raise ValueError("slices have no packets, or took no time")
        self._packets, self._took_ns = _steps(packets, took_ns)
        self.packets = int(packets.sum())
        self.seconds = float(took_ns.sum()) / 1e9
        self.ns_per_packet = 1e9 * self.seconds / self.packets
        self.longest_ms = max(0.0, float(took_ns.max()) - SLICE_NS) / 1e6

    def is_in_time(self, interval_ns: float) -> bool:
        """True if nothing is lost at this interval, however long the run.

        So the mean service time must not exceed the interval either: in a short run the queue
        would hide that.
        """
        # --8<-- [start:in-time]
        if self.ns_per_packet > interval_ns:
            return False
        # W is the rise of the sum of (s - d) above its lowest value so far, at most 0.
        late = np.cumsum(self._took_ns - self._packets * interval_ns)
        lowest = np.minimum(np.minimum.accumulate(late), 0.0)
        return bool((late - lowest).max() <= QUEUE_NS)
        # --8<-- [end:in-time]

    def shortest_ns(self, shortest_ns: int, longest_ns: int) -> int | None:
        """Return the shortest whole interval in the range at which nothing is lost, or None.

        A longer interval is never worse, so bisection finds it.
        """
        if not self.is_in_time(longest_ns):
            return None
        low, high = shortest_ns, longest_ns
        while low < high:
            middle = (low + high) // 2
            if self.is_in_time(middle):
                high = middle
            else:
                low = middle + 1
        return high

    # --8<-- [start:loss]
    def loss_pct(self, interval_ns: float) -> float:
        """Share of the packets, in %, that a full queue drops at this interval."""
        late = dropped = 0.0
        for step in (self._took_ns - self._packets * interval_ns).tolist():
            late = max(0.0, late + step)
            if late > QUEUE_NS:
                dropped += late - QUEUE_NS
                late = QUEUE_NS
        lost = dropped / interval_ns
        return 100 * lost / (self.packets + lost)

    # --8<-- [end:loss]

    def to_dict(self) -> dict[str, Any]:
        """The record's ``service``."""
        names = ("seconds", "packets", "ns_per_packet", "longest_ms")
        return {name: getattr(self, name) for name in names}

    def prediction(self, shortest_ns: int, longest_ns: int) -> dict[str, Any]:
        """The record's ``prediction``."""
        shortest = self.shortest_ns(shortest_ns, longest_ns)
        return {"interval_ns": shortest, "loss_pct_at_1000": self.loss_pct(LOSS_AT_NS)}


def _steps(packets: Numbers, took_ns: Numbers) -> tuple[Numbers, Numbers]:
    """Split each slice into two steps: all packets except the last few, and those.

    A slice ends with the first reading after SLICE_NS, so any time beyond that was spent on the
    packets since the previous reading. A pause must be there: earlier packets were in time and
    waited for ticks. Spread over the slice, the pause would look shorter, by the time that those
    packets had to spare.
    """
    # --8<-- [start:steps]
    last = np.minimum(packets, LOOK_EVERY)
    before = packets - last
    before_ns = np.where(before > 0, np.minimum(took_ns, SLICE_NS), 0.0)
    return (
        np.column_stack((before, last)).ravel(),
        np.column_stack((before_ns, took_ns - before_ns)).ravel(),
    )
    # --8<-- [end:steps]
