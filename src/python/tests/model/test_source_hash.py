"""The hash of sources changes with what runs, and with nothing else."""

import functools
import shutil
from pathlib import Path

import pytest
from course_tests import programs

from course.model import benches, source_hash
from course.model.solutions import IMPLEMENTATIONS, expanded
from course.paths import ROOT
from course.process import sources
from course.toolchain import compiler

NATIVE = expanded(["@native"])
NAMES = [*IMPLEMENTATIONS, *benches.names()]


@functools.cache
def files(name):
    return source_hash.measured_files(name, ROOT)


EVERY_CPP = "cpp queue limit addresses allocators regions threads blocks tracer"
EVERY_FILE = sorted({file for name in NAMES for file in files(name)})

REMARKS = {
    ".py": "# a remark\n\n{}\n# --8<-- [start:other]\n# --8<-- [end:other]\n",
    ".lua": "-- a remark\n\n{}",
    ".cmake": "# add_compile_options(-O3)\n{}\n",
    ".txt": "# add_compile_options(-O3)\n{}\n",
    ".xml": "{}\n<!-- a remark -->\n",
}
REMARK = (
    "/** A remark. */\n// --8<-- [start:other]\n{}\n\n/* another\n one */// --8<-- [end:other]\n"
)
TOKENS = {
    ".py": "{}\nanother = 1\n",
    ".lua": "{}\nanother = 1\n",
    ".cmake": "{}\nadd_compile_options(-O3)\n",
    ".txt": "{}\nadd_compile_options(-O3)\n",
    ".xml": None,  # see below
}


def changed(file, text, folder):
    copy = folder / file.name
    copy.write_text(text.replace("{}", (ROOT / file).read_text(encoding="utf-8")))
    return source_hash.file_hash(copy)


@pytest.mark.slow
@pytest.mark.parametrize(
    "share", [0, *(pytest.param(share, marks=pytest.mark.all) for share in (1, 2, 3))]
)
def test_a_remark_changes_no_hash_and_a_token_every_one(share, tmp_path):
    for file in EVERY_FILE[share::4]:
        if file.name == source_hash.POM:
            continue
        before = known_hash(file)
        assert changed(file, REMARKS.get(file.suffix, REMARK), tmp_path) == before, file
        token = TOKENS.get(file.suffix, "{}\nint another;\n")
        assert changed(file, token, tmp_path) != before, file


@functools.cache
def known_hash(file):
    return source_hash.file_hash(ROOT / file)


@pytest.mark.parametrize("file", [file for file in EVERY_FILE if file.name == source_hash.POM])
def test_of_a_pom_counts_what_reaches_the_program(file, tmp_path):
    shutil.copy(ROOT / "src/java/pom.xml", tmp_path)
    module = tmp_path / "module"
    module.mkdir()

    def facts(old="", new="", parent=""):
        text = (ROOT / file).read_text(encoding="utf-8")
        (module / "pom.xml").write_text(text.replace(old, new, 1) if old else text)
        if parent:
            above = (ROOT / "src/java/pom.xml").read_text(encoding="utf-8")
            (tmp_path / "pom.xml").write_text(above.replace(*parent))
        return list(source_hash.pom_facts(module / "pom.xml"))

    before = facts()
    assert facts("<name>", "<!-- a remark --><name>\n another ") == before
    library = """<dependency><groupId>org.other</groupId><artifactId>other</artifactId>
        <version>1</version>{}</dependency>"""
    uses = "<dependencies>\n    <dependency>"
    assert uses in (ROOT / file).read_text(encoding="utf-8")
    assert facts(uses, library.replace("{}", "").join(("<dependencies>", "<dependency>"))) != before
    tests_only = library.replace("{}", "<scope>test</scope>")
    assert facts(uses, tests_only.join(("<dependencies>", "<dependency>"))) == before
    if "release 11" in before:
        assert (
            facts(parent=(">11</maven.compiler.release>", ">17</maven.compiler.release>")) != before
        )


def test_the_version_of_a_library_stands_in_the_parent(tmp_path):
    for name in ("pom.xml", "queues/pom.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "src/java" / name, tmp_path / name)
    before = source_hash.file_hash(tmp_path / "queues/pom.xml")
    parent = (tmp_path / "pom.xml").read_text(encoding="utf-8")
    (tmp_path / "pom.xml").write_text(parent.replace("<jctools.version>", "<jctools.version>9"))
    assert source_hash.file_hash(tmp_path / "queues/pom.xml") != before


@pytest.mark.parametrize(
    ("file", "names"),
    [
        (
            "src/java/analysers/src/main/java/allocpool/workload/Pool.java",
            "java queue limit addresses",
        ),
        ("src/cpp/workload/batch.hpp", EVERY_CPP),
        ("native/clock.hpp", f"java {EVERY_CPP}"),
        ("src/cpp/flags.cmake", EVERY_CPP),
        ("src/python/course/loadtest/driver.py", "service service-work"),
    ],
)
def test_what_a_file_is_part_of(file, names):
    java = {name for name, one in IMPLEMENTATIONS.items() if one.is_java}
    groups = {"java": java, "cpp": IMPLEMENTATIONS.keys() - java}
    wanted = set().union(*(groups.get(name, {name}) for name in names.split()))
    assert {name for name in NAMES if Path(file) in files(name)} == wanted


def test_tests_and_products_are_no_part():
    assert not [file for file in EVERY_FILE if {"test", "tests", "target"} & set(file.parts)]


def test_a_folder_is_no_change(tmp_path):
    file = Path("src/cpp/workload/batch.hpp")
    assert changed(file, "{}", tmp_path) == known_hash(file)


def test_imports_of_our_own_are_no_change_in_python(tmp_path):
    file = Path("src/python/course/loadtest/driver.py")
    assert changed(file, "from course.elsewhere import other\n{}", tmp_path) == known_hash(file)
    assert changed(file, "from elsewhere import other\n{}", tmp_path) != known_hash(file)


PLAIN = "def f():\n    return g(1, 2)\n"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('def f():\n    """What it does."""\n    return g(1, 2)\n', PLAIN, True),
        ("def f():  # why\n\n    return g(\n        1, 2)\n", PLAIN, True),
        ('def f():\n    return g(1, 2)\n"""What f is for."""\n', PLAIN, True),
        ("def f():\n    return g(1, 3)\n", PLAIN, False),
        ("def f(): pass\nreturn g(1, 2)\n", PLAIN, False),
        ("if a:\n    b\n    c\n", "if a:\n    b\nc\n", False),
        ('f(\n    """one""",\n)\n', 'f(\n    """two""",\n)\n', False),  # no docstring
        # Where a module of ours stands.
        ('print("course.one: no")', 'print("course.two.three: no")', True),
        ('print("course.one: no")', 'print("course.one: yes")', False),
    ],
)
def test_how_python_is_laid_out_is_no_change_and_what_it_says_is_one(one, other, same):
    hashed = [list(source_hash.python_tokens(text)) for text in (one, other)]
    assert (hashed[0] == hashed[1]) is same


@pytest.mark.parametrize("language", ["java", "cpp", "lua", "python"])
def test_a_blank_in_a_string_is_a_change(language):
    texts = ('x = "a b";\n', 'x = "a  b";\n', 'x = "ab";\n')
    assert len({tuple(source_hash.tokens(text, language)) for text in texts}) == len(texts)


def test_a_blank_in_a_string_of_a_macro_is_a_change():
    texts = ('#define A f(" ")\n', '#define A f("  ")\n', '#define A f("")\n')
    assert len({tuple(source_hash.tokens(text, "cpp")) for text in texts}) == len(texts)


def test_a_condition_of_cmake_is_a_change():
    one, two = (
        list(source_hash.tokens(f"if({name})  # why\nadd_compile_options(-O3)\nendif()\n", "cmake"))
        for name in ("ONE", "TWO")
    )
    assert one != two
    assert "why" not in one


def test_a_new_name_is_a_change(tmp_path):
    def hashed():
        return source_hash.source_hash("cpp", tmp_path)

    for place in source_hash.places("cpp"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / place).is_dir():
            (tmp_path / place).mkdir()
        else:
            (tmp_path / place).write_text("")
    folder = tmp_path / "src/cpp/cpp"
    (folder / "one.cpp").write_text("int a;")
    before = hashed()
    (folder / "inside").mkdir()
    (folder / "one.cpp").rename(folder / "inside/one.cpp")
    assert hashed() == before
    (folder / "inside/one.cpp").rename(folder / "two.cpp")
    assert hashed() != before


def test_no_file_is_left_out_but_what_is_read_by_people():
    known = set(EVERY_FILE)
    left = {
        file.relative_to(ROOT)
        for name in NAMES
        for place in source_hash.places(name)
        for file in (ROOT / place).rglob("*")
        if file.is_file() and not source_hash.NOT_MEASURED & set(file.relative_to(ROOT).parts)
    } - known
    assert {file.suffix for file in left} <= {".md"}


def test_an_include_is_a_token():
    code = list(source_hash.tokens('#include "one.hpp"\nint a; // no\n', "cpp"))
    assert "no" not in code
    assert list(source_hash.tokens('#include "two.hpp"\nint a;', "cpp")) != code
    assert list(source_hash.tokens('# include  "one.hpp"\n\nint  a;', "cpp"))[-3:] == code[-3:]


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path, monkeypatch):
    expected = sources.source_hash("cpp")
    (tmp_path / "file").touch()
    monkeypatch.setattr(sources, "_cache", lambda: tmp_path / "file" / "tokens.json")
    monkeypatch.setattr(sources, "_known", dict)
    assert sources.source_hash("cpp") == expected


def test_missing_sources(tmp_path):
    with pytest.raises(FileNotFoundError, match="heap is missing"):
        source_hash.source_hash("heap", tmp_path)


@pytest.mark.slow
def test_hashes_that_are_kept_are_those_computed_anew():
    assert {name: sources.source_hash(name) for name in ("cpp", "service")} == {
        name: source_hash.source_hash(name, ROOT) for name in ("cpp", "service")
    }


def test_all_hashes_differ():
    """Except those of two benches of one server."""
    assert sources.source_hash("service") == sources.source_hash("service-work")
    assert len({sources.source_hash(name) for name in NAMES}) == len(NAMES) - 1


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
        ("blocks", "src/cpp/blocks/blocks_bench.cpp"),
        ("tracer", "native/tracer/sampler.cpp"),
    ],
)
def test_what_a_bench_includes_is_in_its_hash(bench, unit):
    known = {file.as_posix() for file in files(bench)}
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
    done = programs.run(*command, ROOT / unit, check=True)
    listed = (Path(name) for name in done.stdout.replace("\\\n", " ").split()[1:])
    inside = {path.resolve() for path in listed if path.exists()}
    return {str(path.relative_to(ROOT)) for path in inside if path.is_relative_to(ROOT)}
