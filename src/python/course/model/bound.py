"""An estimated floor of what a packet costs, from the cache lines that have to move for it.

The model, in steady state, of a program that keeps what it parses in the packet's first line:

- **The packet.** It was filled as many packets ago as the queue is long, and whatever the caches
  hold was used since. To be parsed, its first line has to come in, and it goes out again changed:
  one line. The next packet is filled where the last one was parsed (the pool gives back what it
  took last), so that filling it moves nothing.
- **The store.** Every sixteenth packet is a TCP packet, and takes the place of another one. That
  one is filled next, and its line was last used when it was stored: a sixteenth of a line.
- **The store's handles**, of four bytes, though addresses need eight: its slots are taken in order
  by the counter, and at random by the random generator: a sixteenth of a handle, or of a line.

The lines are then as dear as a machine makes them that does nothing else: ns per line, measured by
``machine-limits``, which reads and writes the first lines of packets in the very order in which an
analyser comes to them, and knows that order in advance. It reads the order from an array, as an
analyser reads the handles in its queue: these are paid for with the lines. The pool's end stays in
the first-level cache, and moves nothing.

A program may do better only by moving less; it does worse by all that it computes and does not hide
behind the moving.
"""

import dataclasses

LINE_BYTES = 64
HANDLE_BYTES = 4
TCP_SHARE = 1 / 16
"""Of the packets, those that are stored."""


@dataclasses.dataclass(frozen=True)
class Traffic:
    """Cache lines that come in and go out again for each packet, by what they hold."""

    packet: float
    victim: float
    store: float

    @property
    def lines(self) -> float:
        return self.packet + self.victim + self.store


# --8<-- [start:bound]
def traffic(generator: str) -> Traffic:
    """Of a packet under ``counter`` or ``random``."""
    slot = LINE_BYTES if generator == "random" else HANDLE_BYTES
    return Traffic(
        packet=1.0,
        victim=TCP_SHARE,
        store=TCP_SHARE * slot / LINE_BYTES,
    )


def bound_ns(moved: Traffic, ns_per_line: float) -> float:
    """Least time of a packet, ns, where a line takes so long."""
    return moved.lines * ns_per_line
    # --8<-- [end:bound]
