"""What hides something from the tools is seen, and what honest people write is not taken for it."""

import struct

import pytest

from course.grading.checks import tool_evasion


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (b'__attribute__((no_sanitize("thread"))) void f();', "no_sanitize"),
        (b'__attribute__((__no_sanitize__("thread"))) void f();', "__no_sanitize__"),
        (b"[[gnu::no_sanitize_address]] void f();", "no_sanitize_address"),
        (b"[[gnu::__no_sanitize_undefined__]] void f();", "__no_sanitize_undefined__"),
        (b"[[gnu::no_address_safety_analysis]] void f();", "no_address_safety_analysis"),
        (
            b"[[clang::disable_sanitizer_instrumentation]] void f();",
            "disable_sanitizer_instrumentation",
        ),
        (b'int f() __attribute__((ifunc("g")));', "ifunc"),
        (b'int f() __attribute__((__ifunc__("g")));', "__ifunc__"),
    ],
)
def test_attributes_that_hide(text, word) -> None:
    assert tool_evasion.hidden_by_text(text) == word


@pytest.mark.parametrize("text", [b"int sanitize(int diffunc);", b"void no_sanity();"])
def test_honest_text(text) -> None:
    assert tool_evasion.hidden_by_text(text) is None


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (b"\0__tsan_ignore_thread_begin\0", "__tsan_ignore_thread_begin"),
        (b"\0__asan_default_options\0", "__asan_default_options"),
        (b"\0__lsan_is_turned_off\0", "__lsan_is_turned_off"),
        (b"\0__sanitizer_set_death_callback\0", "__sanitizer_set_death_callback"),
        (b"\0WTFAnnotateBenignRaceSized\0", "AnnotateBenignRaceSized"),
        (b"\0memcpy\0dlsym\0", "dlsym"),
        (b"\0dlsym@GLIBC_2.34\0", "dlsym"),
        (b"\0dlopen\0", "dlopen"),
        (bytes.fromhex("90 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db"), "a request to Valgrind"),
        (bytes.fromhex("8c0dcc93 8c35cc93 8ccdcc93 8cf5cc93 4a012a8b"), "a request to Valgrind"),
    ],
)
def test_names_and_requests_that_hide(code, word) -> None:
    assert tool_evasion.hidden_by_object(code) == word


@pytest.mark.parametrize(
    "code",
    [
        b"\0_ZN8SpscRingC1Em\0_Znwm\0__stack_chk_fail\0",
        b"\0the pool\0.init\0",
        b"\0dlsymbols\0annotate\0_ZN5asan_E\0",
        bytes.fromhex("48c1c703 48c1c70d"),
    ],
)
def test_honest_objects(code) -> None:
    assert tool_evasion.hidden_by_object(code) is None


FUNCTION, INDIRECT = 2, 10


def elf(
    *symbols: tuple[bytes, int],
    sections: tuple[bytes, ...] = (),
    kind: int = FUNCTION,
    many: bool = False,
) -> bytes:
    """An object file with symbols: names, and the section that defines them or 0.

    sections: names of more of them. kind: what all the symbols are. many: whether it says how many
    sections it has, and where their names are, as if these were more than a header has room for.
    """
    names, table = b"\0", bytes(24)
    for name, section in symbols:
        table += struct.pack("<IBBHQQ", len(names), 1 << 4 | kind, 0, section, 0, 0)
        names += name + b"\0"
    others = b""
    for name in sections:
        others += struct.pack("<IIQQQQIIQQ", len(names), 1, 0, 0, 0, 0, 0, 0, 1, 0)
        names += name + b"\0"
    count = 3 + len(sections)
    header = b"\x7fELF\x02\x01" + bytes(34) + struct.pack("<Q", 64 + len(names) + len(table))
    header += bytes(10) + struct.pack("<HHH", 64, *((0, 0xFFFF) if many else (count, 1)))
    first = struct.pack("<IIQQQQIIQQ", 0, 0, 0, 0, 0, *((count, 1) if many else (0, 0)), 0, 0, 0)
    behind = [
        first,
        struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 64, len(names), 0, 0, 1, 0),
        struct.pack("<IIQQQQIIQQ", 0, 2, 0, 0, 64 + len(names), len(table), 1, 0, 8, 24),
    ]
    return header + names + table + b"".join(behind) + others


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("name", [b"_Znwm", b"_ZnamSt11align_val_t", b"malloc", b"posix_memalign"])
def test_an_allocator_of_one_s_own(name, many) -> None:
    assert tool_evasion.hidden_by_object(elf((b"main", 1), (name, 1), many=many)) == (
        f"an allocator of its own, {name.decode()},"
    )
    assert tool_evasion.hidden_by_object(elf((b"main", 1), (name, 0), many=many)) is None, (
        "only called"
    )


def test_an_allocator_with_a_version() -> None:
    hidden = tool_evasion.hidden_by_object(elf((b"_Znwm@@MINE", 1)))
    assert hidden == "an allocator of its own, _Znwm@@MINE,"


@pytest.mark.parametrize("name", [b"_ZnwmPv", b"_ZN6PacketnwEm", b"mallocs", b"_ZdlPv"])
def test_what_is_no_allocator_of_all_there_is(name) -> None:
    assert tool_evasion.hidden_by_object(elf((name, 1))) is None


def test_a_function_that_is_chosen_when_the_program_is_loaded() -> None:
    """An assembler makes one without the attribute."""
    hidden = tool_evasion.hidden_by_object(elf((b"early", 1), kind=INDIRECT))
    assert hidden == "early, which is chosen early,"


@pytest.mark.parametrize(
    "name",
    [
        *(b".preinit_array", b".rela.preinit_array", b".init", b".rel.init", b".interp"),
        # The linker takes these before the driver's .init_array.00000.
        *(b".init_array.0", b".rela.init_array.0", b".init_array.-1", b".ctors", b".ctors.65535"),
        b".gnu.lto_.symtab",
    ],
)
def test_a_section_that_comes_before_the_driver(name) -> None:
    # Strings share their ends: the name may stand in the file as the end of another one only.
    assert tool_evasion.hidden_by_object(elf(sections=(b".text", name))) == name.decode()


@pytest.mark.parametrize(
    "name",
    [b".init_array", b".init_array.00101", b".rela.init_array", b".text.startup", b".initial"],
)
def test_honest_sections(name) -> None:
    assert tool_evasion.hidden_by_object(elf(sections=(name,))) is None


GOOD = elf((b"main", 1))
BAD = {
    "short": GOOD[:40],
    "no sections": GOOD[:70],
    "half a section": GOOD[:-30],
    "headers without a length": GOOD[:0x3A] + struct.pack("<H", 0) + GOOD[0x3C:],
    "names in no section": GOOD[:-24] + struct.pack("<I", 77) + GOOD[-20:],
    "a table without an end": GOOD[:-32] + struct.pack("<Q", 24 << 30) + GOOD[-24:],
    "half a symbol": GOOD[:-32] + struct.pack("<Q", 47) + GOOD[-24:],
    "a name that is nowhere": GOOD.replace(
        struct.pack("<IB", 1, 0x12), struct.pack("<IB", 1 << 31, 0x12)
    ),
}


@pytest.mark.parametrize("code", BAD.values(), ids=BAD)
def test_what_cannot_be_read_is_refused(code) -> None:
    assert code != GOOD
    assert tool_evasion.hidden_by_object(code) == "an object file that cannot be read"
