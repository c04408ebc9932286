"""Answers, compared with the right ones as they come; nothing is kept but the first wrong one."""

from course.grading.checks.judge import WORD_BYTES, unpack


class Answers:
    def __init__(self, expected: bytes) -> None:
        self._expected = memoryview(expected)
        self._unread = b""  # part of a word
        self._length = 0  # of the whole words, in bytes
        self.wrong: tuple[int, int, int] | None = None
        """The first wrong answer: which, from 0; what it was; what is right."""

    @property
    def given(self) -> int:
        """How many answers came."""
        return self._length // WORD_BYTES

    @property
    def asked(self) -> int:
        """How many there should be."""
        return len(self._expected) // WORD_BYTES

    @property
    def complete(self) -> bool:
        """Whether all came, and no part of another one."""
        return self._length == len(self._expected) and not self._unread

    def take(self, data: bytes) -> bool:
        """More answers. Whether these are still not more than there are questions."""
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
