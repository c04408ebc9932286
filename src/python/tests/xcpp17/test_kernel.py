"""The C++ kernel, driven as a notebook drives it. One kernel runs most: names are unique."""

import json
import time
from pathlib import Path

import pytest
from course_tests.notebooks import notebook
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

from course.xcpp17 import install
from course.xcpp17.cling import without_separators

# All of it together; two kernels that start at once may choose the same port.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("kernels")]


def test_kernelspec_names_its_python_its_flags_and_its_interrupts(kernel_dirs):
    spec = json.loads(Path(kernel_dirs[0], "xcpp17", "kernel.json").read_text())
    assert spec["display_name"] == "C++17 (Cling by cppyy; stands in for xeus-cling)"
    assert spec["argv"][1:4] == ["-m", "course.xcpp17", "-f"]
    assert {"-std=c++17", "-O2"} <= set(spec["argv"])
    assert spec["interrupt_mode"] == "message"
    assert Path(spec["env"]["PYTHONPATH"], "course", "xcpp17").is_dir()


def test_installing_twice_leaves_one_whole_kernelspec(tmp_path):
    pytest.importorskip("cppyy_backend")
    install.install(tmp_path)
    install.install(tmp_path)
    folder = tmp_path / "share" / "jupyter" / "kernels" / "xcpp17"
    assert [file.name for file in folder.iterdir()] == ["kernel.json"]


def test_prints(session):
    outcome = session.run('#include <iostream>\nstd::cout << "answer " << 6 * 7 << "\\n";')
    assert (outcome.status, outcome.stdout) == ("ok", "answer 42\n")


def test_language_is_cpp_17(session):
    assert session.run("std::cout << __cplusplus;").stdout == "201703"


def test_definitions_last_over_cells(session):
    definition = "namespace over { inline int twice(int n) { return 2 * n; } }"
    assert session.run(definition).status == "ok"
    assert session.run("int kept = over::twice(4);").status == "ok"
    assert session.run('std::cout << kept << "\\n";').stdout == "8\n"


def test_lambda_and_thread_in_braces(session):
    session.run("#include <thread>")
    outcome = session.run(
        "{\n  int sum = 0;\n  std::thread adder([&] { sum += 3; });\n  adder.join();\n"
        "  std::cout << sum;\n}"
    )
    assert outcome.stdout == "3"


@pytest.mark.parametrize("code", ["", "   \n", "// nothing but a comment"])
def test_empty_cells_are_fine(session, code):
    outcome = session.run(code)
    assert (outcome.status, outcome.stdout, outcome.stderr) == ("ok", "", "")


def test_compile_error_names_the_place_and_stops(session):
    outcome = session.run("int wrong = no_such_name;")
    assert outcome.status == "error"
    assert outcome.error["ename"] == "CompileError"
    assert "use of undeclared identifier 'no_such_name'" in outcome.error["evalue"]
    assert "no_such_name" in "\n".join(outcome.error["traceback"][1:])
    assert outcome.stderr == "", "the diagnostics belong to the error alone"


def test_compile_error_in_the_middle_of_a_line_is_told_in_the_cells_own_lines(session):
    outcome = session.run("int fine = 1;\nstd::cout << fine << not_there;")
    assert outcome.error["evalue"] == ("cell:2:22: error: use of undeclared identifier 'not_there'")


@pytest.mark.parametrize(
    "code",
    [
        "int lone_function(int n) { return n + 1; }",
        "struct WithTemplate { template <class T> T same(T t) { return t; } };",
        "// words first\nnamespace words { int n = 1; }",
        "int lone_value = 1; // no end of line",
        "int two_first = 1, two_second = 2;\nif (two_first) {\n  two_second = 3;\n}",
    ],
)
def test_cells_of_every_kind_compile(session, code):
    outcome = session.run(code)
    assert (outcome.status, outcome.stdout, outcome.stderr) == ("ok", "", ""), outcome.error


@pytest.mark.parametrize("code", ["int open(", "} void evil() {", "return 3 +;", "int 5x;"])
def test_broken_text_is_a_compile_error_and_the_kernel_lives(session, code):
    assert session.run(code).error["ename"] == "CompileError"
    assert session.run("std::cout << 7;").stdout == "7"


def test_digits_may_be_separated(session):
    outcome = session.run(
        "int separated = 100'000; // it's one\nstd::cout << separated << ' ' << 0x1'f << \"1'0\";"
    )
    assert (outcome.status, outcome.stdout) == ("ok", "100000 311'0"), outcome.error
    session.run("namespace apart { inline long far() { return 1'000'000; } }")
    assert session.run("std::cout << apart::far();").stdout == "1000000"


@pytest.mark.parametrize("code", ["namespace open {", "#if 1\nint one;", "namespace note { /* on"])
def test_a_cell_without_an_end_is_told_and_is_not_a_part_of_the_next_one(session, code):
    outcome = session.run(code)
    assert outcome.error["ename"] == "CompileError"
    assert outcome.error["evalue"] not in ("", "the cell did not compile")
    assert session.run("std::cout << 8;").stdout == "8"


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("1'000'000 + 0b1'0 + 1'0.5e+1'0f", "1000000 + 0b10 + 10.5e+10f"),
        ("'a' + u8'b' + L'1' + '\\''", "'a' + u8'b' + L'1' + '\\''"),
        ('"1\'0" + R"x(2\'0)"3\'0)x"', '"1\'0" + R"x(2\'0)"3\'0)x"'),
        ("// 1'0\n/* 2'0\n3'0 */ 4'0", "// 1'0\n/* 2'0\n3'0 */ 40"),
        ("a1'0' + _2'0'", "a1'0' + _2'0'"),
    ],
)
def test_separators_of_digits_are_left_out_and_nothing_else(code, left):
    assert without_separators(code) == left


def test_missing_header(session):
    outcome = session.run("#include <no/such/header.hpp>")
    assert (outcome.status, outcome.error["ename"]) == ("error", "CompileError")
    assert "'no/such/header.hpp' file not found" in outcome.error["evalue"]


def test_nothing_of_a_cell_that_does_not_compile_runs(session):
    outcome = session.run('std::cout << "ran";\nint half = no_such_half;')
    assert (outcome.status, outcome.stdout) == ("error", "")


def test_exception_becomes_an_error_with_its_message(session):
    session.run("#include <stdexcept>")
    outcome = session.run('std::cout << "before";\nthrow std::runtime_error("pool is\\nempty");')
    assert outcome.status == "error"
    assert (outcome.error["ename"], outcome.error["evalue"]) == ("Exception", "pool is\nempty")
    assert outcome.stdout == "before"
    assert outcome.stderr == ""
    assert session.run("std::cout << 1;").stdout == "1", "the kernel lives on"


def test_exception_of_any_type(session):
    outcome = session.run("throw 42;")
    assert (outcome.status, outcome.error["ename"]) == ("error", "Exception")


def test_program_text_on_stderr_is_kept_apart_from_an_exception(session):
    outcome = session.run('std::cerr << "warned\\n";\nthrow std::logic_error("then thrown");')
    assert (outcome.stderr, outcome.error["evalue"]) == ("warned\n", "then thrown")


def test_half_a_line_on_stderr_does_not_hide_an_exception(session):
    outcome = session.run('std::cerr << "half";\nthrow std::logic_error("whole");')
    assert (outcome.stderr, outcome.error["evalue"]) == ("half", "whole")


def test_compiler_warning_is_shown_and_the_cell_goes_on(session):
    session.run("#include <cstdio>")
    outcome = session.run('std::cout << 5 << std::flush;\nstd::printf("%d", "text");')
    assert (outcome.status, outcome.stdout[0]) == ("ok", "5")
    assert outcome.stderr.count("warning: format specifies type 'int'") == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("int again = 1;", "int again = 2;"),
        ("namespace re1 { struct S {}; }", "namespace re1 { struct S { int a; }; }"),
        ("inline int refunction() { return 1; }", "inline int refunction() { return 2; }"),
    ],
)
def test_redefinition_is_refused_as_by_xeus_cpp(session, first, second):
    assert session.run(first).status == "ok"
    outcome = session.run(second)
    assert outcome.status == "error"
    assert "redefinition" in outcome.error["evalue"]


def test_cling_commands_are_refused(session):
    assert session.run(".q").status == "error"
    assert session.run("std::cout << 2;").stdout == "2"


def test_stderr_and_printf_and_a_child_are_caught(session):
    session.run("#include <cstdio>\n#include <cstdlib>")
    outcome = session.run(
        'std::cerr << "to stderr\\n";\nstd::printf("printf\\n");\n'
        'std::fflush(stdout);\nint code = std::system("echo child");'
    )
    assert outcome.stderr == "to stderr\n"
    assert outcome.stdout == "printf\nchild\n"


def test_output_comes_while_the_cell_runs(session):
    session.run("#include <unistd.h>")
    request = session.send('std::puts("early");\nsleep(2);\nstd::puts("late");')
    start = time.monotonic()
    while True:
        message = session.client.get_iopub_msg(timeout=10)
        if message["msg_type"] == "stream":
            break
    assert (message["content"]["text"], time.monotonic() - start < 1.5) == ("early\n", True)
    assert session.outcome(request).stdout == "late\n"


def test_big_output_arrives_whole_and_in_order(session):
    outcome = session.run('for (int i = 0; i < 400000; ++i) std::cout << i << "\\n";')
    assert outcome.stdout == "".join(f"{i}\n" for i in range(400_000))


def test_many_flushed_lines_arrive_whole(session):
    outcome = session.run("for (int i = 0; i < 30000; ++i) std::cout << i << std::endl;")
    assert outcome.stdout.count("\n") == 30_000


def test_text_that_is_no_utf8_does_no_harm(session):
    assert session.run('std::fputs("a\\xff" "b", stdout);').stdout == "a\ufffdb"
    assert session.run('std::fputs("\\u00e9\\u2713", stdout);').stdout == "é✓"


def test_display_shows_a_bundle_in_its_place(session):
    assert session.run("#include <xcpp/xdisplay.hpp>\n#include <nlohmann/json.hpp>").status == "ok"
    session.run(
        "namespace shown {\nstruct Mark { std::string text; };\n"
        "nlohmann::json mime_bundle_repr(const Mark& mark) {\n"
        "  auto bundle = nlohmann::json::object();\n"
        '  bundle["text/html"] = "<b>" + mark.text + "</b>";\n'
        '  bundle["text/plain"] = mark.text;\n  return bundle;\n}\n}'
    )
    outcome = session.run(
        'std::cout << "before";\nxcpp::display(shown::Mark{"q\\"\\\\\\n\\té"});\n'
        'std::cout << "after";'
    )
    text = 'q"\\\n\té'
    assert outcome.displays == [{"text/html": f"<b>{text}</b>", "text/plain": text}]
    assert [kind for kind in outcome.kinds if kind in ("stream", "display_data")] == [
        "stream",
        "display_data",
        "stream",
    ]


def test_display_of_a_type_without_a_bundle_does_not_compile(session):
    session.run("#include <xcpp/xdisplay.hpp>")
    outcome = session.run("struct Bare {};\nxcpp::display(Bare{});")
    assert outcome.status == "error"
    assert "mime_bundle_repr" in outcome.error["evalue"]


def test_starts_quickly(kernel_dirs, request):
    start = time.monotonic()
    fresh = request.getfixturevalue("fresh")
    assert fresh.run("int ready = 1;").status == "ok"
    assert time.monotonic() - start < 30, "seconds: far above the usual two, below a rebuilt header"


@pytest.mark.parametrize(
    "code",
    [
        "volatile int* nowhere = nullptr;\n*nowhere = 1;",
        "#include <cstdlib>\nstd::abort();",
        "#include <thread>\nstd::thread never_joined([] {});\nstd::terminate();",
    ],
)
def test_a_crash_ends_the_kernel_at_once(fresh, code):
    fresh.run("#include <exception>")
    fresh.send(code)
    assert fresh.dies_within(5)


def test_interrupt_stops_a_child_and_fails_the_cell(fresh):
    fresh.run("#include <cstdlib>")
    request = fresh.send('int slept = std::system("exec sleep 60");')
    time.sleep(0.5)
    start = time.monotonic()
    fresh.manager.interrupt_kernel()
    outcome = fresh.outcome(request, timeout=20)
    assert time.monotonic() - start < 10
    assert (outcome.status, outcome.error["ename"]) == ("error", "Interrupted")
    assert "restart the kernel" in outcome.stderr
    assert fresh.run("int lives = 1;").status == "ok"


@pytest.fixture
def jupyter_path(kernel_dirs, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(Path(kernel_dirs[0]).parent))


def test_nbclient_stops_at_the_first_error(jupyter_path):
    made = notebook("xcpp17", "int one = 1;", "int two = no_two;", "int three = 3;")
    with pytest.raises(CellExecutionError, match="no_two"):
        NotebookClient(made, kernel_name="xcpp17", timeout=60).execute()
    assert [cell.execution_count for cell in made.cells] == [1, 2, None]


def test_nbclient_sees_a_dead_kernel_at_once(jupyter_path):
    made = notebook("xcpp17", "volatile int* nowhere = nullptr;\n*nowhere = 1;")
    start = time.monotonic()
    with pytest.raises(DeadKernelError):
        NotebookClient(made, kernel_name="xcpp17", timeout=60).execute()
    assert time.monotonic() - start < 30, "seconds: start-up and notice, not the time-out"
