"""Every exercise that there is: whole, consistent, and provable both ways."""

import re

import pytest

from course import paths
from course.grading.checks import calls, checks, cpp, java, subject
from course.grading.checks.judge import Judge, unpack
from course.grading.classroom.self_test import SECRET, job_of, mismatch, why_skipped
from course.grading.exercises import readme, specimens
from course.grading.exercises.starter import solution, starters
from course.grading.exercises.submission import Submission
from course.grading.grader import Report, refused, report
from course.grading.verdicts import Verdict

from . import kept, tiers, unlisted
from .tiers import ALL, ATTACKS, HONEST, MUTANTS
from .variants import got_in

LET_IN = [got_in(one) for one in ATTACKS if one.expected.let_in]

each = pytest.mark.parametrize("exercise", ALL, ids=lambda one: one.name)


THERE_ARE = {
    "benchmark-flaw": (2, "java"),
    "copying-cost-model": (3, "java"),
    "mixed-pool": (5, "java"),
    "read-a-gc-log": (5, "java"),
    "zero-alloc-pool": (5, "java"),
    "spsc-ring-cpp": (6, "cpp"),
    "spsc-ring-java": (6, "java"),
    "smallest-interval": (7, "java"),
    "off-heap-slab": (9, "java"),
    "leak-and-double-free": (10, "cpp"),
    "flat-packet": (11, "cpp"),
    "misses-less": (11, "cpp"),
    "flyweight-parser": (12, "java"),
    "hand-off-pool": (13, "cpp"),
    "size-class-allocator": (15, "java"),
}
"""Name -> chapter and language."""


def test_all_are_there() -> None:
    """What is lost or moved by mistake is missed by no other test."""
    assert {one.name: (one.chapter, one.language) for one in ALL} == THERE_ARE


@each
def test_the_starter_is_what_the_solution_gives(exercise) -> None:
    """If not: .venv/bin/python -m course.grading.exercises.starter"""
    for file, text in starters(exercise).items():
        assert (exercise.folder / "starter" / file).read_text(encoding="utf-8") == text, file


@each
def test_the_readme_states_every_threshold(exercise) -> None:
    text = readme.render(exercise)
    assert "{{" not in text
    for check in exercise.checks:
        assert check.threshold() in text


@each
def test_the_judge_repeats_itself_and_not_its_traces(exercise) -> None:
    judge = Judge(exercise.folder)
    one, other = judge.trace(b"a", 200), judge.trace(b"b", 200)
    assert one == judge.trace(b"a", 200)
    assert one.words != other.words
    assert unpack(one.expected)
    assert not unpack(judge.trace(b"a", 0).expected)


SIZES = {
    "benchmark-flaw": r"(?:closed|open)\(work, \d+, (\d+)",
    "copying-cost-model": r"new CopyingHeap\((\d+)",
    "flat-packet": r"FlatPackets packets\d\{(\d+)",
    "flyweight-parser": r"wrap\(.*, (\d+)\)",
    "hand-off-pool": r"pool\d\{(\d+)",
    "leak-and-double-free": r"PacketQueue queue\d\{(\d+)",
    "misses-less": r"FlowTable table\d\{(\d+)",
    "mixed-pool": r"new MixedPool\((\d+)",
    "off-heap-slab": r"new OffHeapSlab\((\d+)",
    "size-class-allocator": r"new SizeClassAllocator\(\d+, \d+, (\d+)",
    "smallest-interval": r"// ([\d,]+) packets",
    "spsc-ring-cpp": r"SpscRing ring\d\{(\d+)",
    "spsc-ring-java": r"new SpscRing\((\d+)",
    "zero-alloc-pool": r"of (\d+) packets",
}
"""How a judge's calls name sizes."""


@each
def test_a_small_table_has_no_room(exercise) -> None:
    """Nor has a word of bits: it would be right for all sizes that are drawn."""
    if exercise.name not in SIZES:
        assert exercise.name == "read-a-gc-log"
        return
    judge = Judge(exercise.folder)
    trace = judge.trace(b"a", 8_000)
    known = calls.read(judge.calls, unpack(trace.words), unpack(trace.expected))
    found = re.findall(SIZES[exercise.name], "\n".join(call.says for call in known))
    sizes = {int(one.replace(",", "")) for one in found}
    assert len(sizes) > 1
    assert max(sizes) > 256


@each
def test_every_check_has_a_mutant(exercise) -> None:
    caught = {mutant.expected.check for mutant in MUTANTS if mutant.exercise.name == exercise.name}
    assert {check.name for check in exercise.checks} <= caught


@each
def test_no_run_is_longer_than_that_of_a_tool(exercise) -> None:
    """A race, an error or an allocation could begin where it looks no more."""
    if exercise.language == "cpp":
        _, *others = exercise.checks
        assert len({check.operations for check in others}) == 1
        assert others[0].operations > exercise.checks[0].operations


@each
def test_what_allocates_seldom_allocates_too_much(exercise) -> None:
    """A trace may be too short, or a limit too wide, for one allocation in a thousand to show."""
    kinds = {check.name: check.kind for check in exercise.checks}
    seldom = {
        mutant.expected.check
        for mutant in MUTANTS
        if mutant.exercise.name == exercise.name and mutant.name == "allocates-once-per-thousand"
    }
    assert {name for name, kind in kinds.items() if kind in ("garbage", "allocations")} == seldom


def test_a_specimen_fits_its_solution(tmp_path) -> None:
    """A change whose text the solution has no more would change nothing."""
    for number, specimen in enumerate((*MUTANTS, *ATTACKS, *HONEST)):
        folder = tmp_path / str(number)
        folder.mkdir()
        specimen.write(folder)
        written = {file.name: file for file in folder.iterdir()}
        ours = solution(specimen.exercise)
        alike = [
            name
            for name, text in ours.items()
            if name in written and written[name].is_file() and written[name].read_bytes() == text
        ]
        assert len(alike) < len(ours) or set(written) > set(ours), specimen.name


def test_the_attacks_are_many_and_in_both_languages() -> None:
    assert len(ATTACKS) >= 40
    for language in ("java", "cpp"):
        assert sum(one.exercise.language == language for one in ATTACKS) >= 15
    tried = {verdict for one in (*ATTACKS, *LET_IN) for verdict in one.expected.verdict}
    assert tried >= set(Verdict) - {Verdict.TOO_NOISY, Verdict.GRADER_ERROR}


def test_honest_variants_are_many_and_of_each_exercise() -> None:
    assert len(HONEST) >= 60
    assert {one.exercise.name for one in HONEST} == set(THERE_ARE)


WORKER_MB = 256
"""The memory of a worker itself: Python, and the traces of all exercises."""


def test_a_worker_and_its_run_take_at_most_a_gigabyte() -> None:
    for exercise in ALL:
        memory_mb = exercise.limits.memory_mb
        run_mb = memory_mb + java.BESIDE_HEAP_MB
        if exercise.language == "cpp":
            run_mb = cpp.tool_mb(memory_mb)
        most_mb = max(subject.COMPILE_MB, run_mb)
        assert WORKER_MB + most_mb <= 1024, exercise.name
        assert WORKER_MB + 2 * most_mb <= 2048, f"{exercise.name}, with two at a time"


@each
def test_every_check_begins_with_a_run_that_is_known(exercise) -> None:
    """So that threads can do them at the same time."""
    kinds = {check.kind for check in exercise.checks[1:]} - {"time", "no_lock"}
    assert all(getattr(checks._KINDS[kind], exercise.language) for kind in kinds)
    runs = checks.runs(exercise)
    assert len(set(runs)) == len(runs)
    own_program = [tool in cpp.VARIANTS for tool, _ in runs]
    assert own_program == sorted(own_program), "what waits for a compiler comes last"


ONE_OF_JAVA = tiers.of_exercises({one: {one.language} - {"cpp"} for one in ALL})
"""In the middle tier: other specimens of it pass in C++."""


def graded(context, exercise, files) -> Report:
    """What a busy machine leaves undecided is graded again, as a teacher would."""
    for _ in range(5):
        found = report(context, exercise, Submission(files), SECRET)
        if found.verdict is not Verdict.TOO_NOISY:
            break
    return found


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("exercise", ONE_OF_JAVA)
def test_the_solution_gets_all_points_twice(shut_in, exercise) -> None:
    specimen, files = specimens.solved(exercise), solution(exercise)
    name, key = tiers.identity(specimen), kept.key(specimen, files, *kept.user(shut_in))
    if kept.is_kept(name, key):
        return
    first = graded(shut_in, exercise, files)
    assert (first.verdict, first.message) == (Verdict.PASS, "")
    second = graded(shut_in, exercise, files)  # a compiler may leave a few more bytes allocated
    assert second.verdict is Verdict.PASS
    kept.keep(name, key)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("specimen", tiers.params())
def test_a_specimen_gets_its_verdict(shut_in, specimen) -> None:
    reason = why_skipped(specimen, shut_in.tools)
    if reason is not None:
        pytest.skip(reason)
    job = job_of(specimen)
    if job.files is None:
        assert mismatch(specimen, refused(specimen.exercise, job.verdict, job.message)) is None
        return
    name, key = tiers.identity(specimen), kept.key(specimen, job.files, *kept.user(shut_in))
    if kept.is_kept(name, key):
        return
    found = graded(shut_in, specimen.exercise, job.files)
    wrong = mismatch(specimen, found)
    assert wrong is None, str(wrong)
    kept.keep(name, key)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("specimen", tiers.of_languages(LET_IN))
def test_behind_the_list_there_are_other_walls(shut_in, monkeypatch, specimen) -> None:
    """What is rejected for what it touches gets no further where nobody looks at that."""
    unlisted.take_away(monkeypatch)
    test_a_specimen_gets_its_verdict(shut_in, specimen)


def test_nothing_of_an_exercise_is_a_link() -> None:
    assert not [path for path in (paths.ROOT / "exercises").rglob("*") if path.is_symlink()]
