"""What goes into and out of a run: a key before the questions, which masks the answers.

The driver reads the questions before any code of a submission runs, and closes their descriptor. So
a submission that reads its questions finds none, and what it writes to the descriptor of the
answers is no answer: it does not know the key, which is new for each run. Finally the driver
reports the memory that was taken, and the time.
"""

import os

from course.grading.checks.judge import WORD_BYTES, pack, unpack

KEY_BYTES = 512 * WORD_BYTES
"""The drivers rely on it, too."""

MARKED_AT = 4
"""After a quarter of the questions a submission has allocated what it needs; memory is measured
then, and again at the end."""

TESTIMONY_BYTES = 3 * WORD_BYTES
Testimony = tuple[int, int, int]
"""What was taken until the mark, and until the end: bytes of a JVM's heap, or pages of a program's
memory that were touched. Then the nanoseconds it took, without the program's start."""


def new_key() -> bytes:
    return os.urandom(KEY_BYTES)


class Key:
    def __init__(self, questions: bytes) -> None:
        self._key = new_key()
        self.ahead = self._key + pack([len(questions) // WORD_BYTES // MARKED_AT])
        """Sent before the questions."""

    def plain(self, data: bytes) -> bytes:
        """Unmask the driver's output."""
        key = (self._key * (len(data) // KEY_BYTES + 1))[: len(data)]
        mixed = int.from_bytes(data, "little") ^ int.from_bytes(key, "little")
        return mixed.to_bytes(len(data), "little")


def reported(data: bytes) -> Testimony | None:
    """Read the driver's report, which follows the answers; None if it did not reach its end."""
    found = unpack(data)
    return (found[0], found[1], found[2]) if len(found) == 3 else None
