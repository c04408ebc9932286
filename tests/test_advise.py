"""``./course advise`` on recordings of the course's programs, and on invalid files."""

from __future__ import annotations

import functools
import json
import re
import subprocess

import pytest

from course import paths
from course.advice import recordings
from course.advice.advise import known_prices, run
from course.advice.candidates import candidates
from course.cli.main import COMMANDS, parse
from course.errors import CourseError, UsageError
from course.measure.cells.commands import CLASS_PATH
from course.toolchain import jdks

DIRECT = """
public class Direct {
    static Object last;
    static void make() { last = java.nio.ByteBuffer.allocateDirect(4096); }
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 20_000; i++) {
            make();
            last = new byte[64 << 10];
        }
    }
}
"""


def advise(*arguments):
    return run(parse(["advise", *map(str, arguments)]))


def record(java, file, *command, settings=recordings.SETTINGS, collector="G1"):
    """Run Java with Flight Recorder and a log of its collector beside the recording."""
    log = file.with_suffix(".log")
    flags = [
        f"-XX:StartFlightRecording=settings={settings},filename={file}",
        f"-Xlog:gc*,safepoint:file={log}",
    ]
    subprocess.run(
        [java, "-Xms64m", "-Xmx64m", f"-XX:+Use{collector}GC", *flags, *command],
        cwd=paths.ROOT, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    return log


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Record the allocating analyser, once with each Java; return recording and log."""

    @functools.cache
    def analyser(java, collector="G1"):
        file = tmp_path_factory.mktemp("jfr") / "app.jfr"
        return file, record(
            java, file, "-cp", CLASS_PATH, "allocpool.heap.HeapMain", "--case", "A", "--strategy",
            "alloc", "--mode", "batch", "--scale", "100", "--packets", "300000",
            "--warmup-rounds", "1", "--rounds", "3", collector=collector,
        )  # fmt: skip

    return analyser


@pytest.fixture
def recording_file(recorded):
    """The newest JDK's recording."""
    return recorded(jdks.find(jdks.all()[0].version).java)[0]


def told_by(capsys, *files):
    assert advise(*files, "--json") == 0
    return json.loads(capsys.readouterr().out)


def stops_agree(file, log):
    """Whether a recording's times to safepoint are those of a series of the log's stops, but for 2
    microseconds each."""
    ways = [int(ns) / 1e6 for ns in re.findall(r"Reaching safepoint: (\d+)", log.read_text())]
    raw = recordings.read(file).raw
    count = raw["safepoints"]
    sums = [sum(ways[one : one + count]) for one in range(len(ways) - count + 1)]
    return min(abs(one - raw["to_safepoint_ms"]) for one in sums) < 0.002 * count


EACH_RECORDING = [
    pytest.param(version, collector, marks=() if is_usual else pytest.mark.all)
    for version in (11, 17, 25)
    for collector in ("G1", "Serial", "Parallel", "Shenandoah", "Z")
    for is_usual in [version == 25 and collector in ("G1", "Z")]  # with pauses, and mostly without
    if (version, collector) != (11, "Z")  # an experiment at that time
]


@pytest.mark.slow
@pytest.mark.parametrize(("version", "collector"), EACH_RECORDING)
def test_every_recording_says_what_its_log_says(version, collector, recorded, capsys):
    """A recording starts later than its log, and ends earlier."""
    jdk = jdks.find(version)
    if jdk is None:
        pytest.skip(f"there is no JDK {version}")
    file, log = recorded(jdk.java, collector)
    logged, told = told_by(capsys, file, log)
    # ZGC frees little at a time, and more or less from one collection to the next
    rough = 16 if collector == "Z" else 2
    assert told["collector"] == logged["collector"]
    # The recorder starts after the log: on a busy machine, a quarter of the collections later.
    assert 0.5 * logged["pauses"] - 2 <= told["pauses"] <= logged["pauses"]
    assert 0 < told["longest_ms"] <= 1.2 * logged["longest_ms"] + 1
    assert told["alive_mb"] == pytest.approx(logged["alive_mb"], abs=rough)
    assert told["room_mb"] == pytest.approx(logged["room_mb"], rel=0.2, abs=rough)
    # 1.2 million packets, of 1,288 bytes on JDK 25 and not many fewer on the others
    assert told["allocated_mb_s"] * told["seconds"] == pytest.approx(1_500, rel=0.25)
    assert told["candidates"]
    assert all(0 < one["share"] <= 1 and one["bytes"] > 0 for one in told["candidates"])
    assert any("HeapPacket" in one["site"] for one in told["candidates"])
    lacking = any("pacing" in note for note in told["notes"])
    assert lacking == (collector == "Shenandoah")
    if version == 25:  # the older ones count a little more than their logs
        for _ in range(2):  # a stall between both readings of the clock spoils one recording
            if not stops_agree(file, log):
                recorded.cache_clear()
                file, log = recorded(jdk.java, collector)
        assert stops_agree(file, log)


@pytest.mark.slow
def test_what_is_printed(recording_file, capsys):
    assert advise(recording_file, "--deadline", "0.001") == 0
    said = capsys.readouterr().out
    assert "longest time to safepoint" in said
    assert "1. " in said
    assert "chapter 15" in said
    assert "Leave the rest, " in said
    assert "longer than 0.001 ms" in said


@pytest.mark.slow
def test_a_recording_that_is_cut_off_tells_what_it_has(recording_file, tmp_path, capsys):
    whole = recording_file.read_bytes()
    cut = tmp_path / "cut.jfr"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CourseError, match=r"cut\.jfr: is cut off: not one part"):
        advise(cut)
    cut.write_bytes(whole + whole[: len(whole) // 2])
    (told,) = told_by(capsys, cut)
    assert "cut off" in told["notes"][0]
    (all_of_it,) = told_by(capsys, recording_file)
    assert told["pauses"] == all_of_it["pauses"]
    assert told["candidates"][0]["share"] == all_of_it["candidates"][0]["share"]


@pytest.mark.slow
def test_direct_buffers_are_named_and_recordings_without_sizes_get_no_verdict(tmp_path, capsys):
    (tmp_path / "Direct.java").write_text(DIRECT)
    java = jdks.compiling().java
    record(java, tmp_path / "app.jfr", tmp_path / "Direct.java")
    assert advise(tmp_path / "app.jfr") == 0
    said = capsys.readouterr().out
    assert "direct buffers per second are created at Direct.make" in said
    assert "byte[] of 64 KB at Direct.main" in said
    record(java, tmp_path / "usual.jfr", tmp_path / "Direct.java", settings="profile")
    assert advise(tmp_path / "usual.jfr") == 0
    said = capsys.readouterr().out
    assert "contains no sizes" in said
    way = next(line for line in said.splitlines() if "longest time to safepoint" in line)
    assert ("not known" in way) == ("contains no safepoints" in said)
    assert "jcmd PID JFR.start" in said


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"FLR\0", "is cut off"),
        (b"FLR\0" + bytes(100), "is cut off"),
        (b"FLR\0\0\2\0\0" + (200).to_bytes(8, "big") + bytes(184), "cannot be read"),
        (b"JAVA PROFILE 1.0.2\0", "is a dump of a heap"),
        (b"I wandered lonely as a cloud\n", "no line of a garbage collector's log"),
    ],
)
def test_what_is_no_recording_gets_one_line(content, complaint, tmp_path):
    file = tmp_path / "app.jfr"
    file.write_bytes(content)
    with pytest.raises(CourseError) as caught:
        advise(file)
    said = str(caught.value)
    assert said.startswith(f"{file}: ")
    assert complaint in said
    assert "\n" not in said


def test_without_a_file_it_tells_how_to_record(capsys):
    assert advise() == 0
    said = capsys.readouterr().out
    assert f"jcmd PID JFR.start settings={recordings.SETTINGS}" in said
    assert recordings.SETTINGS.is_file()


def test_what_follows_two_dashes_is_a_program():
    args = parse(["advise", "--", "program", "--json", "-x"])
    assert (args.program, args.logs, args.json) == (["program", "--json", "-x"], [], False)
    for words in (["a.jfr", "--", "ls"], ["--"]):
        with pytest.raises(UsageError, match="program"):
            COMMANDS["advise"].run(parse(["advise", *words]))


def recording(**changed):
    """Ten young collections in ten seconds; the first of two sites has 99 % of 4,000 MB/s."""
    answer = {
        "jvm": "a JVM for tests", "seconds": 10.0, "last_ms": 10_000.0, "collector_name": "G1",
        "concurrent_ms": 0, "stall_events": [], "notes": [], "safepoints": 0,
        "events": [{"at_ms": 1000.0 * n, "pause_ms": 20.0, "kind": "Pause"} for n in range(10)],
        "collections": [[1000.0 * n, 520.0, 20.0] for n in range(1, 10)],
        "allocated_mb": 40_000.0,
        "sites": [
            {"class": "byte[]", "site": "a.b.Codec.read", "direct": False, "mb": 39_600.0,
             "objects": 39_600 * 64.0, "from_bytes": 16_384, "to_bytes": 20_480},
            {"class": "a.Small", "site": "a.Small.of", "direct": False, "mb": 400.0,
             "objects": 1e7, "from_bytes": 40, "to_bytes": 40},
        ],
        "copied_mb": {"byte[]": 150.0}, "old_samples": 10,
        "old": [{"class": "byte[]", "site": "a.b.Codec.read", "samples": 5}],
    }  # fmt: skip
    return recordings.understood("app.jfr", answer | changed)


def test_a_candidate_is_named_with_its_sizes_rate_and_share():
    (only,) = candidates(recording(), dict.fromkeys(known_prices()[0], 100.0))
    assert only.lines[0] == "byte[] of 16 KB to 20 KB at Codec.read: 3,960 MB/s, 99 % of all"
    assert only.site.alive_mb == pytest.approx(15)
    assert only.verdict == "pool"
    # 3,960 MB, a hundred nanoseconds for each of their kilobytes
    assert only.values["making_high"] == pytest.approx(3960 * 1024 * 100e-9)


def test_who_allocates_little_is_told_to_leave_it():
    quiet = recording(
        allocated_mb=40.0,
        sites=[
            {"class": "byte[]", "site": "a.b.Codec.read", "direct": False, "mb": 40.0,
             "objects": 2560.0, "from_bytes": 16_384, "to_bytes": 16_384},
        ],
        events=[{"at_ms": 500.0, "pause_ms": 0.1, "kind": "Pause"}],
    )  # fmt: skip
    (only,) = candidates(quiet, dict.fromkeys(known_prices()[0], 100.0))
    assert only.verdict == "leave"
