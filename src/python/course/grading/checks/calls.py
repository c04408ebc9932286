"""A trace as its calls, in the terms of the task.

An exercise's judge.py has ``calls(words)``, a generator. It takes the words of one call from the
iterator and yields the call's text, followed by one item for each answer: a mapping or function
that formats a value, or :data:`None` for a digest, which tells people nothing; in a pair with a
name for the answer if that is not the call itself. Set-up, which comes first and is never left out,
yields its text and ``...``. The generator is sent the call's right answers, and raises LookupError
if a call refers to something that no earlier call has made.
"""

import dataclasses
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from operator import length_hint
from typing import Any

Shows = Mapping[int, str] | Callable[[int], str] | None
Calls = Callable[[Iterator[int]], Generator[tuple[Any, ...], Sequence[int], None]]


SHORT = 72


def cut(text: str) -> str:
    text = text.partition("  //")[0]
    return text if len(text) <= SHORT else f"{text[:SHORT]}..."


@dataclasses.dataclass(frozen=True)
class Asked:
    """One answer that a call must give."""

    what: str
    shows: Shows
    right: int

    def shown(self, value: int) -> str:
        if callable(self.shows):
            return self.shows(value)
        return (self.shows or {}).get(value, str(value))

    def wrong(self, value: int, *, is_secret: bool = False) -> str:
        """Say that it is this value and, unless that is a secret, what would be right."""
        if self.shows is None:
            return f"{cut(self.what)} is wrong"
        right = "which is wrong" if is_secret else f"not {self.shown(self.right)}"
        return f"{cut(self.what)} is {self.shown(value)}, {right}"


@dataclasses.dataclass(frozen=True)
class Call:
    says: str
    words: tuple[int, ...]
    asked: tuple[Asked, ...]
    is_set_up: bool

    def line(self) -> str:
        """Its text and, if there is only one, the right answer."""
        if len(self.asked) == 1 and self.asked[0].what == self.says and self.asked[0].shows:
            return f"{self.says}  -> {self.asked[0].shown(self.asked[0].right)}"
        return self.says


def read(calls: Calls, words: Sequence[int], answers: Sequence[int]) -> Iterator[Call]:
    """Yield the calls of a trace. answers: the right ones of all calls. Raises LookupError for
    invalid calls, and for missing answers."""
    left = iter(words)
    telling = calls(left)
    told = next(telling, None)
    begin = given = 0
    while told is not None:
        says, *answered = told
        set_up = answered == [...]
        right = [] if set_up else answers[given : given + len(answered)]
        if not set_up and len(right) < len(answered):
            raise LookupError(f"no answer to {says}")
        given += len(right)
        asked = tuple(
            Asked(*(one if isinstance(one, tuple) else (says, one)), value)
            for one, value in zip(() if set_up else answered, right, strict=True)
        )
        end = len(words) - length_hint(left)  # exact for its iterator
        yield Call(says, tuple(words[begin:end]), asked, set_up)
        begin = end
        try:
            told = telling.send(right)
        except StopIteration:
            return


@dataclasses.dataclass(frozen=True)
class Answered:
    """An answer, with the call that gives it."""

    number: int
    """The call's number, from 1: set-up does not count."""
    call: Call
    asked: Asked


def at(calls: Calls, words: Sequence[int], answers: Sequence[int], place: int) -> Answered:
    """Return the answer at a place, with its call. Raises LookupError."""
    number = given = 0
    for call in read(calls, words, answers):
        number += not call.is_set_up
        if given + len(call.asked) > place:
            return Answered(number, call, call.asked[place - given])
        given += len(call.asked)
    raise LookupError(f"no call gives answer {place}")
