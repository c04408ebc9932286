"""Notebooks' turns: timed cells alone, untimed stretches beside each other."""

import itertools
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from course.site.turns import Stopped, Turn, Turns

WAIT_S = 60


def turn_of(turns, stop=lambda: None):
    return Turn(turns, stop)


def test_untimed_stretches_meet_and_timed_cells_are_alone():
    turns, meeting = Turns(), threading.Barrier(3)
    running, seen = [], []

    def notebook(name):
        with turn_of(turns) as turn:
            for part in range(3):
                running.append(name)
                meeting.wait(WAIT_S)  # all three have to be here
                running.remove(name)
                turn.become(timed=True)
                running.append(name)
                seen.append((part, *running))
                running.remove(name)
                turn.become(timed=False)

    with ThreadPoolExecutor(3) as threads:
        for done in [threads.submit(notebook, name) for name in "abc"]:
            done.result()
    assert sorted(seen) == [*itertools.product(range(3), "abc")]


def test_timed_cells_in_a_row_and_a_notebook_that_ends():
    turns, order = Turns(), []
    ended = threading.Event()

    def short():
        with turn_of(turns):
            ended.wait(WAIT_S)

    def long():
        with turn_of(turns) as turn:
            ended.set()
            for cell in range(3):
                turn.become(timed=True)
                order.append(cell)
                turn.become(timed=False)

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(one) for one in (short, long)]:
            done.result()
    assert order == [0, 1, 2]


def test_its_seconds_leave_out_the_others(monkeypatch):
    turns, clock, waits = Turns(), [0.0], threading.Event()
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    def slow():
        with turn_of(turns) as turn:
            waits.wait(WAIT_S)
            clock[0] += 100
            return turn.seconds

    with turn_of(turns) as turn, ThreadPoolExecutor(1) as thread:
        other = thread.submit(slow)
        clock[0] += 1
        waits.set()
        turn.become(timed=True)
        clock[0] += 10
        turn.become(timed=False)
        assert turn.seconds == 11
    assert other.result() >= 100


def test_stopping_ends_what_runs_and_what_waits():
    turns, stopped, waits = Turns(), [], threading.Event()

    def waiting():
        with turn_of(turns, lambda: stopped.append("waiting")) as turn:
            waits.set()
            turn.become(timed=True)  # never, as the other one goes on

    with ThreadPoolExecutor(1) as thread:
        with turn_of(turns, lambda: stopped.append("running")) as turn:
            other = thread.submit(waiting)
            assert waits.wait(WAIT_S)
            turns.stop()
            with pytest.raises(Stopped):
                other.result(WAIT_S)
        with pytest.raises(Stopped):
            turn.become(timed=False)
    assert sorted(stopped) == ["running", "waiting"]
    with pytest.raises(Stopped), turn_of(turns):
        pass
