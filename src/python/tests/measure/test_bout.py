"""Bouts: turns are taken one at a time, and a program that dies takes none of the others' data."""

import itertools
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from course.measure.cells.bout import Bout, Limit, Manner, Turn, turns
from course.measure.cells.profiles import load
from course.measure.cells.runner import manner
from course.measure.events import Output, OutputError
from course.model import rhythm
from course.process import child

from .fakes import run_child

PROGRAM = """
import json, sys, time
def say(**event): print(json.dumps(event), flush=True)
say(event="start", implementation="x", strategy="pool", case="A", mode="batch", generator="counter",
    scale=1, sizes={"queue": 1, "stored": 1},
    runtime={"name": "x", "version": "1", "vendor": "", "flags": []}, workload=1)
say(event="round", warmup=True, packets=1, elapsed_ns=1, ns_per_packet=1.0)
hasty = sys.argv[2:] == ["hasty"]
for _ in range(2 * hasty):
    say(event="round", warmup=False, packets=1, elapsed_ns=1, ns_per_packet=1.0)
for number, line in enumerate(sys.stdin):
    if len(sys.argv) > 2 and not hasty and number == int(sys.argv[2]):
        sys.exit(3)
    began = time.monotonic_ns()
    time.sleep(int(line.split()[1]) / 1000)
    with open(sys.argv[1], "a") as log:
        if line.split()[1] != "0":  # which only settles
            log.write(f"{began} {time.monotonic_ns()}\\n")
    say(event="round", warmup=False, packets=1, elapsed_ns=1, ns_per_packet=1.0)
say(event="end", packets=1, digest=None)
"""


def play(tmp_path, planned, *programs):
    """The windows of each program, how it ended, and when it ran."""
    bout = Bout(len(programs), planned)
    log = tmp_path / "log"

    def run(side):
        output = Output()
        arguments = [sys.executable, "-c", PROGRAM, str(log), *programs[side]]
        try:
            listen = bout.listener(side, output)
            run_child(arguments, tmp_path, listen, stdin=bout.inputs[side])
            if output.error is not None:
                raise output.error
        except (child.ChildError, OutputError) as error:
            return str(error)
        finally:
            bout.give_up(side)
        return "ok"

    with ThreadPoolExecutor(len(programs)) as pool:
        ended = list(pool.map(run, range(len(programs))))
    spans = sorted(tuple(map(int, line.split())) for line in log.read_text().splitlines())
    return bout.windows, ended, spans


def test_windows_are_taken_one_at_a_time(tmp_path):
    planned = turns(Manner([Limit(5)] * 3, windows=4, block=2, lead_ms=3), random.Random(1))
    windows, ended, spans = play(tmp_path, planned, [], [], [])
    assert ended == ["ok"] * 3
    assert [len(one) for one in windows] == [4, 4, 4]
    assert len(spans) == 3 * (4 + 2)
    assert all(end <= begin for (_, end), (begin, _) in itertools.pairwise(spans))


@pytest.mark.parametrize("at", [0, 1, 3])
def test_a_program_that_dies_leaves_the_others_their_turns(tmp_path, at):
    planned = turns(Manner([Limit(2)] * 2, windows=4), random.Random(2))
    windows, ended, _ = play(tmp_path, planned, [], [str(at)])
    assert ended[0] == "ok"
    assert ended[1].startswith("exit code 3")
    assert len(windows[0]) == 4
    assert len(windows[1]) == max(0, at - 1)


def test_a_program_that_does_not_wait_for_its_turn_fails_alone(tmp_path):
    planned = turns(Manner([Limit(2)] * 2, windows=4), random.Random(2))
    windows, ended, _ = play(tmp_path, planned, [], ["hasty"])
    assert ended == ["ok", "measured a round that nobody had asked for"]
    assert len(windows[0]) == 4


def test_a_side_that_never_came_does_not_hold_up_the_others(tmp_path):
    bout = Bout(2, [Turn(side, Limit(1), counts=True) for side in (0, 1)])
    bout.give_up(1)
    arguments = [sys.executable, "-c", PROGRAM, str(tmp_path / "log")]
    run_child(arguments, tmp_path, bout.listener(0, Output()), stdin=bout.inputs[0])
    assert len(bout.windows[0]) == 1


def test_every_side_has_all_its_windows_in_every_order():
    blocks = Manner([Limit(50)] * 2, windows=6, block=3, lead_ms=300)
    planned = turns(blocks, random.Random(3))
    for side in (0, 1):
        mine = [turn for turn in planned if turn.side == side]
        assert [turn.counts for turn in mine] == [False, True, True, True] * 2
    orders = {
        tuple(turn.side for turn in turns(Manner([Limit(50)] * 3, windows=1), random.Random(seed)))
        for seed in range(60)
    }
    assert len(orders) == 6


@pytest.mark.parametrize(
    ("cell", "is_in_step"),
    [
        ("native-g1-25-pool-C-batch-counter", True),
        ("native-parallel-11-alloc-C-batch-counter", True),
        ("cpp-pool-C-batch-counter", True),
        ("heap-zgc-25-pool-C-batch-counter", True),
        ("heap-zgc-25-alloc-C-batch-counter", False),  # no free list hands its buffers out again
        ("heap-parallel-11-pool-C-batch-counter", False),
        ("native-g1-25-pool-B-batch-counter", False),
        ("cpp-pool-C-batch-random", False),
    ],
)
def test_windows_in_case_c_hold_the_whole_rhythm(cell, is_in_step):
    (task,) = (one for one in load("full").tasks if one.cell.id == cell)
    planned = manner([task])
    (limit,) = planned.limits
    if is_in_step:
        beyond = planned.windows * limit.packets - rhythm.packets("C")
        assert 0 <= beyond < planned.windows
        assert limit.ms == 1056
    else:
        assert limit == Limit(task.load.round_limit_ms)
