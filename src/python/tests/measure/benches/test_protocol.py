"""What programs print: understood, or refused in one line."""

import json

import pytest

from course.measure.benches.protocol import AnalyserReader, BenchReader
from course.measure.events import OutputError
from course.model import oracle
from course.model.bench_record import value_of

BUILD = {"name": "g++", "version": "12", "vendor": "GNU", "flags": ["-O2"], "more": 1}
START = {"event": "start", "bench": "queue", "contestant": "ring", "build": BUILD}
RESULT = {"event": "result", "metric": "interval", "unit": "ns", "value": 2.5, "stalls": 3}
END = {"event": "end"}


def read(*events, name=""):
    reader = BenchReader(name)
    for event in events:
        reader.understands(json.dumps(event))
    return reader


def test_results_are_kept_with_all_they_say():
    reader = read(START, RESULT, END, name="ring")
    assert reader.results() == [{"metric": "interval", "unit": "ns", "value": 2.5, "stalls": 3}]
    assert reader.runtime() == {"name": "g++", "version": "12", "vendor": "GNU", "flags": ["-O2"]}


def test_the_median_stands_for_percentiles():
    some = {"event": "result", "metric": "x", "unit": "ns", "percentiles": {"0": 1, "50": 7}}
    (result,) = read(START, some, END).results()
    assert value_of(result) == 7
    assert value_of(result, "0") == 1


def test_reasons_for_not_measuring_are_told_apart():
    one = {"event": "skipped", "metric": "huge_pages", "reason": "refused"}
    reader = read(START, RESULT, one, END)
    assert reader.skipped == {"huge_pages": "refused"}
    assert reader.reason is None
    reader = read(START, {"event": "skipped", "reason": "one core"}, END)
    assert (reader.results(), reader.reason) == ([], "one core")


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([RESULT, END], "printed out of order"),
        ([START, START, END], "printed out of order"),
        ([START, RESULT], "printed no end event"),
        ([], "printed no start event"),
        ([START, END], "neither a result nor a reason"),
        ([START, END, RESULT], "printed out of order"),
        ([START, {**RESULT, "value": "2"}, END], "wrong result event: value"),
        ([START, {"event": "result", "metric": "x", "unit": "ns"}, END], "wrong result event"),
        ([START, {**RESULT, "percentiles": {"50": 1}}, END], "wrong result event"),
        ([START, {"event": "skipped"}, END], "wrong skipped event"),
        ([{**START, "build": {}}, END], "wrong start event: build"),
        ([{"event": "hello"}], "printed an unknown event"),
        (["text"], "printed an unknown event"),
    ],
)
def test_what_a_program_must_not_print(events, says):
    with pytest.raises(OutputError, match=says):
        read(*events).results()


def test_no_figure_is_nan():
    reader = read(START)
    assert not reader.understands('{"event":"result","metric":"x","unit":"ns","value":NaN}')


def test_the_contestant_must_be_the_one_that_was_asked_for():
    with pytest.raises(OutputError, match="ran contestant ring, asked for other"):
        read(START, RESULT, END, name="other").results()


ANALYSER_START = {
    "event": "start",
    "implementation": "cpp-limit",
    "strategy": "pool",
    "case": "A",
    "mode": "batch",
    "generator": "counter",
    "scale": 100,
    "sizes": {"queue": 100, "stored": 100},
    "runtime": BUILD,
    "workload": oracle.WORKLOAD,
    "limit": {"steps": "layout"},
}


def rounds(*times, warmup=False):
    return [
        {"event": "round", "warmup": warmup, "packets": 500, "elapsed_ns": 500 * ns,
         "ns_per_packet": float(ns)}
        for ns in times
    ]  # fmt: skip


def analyser_end(packets, digest=None):
    expected = oracle.expected("A", 100, "counter", packets)
    return {"event": "end", "packets": packets, "digest": digest or expected}


def analyse(folder, *events, **asked):
    reader = AnalyserReader({"case": "A", "strategy": "pool"} | asked, folder)
    for event in events:
        reader.understands(json.dumps(event))
    return reader


def test_an_analysers_rounds_are_one_result(tmp_path):
    warm = rounds(90, warmup=True)
    reader = analyse(tmp_path, ANALYSER_START, *warm, *rounds(20, 40), analyser_end(1500))
    (result,) = reader.results()
    assert result == {
        "metric": "ns_per_packet",
        "unit": "ns",
        "value": 30.0,
        "count": 1000,
        "samples": [20.0, 40.0],
    }
    assert reader.runtime()["name"] == "g++"


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([*rounds(20), analyser_end(500, "0123456789abcdef")], "wrong digest after 500 packets"),
        ([*rounds(20)], "printed no end event"),
        ([analyser_end(500)], "printed no round event"),
    ],
)
def test_an_analyser_whose_work_is_in_doubt_has_no_result(tmp_path, events, says):
    with pytest.raises(OutputError, match=says):
        analyse(tmp_path, ANALYSER_START, *events).results()


def test_an_analyser_must_do_what_it_was_asked_for(tmp_path):
    reader = analyse(tmp_path, ANALYSER_START, *rounds(20), analyser_end(500), case="B")
    with pytest.raises(OutputError, match="ran with case A, asked for B"):
        reader.results()
    other = {**ANALYSER_START, "workload": oracle.WORKLOAD + 1}
    with pytest.raises(OutputError, match="of the workload"):
        analyse(tmp_path, other, *rounds(20), analyser_end(500)).results()
