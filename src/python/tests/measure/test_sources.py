"""The hash of an implementation's sources changes with what is measured, and with nothing else."""

import pytest

from course import sources

FILES = {
    "src/java/heap/src/main/java/Heap.java": "a",
    "src/java/heap/src/test/java/HeapTest.java": "b",
    "src/java/heap/target/Heap.class": "c",
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


def hashes(tree):
    return [sources.source_hash(name, tree) for name in ("heap", "cpp", "cpp-flat")]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("src/java/heap/src/main/java/Heap.java", [True, False, False]),
        ("src/java/workload/src/main/java/Packet.java", [True, False, False]),
        ("src/java/heap/src/test/java/HeapTest.java", [False, False, False]),
        ("src/java/heap/target/Heap.class", [False, False, False]),
        ("src/cpp/cpp/main.cpp", [False, True, False]),
        ("src/cpp/cpp-flat/main.cpp", [False, False, True]),
        ("src/cpp/workload/packet.hpp", [False, True, True]),
        ("src/cpp/CMakeLists.txt", [False, True, True]),
        ("src/cpp/tests/test.cpp", [False, False, False]),
        ("native/clock.hpp", [True, True, True]),
        ("native/.hidden", [False, False, False]),
    ],
)
def test_what_a_change_touches(tree, name, changes):
    before = hashes(tree)
    (tree / name).write_text("changed")
    assert [old != new for old, new in zip(before, hashes(tree), strict=True)] == changes


def test_a_new_name_is_a_change(tree):
    before = hashes(tree)
    (tree / "native/clock.hpp").rename(tree / "native/timer.hpp")
    assert all(old != new for old, new in zip(before, hashes(tree), strict=True))


def test_a_place_is_no_change(tree, tmp_path_factory):
    moved = tmp_path_factory.mktemp("elsewhere") / "tree"
    before = hashes(tree)
    tree.rename(moved)
    assert hashes(moved) == before


def test_missing_sources(tmp_path):
    with pytest.raises(FileNotFoundError, match="workload is missing"):
        sources.source_hash("heap", tmp_path)


def test_the_real_sources_are_there():
    assert len({sources.source_hash(name) for name in sources.PLACES}) == 3
