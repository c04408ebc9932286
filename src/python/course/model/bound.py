"""An estimated floor of a packet's cost, from the cache lines that have to be moved for it.

The model, in steady state, of a program that keeps parsed values in the packet's first line:

- **The packet.** It was filled as many packets ago as the queue is long, and the caches have been
  refilled since. Parsing loads its first line, which is later written back modified: one line. The
  next packet is filled where the last one was parsed (the pool is last-in, first-out), so filling
  it moves nothing.
- **The store.** Every sixteenth packet is a TCP packet, and replaces another one. That one is
  filled next, and its line was last used when it was stored: a sixteenth of a line.
- **The store's handles**, of four bytes, though addresses need eight: the counter takes its slots
  in order, and the random generator at random: a sixteenth of a handle, or of a line.

The price of a line is that on a machine which does nothing else: ns per line, measured by
``machine-limits``, which reads and writes packets' first lines in the same order as an analyser,
and knows that order in advance. It reads the order from an array, as an analyser reads the handles
in its queue, so the price includes these. The pool's end stays in the first-level cache, and moves
nothing.

A program can only do better by moving less; it does worse by all computation that it does not hide
behind the moves.
"""

import dataclasses

LINE_BYTES = 64
HANDLE_BYTES = 4
TCP_EVERY = 16  # of these packets, one is stored
TCP_SHARE = 1 / TCP_EVERY


@dataclasses.dataclass(frozen=True)
class Traffic:
    """Cache lines loaded and written back per packet, by their content."""

    packet: float
    victim: float
    store: float

    @property
    def lines(self) -> float:
        return self.packet + self.victim + self.store


# --8<-- [start:bound]
def traffic(generator: str) -> Traffic:
    """Per packet under ``counter`` or ``random``."""
    slot = LINE_BYTES if generator == "random" else HANDLE_BYTES
    return Traffic(packet=1.0, victim=TCP_SHARE, store=TCP_SHARE * slot / LINE_BYTES)


def bound_ns(moved: Traffic, ns_per_line: float) -> float:
    """Least time per packet, ns, given the time per line."""
    return moved.lines * ns_per_line
    # --8<-- [end:bound]
