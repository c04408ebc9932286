"""What a submission is asked, and the right answers: known only to this process, outside the
sandbox.

An exercise's judge.py has ``trace(chance, operations)``, which returns the words that the driver
reads and the words of the right answers. The same chance gives the same trace. Its ``calls``
decodes them: see :mod:`course.grading.checks.calls`.
"""

import contextlib
import dataclasses
import hashlib
import hmac
import runpy
from array import array
from collections.abc import Iterable
from pathlib import Path
from random import Random

from course.grading.checks import calls
from course.grading.checks.calls import Answered, Calls
from course.grading.verdicts import GraderError

WORD_BYTES = 8


@dataclasses.dataclass(frozen=True)
class Trace:
    """What the driver reads, and what it must answer."""

    words: bytes
    expected: bytes
    calls: Calls
    """What the words mean."""
    is_shared: bool = False
    """Whether all submissions get it: then messages must not tell what would be right."""

    def answered(self, place: int) -> Answered | None:
        """Return the answer at a place, with its call; None if unknown."""
        with contextlib.suppress(LookupError):
            return calls.at(self.calls, unpack(self.words), unpack(self.expected), place)
        return None


def pack(words: Iterable[int]) -> bytes:
    """Pack signed 64-bit words as drivers read them: in our machines' memory layout."""
    return (words if isinstance(words, array) else array("q", words)).tobytes()


def unpack(data: bytes) -> list[int]:
    """The whole words at the beginning of the data."""
    words = array("q")
    words.frombytes(data[: len(data) // WORD_BYTES * WORD_BYTES])
    return words.tolist()


def signed(number: int) -> int:
    """Its lower 64 bits, as a signed word."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def unsigned(word: int) -> str:
    """Show the unsigned number that a signed word stands for."""
    return str(word % (1 << 64))


def drawn(seed: int, count: int) -> "array[int]":
    """Numbers of 62 bits that a driver draws from a seed when they are due: lib/cpp/drawn.hpp."""
    one, other, numbers = seed, _mixed(~seed & _WHOLE), array("q")
    for _ in range(count):
        one = one + 0x9E3779B97F4A7C15 & _WHOLE
        other = other + 0xD1342543DE82EF95 & _WHOLE
        numbers.append((_mixed(one) + _mixed(other) & _WHOLE) >> 2)
    return numbers


_WHOLE = (1 << 64) - 1


def _mixed(state: int) -> int:
    """The number that SplitMix64 makes of a state."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WHOLE
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _WHOLE
    return state ^ state >> 31


def seed(secret: bytes, *parts: bytes) -> bytes:
    """A seed that is unpredictable without the secret, and repeatable with it."""
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hmac.new(secret, message, hashlib.sha256).digest()


class Judge:
    """Makes the traces of one exercise."""

    def __init__(self, folder: Path) -> None:
        """Load judge.py from the exercise's folder. Raises GraderError."""
        self._name = f"{folder.name}/judge.py"
        try:
            found = runpy.run_path(str(folder / "judge.py"), run_name=f"judge_of_{folder.name}")
            self._trace = found["trace"]
            self.calls: Calls = found["calls"]
        except Exception as error:
            raise GraderError(f"{self._name}: {error!r}") from error

    def trace(self, seed: bytes, operations: int) -> Trace:
        """The trace of a seed. Raises GraderError."""
        try:
            words, answers = self._trace(Random(int.from_bytes(seed, "big")), operations)
            return Trace(pack(words), pack(answers), self.calls)
        except Exception as error:  # whatever a judge does wrong, it is not the learner's fault
            raise GraderError(f"{self._name}: {error!r}") from error
