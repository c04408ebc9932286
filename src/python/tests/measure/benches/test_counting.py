"""What Cachegrind says, and the difference of two runs."""

import dataclasses
import threading
from pathlib import Path

import pytest

from course.measure.benches import counting
from course.model.bench import Count
from course.process import child

from . import fakes

SUMMARY = """\
==7== Cachegrind, a cache and branch-prediction profiler
==7==
==7== I   refs:      1,234,567
==7== I1  misses:        1,500
==7== D   refs:        543,210  (300,000 rd   + 243,210 wr)
==7== D1  misses:       12,345  ( 10,000 rd   +   2,345 wr)
==7== LLd misses:        6,789  (  6,000 rd   +     789 wr)
==7== D1  miss rate:       2.3% (    3.3%     +     1.0%  )
==7== LL misses:         7,000  (  6,200 rd   +     800 wr)
"""


def test_the_summary_is_read():
    assert counting.read_summary(SUMMARY) == {
        "instructions": 1_234_567,
        "d1_misses": 12_345,
        "ll_misses": 6_789,
    }


def test_a_summary_without_counts_is_told():
    with pytest.raises(counting.CountError, match="did not report d1_misses, ll_misses"):
        counting.read_summary("==7== I   refs:      1,234,567\n")


def test_the_start_is_not_counted(tmp_path, monkeypatch):
    seen = []

    def run(arguments, **options):
        log = next(word.partition("=")[2] for word in arguments if word.startswith("--log-file"))
        packets = int(arguments[-1])
        seen.append(arguments)
        figures = {"I   refs": 9000 + 100 * packets, "D1  misses": 5000 + 2 * packets,
                   "LLd misses": 4000 + packets // 2}  # fmt: skip
        lines = [f"==1== {name}: {value:,}\n" for name, value in figures.items()]
        Path(log).write_text("".join(lines))

    monkeypatch.setattr(child, "run", run)
    some = fakes.comparison(fakes.contestant("a", "ok:1"), fakes.contestant("b", "ok:2"))
    what = Count(("b",), {"C": ("--case", "C")}, ("--scale", "100"))
    some = dataclasses.replace(some, count=what)
    here, never = fakes.machine(tmp_path), threading.Event()
    (counted,) = counting.count(some, here, never, lambda line: None)
    assert (counted.contestant, counted.run) == ("b", "C")
    per_packet = {"instructions": 100, "d1_misses": 2, "ll_misses": 0.5}
    assert counted.per_packet.model_dump() == per_packet
    assert counted.command[0] == "valgrind"
    assert [words[-1] for words in seen] == [str(counting.SHORT), str(counting.LONG)]
    assert "--scale" in counted.command


def test_without_valgrind_the_way_to_it_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(counting.CountError, match="--count: valgrind is not on PATH"):
        counting.require()
