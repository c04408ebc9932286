"""What the machine is, and what the doctor makes of it."""

from typing import Any

import pytest

from course.cli import doctor
from course.process import machine
from course.toolchain import fitness


def test_description_has_what_a_record_wants() -> None:
    described = machine.describe()
    assert set(described) == {
        "cpu", "cores", "memory_mb", "kernel", "os", "virtual", "thp", "governor",
    }  # fmt: skip
    assert described["cores"] >= 1
    assert described["memory_mb"] > 100
    assert described["cpu"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n",
            "AMD EPYC, family 26, model 2",
        ),
        ("model name\t: ARMv7 Processor rev 4 (v7l)\n", "ARMv7 Processor rev 4 (v7l)"),
    ],
)
def test_a_processor_has_a_family_and_a_model(text, name, monkeypatch) -> None:
    """Clouds call those of several generations by one name."""
    monkeypatch.setattr(machine, "_MAC", False)
    monkeypatch.setattr(machine, "_read", lambda _: f"{text}flags\t\t: fpu vme\n\n{text}")
    assert machine.cpu() == name


@pytest.mark.parametrize(
    ("listed", "number"),
    [("0", 1), ("0-3", 4), ("0-3,8,10-11", 7), ("", None), ("none", None)],
)
def test_kernel_lists_of_processors(listed, number) -> None:
    assert machine.processors(listed) == number


@pytest.mark.parametrize(
    ("setting", "value"),
    [("always [madvise] never", "madvise"), ("always", None), (None, None)],
)
def test_kernel_choices(setting, value) -> None:
    assert machine.chosen(setting) == value


def reading(gap_ms: float, lost: float, turn_ns: float = 25) -> dict[str, Any]:
    quiet = {"cpu": 0, "turn_ns": turn_ns, "largest_gap_ns": 900, "gaps": 0, "lost_share": 0.0}
    noisy = quiet | {"cpu": 1, "largest_gap_ns": int(gap_ms * 1e6), "gaps": 9, "lost_share": lost}
    return {"seconds": 3.0, "threads": [quiet, noisy]}


def test_a_quiet_machine_is_trusted() -> None:
    verdict = fitness.judge(reading(0.05, 0.0002), cores=8)
    assert verdict.absolute.startswith("trust absolute times")
    assert "more than 2%" in verdict.ratios
    assert verdict.realtime.startswith("trust real time at intervals of 250 ns and more")
    assert "cores" not in verdict.realtime


def test_a_virtual_machine_gets_its_ratios_only() -> None:
    verdict = fitness.judge(reading(8, 0.018), cores=2)
    assert verdict.absolute.startswith("absolute times drift: other programs took 1.80%")
    assert "to within their intervals" in verdict.ratios
    assert "overestimated by up to 1.8%" in verdict.realtime
    assert "concurrent collectors look worse" in verdict.realtime


def test_gaps_are_held_against_the_clock_queue() -> None:
    assert "tenth of the clock queue" in fitness.judge(reading(11, 0.01), 4).realtime
    assert "tenth of the clock queue" not in fitness.judge(reading(9, 0.01), 4).realtime
    assert fitness.judge(reading(101, 0.01), 4).realtime.startswith("do not trust real time")
    assert fitness.judge(reading(1, 0.01), 1).realtime.startswith("do not trust real time")


@pytest.mark.parametrize(
    ("gap_ms", "cores", "reason"),
    [
        (8, 2, None),
        (99, 2, None),  # noisy, but usable
        (101, 4, "a gap of 101 ms overflows the clock queue"),
        (1, 1, "the clock thread needs its own core"),
    ],
)
def test_fit_for_real_time(gap_ms, cores, reason) -> None:
    taken = reading(gap_ms, 0.01)
    assert fitness.judge(taken, cores).realtime_fit == (reason is None)
    why = fitness.why_unfit(taken, cores)
    assert (why is None) if reason is None else (why or "").startswith(reason)


def test_without_a_reading_only_the_cores_count() -> None:
    assert fitness.why_unfit({"error": "no compiler"}, cores=2) is None
    assert "its own core" in str(fitness.why_unfit({"error": "no compiler"}, cores=1))


def test_a_busy_machine_is_not_trusted() -> None:
    assert fitness.judge(reading(5, 0.2), 4).ratios.startswith("trust no ratio below 3")


def test_the_reading_is_taken_and_shown() -> None:
    taken = fitness.read(0.2)
    assert "error" not in taken
    assert 1 <= len(taken["threads"]) <= 2
    for thread in taken["threads"]:
        assert 0 <= thread["lost_share"] <= 1
        assert 0 < thread["turn_ns"] < 100_000
        assert 0 < thread["largest_gap_ns"] < 60e9
    lines = dict(doctor._fitness(taken))
    assert len(lines) == len(taken["threads"])


def test_without_a_compiler_the_reading_says_so(monkeypatch) -> None:
    monkeypatch.setattr(fitness.compiler, "find", lambda: None)
    assert "no C++20 compiler" in fitness.read(1)["error"]
