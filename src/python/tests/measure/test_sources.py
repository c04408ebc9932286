"""The hash of an implementation's sources changes with what is measured, and with nothing else."""

import subprocess

import pytest

from course import sources
from course.paths import ROOT
from course.toolchain import compiler

FILES = {
    "src/java/heap/src/main/java/Heap.java": "a",
    "src/java/heap/src/test/java/HeapTest.java": "b",
    "src/java/heap/target/Heap.class": "c",
    "src/java/native/src/main/java/Native.java": "m",
    "src/java/foreign/src/main/java/Foreign.java": "n",
    "src/java/clock/src/main/java/Clock.java": "d",
    "src/java/workload/src/main/java/Packet.java": "e",
    "src/cpp/cpp/main.cpp": "f",
    "src/cpp/cpp-flat/main.cpp": "g",
    "src/cpp/workload/packet.hpp": "h",
    "src/cpp/tests/test.cpp": "i",
    "src/cpp/CMakeLists.txt": "j",
    "native/clock.hpp": "k",
    "native/another_queue.hpp": "o",
    "native/jni/clock_queue_jni.cpp": "p",
    "native/jni/.hidden": "l",
} | {name: name for name in sources.NATIVE if name != "native/clock.hpp"}


@pytest.fixture
def tree(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


IMPLEMENTATIONS = ("heap", "native", "foreign", "cpp", "cpp-flat")
JAVA = {"heap", "native", "foreign"}
CPP = {"cpp", "cpp-flat"}


def hashes(tree):
    return {name: sources.source_hash(name, tree) for name in IMPLEMENTATIONS}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("src/java/heap/src/main/java/Heap.java", {"heap"}),
        ("src/java/native/src/main/java/Native.java", {"native"}),
        ("src/java/foreign/src/main/java/Foreign.java", {"foreign"}),
        ("src/java/workload/src/main/java/Packet.java", JAVA),
        ("src/java/clock/src/main/java/Clock.java", JAVA),
        ("src/java/heap/src/test/java/HeapTest.java", set()),
        ("src/java/heap/target/Heap.class", set()),
        ("src/cpp/cpp/main.cpp", {"cpp"}),
        ("src/cpp/cpp-flat/main.cpp", {"cpp-flat"}),
        ("src/cpp/workload/packet.hpp", CPP),
        ("src/cpp/CMakeLists.txt", CPP),
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
    assert len({sources.source_hash(name) for name in sources.PLACES}) == len(sources.PLACES)


@pytest.mark.parametrize(
    "unit", ["src/cpp/cpp/main.cpp", "src/cpp/cpp-flat/main.cpp", "native/jni/clock_queue_jni.cpp"]
)
def test_the_native_headers_are_those_that_the_programs_include(unit):
    found = compiler.find()
    assert found is not None
    folders = [f"-I{ROOT / place}" for place in ("native", "src/cpp/workload")]
    # -MM lists what is included; -MG does not mind what a build would make, nor the JDK's headers.
    command = [str(found.path), "-std=c++20", "-MM", "-MG", *folders, str(ROOT / unit)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    included = {name.removeprefix(f"{ROOT}/") for name in listed if name.startswith(f"{ROOT}/")}
    headers = {name for name in included if name.startswith("native/") and name.endswith(".hpp")}
    assert headers <= set(sources.NATIVE)
    if unit.startswith("src/cpp"):
        assert headers == set(sources.NATIVE)
