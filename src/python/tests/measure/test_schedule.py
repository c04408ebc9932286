"""The next round goes where a verdict can be had soonest."""

import itertools
import math
import random

import pytest

from course.measure.cells import profiles
from course.measure.cells.contest import Contest, contests
from course.measure.cells.field import LEARNING, _learning
from course.measure.cells.schedule import Schedule
from course.model.pairs import LEAST_ROUNDS

TASK = profiles.load("smoke").tasks[0]


def schedule(*keys, budget_s=100.0, most_rounds=8):
    waiting = {key: Contest((TASK,), least_rounds=LEAST_ROUNDS) for key in keys}
    return Schedule(waiting, budget_s, most_rounds, random.Random(1))


def test_all_have_their_first_rounds_before_any_has_more():
    made = schedule("a", "b", "c")
    order = []
    for _ in range(3 * LEAST_ROUNDS):
        key = made.next({"a": 3.0})
        order.append(key)
        made.took(key, 1.0)
    assert sorted(order[:3]) == sorted(order[3:]) == ["a", "b", "c"]
    assert made.next({"a": 3.0}) == "a"


@pytest.fixture
def begun():
    made = schedule("cheap", "dear", budget_s=60)
    for _ in range(LEAST_ROUNDS):
        made.took("cheap", 2.0)
        made.took("dear", 10.0)
    return made


def test_the_cheapest_verdict_comes_first(begun):
    assert begun.next({"cheap": 5.0, "dear": 3.0}) == "cheap"  # 6 s, and 10
    assert begun.next({"cheap": 12.0, "dear": 3.0}) == "dear"  # 20 s, and 10


def test_what_the_most_rounds_would_not_decide_comes_last(begun):
    assert begun.next({"cheap": 9.0, "dear": 8.0}) == "dear"  # 12 s for nothing, and 60


def test_none_plays_twice_in_a_row_while_another_is_open(begun):
    needed = {"cheap": 5.0, "dear": 3.0}
    assert [begun.next(needed) for _ in range(4)] == ["cheap", "dear"] * 2
    assert [begun.next({"cheap": 5.0}) for _ in range(2)] == ["cheap"] * 2


def test_a_next_round_is_priced_without_the_cells_that_do_not_play_it():
    tasks = {task.cell.strategy: task for task in profiles.load("smoke").tasks}
    some = tuple(tasks[one] for one in ("alloc", "pool", "mix"))
    pair = (some[1].cell.id, some[0].cell.id)
    made = Schedule({"a": Contest(some, (pair,))}, 100.0, 8, random.Random(1))
    made.took("a", 30.0)
    share = sum(one.seconds for one in some[:2]) / sum(one.seconds for one in some)
    assert made.left_s({"a": 2.0}) == pytest.approx(30 * share)
    made.took("a", 21.0)
    assert made.left_s({"a": 3.0}) == pytest.approx(21)


def test_what_is_decided_costs_nothing_more(begun):
    assert begun.next({"dear": 90.0}) == "dear"
    assert begun.next({}) is None


def test_no_round_is_begun_that_would_not_end_in_time(begun):
    for _ in range(3):
        begun.took("dear", 10.0)
    assert begun.spent_s == 54
    assert begun.next({"dear": 90.0}) is None
    assert begun.next({"dear": 90.0, "cheap": 90.0}) == "cheap"


def test_a_pair_that_cannot_be_decided_is_left_at_last(begun):
    for _ in range(6):
        begun.took("cheap", 0.1)
    assert begun.next({"cheap": float(10**6)}) is None


def test_a_contest_under_way_is_not_begun_again(begun):
    assert begun.next({"cheap": 5.0, "dear": 3.0}, busy={"cheap"}) == "dear"
    assert begun.next({"cheap": 5.0}, busy={"cheap"}) is None


def test_what_is_compared_with_nothing_has_one_round():
    waiting = {"alone": Contest((TASK,)), "pair": Contest((TASK,), least_rounds=2)}
    made = Schedule(waiting, 100.0, 8, random.Random(1))
    order = []
    while (key := made.next({})) is not None:
        order.append(key)
        made.took(key, 1.0)
    assert sorted(order) == ["alone", "pair", "pair"]


def test_all_have_a_first_round_whatever_it_takes():
    made = schedule("a", "b", budget_s=1.0)
    first = made.next({})
    made.took(first, 10.0)
    second = made.next({})
    made.took(second, 10.0)
    assert {first, second} == {"a", "b"}
    assert made.next({"a": 9.0}) is None


def test_contests_of_a_case_follow_each_other():
    tasks = {task.cell.title: task for task in profiles.load("trimmed").tasks}
    waiting = {key: Contest((task,)) for key, task in tasks.items()}
    made = Schedule(waiting, 1e6, 1, random.Random(1))
    cases = []
    while (key := made.next({})) is not None:
        cases.append(waiting[key].case)
        made.took(key, 1.0)
    assert len(cases) == len(waiting)
    changes = sum(one != other for one, other in itertools.pairwise(cases))
    assert changes == len(set(cases)) - 1


def test_the_cheapest_pairs_tell_how_noisy_an_unknown_machine_is():
    made = contests(profiles.load("trimmed").tasks)
    learning = _learning(made)
    assert len(learning) == LEARNING
    assert all(one.least_rounds >= LEAST_ROUNDS for one in learning.values())
    others = [one for one in made if one.pairs and one.key not in learning]
    batch = [one.seconds for one in others if isinstance(one.tasks[0].load, profiles.Batch)]
    assert max(one.seconds for one in learning.values()) <= min(batch)


def test_the_time_left_is_what_is_due_and_what_the_budget_has():
    made = schedule("a", "b", budget_s=100.0)
    assert made.left_s({}) == 2 * LEAST_ROUNDS * TASK.seconds
    for key in "ab":
        for _ in range(LEAST_ROUNDS):
            made.took(key, 2.0)
    assert made.left_s({}) == 0
    assert made.left_s({"a": LEAST_ROUNDS + 3.0}) == 6
    assert made.left_s({"a": math.inf}) == (8 - LEAST_ROUNDS) * 2
    assert made.next({"a": math.inf, "b": 3.0}) == "b", "what never settles comes last"


def test_contests_of_the_trimmed_profile_hold_all_pairs():
    tasks = profiles.load("trimmed").tasks
    made = contests(tasks)
    assert sorted(task.cell.id for one in made for task in one.tasks) == sorted(
        task.cell.id for task in tasks
    )
    pairs = [pair for one in made for pair in one.pairs]
    assert ("heap-g1-25-pool-B-batch-counter", "heap-g1-25-alloc-B-batch-counter") in pairs
    assert all(pool.replace("pool", "alloc") == base for pool, base in pairs)
    # At a given interval in real time, there is nothing to be divided.
    assert not [pool for pool, _ in pairs if "realtime" in pool]
    assert len({one.key for one in made}) == len(made)
    for one in made:
        loads = {repr(task.load) for task in one.tasks}
        assert len(loads) == 1, f"{one.key}: all have the same windows"
        # They fit into the memory side by side, and nothing stands between them.
        strategies = [cell.strategy for cell in one.cells]
        if {"alloc", "pool"} <= set(strategies):
            assert set(strategies[:2]) == {"alloc", "pool"}
