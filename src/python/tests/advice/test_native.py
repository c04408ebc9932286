"""``./course advise -- PROGRAM`` on programs whose pattern of allocation is known."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from course import paths
from course.advice import transcripts
from course.advice.native import _start, run, values_of
from course.advice.sites import by_site
from course.advice.trace import read
from course.errors import CourseError, UsageError
from course.measure.benches import turn
from course.measure.here import Here
from course.model import benches
from course.model.decision import native_rules
from course.stats.advised import TRACES
from course.toolchain.libraries import ALLOCATORS, allocator, why_no_allocator

EXACT = ("name", "low", "high", "elsewhere", "resized")
CLOCKED = ("bytes", "count", "sizes", "pair_ns", "alive_mb")
"""What isn't kept of a site: what depends on the clock, or on how long it was traced."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("patterns"),  # they are compiled once
    pytest.mark.skipif(sys.platform != "linux", reason="the tracer is for Linux"),
]


def compiled(source: str, output: Path, *flags: str) -> str:
    if not paths.TRACER.exists():
        pytest.skip("the tracer is not built")
    file = paths.NATIVE_SOURCES / "tracer/tests" / source
    command = ["c++", "-std=c++20", "-O1", "-g", "-pthread", *flags, file, "-o", output]
    subprocess.run(command, check=True)
    return str(output)


@pytest.fixture(scope="module")
def patterns(tmp_path_factory):
    return compiled("patterns.cpp", tmp_path_factory.mktemp("patterns") / "patterns")


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("burst", ["make_block", "a region for each burst"]),
        ("handover", ["make_block", "Another thread frees all of the bytes"]),
        ("long-lived", ["make_block", "leave it", "live until the end"]),
        ("queue", ["make_block", "pool this size, 1,500 bytes"]),
        ("crash", ["killed by SIGSEGV", "a region for each burst"]),
        ("quit", ["exit code 3", "a region for each burst"]),
    ],
)
def test_advice_names_the_pattern(patterns, pattern, words, capfd):
    assert run([patterns, pattern]) == 0
    said = capfd.readouterr().err
    assert all(word in said for word in words), said


def test_a_storm_of_threads_forks_and_signals_ends(patterns, capfd):
    assert run([patterns, "storm"]) == 0
    said = capfd.readouterr().err
    assert "samples" in said
    assert "exit code" not in said


@pytest.mark.parametrize("name", ALLOCATORS)
def test_a_program_may_preload_an_allocator(patterns, name, capfd, monkeypatch):
    if reason := why_no_allocator(name):
        pytest.skip(reason)
    monkeypatch.setenv("LD_PRELOAD", str(allocator(name)))
    for pattern, words in (("burst", r"make_block \S+: use a region"), ("storm", "samples")):
        assert run([patterns, pattern]) == 0
        said = capfd.readouterr().err
        assert re.search(words, said), said
        assert "exit code" not in said


@pytest.mark.parametrize("tracer", [paths.TRACER, paths.TRACER_OF_OPERATORS])
def test_a_plugin_may_wait_for_a_thread_that_allocates(tmp_path, tracer):
    plugin = compiled("plugin.cpp", tmp_path / "plugin.so", "-O0", "-shared", "-fPIC")
    program = [sys.executable, "-c", "import ctypes, sys; ctypes.CDLL(sys.argv[1])", plugin]
    environment = {**os.environ, "LD_PRELOAD": str(tracer), "ALLOCPOOL_TRACE": str(tmp_path)}
    subprocess.run(program, check=True, timeout=60, env=environment)
    assert list(tmp_path.glob("*.trace"))


ANALYSER = "--case A --strategy alloc --mode batch --packets 500000 --warmup-rounds 0 --rounds 1"
LINES_OF_WORDS = "push @{$lines{$_}}, $. for split /\\W+/"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["analyser-cpp", *ANALYSER.split()], r"Analyser::run: pool this size, 1,032 bytes"),
        (["analyser-cpp-flat", *ANALYSER.split()], r"Analyser::run: pool this size, 1,064 bytes"),
        (
            ["analyser-cpp-region", *ANALYSER.split()],  # its regions hold eight packets each
            r"RegionAnalyser::run: pool this size, 1,096 bytes|Leave it: malloc and free take",
        ),
        (["sort", "-o", "/dev/null", "TEXT"], r"Leave it: it allocates too little"),
        (["perl", "-ne", LINES_OF_WORDS, *["TEXT"] * 4], r"Perl_av_extend\w*: reserve the size"),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)
def test_real_programs_get_advice(tmp_path, command, words, capfd):
    text = tmp_path / "TEXT"
    text.write_bytes(b"".join(file.read_bytes() for file in paths.ROOT.glob("chapters/*.md")))
    built = paths.CPP_PROGRAMS / command[0]
    program = str(built) if built.exists() else shutil.which(command[0])
    if program is None or not paths.TRACER.exists():
        pytest.skip(f"{command[0]} or the tracer is not here")
    assert run([program, *(str(text) if one == "TEXT" else one for one in command[1:])]) == 0
    said = capfd.readouterr().err
    assert re.search(words, said), said


@pytest.mark.parametrize("program", ["cpp", "cpp-flat", "perl"])
def test_the_tracer_has_a_bench_that_only_adds_it(program):
    if shutil.which("perl") is None:
        pytest.skip("there is no perl")
    bench = dataclasses.replace(benches.load("tracer"), seconds=0.04)
    alone, traced = (bench.contestant(f"{program}-{how}") for how in ("alone", "traced"))
    run = next(iter(alone.program.runs))
    command = turn.command_of(alone, run, bench.seconds, Here())
    taken = turn.take(bench, traced, run, Here(), threading.Event())
    assert taken.reason is None  # as it would be if nothing was traced
    assert taken.command == [*taken.command[: -len(command)], *command]
    assert taken.command[1:5] == ["-m", "course", "advise", "--"]
    metrics = {one.source or one.name for one in bench.metrics}
    assert {one["metric"] for one in taken.results} & metrics


@pytest.mark.parametrize(
    ("program", "case", "generator"),
    [
        pytest.param(program, case, generator, marks=() if case == "A" else pytest.mark.all)
        for program in ("cpp", "cpp-flat")
        for case, generator in map(
            str.split, ("A counter", "A random", "B counter", "C counter", "C random")
        )
    ],
)
def test_the_traces_behind_chapter_17_are_these_programs(program, case, generator, tmp_path):
    """Each is compared with results/traces.json; build/traces.json is a new one to copy there."""
    packets = {"A": 500_000, "B": 2_000_000, "C": 6_000_000}[case]
    arguments = [
        f"--case={case}", f"--generator={generator}", f"--packets={packets}", "--strategy=alloc",
        "--mode=batch", "--warmup-rounds=0", "--rounds=1",
    ]  # fmt: skip
    analyser = str(paths.CPP_PROGRAMS / f"analyser-{program}")
    if not (Path(analyser).exists() and paths.TRACER.exists()):
        pytest.skip("the program or the tracer is not here")
    _start(analyser, [analyser, *arguments], tmp_path)
    (found,) = map(read, tmp_path.glob("*.trace"))
    site = {
        name: round(value, 3) if isinstance(value, float) else value
        for name, value in values_of(by_site(found)[0]).items()
        if name not in CLOCKED
    }
    of = {"implementation": program, "case": case, "generator": generator}
    new = paths.BUILD / "traces.json"
    known = json.loads((paths.ROOT / TRACES).read_text(encoding="utf-8"))
    made = json.loads(new.read_text(encoding="utf-8")) if new.exists() else known
    rest = [one for one in made if not of.items() <= one.items()]
    rest = sorted([*rest, {**of, "site": site}], key=lambda one: [one[name] for name in of])
    new.write_text(json.dumps(rest, indent=1) + "\n", encoding="utf-8")
    (kept,) = (one["site"] for one in known if of.items() <= one.items())
    assert {name: kept[name] for name in EXACT} == {name: site[name] for name in EXACT}
    assert native_rules().verdict(kept) == native_rules().verdict(site)


def test_output_is_the_programs_own(capfd):
    try:
        run(["/usr/bin/sort", "--version"])
    except CourseError as error:
        assert "leave it" in str(error)
    assert "sort" in capfd.readouterr().out


def test_a_program_that_is_not_there_is_one_line():
    with pytest.raises(UsageError, match="no such program"):
        run(["/no/such/program"])


@pytest.mark.parametrize("text", ["echo\n", ""])
def test_a_script_without_an_interpreter_is_one_line(tmp_path: Path, text):
    script = tmp_path / "script"
    script.write_text(text)
    script.chmod(0o755)
    with pytest.raises(UsageError, match="can't be started"):
        run([str(script)])


def test_a_transcript_has_the_command_and_what_it_said(tmp_path, monkeypatch):
    def make_input(folder):
        (folder / "words").write_text("allocate\npool\n" * 100_000)

    monkeypatch.setattr(transcripts, "FOLDER", tmp_path)
    monkeypatch.setattr(transcripts, "make_input", make_input)
    assert transcripts.main(["sort"]) == 0
    command, *said = (tmp_path / "sort.txt").read_text(encoding="utf-8").splitlines()
    assert command == "$ ./course advise -- sort -o sorted words"
    assert re.match(
        r"sort: .* allocations by .* threads?, in .* s; (one sample|\d+ samples)", said[0]
    )
    assert said[-1].startswith("- Leave it: ")
