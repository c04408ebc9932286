"""What a C++ submission may not touch is seen in what the compiler makes of it."""

import platform
import sys
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.grading.checks import cpp_assembly, cpp_permitted, cpp_source, cpp_text, object_file
from course.grading.checks.cpp import EXPORTS, KEEP, LINKED, STANDARD, VARIANTS
from course.grading.checks.cpp_permitted import Permitted
from course.grading.checks.object_file import ABSOLUTE, ObjectFile, Symbol
from course.grading.verdicts import Refused
from course.toolchain import compiler

LIBRARY = paths.ROOT / "exercises" / "lib"
OWN = ("it.cpp",)
DRIVER = frozenset({"main", "read", "_ZN6driver4playERNS_5WordsE", "_ZNSt6thread4joinEv"})
COMPILER = compiler.find()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="no C++20 compiler"),
]


def refusals(folder: Path, source: str, variant: str = "plain") -> list[str]:
    """All that is refused of a file, by each look at it."""
    (folder / "it.cpp").write_text(source)

    def run(*words: str) -> None:
        usual = (COMPILER.path, *STANDARD, *VARIANTS[variant], "-w")
        programs.run(*usual, *words, cwd=folder, check=True)

    misnamed = cpp_source.refused(source.encode(), OWN)
    if misnamed is not None:
        return [f"line {misnamed[0]}: {misnamed[1]}"]
    run("-E", "it.cpp", "-o", "it.ii", *cpp_text.BARE)
    bare = (folder / "it.ii").read_bytes()
    run("-E", "it.cpp", "-o", "it.ii")
    text = (folder / "it.ii").read_bytes()
    permitted = Permitted(LIBRARY, ("locks",), DRIVER)
    said = cpp_text.refused(text, bare, OWN, permitted)
    if said is not None:
        return [f"{cpp_text.line(text, said[0])}: {said[1]}"]
    found = []
    run(*KEEP, "-c", "it.ii", "-o", "it.o")
    line = cpp_assembly.written_by_hand((folder / "it.s").read_bytes())
    found += [] if line is None else [f"by hand in line {line}"]
    untold = cpp_assembly.untold((folder / "it.s").read_bytes(), variant)
    found += [] if untold is None else [untold]
    made = object_file.read((folder / "it.o").read_bytes())
    found += [f"uses {one}" for one in permitted.imports(made, variant)]
    found += [f"defines {one}" for one in permitted.definitions(made)]
    hidden = cpp_permitted.instructions(made)
    return [*found, *cpp_permitted.form(made), *([hidden] if hidden else [])]


C = 'extern "C" '


HIDES = '[[gnu::no_sanitize("address")]]'


@pytest.mark.parametrize(
    "before",
    [
        'const char* a = "[[(((("; ',
        'const char* a = R"x([[((")x"; ',
        'const char* a = R"a"b("[[((")a"b"; ',
        "char a = '\"'; ",
        "const wchar_t a = L'['; const int b = 1'000; ",
        "int a(char c) { switch (c) { case'[':case'(': return 1'0; } return 0; } ",
        '__attribute__((deprecated(R"(")))) )"))) int a(); ',
        "template <int... n> struct T {}; struct S {}; T<> a; ",
    ],
)
def test_an_attribute_is_seen_behind_anything(tmp_path, before) -> None:
    for attribute in (HIDES, HIDES.replace("[[", "<:<:").replace("]]", ":>:>")):
        found = refusals(tmp_path, f"{before}{attribute} int f() {{ return 1; }}", "plain")
        assert "the attribute `no_sanitize`" in "".join(found)
        honest = refusals(tmp_path, f"{before}int no_sanitize() {{ return 1; }}", "plain")
        assert not any("attribute" in one for one in honest)


@pytest.mark.parametrize(
    "before",
    [
        '$R"("',
        '\u00f6R"("',
        '""R"("',
        "'a'R\"(\"",
        'R"()"R"("',
        'L""u8R"("',
        '1R"("',
        '1_\u00f6R"("',
        '0x1e+R"("',
        '5.R"("',
        "<<:",
        "1'$ '",
        "1'\u00f6 '",
        '1\'e+R"("',
    ],
)
def test_an_attribute_is_seen_where_words_end_differently(tmp_path, before) -> None:
    """For GCC this is a raw string as little as a bracket."""
    said = refusals(
        tmp_path, f'[[clang::noinline({before})]] {HIDES} int f(int = 1\'0, const char* = ")");'
    )
    assert any("compilers may read" in one or "`no_sanitize`" in one for one in said), said


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            C + "{ extern int _GLOBAL_OFFSET_TABLE_; } int f() { return _GLOBAL_OFFSET_TABLE_; }",
            "the linker's table",
        ),
        (
            C + "long write(int, const void*, long); long f() { return write(1, 0, 0); }",
            "uses write",
        ),
        ("#include <locale>\nvoid f() { std::locale::global({}); }", "uses _ZNSt6locale6global"),
        (C + "void _exit(int); void f() { _exit(0); }", "uses _exit"),
        (C + "void* sbrk(long); void* f() { return sbrk(8); }", "uses sbrk"),
        (C + "long syscall(long, ...); long f() { return syscall(1); }", "uses syscall"),
        ('int f() __asm__("ptrace"); int g() { return f(); }', "assembly"),
        (
            "struct W; namespace driver { void play(W&); } void f(W& w) { driver::play(w); }",
            "uses _ZN6driver",
        ),
        ('#include <fstream>\nstd::ofstream file{"x"};', "basic_ofstream"),
        (C + "long read(int, void*, unsigned long) { return 0; }", "defines read"),
        ('extern int f __asm__("__asan_default_options"); int f = 3;', "assembly"),
        ("void* operator new(unsigned long) { return nullptr; }", "defines _Znwm"),
        (
            "namespace driver { struct Words { long next(); }; long Words::next() { return 1; } }",
            "defines _ZN6driver",
        ),
        ("namespace std { void terminate() noexcept { for (;;); } }", "defines _ZSt9terminatev"),
        (
            "#include <thread>\n[[gnu::used]] inline void std::thread::join() {}",
            "defines _ZNSt6thread4joinEv",
        ),
        ('__attribute__((visibility("default"))) int stderr_of_mine;', "defines stderr_of_mine"),
        ("int main() { return 0; }", "defines main"),
        ("[[gnu::constructor]] void f() {}", "it.cpp, line 1: the attribute `constructor`"),
        (
            'int x;\n[[gnu::no_sanitize("thread")]] int f() { return x; }',
            "it.cpp, line 2: the attribute",
        ),
        ('__attribute__((__section__(".text"))) const char c[] = "x";', "the attribute `section`"),
        (
            '[[gnu::target_clones("default", "avx2")]] int f() { return 1; }',
            "write `target` instead",
        ),
        ('static int (*g())() { return 0; } int f() __attribute__((ifunc("_ZL1gv")));', "ifunc"),
        ('int f() { asm("syscall"); return 1; }', "assembly"),
        ('int f() __asm__("x\\n.text\\n.byte 0x0f, 5\\n#"); int f() { return 1; }', "assembly"),
        ('asm(R"(.section .init_array,"aw")");', "assembly"),
        ('#define A __as##m__\nint f() { A(".byte 1, 2"); return 1; }', "it.cpp, line 2: assembly"),
        ("unsigned f(unsigned n) { return n ^ 0xc3050f90; }", "a system call within"),
        (
            "#undef __builtin_constant_p\nbool f(int n) { return __builtin_constant_p(n); }",
            "it.cpp, line 2: `__builtin_constant_p` is not permitted: code must not depend",
        ),
        (
            "#define J(a, b) a##b\nint f(int* n) { return J(__built, in_object_size)(n, 0); }",
            "it.cpp, line 2: `__builtin_object_size`",
        ),
        (
            "#include <type_traits>\nbool f() { return std::__is_constant_evaluated(); }",
            "use std::is_constant_evaluated",
        ),
        ("struct [[gnu::aligned(__builtin_object_size(0, 0) ? 8 : 16)]] S {};", "`__builtin_obj"),
        ("struct [[gnu::aligned(sizeof([] [[gnu::hot]] {}))]] S {};", "within an attribute"),
        ("[[gnu::noipa]] int f() { return 1; }", "it.cpp, line 1: the attribute `noipa` is not"),
        (
            "#pragma clang attribute push([[gnu::hot]], apply_to = function)",
            "it.cpp, line 1: the pragma `clang attribute` is not permitted: use GCC diagnostic",
        ),
        ('#pragma message R"(\n")" [[gnu::noipa]] int f(const char* = "");', "a raw string"),
        ('_Pragma("redefine_extname f g")', "the pragma `redefine_extname f`"),
        ('#pragma GCC optimize("delete-null-pointer-checks")', "may only have a level"),
        ('#pragma GCC optimize "O3", "-fdelete-null" "-pointer-checks"', "may only have a level"),
        ('[[gnu::optimize("O2", "delete-null-pointer-checks")]] int f();', "only have a level"),
        ('__attribute__((__optimize__("no-inline"))) int f();', "may only have a level"),
        ('#line 9 "/usr/include/x.h"', "line 1: it reads like `#line`"),
        ('int a; /* no\n */ # 9 "/usr/include/x.h" 1 3', "line 2: it reads like `#line`"),
        ('\n%:\\ \nli\\\nne 9 "/usr/include/x.h"', "line 2: it reads like `#line`"),
        ('// \\\n/*\n# 9 "/usr/include/x.h"\n//*/', "line 3: it reads like `#line`"),
        ('// \r/*\n# 9 "/usr/include/x.h"\n//*/', "line 3: it reads like `#line`"),
        ('auto s = R"(\n/*\n)";\n# 9 "/usr/include/x.h"\n//*/', "line 4: it reads like `#line`"),
        ('/*\n# 1. One\n*/ # 9 "/usr/include/x.h"', "line 3: it reads like `#line`"),
        ('const char* s = R"(\n# 9 "/usr/include/x.h"\n)";', "line 2: it reads like `#line`"),
        (
            "#define J(a, b) a##b\n#include <vector>",
            "line 2: an #include after the macro in line 1",
        ),
        (
            "#undef __builtin_constant_p\n#include <iterator>",
            "line 2: an #include after the macro in line 1",
        ),
        ("#/**/include <vector>", "a comment between `#` and"),
        ('#include "/proc/self/cmdline"', "line 1: include a header by its name"),
        ("#include <c++/../../../proc/self/cmdline>", "line 1: include a header by its name"),
        ("#define NAME <vector>\n#include NAME", "line 2: include a header by its name"),
        *(
            (
                f"#include <cstdio>\n#define H #\nconst auto n = {last}\nH {line}\n;",
                "it.cpp, line 4: a macro that reads like `#line`",
            )
            for last in ("NULL", "EOF")
            for line in ('1 "x.hpp"', '1 "/usr/include/stdio.h" 1 3', "define n m")
        ),
        ("\nint f(register int n) { return n; }", "it.cpp, line 2: `register` is not permitted"),
        (
            "#define T(O) O O O O O O O O O O\nint x; T(T(T(T(T(T(;))))))",
            "more than 1 MB when its macros are expanded",
        ),
    ],
)
def test_what_is_refused(tmp_path, source, says) -> None:
    found = refusals(tmp_path, source)
    assert any(says in one for one in found), found


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64's intrinsics")
def test_intrinsics_that_no_sanitizer_is_told_of(tmp_path) -> None:
    """Those that are calls with a pointer; a name that no header has is the submission's own."""
    hidden = "#include <emmintrin.h>\n__m128 f(__m64* p) { return _mm_loadl_pi(__m128{}, p); }"
    (found,) = refusals(tmp_path, hidden)
    assert found.startswith("it.cpp, line 2: `_mm_loadl_pi` is not permitted: its access to memory")
    plain = hidden.replace("_mm_loadl_pi(__m128{}, p)", "_mm_loadu_ps((float*)p)")
    assert refusals(tmp_path, plain) == []
    assert refusals(tmp_path, "int _store(int _loads) { return _loads; }") == []


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64's intrinsics")
@pytest.mark.parametrize("variant", ["plain", "asan", "tsan"])
def test_the_library_s_intrinsics_that_no_sanitizer_is_told_of(tmp_path, variant) -> None:
    source = """
        #include <experimental/simd>
        using Row = std::experimental::native_simd<int>;
        void f(int* p, Row row) { %s }
        """
    copy = "row.copy_to(p, std::experimental::element_aligned);"
    assert refusals(tmp_path, source % copy, variant) == []
    refused = [] if variant == "plain" else [cpp_assembly.MASKED]
    assert refusals(tmp_path, source % f"where(row > 0, {copy[:3]}){copy[3:]}", variant) == refused


def test_advice_is_not_about_a_name_s_arguments() -> None:
    """Each `std::string` has an allocator."""
    permitted = Permitted(LIBRARY, (), DRIVER)
    inner = "std::vector<int, std::allocator<int> >"
    assert permitted.advice(f"std::x<{inner}, {inner}>") == permitted.advice("std::x")
    assert permitted.advice("std::operator<< <char>") == permitted.advice("std::operator<<")


@pytest.mark.parametrize(
    "variant", ["plain", *(pytest.param(one, marks=pytest.mark.all) for one in ("asan", "tsan"))]
)
def test_honest_code_in_every_variant(tmp_path, variant) -> None:
    assert not refusals(
        tmp_path,
        """
/*
# 1. A number in a comment
#define TWO(lines) lines
*/
        #define PLACES 64
        #pragma GCC diagnostic ignored "-Wattributes"
        #pragma GCC optimize("O3,unroll-loops", 2)
        [[gnu::optimize("-O2", "-funroll-loops")]] [[deprecated("delete")]] int optimized();
        #pragma pack(push, 1)
        #define QUICK
        #include <cassert>
        #include <cerrno>
        #include <cmath>
        #include <cstdarg>
        #include <cstddef>
        #include <cstdio>
        #include <iostream>
        #include <map>
        #include <memory>
        #include <sstream>
        #include <string>
        #include <vector>
        #ifdef __x86_64__
        #include <immintrin.h>  // has assembly, which nobody uses
        void fetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
        #endif
        struct Fields { int first, second; };
        int counter = 0;
        std::vector<int> table(3);
        thread_local std::string name = "mine";
        namespace own { struct Shape { virtual ~Shape() = default; virtual int area() const; }; }
        int own::Shape::area() const { return 1295; }
        unsigned fifteen(unsigned n) { return (n & 15) + 1000; }
        template <> struct std::hash<own::Shape> { size_t operator()(const own::Shape&) const; };
        std::size_t std::hash<own::Shape>::operator()(const own::Shape&) const { return 1; }
        #define SQUARE(n) ((n) * (n))
        [[gnu::hot, nodiscard]] __attribute__((__noinline__, aligned(32))) int square(int n) {
            using namespace std::literals;
            const auto gr\u00f6\u00dfe = "$ @ #"s.size() + 1'000 + 0x1p-3 + u8'x' + *u8"y" "z";
            static_cast<void>(gr\u00f6\u00dfe);
            _Pragma("GCC ivdep") for (int i = 0; i < 3; ++i) std::perror("no");
            std::setvbuf(stdout, nullptr, _IONBF, 0);
            std::puts("without any asm (or __asm__ (\\"x\\")) # 1 \\"x.hpp\\"");
            const char* said = "__builtin_constant_p [[gnu::noipa]]";
            return __builtin_expect(n == *said, 0) ? SQUARE(__builtin_popcount(n)) : 0;
        }
        void prints(const char* form, ...) {
            va_list rest;
            va_start(rest, form);
            std::vprintf(form, rest);
            va_end(rest);
            assert(form != NULL && offsetof(Fields, second) == 4 && errno < INFINITY);
        }
        static_assert(&counter != nullptr && &square != nullptr);  // a constant, in each variant
        int ifunc(int section) {
            static const std::string once = name + "!";
            std::map<std::string, std::shared_ptr<own::Shape>> all{{once, nullptr}};
            asm volatile("" : : "r"(section) : "memory");
            if (section > 3) throw std::runtime_error("large");
            if (section < 0) throw section;
            std::cout.imbue(std::locale::classic());
            std::cout << all.size() << std::endl;
            std::istringstream words{"1 word, and more"};
            std::string word;
            words >> section >> word;
            std::getline(words, word);
            std::printf("%d\\n", counter);
            return section + table.at(0) + static_cast<int>(once.size());
        }
        """,
        variant,
    )


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (
            "#include <mutex>\nstd::mutex m; void f() { std::lock_guard guard{m}; }",
            "pthread_mutex_lock",
        ),
        ("#include <thread>\nvoid f() { std::this_thread::yield(); }", "sched_yield"),
    ],
)
def test_what_locks_or_waits_is_let_in_and_told_of(tmp_path, source, name) -> None:
    refusals(tmp_path, source)
    made = object_file.read((tmp_path / "it.o").read_bytes())
    permitted = Permitted(LIBRARY, ("locks",), DRIVER)
    assert name in permitted.locks(made)
    assert not permitted.imports(made, "plain")


def test_lines_of_names(tmp_path) -> None:
    assembly = (
        b'.file 1 "a/it.cpp"\n.loc 1 7 3\n\tcall\twrite@PLT\nread:\n.loc 1 9\n\tcall\twrite\n'
    )
    assert cpp_assembly.lines(assembly, "it.cpp", ["write", "read"]) == {"write": 7, "read": 9}


@pytest.mark.parametrize("length", [4, 40, 64, 200, -100, -24])
def test_what_cannot_be_read_is_not_believed(tmp_path, length) -> None:
    refusals(tmp_path, "int f() { return 1; }")
    with pytest.raises(Refused, match="cannot be read"):
        object_file.read((tmp_path / "it.o").read_bytes()[:length])


def test_a_comment_is_skipped_if_a_string_only_ends_in_r() -> None:
    comment = b"/*\n# 1. one\n# 2. two\n*/\n"
    assert cpp_source.refused(comment + b'auto one = "PRODUCER";\n', OWN) is None
    for raw in (b'R"(', b'u8R"(', b'(LR"('):
        assert cpp_source.refused(comment + b"auto one = " + raw + b'*/)";\n', OWN) is not None


def test_what_is_no_elf_file_is_not_read() -> None:
    assert object_file.read(b"").symbols == []
    assert object_file.read(b"\xcf\xfa\xed\xfe").symbols == [], "macOS's format"


def test_long_texts_take_no_longer_than_they_are_long() -> None:
    """What took squares of its length took minutes for these."""
    raw = (b'R"z(' + b'asm R"a( ' * 7000 + b')z"', b'1.R"a(" ' * 7000, b'x R"a(" ' * 7000)
    few = (b"x", b'"', b"[[", b"asm(", b"# 1 ", b"#/*", b"\\ ", b"*/#")
    permitted = Permitted(LIBRARY, (), DRIVER)
    for text in (*(one * (60_000 // len(one)) for one in few), *raw):
        cpp_text.refused(b"no_sanitize " + text, b"no_sanitize " + text, OWN, permitted)
        cpp_source.refused(text, OWN)
        cpp_assembly.written_by_hand(text)
    pragmas = b"\n#pragma GCC diagnostic asm" * 38_000
    cpp_text.refused(pragmas, pragmas, OWN, permitted)
    digits = Symbol("_ZTh" + "1" * 500_000, "STT_FUNC", ABSOLUTE, 0, True, True, False)
    assert not permitted.definitions(ObjectFile("EM_X86_64", [], [digits], [], has_table=False))


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("_ZThn16_N3own5ShapeD0Ev", "own"),
        ("_ZThn16_N6driver5Words4nextEv", "driver"),
        ("_ZTv0_n24_NSt8ios_base4InitD1Ev", "library"),
        ("_ZThn16_5__lib", "library"),
        ("_ZTVN6driver5WordsE", "driver"),
        ("_ZZNKSt3setIiE4findEvE4once", "library"),
        ("_ZN3own4playEv", "own"),
    ],
)
def test_whose_a_name_is(name, whose) -> None:
    assert cpp_permitted._is_own(name) == (whose == "own")


@pytest.mark.parametrize("between", [b"", b"volatile ", b'\n# 1 "it.cpp"\n' * 60, b" \n" * 60])
def test_assembly_is_seen_behind_any_lines(between) -> None:
    text = b"void f() { asm " + between + b'("ret;"); }'
    bare = b"void f() { asm " + between.replace(b'# 1 "it.cpp"', b"") + b'("ret;"); }'
    found = cpp_text.refused(text, bare, OWN, Permitted(LIBRARY, (), DRIVER))
    assert found == (11, cpp_text.ASM)


def test_no_header_tells_how_much_is_optimised(tmp_path) -> None:
    """std::advance steps by ++ where the optimiser knows that the distance is 1, else by +=."""
    (tmp_path / "it.cpp").write_text(
        "#include <cstddef>\n#include <iterator>\nstruct Probe {\n"
        "    using iterator_category = std::random_access_iterator_tag;\n"
        "    using value_type = int;\n"
        "    using difference_type = std::ptrdiff_t;\n    using pointer = int*;\n"
        "    using reference = int&;\n    bool known = false;\n"
        "    Probe& operator++() { known = true; return *this; }\n"
        "    Probe& operator--() { return *this; }\n"
        "    Probe& operator+=(difference_type) { return *this; }\n};\n"
        "int main() { Probe probe; std::advance(probe, 1); return probe.known; }\n"
    )
    for variant in ("plain", "asan"):
        flags = (*STANDARD, *VARIANTS[variant])
        programs.run(COMPILER.path, *flags, "it.cpp", "-o", variant, cwd=tmp_path, check=True)
        assert programs.run(tmp_path / variant, cwd=tmp_path).returncode == 0, variant


def test_no_constant_tells_the_variants_apart(tmp_path) -> None:
    """UBSan keeps tests for null, and what is tested at run time is no constant."""
    asked = (
        *("&object != nullptr", "&in_line != nullptr", "&of<int> != nullptr", "&weak != nullptr"),
        *("&function != nullptr", "&instance<int> != nullptr", "&S::member != nullptr"),
        *("&own.n != nullptr", "static_cast<S*>(&derived) != nullptr", "&local != &in_line"),
        *('"a" != nullptr', "&array[1] != &array[0]", "&array[2] != nullptr", "(1 << 31) != 0"),
        *("(1 << 32) == 0", "2147483647 + 1 != 0", "array[2] == 0", "1 / zero == 0"),
        *("*static_cast<int*>(nullptr) == 0", "static_cast<bool>(&in_line)", "!&weak"),
    )
    (tmp_path / "it.cpp").write_text(
        "#include <type_traits>\nint object, array[2]; static int local; const int zero = 0;\n"
        "namespace in { inline int in_line = 0; template <class> inline int of = 0;\n"
        "[[gnu::weak]] extern int weak; inline void function() {}\n"
        "template <class> void instance() {}\n"
        "struct S { static inline int member = 0; int n; }; struct D : S {} derived; S own; }\n"
        "using namespace in;\n"
        + "".join(
            f"template <class A> concept C{number} = requires {{ typename "
            f"std::bool_constant<sizeof(A) != 0 && ({one})>; }};\n"
            for number, one in enumerate(asked)
        )
        + f"const bool told[]{{{', '.join(f'C{n}<int>' for n in range(len(asked)))}}};\n"
        'int main() { for (const bool one : told) __builtin_printf("%d", one); }\n'
    )
    said = set()
    for variant in ("plain", "asan", "tsan"):
        flags = (*STANDARD, *VARIANTS[variant], "-w")
        programs.run(COMPILER.path, *flags, "it.cpp", "-o", variant, cwd=tmp_path, check=True)
        said.add(programs.run(tmp_path / variant, cwd=tmp_path).stdout)
    assert len(said) == 1, said


@pytest.mark.skipif(sys.platform != "linux", reason="the linker's version script")
def test_the_library_calls_nothing_of_a_submission(tmp_path) -> None:
    """std::ios_base::Init makes a std::locale, whose constructor this program has, too."""
    (tmp_path / "exports").write_bytes(EXPORTS)
    (tmp_path / "it.cpp").write_text(
        "#include <iostream>\n"
        "[[gnu::used]] inline std::locale::locale() noexcept { std::abort(); }\n"
        "int main() { std::cout << std::endl; }\n"
    )
    flags = (*STANDARD, *VARIANTS["plain"], *LINKED, "-Wl,--version-script=exports")
    programs.run(COMPILER.path, *flags, "it.cpp", "-o", "it", cwd=tmp_path, check=True)
    assert programs.run(tmp_path / "it", cwd=tmp_path).returncode == 0
