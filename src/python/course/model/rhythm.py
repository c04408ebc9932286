"""The rhythm of the buffers' order, under ``counter``.

A pool hands out the buffer that was returned last, and malloc nearly does. The queue's buffers lie
side by side at first. Each kept packet takes one out of that order, until none has its neighbour.
The store replaces its content in order, so they come back the same way, one by one, and the time
per packet rises and falls.
"""

from course.model.bound import TCP_EVERY
from course.model.oracle import QUEUE_AND_STORE


# --8<-- [start:rhythm]
def packets(case: str, scale: int = 1) -> int:
    """How many packets it takes until the order repeats.

    Until then the store, which is as large as the queue, has replaced its content twice.
    """
    return 2 * TCP_EVERY * (QUEUE_AND_STORE[case] // scale)
    # --8<-- [end:rhythm]
