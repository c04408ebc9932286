"""Calibration over fake programs, and the figures computed from its record."""

from __future__ import annotations

import argparse
import math
import signal

import numpy as np
import pytest

from course.errors import CourseError
from course.measure.cells import calibrate, profiles
from course.model.calibration import ROUNDS, Bias, Calibration, Pair, Twins
from course.process import calibrations
from course.stats.calibration import (
    Agreement,
    Detection,
    agreement,
    bias,
    detect,
    within_most_bias,
)

from . import samples

PROGRAMS = ("cpp-alloc-A-batch-counter", "cpp-pool-A-batch-counter")


@pytest.fixture
def play(root, monkeypatch):
    """Calibrates with two C++ programs and short loads; returns the record."""
    tasks = [task for task in calibrate.twins_tasks() if task.cell.id in PROGRAMS]
    monkeypatch.setattr(calibrate, "twins_tasks", lambda: tasks)
    monkeypatch.setattr(calibrate, "tasks_of_other_collectors", list)
    monkeypatch.setattr(calibrate, "BIAS_ROUNDS", 2)

    def run(comparisons=3, fresh=False, code=0, runs=None, **means):
        file = root.folder / "calibration.json"
        args = argparse.Namespace(comparisons=comparisons, out=file, fresh=fresh, runs=runs)
        assert calibrate.run(args, root.means(**means)) == code
        return calibrations.read(file)

    return run


@pytest.mark.slow
def test_programs_play_against_themselves(play, root):
    made = play()
    assert [(one.program, one.loaded) for one in made.twins] == [
        (PROGRAMS[0], False),
        (PROGRAMS[1], False),
        (PROGRAMS[0], True),
    ]
    assert all(one.log_ratios == [0.0] * ROUNDS for one in made.twins)
    assert [one.program for one in made.bias] == list(PROGRAMS)
    assert all(one.log_ratios == pytest.approx([0.0] * 2, abs=0.01) for one in made.bias)
    assert made.machine["cpu"] == "Synthetic CPU"
    assert len(root.runs()) == 3 * 2 * ROUNDS + 2 * 2


@pytest.mark.slow
def test_what_is_in_the_record_is_kept(play, root):
    play(comparisons=1)
    root.runs()
    assert len(play(comparisons=2).twins) == 2
    assert len(root.runs()) == 2 * ROUNDS
    play(comparisons=1, fresh=True)
    assert len(root.runs()) == 2 * ROUNDS + 2 * 2


@pytest.mark.slow
def test_another_machine_s_record_is_not_mixed_with(play):
    play(comparisons=1)
    with pytest.raises(CourseError, match="from another machine; --fresh replaces it"):
        play(machine=samples.MACHINE | {"cpu": "Other CPU"})


@pytest.mark.slow
def test_two_sweeps_are_added_to_the_record(play, root, tmp_path):
    play(comparisons=1)
    folders = [tmp_path / name for name in ("one", "other")]
    for folder, pool_ns in zip(folders, (50.0, 100.0), strict=True):
        means = {("alloc", "A"): 100.0, ("pool", "A"): pool_ns}
        samples.write(folder, samples.of_means(means))
    made = play(runs=folders)
    logs = [one.log_ratios for run in made.runs for one in run]
    assert logs == [pytest.approx([math.log(0.5)] * 3), pytest.approx([0.0] * 3, abs=1e-9)]
    assert len(made.twins) == 1
    assert play(comparisons=1).runs == made.runs
    with pytest.raises(CourseError, match=r"nothing: no pairs of the trimmed profile"):
        play(runs=[tmp_path / "nothing", folders[0]])
    with pytest.raises(CourseError, match=r"one: from another machine"):
        play(runs=folders, fresh=True, machine=samples.MACHINE | {"cpu": "Other CPU"})


def test_a_damaged_record_is_refused_in_one_line(play, root):
    (root.folder / "calibration.json").write_text('{"schema": 2}')
    with pytest.raises(CourseError, match="no calibration") as raised:
        play()
    assert "\n" not in str(raised.value)


def test_a_program_that_fails_ends_it(play, root):
    root.behave_at("cpp-alloc-*", "die")
    with pytest.raises(CourseError, match=r"cpp-alloc-A-batch-counter: exit code 3"):
        play()


@pytest.mark.slow
def test_ctrl_c_keeps_the_comparisons_that_are_done(play, root, monkeypatch):
    compare, begun = calibrate._twins, []

    def twins(*given):
        begun.append(given)
        if len(begun) == 2:
            signal.raise_signal(signal.SIGINT)
        return compare(*given)

    monkeypatch.setattr(calibrate, "_twins", twins)
    assert len(play(code=130).twins) == 1
    assert len(root.runs()) == 2 * ROUNDS
    monkeypatch.setattr(calibrate, "_twins", compare)
    assert len(play().twins) == 3


def test_all_collectors_play():
    tasks = [*calibrate.twins_tasks(), *calibrate.tasks_of_other_collectors()]
    played = {task.cell.collector for task in tasks}
    assert played == {None, "serial", "parallel", "cms", "g1", "zgc", "shenandoah"}


def test_twins_play_as_many_rounds_as_a_trimmed_sweep():
    assert profiles.load("trimmed").most_rounds == ROUNDS


# ---- what the record says ----------------------------------------------------------------------


def twins(spread, count, seed):
    dice = np.random.default_rng(seed)
    return [
        Twins(
            program="x",
            loaded=False,
            log_ratios=list(dice.normal(0, spread, ROUNDS)),
            windows=[([50.0], [50.0])] * ROUNDS,
            seconds=[2.0] * ROUNDS,
        )
        for _ in range(count)
    ]


def test_equal_twins_get_few_verdicts_and_slow_ones_are_found():
    some = twins(0.05, 200, seed=2)
    none, half = detect(some, 0.0, ROUNDS), detect(some, 0.5, ROUNDS)
    assert none.comparisons == none.found + none.wrong + none.undecided == 200
    assert none.wrong <= 0.05 * 200
    assert (half.found, half.wrong, half.seconds) == (200, 0, 2.0)


def test_few_comparisons_leave_room_for_more_errors_than_they_met():
    assert Detection(0.0, 59, 0, 0, None).most_wrong == pytest.approx(1 - 0.05 ** (1 / 59))
    assert Detection(0.0, 58, 0, 1, None).most_wrong == pytest.approx(0.079, abs=0.001)
    assert Detection(0.0, 2, 0, 2, None).most_wrong == 1.0


def test_a_comparison_without_another_one_to_be_calibrated_by_does_not_count():
    assert detect(twins(0.05, 1, seed=4), 0.0, ROUNDS).comparisons == 0
    assert detect([], 0.0, ROUNDS).comparisons == 0


def test_a_slowdown_of_less_than_counts_may_pass_for_the_same():
    found = detect(twins(0.001, 20, seed=3), 0.03, ROUNDS)
    assert (found.found, found.wrong) == (20, 0)


def test_bias_is_judged_by_its_interval():
    def logs(*ratios):
        return Bias(program="x", log_ratios=list(map(math.log, ratios)))

    def verdict(*ratios):
        found = bias(logs(*ratios))
        assert found is not None
        return within_most_bias(found)

    assert verdict(1.001, 0.999, 1.0, 1.002) == "yes"
    assert verdict(1.11, 1.09, 1.1, 1.1) == "no"
    assert verdict(1.3, 0.8, 1.1, 0.9) == "open"
    of_both = bias(logs(1.0, 1.1, 1.3), logs(1.21, 1.1))
    assert of_both is not None and of_both.ratio == pytest.approx(1.1)
    assert bias(logs(1.0)) is None


def test_a_data_set_goes_by_a_calibration_of_its_own_machine(tmp_path, monkeypatch):
    monkeypatch.undo()  # of what the other tests have: no calibration at all
    monkeypatch.setattr("course.paths.ROOT", tmp_path)
    calibrations._newest.cache_clear()
    here, there = samples.MACHINE, samples.MACHINE | {"cpu": "Other CPU"}
    files = {
        "build/records/calibration.json": (here, 0.1),
        "results/calibration-2020-01-01-there.json": (there, 0.2),
        "results/calibration-2020-01-02-here.json": (here, 0.3),
    }
    for name, (machine, spread) in files.items():
        made = Calibration(
            started="2020-01-01T00:00:00Z", commit=None, dirty=None, machine=dict(machine),
            twins=twins(spread, 1, seed=5), bias=[],
        )  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        calibrate.write(tmp_path / name, made)

    def variance(machine):
        return calibrations.spreads("trimmed", machine).of_pair("x", "x")

    other = samples.MACHINE | {"cpu": "A third CPU"}
    assert variance(there) == pytest.approx(4 * variance(here))
    assert variance(other) == variance(here), "of unknown ones that of this machine speaks"
    assert calibrations.spreads("smoke", here).kinds == {}
    calibrations._newest.cache_clear()


def test_runs_agree_where_both_decide_alike():
    unclear = 1.2  # ratio of rounds that vary much

    def pair(name, ratio):
        noise = 0.5 if ratio == unclear else 0.001
        logs = [math.log(ratio) + by * noise for by in (-1, 0, 1)]
        windows = [([50.0], [50.0])] * ROUNDS
        return Pair(pool=f"{name}-pool", base=name, log_ratios=logs, windows=windows)

    first = {"alike": 0.5, "contrary": 0.5, "same": 1.0, "open": unclear, "once": 0.5}
    second = {"alike": 0.6, "contrary": 2.0, "same": 0.5, "open": 0.5}
    runs = tuple([pair(*one) for one in run.items()] for run in (first, second))
    made = Calibration(
        started="2020-01-01T00:00:00Z", commit=None, dirty=None, machine=dict(samples.MACHINE),
        bias=[], twins=twins(0.02, 20, seed=6), runs=runs,
    )  # fmt: skip
    assert agreement(made, ROUNDS) == Agreement(pairs=4, both=3, one=1, contradictory=2)


def test_the_record_says_its_format():
    made = Calibration(
        started="2020-01-01T00:00:00Z", commit=None, dirty=None, machine={**samples.MACHINE},
        twins=[], bias=[],
    )  # fmt: skip
    assert '"schema":2' in made.model_dump_json(by_alias=True)
