"""Chapter 5's description of an allocation's path matches a virtual machine's behaviour.

The stored listings come from the commands that the page shows, which run again here. Facts that
depend on the release, the processor or the time are not compared: offsets, sizes of vectors,
counts.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .programs import JARS, ROOT, command, javas, require_built, run_program

KEPT = ROOT / "chapters/claims"
PRINT = (
    *("-XX:+UseParallelGC", "-XX:-TieredCompilation", "-XX:-Inline"),
    *("-XX:+UnlockDiagnosticVMOptions", "-XX:CompileCommand=quiet"),
    "-XX:CompileCommand=print,allocpool.account.NewKilobyte::make",
)
RECORD = ",".join(f"jdk.ObjectAllocation{where}TLAB#enabled=true" for where in ("InNew", "Outside"))


@pytest.fixture(autouse=True)
def _built():
    require_built()
    if 25 not in javas():
        pytest.skip("the listings are of JDK 25")


def machine_code() -> bytes:
    """Return the code of the method that makes a kilobyte, as printed without a plugin."""
    done = subprocess.run(
        [javas()[25], "-Xmx256m", *PRINT, "-cp", f"{JARS}/*", "allocpool.account.NewKilobyte"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    code = done.stdout.partition("[MachCode]")[2].partition("[/MachCode]")[0]
    return bytes.fromhex("".join(re.findall(r"^\s+0x[0-9a-f]+: ([0-9a-f |]+)$", code, re.M))
                         .replace("|", ""))  # fmt: skip


def disassembled(code: bytes, folder: Path) -> list[str]:
    """Return one instruction per line, without its address."""
    path = folder / "code.bin"
    path.write_bytes(code)
    flags = ("-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn")
    done = subprocess.run(
        ["objdump", *flags, path], capture_output=True, text=True, check=True, timeout=60
    )
    return re.findall(r"^ +[0-9a-f]+:\t(.+?) *$", done.stdout, re.M)


def kinds(lines: list[str]) -> list[str]:
    """Return the mnemonics up to the zeroing loop, without the compilers' method prologue."""
    found = [line.split()[0] for line in lines]
    first = next(at for at, line in enumerate(lines) if re.match(r"add +r10,0x410", line))
    last = next(at for at, line in enumerate(lines) if "vpxor" in line)
    return found[first:last]


@pytest.mark.skipif(
    platform.machine() != "x86_64" or not shutil.which("objdump"),
    reason="the listing is of x86-64, and objdump makes it",
)
def test_a_new_kilobyte_is_an_addition_a_prefetch_and_zeros(tmp_path):
    lines = disassembled(machine_code(), tmp_path)
    if not any("vpxor" in line for line in lines):
        pytest.skip("this processor clears memory in another way")
    kept = (KEPT / "new-kilobyte.log").read_text(encoding="utf-8").splitlines()
    told = [line.partition(";")[0].strip() for line in kept]
    assert kinds(lines) == kinds(told)


@pytest.mark.slow
def test_the_array_of_a_pool_is_allocated_outside(tmp_path):
    recording = tmp_path / "pool.jfr"
    flags = ("-Xms2g", "-Xmx2g", "-XX:+UseG1GC", "-Xlog:disable")
    start = f"-XX:StartFlightRecording:filename={recording},{RECORD}"
    run_program(
        command("heap", 25, [*flags, start]),
        *("--case", "A", "--strategy", "pool", "--mode", "batch", "--format", "json"),
        *("--warmup-rounds", 0, "--rounds", 1, "--packets", 1_000_000),
    )
    jfr = javas()[25].with_name("jfr")
    done = subprocess.run(
        [jfr, "view", "tlabs", recording], capture_output=True, text=True, check=True, timeout=60
    )
    kept = (KEPT / "pool-tlabs.log").read_text(encoding="utf-8")
    for fact in (r"Inside TLAB Maximum Size: .*", r"Outside TLAB Maximum Size: .*"):
        assert re.search(fact, done.stdout).group() == re.search(fact, kept).group()
