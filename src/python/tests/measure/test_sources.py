"""The hash of an implementation's sources changes with what is measured, and with nothing else."""

import subprocess
from pathlib import Path

import pytest

from course.model import benches, sources
from course.model.solutions import IMPLEMENTATIONS, expanded
from course.paths import ROOT
from course.toolchain import compiler

NATIVE = expanded(["@native"])
ANALYSERS = "src/java/analysers/src/main/java/allocpool"
FOREIGN = "src/java/foreign/src/main/java/allocpool"
BENCH = "src/java/bench/src/main/java/allocpool"
FILES = {
    "src/java/analysers/pom.xml": "<project/>",
    "src/java/foreign/pom.xml": "<project/>",
    f"{ANALYSERS}/heap/Heap.java": "a",
    "src/java/analysers/src/test/java/HeapTest.java": "b",
    "src/java/analysers/target/Heap.class": "c",
    f"{ANALYSERS}/nativebuffer/Native.java": "m",
    f"{FOREIGN}/foreign/Foreign.java": "n",
    f"{ANALYSERS}/flat/Flat.java": "q",
    f"{FOREIGN}/flat/foreign/FlatForeign.java": "r",
    f"{FOREIGN}/flat/address/FlatAddress.java": "C",
    "src/java/queues/src/main/java/Queue.java": "s",
    f"{FOREIGN}/queues/foreign/ForeignQueue.java": "t",
    f"{BENCH}/bench/Report.java": "6",
    f"{BENCH}/jmh/Jmh.java": "7",
    "src/java/pools/src/main/java/Pool.java": "8",
    "src/java/allocator/src/main/java/Allocator.java": "9",
    "src/java/service/src/main/java/Service.java": "0",
    "src/python/course/loadtest/driver.py": "A",
    "src/python/course/loadtest/__pycache__/driver.pyc": "B",
    "src/java/clock/src/main/java/Clock.java": "d",
    f"{ANALYSERS}/workload/Packet.java": "e",
    "src/cpp/cpp/main.cpp": "f",
    "src/cpp/cpp-flat/main.cpp": "g",
    "src/cpp/cpp-limit/main.cpp": "u",
    "src/cpp/machine-limits/lines.cpp": "v",
    "src/cpp/steps/circle.hpp": "1",
    "src/cpp/steps/measuring.hpp": "2",
    "src/cpp/steps/options.hpp": "3",
    "src/cpp/steps/pointer_walk.cpp": "4",
    "src/cpp/bench_report/report.hpp": "5",
    "src/cpp/queues/bench.cpp": "w",
    "src/cpp/threads/bench.cpp": "x",
    "src/cpp/allocators/pmr.cpp": "y",
    "native/queues/ring.hpp": "z",
    "native/prefetch/prefetch.cpp": "D",
    "src/cpp/workload/packet.hpp": "h",
    "src/cpp/tests/test.cpp": "i",
    "src/cpp/CMakeLists.txt": "j",
    "src/cpp/flags.cmake": "5",
    "native/clock.hpp": "k",
    "native/another_queue.hpp": "o",
    "native/jni/clock_queue_jni.cpp": "p",
    "native/jni/.hidden": "l",
} | {name: name for name in NATIVE if name != "native/clock.hpp"}


@pytest.fixture
def tree(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


JAVA = {"heap", "native", "foreign", "flat", "flat-foreign"}
CPP = {"cpp", "cpp-flat", "cpp-limit"}
JAVA_BENCHES = {"pools", "buffers", "service"}


def hashes(tree):
    return {name: sources.source_hash(name, tree) for name in IMPLEMENTATIONS}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        (f"{ANALYSERS}/heap/Heap.java", {"heap"}),
        (f"{ANALYSERS}/nativebuffer/Native.java", {"native"}),
        (f"{FOREIGN}/foreign/Foreign.java", {"foreign"}),
        (f"{ANALYSERS}/flat/Flat.java", {"flat", "flat-foreign"}),
        (f"{FOREIGN}/flat/foreign/FlatForeign.java", {"flat-foreign"}),
        ("src/java/queues/src/main/java/Queue.java", set()),
        (f"{ANALYSERS}/workload/Packet.java", JAVA),
        ("src/java/clock/src/main/java/Clock.java", JAVA),
        ("src/java/analysers/src/test/java/HeapTest.java", set()),
        ("src/java/analysers/target/Heap.class", set()),
        ("src/cpp/cpp/main.cpp", {"cpp"}),
        ("src/cpp/cpp-flat/main.cpp", {"cpp-flat"}),
        ("src/cpp/cpp-limit/main.cpp", {"cpp-limit"}),
        ("native/queues/ring.hpp", set()),
        ("src/cpp/workload/packet.hpp", CPP),
        ("src/cpp/CMakeLists.txt", set()),
        ("src/cpp/flags.cmake", CPP),
        ("src/cpp/tests/test.cpp", set()),
        ("native/clock.hpp", JAVA | CPP),
        ("native/jni/clock_queue_jni.cpp", JAVA),
        ("native/another_queue.hpp", set()),
        ("native/jni/.hidden", set()),
    ],
)
def test_what_a_change_touches(tree, name, changes):
    before = hashes(tree)
    (tree / name).write_text("changed")
    after = hashes(tree)
    assert {name for name in IMPLEMENTATIONS if before[name] != after[name]} == changes


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("src/cpp/bench_report/report.hpp", {"queue", "limit", "threads"}),
        ("src/cpp/queues/bench.cpp", {"queue"}),
        (f"{FOREIGN}/queues/foreign/ForeignQueue.java", {"queue"}),
        ("native/queues/ring.hpp", {"queue", "threads"}),
        ("native/jni/clock_queue_jni.cpp", {"queue", "limit", "addresses"}),
        ("src/cpp/machine-limits/lines.cpp", {"limit"}),
        (f"{ANALYSERS}/flat/Flat.java", {"limit", "addresses"}),
        (f"{FOREIGN}/flat/address/FlatAddress.java", {"addresses"}),
        ("native/prefetch/prefetch.cpp", {"addresses"}),
        ("src/cpp/cpp-flat/main.cpp", {"limit", "allocators", "threads"}),
        ("src/cpp/steps/circle.hpp", {"limit"}),
        ("src/cpp/steps/pointer_walk.cpp", set()),
        ("src/cpp/allocators/pmr.cpp", {"allocators"}),
        ("src/cpp/workload/packet.hpp", {"queue", "limit", "addresses", "allocators", "threads"}),
        (f"{BENCH}/bench/Report.java", {"queue", *JAVA_BENCHES}),
        (f"{BENCH}/jmh/Jmh.java", {"pools", "buffers"}),
        ("src/java/pools/src/main/java/Pool.java", {"pools"}),
        ("src/java/allocator/src/main/java/Allocator.java", {"buffers", "service"}),
        ("src/java/service/src/main/java/Service.java", {"service"}),
        ("src/python/course/loadtest/driver.py", {"service"}),
        ("src/python/course/loadtest/__pycache__/driver.pyc", set()),
        (f"{ANALYSERS}/heap/Heap.java", set()),
    ],
)
def test_which_benches_a_change_touches(tree, name, changes):
    before = {bench: sources.source_hash(bench, tree) for bench in benches.names()}
    (tree / name).write_text("changed")
    after = {bench: sources.source_hash(bench, tree) for bench in benches.names()}
    assert {bench for bench in before if before[bench] != after[bench]} == changes


def test_marks_of_regions_are_no_change(tree):
    packet = tree / "src/cpp/workload/packet.hpp"
    packet.write_text("fill();\n")
    before = hashes(tree)
    packet.write_text("    // --8<-- [start:fill]\nfill();\n    // --8<-- [end:fill]\n")
    assert hashes(tree) == before


def test_a_new_name_is_a_change(tree):
    before = hashes(tree)
    (tree / "src/cpp/workload/packet.hpp").rename(tree / "src/cpp/workload/parcel.hpp")
    after = hashes(tree)
    assert {name for name in IMPLEMENTATIONS if before[name] != after[name]} == CPP


def test_a_place_is_no_change(tree, tmp_path_factory):
    moved = tmp_path_factory.mktemp("elsewhere") / "tree"
    before = hashes(tree)
    tree.rename(moved)
    assert hashes(moved) == before


def test_missing_sources(tmp_path):
    with pytest.raises(FileNotFoundError, match="heap is missing"):
        sources.source_hash("heap", tmp_path)


def test_the_real_sources_are_there():
    names = [*IMPLEMENTATIONS, *benches.names()]
    assert len({sources.source_hash(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "unit",
    [
        "src/cpp/cpp/main.cpp",
        "src/cpp/cpp-flat/main.cpp",
        "src/cpp/cpp-limit/main.cpp",
        "native/jni/clock_queue_jni.cpp",
    ],
)
def test_the_native_headers_are_those_that_the_programs_include(unit):
    native = {name for name in included(unit) if name.startswith("native/")}
    # The folder of the binding is hashed as a whole.
    headers = {name for name in native if not name.startswith("native/jni/")}
    assert headers <= set(NATIVE)
    if unit.startswith("src/cpp"):
        assert headers == set(NATIVE)


@pytest.mark.parametrize(
    ("bench", "unit"),
    [
        ("queue", "src/cpp/queues/contestants.cpp"),
        ("queue", "native/queues/c_api.cpp"),
        ("queue", "native/queues/queues_jni.cpp"),
        ("limit", "src/cpp/cpp-limit/limit_analyser.cpp"),
        ("limit", "src/cpp/machine-limits/lines.cpp"),
        ("allocators", "src/cpp/allocators/cpp_main.cpp"),
        ("allocators", "src/cpp/allocators/cpp_flat_main.cpp"),
        ("threads", "src/cpp/threads/threads_bench.cpp"),
    ],
)
def test_what_a_bench_includes_is_in_its_hash(bench, unit):
    known = {file.as_posix() for file in sources.measured_files(bench, ROOT)}
    assert included(unit) <= known


def included(unit):
    """The repository's files that a C++ source includes, itself among them."""
    found = compiler.find()
    assert found is not None
    cpp = ROOT / "src/cpp"
    places = [ROOT / "native", cpp / "workload", cpp, *cpp.glob("*/include")]
    places += [cpp / name for name in ("bench_report", "cpp-limit", "steps", "allocators/pmr")]
    # -MM lists what is included; -MG does not mind what a build would make, nor the JDK's headers.
    command = [str(found.path), "-std=c++20", "-MM", "-MG", *(f"-I{place}" for place in places)]
    done = subprocess.run([*command, str(ROOT / unit)], capture_output=True, text=True, check=True)
    listed = (Path(name) for name in done.stdout.replace("\\\n", " ").split()[1:])
    inside = {path.resolve() for path in listed if path.exists()}
    return {str(path.relative_to(ROOT)) for path in inside if path.is_relative_to(ROOT)}
