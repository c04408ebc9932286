"""Rounds of any field: in turn, until there is none, a signal comes, or a record cannot be kept."""

import io
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from rich.console import Console

from course.errors import CourseError
from course.measure.play import Play
from course.measure.progress import Reporter
from course.process import child
from course.process.stop import Stop


class Field:
    """A field with this many rounds, which calls `take` after each."""

    def __init__(self, rounds, take=lambda job: None):
        self.left, self.taken, self.on_take = rounds, [], take

    def next(self):
        if not self.left:
            return None
        self.left -= 1
        return SimpleNamespace(name=f"round {self.left}")

    def take(self, job, outcome, reporter):
        self.on_take(job)
        self.taken.append(outcome)

    def standing(self):
        return f"{len(self.taken)} taken"

    def left_s(self):
        return 0.0


def play(*fields, measure=lambda job: job.name, stop=None, at_once=1, executor=None):
    shown = io.StringIO()
    with Reporter(Console(file=shown, width=160)) as reporter:
        stop = stop or Stop()
        executor = executor or ThreadPoolExecutor(2)
        Play(reporter, executor, measure, stop, at_once).run(fields)
    return shown.getvalue()


def test_all_rounds_of_all_fields_are_played():
    one, other = Field(3), Field(2)
    said = play(one, other)
    assert one.taken == ["round 2", "round 1", "round 0"]
    assert other.taken == ["round 1", "round 0"]
    assert said == "3 taken; 2 taken\n"


def test_a_round_is_kept_before_the_next_one_begins():
    running = threading.Lock()

    def measure(job):
        assert running.acquire(blocking=False)
        running.release()

    def take(job):
        with running:
            pass

    play(Field(5, take), measure=measure)


def test_after_a_signal_no_round_begins_and_the_one_under_way_does_not_count():
    stop, field = Stop(), Field(9)

    def measure(job):
        if job.name == "round 6":
            stop.event.set()
            raise child.Cancelled
        return job.name

    play(field, measure=measure, stop=stop)
    assert field.taken == ["round 8", "round 7"]
    assert field.left == 6


def test_a_record_that_cannot_be_kept_stops_what_is_under_way():
    stop, begun, ended = Stop(), threading.Event(), []

    def take(job):
        raise CourseError("cannot write")

    def measure(job):
        if job.name == "round 1":
            assert begun.wait(30)
        else:
            begun.set()
            ended.append(stop.event.wait(30))
            raise child.Cancelled

    with pytest.raises(CourseError, match="cannot write"):
        play(Field(2, take), measure=measure, stop=stop, at_once=2)
    assert ended == [True]


class AtOnce(Executor):
    """Has done a job as soon as it is submitted."""

    def submit(self, fn, job):
        future = Future()
        try:
            future.set_result(fn(job))
        except CourseError as error:
            future.set_exception(error)
        return future


def test_rounds_that_end_beside_a_failure_are_kept():
    field = Field(64)

    def measure(job):
        if job.name == "round 32":
            raise CourseError("the cluster is gone")
        return job.name

    with pytest.raises(CourseError, match="the cluster is gone"):
        play(field, measure=measure, at_once=64, executor=AtOnce())
    assert len(field.taken) == 63
