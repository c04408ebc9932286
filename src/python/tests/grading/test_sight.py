"""What hides something from the tools is seen, and what honest people write is not taken for it."""

import struct

import pytest

from course.grading import sight


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
    assert sight.hidden_by_text(text) == word


@pytest.mark.parametrize("text", [b"int sanitize(int diffunc);", b"void no_sanity();"])
def test_honest_text(text) -> None:
    assert sight.hidden_by_text(text) is None


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (b"\0__tsan_ignore_thread_begin\0", "__tsan_ignore_thread_begin"),
        (b"\0__asan_default_options\0", "__asan_default_options"),
        (b"\0__lsan_is_turned_off\0", "__lsan_is_turned_off"),
        (b"\0__sanitizer_set_death_callback\0", "__sanitizer_set_death_callback"),
        (b"\0WTFAnnotateBenignRaceSized\0", "AnnotateBenignRaceSized"),
        (b"\0memcpy\0dlsym\0", "dlsym"),
        (b"\0dlopen\0", "dlopen"),
        (b"\0.rela.preinit_array\0", ".rela.preinit_array"),
        (b"\0.init\0", ".init"),
        (bytes.fromhex("90 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db"), "a request to Valgrind"),
        (bytes.fromhex("8c0dcc93 8c35cc93 8ccdcc93 8cf5cc93 4a012a8b"), "a request to Valgrind"),
    ],
)
def test_names_and_requests_that_hide(code, word) -> None:
    assert sight.hidden_by_object(code) == word


@pytest.mark.parametrize(
    "code",
    [
        b"\0_ZN8SpscRingC1Em\0_Znwm\0__stack_chk_fail\0",
        b"\0.init_array\0.rela.init_array\0.text.startup\0",
        b"\0the pool.init\0",
        b"\0dlsymbols\0annotate\0_ZN5asan_E\0",
        bytes.fromhex("48c1c703 48c1c70d"),
    ],
)
def test_honest_objects(code) -> None:
    assert sight.hidden_by_object(code) is None


def elf(*symbols: tuple[bytes, int]) -> bytes:
    """An object file with symbols: names, and the section that defines them or 0."""
    names, table = b"\0", bytes(24)
    for name, section in symbols:
        table += struct.pack("<IBBHQQ", len(names), 0x12, 0, section, 0, 0)
        names += name + b"\0"
    behind = 64 + len(names) + len(table)
    header = b"\x7fELF\x02\x01" + bytes(34) + struct.pack("<Q", behind) + bytes(10)
    header += struct.pack("<HHH", 64, 3, 1)
    sections = [
        bytes(64),
        struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 64, len(names), 0, 0, 1, 0),
        struct.pack("<IIQQQQIIQQ", 0, 2, 0, 0, 64 + len(names), len(table), 1, 0, 8, 24),
    ]
    return header + names + table + b"".join(sections)


@pytest.mark.parametrize("name", [b"_Znwm", b"_ZnamSt11align_val_t", b"malloc", b"posix_memalign"])
def test_an_allocator_of_one_s_own(name) -> None:
    assert sight.hidden_by_object(elf((b"main", 1), (name, 1))) == (
        f"an allocator of its own, {name.decode()},"
    )
    assert sight.hidden_by_object(elf((b"main", 1), (name, 0))) is None, "it is only called"


@pytest.mark.parametrize("name", [b"_ZnwmPv", b"_ZN6PacketnwEm", b"mallocs", b"_ZdlPv"])
def test_what_is_no_allocator_of_all_there_is(name) -> None:
    assert sight.hidden_by_object(elf((name, 1))) is None
