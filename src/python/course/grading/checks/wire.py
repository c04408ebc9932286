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
    def __init__(self, question_bytes: int) -> None:
        self._place = 0
        self._key = new_key()
        self.ahead = self._key + pack([question_bytes // WORD_BYTES // MARKED_AT])
        """Sent before the questions."""

    def plain(self, data: bytes) -> bytes:
        """Unmask more of the driver's output."""
        begin = self._place % KEY_BYTES
        self._place += len(data)
        times = (begin + len(data)) // KEY_BYTES + 1
        key = (self._key * times)[begin : begin + len(data)]
        mixed = int.from_bytes(data, "little") ^ int.from_bytes(key, "little")
        return mixed.to_bytes(len(data), "little")


class Answers:
    """Compared with the right ones as they come; only the first wrong one is kept."""

    def __init__(self, expected: bytes) -> None:
        self._expected = memoryview(expected)
        self._unread = b""  # part of a word
        self._length = 0  # of the whole words, in bytes
        self.wrong: tuple[int, int, int] | None = None
        """The first wrong answer: its index, from 0; its value; the right value."""

    @property
    def given(self) -> int:
        """Number of answers received."""
        return self._length // WORD_BYTES

    @property
    def asked(self) -> int:
        """Number of answers expected."""
        return len(self._expected) // WORD_BYTES

    @property
    def complete(self) -> bool:
        """True if all came, and no part of another one."""
        return self._length == len(self._expected) and not self._unread

    def take(self, data: bytes) -> bool:
        """Take more answers. False if they outnumber the questions."""
        data = self._unread + data
        whole = len(data) // WORD_BYTES * WORD_BYTES
        self._unread = data[whole:]
        if self.wrong is None:
            self._compare(data[:whole])
        self._length += whole
        return self._length + len(self._unread) <= len(self._expected)

    def _compare(self, data: bytes) -> None:
        right = self._expected[self._length : self._length + len(data)]
        if data[: len(right)] == right:
            return
        pairs = zip(unpack(data), unpack(bytes(right)), strict=False)
        place, (got, expected) = next(
            (place, pair) for place, pair in enumerate(pairs) if pair[0] != pair[1]
        )
        self.wrong = (self.given + place, got, expected)


class Wire:
    """The output of one run whose answers are known."""

    def __init__(self, answers: Answers, key: Key) -> None:
        self._answers = answers
        self._key = key
        self._left = answers.asked * WORD_BYTES
        self._last = b""

    def take(self, data: bytes) -> bool:
        """Take more output. False if it is a flood."""
        plain = self._key.plain(data)
        answers, testimony = plain[: self._left], plain[self._left :]
        self._left -= len(answers)
        self._last += testimony
        return (not answers or self._answers.take(answers)) and len(self._last) <= TESTIMONY_BYTES

    @property
    def testimony(self) -> Testimony | None:
        """None if the driver did not reach its end."""
        found = unpack(self._last)
        return (found[0], found[1], found[2]) if len(found) == 3 else None
