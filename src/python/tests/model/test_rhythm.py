"""The rhythm of the buffers' order, found by playing the workload with numbered buffers."""

import itertools
import tomllib
from collections import deque
from pathlib import Path

import pytest

from course.model import rhythm
from course.model.bound import TCP_EVERY
from course.model.oracle import QUEUE_AND_STORE

SCALE = 100
SIZE = QUEUE_AND_STORE["C"] // SCALE
TURN = TCP_EVERY * SIZE  # packets in which the store replaces its content


def queues(packets):
    """The queue after each packet: its buffers' numbers. A pool begins with all in order."""
    pool = list(reversed(range(2 * SIZE + 2)))
    queue, store = deque(), deque()
    for number in range(packets):
        queue.append((pool.pop(), number % TCP_EVERY == 0))
        if len(queue) > SIZE:
            buffer, is_kept = queue.popleft()
            if is_kept:
                store.append(buffer)
                if len(store) > SIZE:
                    pool.append(store.popleft())
            else:
                pool.append(buffer)
        yield queue


def neighbours(queue):
    """Share of a queue's buffers that lie beside the next one."""
    pairs = list(itertools.pairwise(buffer for buffer, _ in queue))
    return sum(abs(one - other) <= 1 for one, other in pairs) / len(pairs)


def test_the_order_repeats_when_the_store_has_been_replaced_twice():
    assert rhythm.packets("C", SCALE) == 2 * TURN
    full = SIZE + TURN
    shares = [
        neighbours(queue)
        for packets, queue in enumerate(queues(full + 3 * TURN), start=1)
        if packets >= full and (packets - full) % TURN == 0
    ]
    assert [share > 0.99 for share in shares] == [False, True, False, True]
    assert [share < 0.01 for share in shares] == [True, False, True, False]


@pytest.mark.parametrize("bench", ["limit", "addresses"])
def test_a_round_of_these_benches_contains_it_a_whole_number_of_times(bench):
    file = Path(rhythm.__file__).parent / "benches" / f"{bench}.toml"
    cases = tomllib.loads(file.read_text())["runs"]["cases"]
    assert set(cases) == set(QUEUE_AND_STORE)
    for case, arguments in cases.items():
        packets = int(arguments[arguments.index("--packets") + 1])
        assert packets % rhythm.packets(case) == 0
