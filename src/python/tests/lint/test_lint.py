"""Each rule with an example that breaks it and one that keeps it."""

import re
import shutil

import nbformat
import pytest
from course_tests.notebooks import notebook

from course.grading.exercises.exercise import EXERCISES, FILE
from course.stats.errors import PublishError
from lint.__main__ import lint
from lint.notebook import RULES, lint_notebook
from lint.prose import AllowList, lint_text
from lint.source import blank, statements


def rules(kernel, *cells):
    return [finding.rule for finding in lint_notebook(notebook(kernel, *cells))]


BROKEN = [
    ("java", "magic", ["%maven a:b:1"]),
    ("java", "magic", ["int a = 1;\n%%time"]),
    ("java", "command", ["!ls"]),
    ("xcpp17", "command", [".L libx.so"]),
    ("java", "java-printf", ['int a = 1;\nSystem.out.printf("%d%n", a);']),
    ("java", "java-printf", ['System.out.format("x");  // last']),
    ("java", "java-sealed", ["sealed interface S permits A {}\nrecord A() implements S {}"]),
    ("java", "java-sealed", ["sealed interface S { }\nfinal class A implements S { }"]),
    ("java", "java-inherit-io", ['new ProcessBuilder("x").inheritIO().start();']),
    ("java", "java-assert", ["assert 1 < 2;"]),
    ("xcpp17", "cpp-include", ["#include <vector>\nint a = 1;"]),
    ("xcpp17", "cpp-pragma", ["#pragma cling add_include_path(x)"]),
    ("xcpp17", "cpp-definition", ["struct A { int b; };"]),
    ("xcpp17", "cpp-definition", ["int twice(int a) { return 2 * a; }"]),
    ("xcpp17", "cpp-definition", ["template <class T> T same(T a) { return a; }"]),
    ("xcpp17", "cpp-definition", ["namespace step1 { struct A { }; }\nint a = 1;"]),
    ("xcpp17", "cpp-definition", ["namespace step1 { int a(); }\nnamespace step2 { int a(); }"]),
    ("xcpp17", "cpp-definition", ["namespace { int a; }"]),
    ("xcpp17", "cpp-definition", ["namespace packets { struct A { }; }"]),
    ("xcpp17", "cpp-redefined", ["namespace step1 { int a(); }", "namespace step1 { int b(); }"]),
    ("xcpp17", "cpp-redefined", ["int a = 1;", "auto a = 2;"]),
    ("xcpp17", "cpp-redefined", ["std::vector<int> a{1};", "const double* a = nullptr;"]),
    ("xcpp17", "cpp-capture", ["int a = 1;\nauto f = [&a](int b) { return a + b; };"]),
    ("xcpp17", "cpp-capture", ["std::thread t(run);"]),
    ("xcpp17", "cpp-expression", ["int a = 1;\na + 1"]),
    ("xcpp17", "cpp-dlopen", ['auto h = dlopen("x.so", RTLD_LAZY);']),
    ("java", "timed", ["long t = System.nanoTime();"]),
    ("java", "timed", ["long now() { return System.nanoTime(); }", "long t = now();"]),
    ("java", "timed", ['ChildJvm jvm = ChildJvm.own();\njvm.run("a.Main", List.of());']),
    ("java", "timed", ['void start() { new ProcessBuilder("x").start(); }\nstart();']),
    ("java", "timed", ['class A {\n    void go() { new ProcessBuilder("x"); }\n}\na.go();']),
    ("xcpp17", "timed", ['auto records = steps::run("new-cost");']),
    ("xcpp17", "timed", ["namespace step1 { int ns() { return steps::run(x); } }", "step1::ns();"]),
]

KEPT = [
    ("java", ["int a = 7\n    % 2;", 'System.out.println("%d");']),
    ("java", ['System.out.printf("%d%n", 1);\nint done = 1;']),
    ("java", ['System.out.print(String.format("%d%n", 1));']),
    ("java", ["sealed interface S {\n    record A() implements S { }\n}\nS s = new S.A();"]),
    ("java", ['// assert nothing, inheritIO()\nString a = "assert";']),
    ("java", ["Runnable r = () -> { };\nclass A implements Comparable<A> { }"]),
    ("xcpp17", ["// what we need\n#include <vector>\n#include <map>"]),
    ("xcpp17", ["namespace step1 {\nstruct A { int b; };\nint twice(int a) { return 2 * a; }\n}"]),
    ("xcpp17", ["namespace step1 { struct A { }; }", "namespace step2 { struct A { }; }"]),
    ("xcpp17", ["int a = 1;", "{\n    int a = 2;\n    auto f = [&] { return a; };\n    f();\n}"]),
    ("xcpp17", ["for (int i = 0; i < 3; ++i) {\n    std::cout << i;\n}", "if (true) { } else { }"]),
    ("xcpp17", ["{\n    std::thread t(run);\n    t.join();\n}"]),
    ("xcpp17", ["auto f = [](int a) { return a; };"]),
    ("xcpp17", ["step1::Packet packet;\npacket.parse();", "std::cout << packet.size();"]),
    ("xcpp17", ['auto h = dlopen("x.so", RTLD_NOW | RTLD_GLOBAL);']),
    ("java", ["class A {\n    void run() { }\n}\nnew A().run();", 'String s = "nanoTime";']),
    ("java", ['class A {\n    A() {\n        new ProcessBuilder("x").start();\n    }\n}']),
    ("xcpp17", ["namespace step1 { double ns() { return steps::run(x); } }"]),
    ("xcpp17", ['std::map<std::string, int> counts{{"a", 1}};', 'auto s = R"(struct X { };)";']),
]


@pytest.mark.parametrize(("kernel", "rule", "cells"), BROKEN)
def test_what_breaks_a_rule(kernel, rule, cells):
    assert rule in rules(kernel, *cells)


@pytest.mark.parametrize(("kernel", "cells"), KEPT)
def test_what_keeps_every_rule(kernel, cells):
    assert rules(kernel, *cells) == []


def test_every_rule_has_an_example():
    known = {name for group in RULES.values() for name in group} | {"cpp-redefined", "timed"}
    assert {rule for _, rule, _ in BROKEN} == known


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("long t = System.nanoTime();", [{"timed"}]),
        ('new ProcessBuilder("x").start();', [{"timed"}, {"untimed"}]),
        ("int a = 1;", [set(), {"timed"}]),
    ],
)
def test_tags_of_what_is_timed(source, right):
    made = notebook("java", source)
    for tags in (set(), {"timed"}, {"untimed"}, {"timed", "untimed"}):
        made.cells[0].metadata.tags = list(tags)
        found = [finding.rule for finding in lint_notebook(made)]
        assert found == ([] if tags in right else ["timed"])


def test_kernel_output_and_emptiness():
    assert rules("python3", "a = 1") == ["kernel"]
    assert rules("java") == ["no-code"]
    assert rules("java", "  ") == ["empty"]
    made = notebook("java", "int a = 1;")
    made.cells[0].execution_count = 1
    assert [finding.rule for finding in lint_notebook(made)] == ["output"]


def test_a_breach_is_placed():
    (finding,) = lint_notebook(notebook("java", "int a = 1;", "int b = 1;\n\nassert b == 1;"))
    assert finding.place() == "cell 2, line 3"
    assert "throw" in finding.message


def test_blanking_keeps_lines_and_hides_text():
    source = 'a /* x\ny */ "s;{" // z\n\'}\' R"(\n{)" 1\'000'
    blanked = blank(source)
    assert blanked.count("\n") == source.count("\n")
    assert not set("xyz{};") & set(blanked)
    assert "1'000" in blanked


def test_statements_at_the_top_level():
    found = [(one.head, one.line, one.ended) for one in statements("int a;\n{ b; }\nf({1}); c")]
    assert found == [("int a", 1, True), ("", 2, True), ("f({1})", 3, True), ("c", 3, False)]


# ---- prose ---------------------------------------------------------------------------------

NOTHING = AllowList([], "list")


@pytest.mark.parametrize(
    "text",
    [
        "It takes 84 ns.",
        "It takes 84\u00a0ns.",
        "about 5 to 10 % of packets",
        "a pause of 250 \u2013 470 ms",
        "1,000 nanoseconds",
        "12%",
        "a 100-ns tick",
        "3.5 us",
        "60 per cent",
        "below 2^60 ns",
    ],
)
def test_typed_measurements_are_found(text):
    (finding,) = lint_text(f"Title\n\n{text}\n", "chapters/x.md", NOTHING)
    assert (finding.line, finding.rule) == (3, "measured-number")


@pytest.mark.parametrize(
    "text",
    [
        '{{ ns("cpp", strategy="pool", case="A") }} and `84 ns`',
        "```\n84 ns\n```",
        "````\n```\n84 ns\n```\n````",
        "<!-- 84 ns -->",
        "[x](https://a/84%20b)",
        "---\nx: 84 ns\n---\n",
        "10,000 packets, 2 GB, case A, Java 11, 1 msg",
        "{% if x %}{{ a\n  84 ns }}{% endif %}",
    ],
)
def test_what_is_not_prose_is_left_alone(text):
    assert list(lint_text(text, "chapters/x.md", NOTHING)) == []


def test_allowed_numbers_need_a_reason_and_a_use():
    entry = {"file": "chapters/x.md", "text": "100 ms", "reason": "the queue's capacity"}
    allowed = AllowList([entry], "list")
    assert len(list(allowed.unused())) == 1
    assert list(lint_text("The queue lasts 100 ms.", "chapters/x.md", allowed)) == []
    assert len(list(lint_text("The queue lasts 100 ms.", "chapters/y.md", allowed))) == 1
    assert list(allowed.unused()) == []
    with pytest.raises(PublishError, match="entry 1 needs file, text and reason"):
        AllowList([entry | {"reason": ""}], "list")


def test_the_list_that_is_shipped_is_well_formed():
    AllowList.read()


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("README.md", "README.md:2:"),
        ("chapters/results/x.md", "chapters/results/x.md:2:"),
        ("exercises/README.md", "exercises/README.md:2:"),
        ("exercises/a/solution.md", "exercises/a/solution.md:2:"),
        ("workshop/plans/day.md", "workshop/plans/day.md:2:"),
    ],
)
def test_prose_is_looked_at_wherever_it_is(tmp_path, file, place):
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text("Title\nIt takes 84 ns.\n")
    found = [line for line in lint(tmp_path) if "allowed-unused" not in line]
    assert [line.startswith(f"{place} [measured-number] '84 ns'") for line in found] == [True]


def test_prose_in_notebooks_and_in_exercises_is_looked_at(tmp_path):
    (tmp_path / "notebooks").mkdir()
    made = notebook("java", "int a = 1;")
    made.cells.append(nbformat.v4.new_markdown_cell("It\ntakes 84 ns."))
    nbformat.write(made, tmp_path / "notebooks/01-x.ipynb")
    shutil.copytree(EXERCISES / "flat-packet", tmp_path / "exercises/flat-packet")
    definition = tmp_path / "exercises/flat-packet" / FILE
    definition.write_text(
        re.sub(r'hints = \[\s*"""', r"\g<0>It takes 84 ns.\n", definition.read_text())
    )
    found = [line for line in lint(tmp_path) if "allowed-unused" not in line]
    assert [line.partition(" [")[0] for line in found] == [
        "exercises/flat-packet/exercise.toml: hint 1, line 1:",
        "notebooks/01-x.ipynb: cell 2, line 2:",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A list stands in the place of the pool.", "'in the place of': write instead of"),
        ("The pool is dear.", "'dear': write expensive"),
        ("Nobody\nbut the producer writes it.", "'Nobody but': write only"),
        ("The time is Reckoned.", "'Reckoned': write calculate, count"),
    ],
)
def test_dated_words_are_found(text, found) -> None:
    (finding,) = lint_text(text, "chapters/x.md", NOTHING)
    assert (finding.rule, finding.message) == ("plain-english", found)


@pytest.mark.parametrize("text", ["`dear` is code", '{{ claim("a-dear-load") }}', "[x](dear.md)"])
def test_dated_words_may_stand_in_code_and_addresses(text) -> None:
    assert list(lint_text(text, "chapters/x.md", NOTHING)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A number of so many bits.", "so many"),
        ("All is 0 but for them.", "but for them"),
        ("The user is told of it.", "told of"),
        ("A pool is no present.", "no present"),
        ("There is but one.", "is but one"),
        ("It's visible to who takes it.", "to who"),
        ("It ended. Who finds one taken tries\nthe next.", "Who finds"),
        ("Of a prior.", "Of a"),
    ],
)
def test_sentences_that_sound_translated_are_found(text, found) -> None:
    (finding,) = lint_text(text, "chapters/x.md", NOTHING)
    assert finding.message.startswith(f"'{found}': write ")


@pytest.mark.parametrize(
    "text",
    [
        "There are so many releases that the pool is empty.",
        "You pay for the packets that you touch, but for no others.",
        "Who frees it?",
        "## Who frees it, and when\n\nThe collector.",
        "All of a buffer, and of the present value.",
        "It is replaced by `a` and by `b` and by c.",
    ],
)
def test_sentences_that_only_look_translated_are_kept(text) -> None:
    assert list(lint_text(text, "chapters/x.md", NOTHING)) == []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("src/python/x.py", '"""A module.\n\nIt is told of."""\n'),
        ("tests/test_x.py", 'A = "#\\"" \n\n# It is told of.\n'),
        ("src/java/X.java", 'String a = "/*"; /**\n * It is told\n * of. */'),
        ("native/x.hpp", "int a;\n\n/// It is told of.\n"),
        ("chapters/assets/x.js", "\n\nf(); // It is told of."),
        ("src/python/course/commands.toml", '[a]\n\nsummary = "it is told of"\n'),
    ],
)
def test_words_are_looked_for_in_comments_and_help(tmp_path, file, source) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(source)
    (found,) = [line for line in lint(tmp_path) if "allowed-unused" not in line]
    number = source[: source.index("told")].count("\n") + 1
    assert found.startswith(f"{file}:{number}: [plain-english] 'told")


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("src/python/x.py", 'A = """it is told of"""\nB = f(\n    "# it is told of")\n'),
        ("src/java/X.java", 'String a = "// it is told of"; // 84 ns'),
    ],
)
def test_words_may_stand_in_strings_and_figures_in_comments(tmp_path, file, source) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(source)
    assert [line for line in lint(tmp_path) if "allowed-unused" not in line] == []


@pytest.mark.parametrize("text", ["The plain array", '{{ published_table("pools-2016") }}'])
def test_text_that_its_indentation_makes_code_is_found(text) -> None:
    (finding,) = lint_text(f'??? note "A"\n\n        {text}\n', "chapters/x.md", NOTHING)
    assert (finding.line, finding.rule) == (3, "hidden-code")


@pytest.mark.parametrize(
    "text",
    ["    The plain array", "    ```sh\n    a\n\n            b\n    ```", "    - a\n        b"],
)
def test_text_in_a_note_and_code_in_fences_may_be_indented(text) -> None:
    assert list(lint_text(f'??? note "A"\n\n{text}\n', "chapters/x.md", NOTHING)) == []
