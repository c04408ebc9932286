"""The hash of an implementation's sources changes with what is measured, and with nothing else."""

import pytest

from course import sources

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
    "native/.hidden": "l",
}


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
        ("native/.hidden", set()),
    ],
)
def test_what_a_change_touches(tree, name, changes):
    before = hashes(tree)
    (tree / name).write_text("changed")
    after = hashes(tree)
    assert {name for name in IMPLEMENTATIONS if before[name] != after[name]} == changes


def test_a_new_name_is_a_change(tree):
    before = hashes(tree)
    (tree / "native/clock.hpp").rename(tree / "native/timer.hpp")
    after = hashes(tree)
    assert all(before[name] != after[name] for name in IMPLEMENTATIONS)


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
