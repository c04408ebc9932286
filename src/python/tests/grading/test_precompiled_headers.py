"""What is compiled in advance is what a submission begins with, and nothing else."""

import pytest

from course.grading.checks import cpp, grader_context, precompiled_headers
from course.grading.checks.precompiled_headers import PrecompiledHeader
from course.grading.checks.reference_build import reference_of
from course.grading.classroom.self_test import SECRET
from course.grading.exercises.exercise import everything
from course.grading.exercises.starter import solution, starters

from . import tiers

SOLUTION = """#include "pool.hpp"

#include <atomic>  // counts
#include <memory>

// BEGIN
namespace {}
#include <late>
"""

CPP = [one for one in everything() if one.language == "cpp"]

HEADER = b"""# 1 "/source/header.cpp"
# 1 "/given/pool.hpp" 1

# 3 "/given/pool.hpp"
struct Pool {};
#pragma once_more
# 2 "/source/header.cpp" 2
# 1 "/usr/include/c++/12/atomic" 1 3
namespace std { struct atomic; }
# 3 "/source/header.cpp" 2
"""

TEXT = b"""# 0 "/source/pool.cpp"
# 2 "/source/pool.cpp"
# 1 "/given/pool.hpp" 1
# 3 "/given/pool.hpp"
struct Pool {};

#pragma once_more
# 3 "/source/pool.cpp" 2

# 1 "/usr/include/c++/12/atomic" 1 3
namespace std { struct atomic; }
# 90 "/usr/include/c++/12/atomic" 2 3
# 5 "/source/pool.cpp" 2

# 1 "/usr/include/c++/12/list" 1 3
namespace std { struct list; }
# 6 "/source/pool.cpp" 2
int mine;
"""


def test_the_includes_that_two_files_begin_with() -> None:
    assert precompiled_headers.common(SOLUTION, SOLUTION) == (
        '#include "pool.hpp"\n#include <atomic>  // counts\n#include <memory>\n'
    )
    other = SOLUTION.replace("<memory>", "<vector>")
    assert precompiled_headers.common(SOLUTION, other).count("\n") == 2
    assert precompiled_headers.common(SOLUTION, f"int first;\n{SOLUTION}") == ""


@pytest.fixture
def header(tmp_path) -> PrecompiledHeader:
    (tmp_path / precompiled_headers.TEXT).write_bytes(HEADER)
    (tmp_path / f"plain{precompiled_headers.SUFFIX}").touch()
    return PrecompiledHeader(tmp_path)


def test_what_stands_behind_the_header(header) -> None:
    rest = header.rest(TEXT)
    assert rest is not None
    assert (
        rest.splitlines()
        == [
            b'# 90 "/usr/include/c++/12/atomic"',  # nobody had entered these two
            b'# 5 "/source/pool.cpp"',
            b"",
            *TEXT.splitlines()[-4:],
        ]
    )
    assert precompiled_headers.behind("/header/plain.gch", rest).startswith(
        b'#pragma GCC pch_preprocess "/header/plain.gch"\n# 90 '
    )


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace(b"struct Pool {};", b"struct Pool { int more; };"),
        TEXT.replace(b"struct Pool {};", b"int first;\nstruct Pool {};"),
        b"struct Pool {};\n",
        b"",
    ],
)
def test_who_begins_otherwise(header, text) -> None:
    assert header.rest(text) is None


def test_it_was_compiled_for_some_variants(header) -> None:
    assert header.has("plain")
    assert not header.has("tsan")


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("exercise", tiers.of_exercises({one: cpp.variants(one) for one in CPP}))
def test_solutions_and_starters_are_compiled_behind_their_header(shut_in, exercise) -> None:
    if shut_in.tools.cpp is None or "clang" in shut_in.tools.cpp.version:
        pytest.skip("only GCC loads headers in this way")
    reference = reference_of(shut_in, exercise, SECRET)
    begun = {file: text.encode() for file, text in starters(exercise).items()}
    for files in (solution(exercise), begun):
        with shut_in.workspace() as workspace:
            commented = {name: b"// by ada\n" + text for name, text in files.items()}
            grader_context.write(workspace / "source", commented)
            subject = reference.subject(workspace)
            subject.build()
            for variant in cpp.variants(exercise) - {cpp.PAUSED}:
                assert subject.compiled_behind_header(variant), variant
