"""The properties of this machine that affect measurements."""

import os
import platform
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from course.process.logged import answer_of

_CPUS = Path("/sys/devices/system/cpu")
_MAC = sys.platform == "darwin"


def describe() -> dict[str, Any]:
    """Describe the machine for a record (provenance.machine).

    `memory_mb` is the memory for programs (a container's limit counts). `virtual` is the name of
    the hypervisor or container, False on bare metal, None if unknown. `thp` and `governor` are None
    if the system has none.
    """
    return {
        "cpu": cpu(),
        "cores": cores(),
        "memory_mb": memory_mb(),
        "kernel": f"{platform.system()} {platform.release()}",
        "os": operating_system(),
        "virtual": virtual(),
        "thp": chosen(_read("/sys/kernel/mm/transparent_hugepage/enabled")),
        "governor": _read(_CPUS / "cpu0/cpufreq/scaling_governor"),
    }


def cpu() -> str:
    """The processor's name; on x86 Linux also its family and model, as a cloud may call processors
    of several generations just "AMD EPYC"."""
    if _MAC:
        return _sysctl("machdep.cpu.brand_string") or platform.machine()
    facts = dict(
        re.findall(r"^([\w ]+?)\s*: (.+?)\s*$", _read("/proc/cpuinfo") or "", re.MULTILINE)
    )
    if "model name" in facts:
        kind = {"family": facts.get("cpu family"), "model": facts.get("model")}
        told = [f"{key} {value}" for key, value in kind.items() if value]
        return ", ".join([facts["model name"], *told])
    # AArch64 kernels give numbers only; lscpu translates them.
    if shutil.which("lscpu"):
        named = re.search(r"^Model name:\s*(.+)$", answer_of(["lscpu"])[1], re.MULTILINE)
    return named[1].strip() if named else platform.machine()


def cores() -> int:
    """Number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


BESIDE_MB = 1024  # reserve for the system and the JVM itself, in addition to a program's needs


def memory_mb() -> int:
    """Physical memory, or a container's limit if lower, in MiB."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limits = [_read("/sys/fs/cgroup/memory.max")]
    limits.append(_read("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
    numbers = [int(limit) for limit in limits if limit and limit.isdecimal()]
    return min([total, *numbers]) // 2**20


def operating_system() -> str:
    if _MAC:
        return f"macOS {platform.mac_ver()[0]}"
    name = re.search(r'^PRETTY_NAME="?([^"\n]+)', _read("/etc/os-release") or "", re.MULTILINE)
    return name[1] if name else platform.system()


def virtual() -> str | bool | None:
    """The hypervisor's or container's name; False on bare metal; None if unknown."""
    if _MAC:
        present = _sysctl("kern.hv_vmm_present")
        return None if present is None else present == "1" and "hypervisor"
    if shutil.which("systemd-detect-virt"):
        # Its exit code is 1 for "none", which is an answer.
        asked = [["systemd-detect-virt", kind] for kind in ("--container", "--vm")]
        answers = [answer_of(question)[1].strip() for question in asked]
        if all(re.fullmatch(r"[a-z0-9-]+", answer) for answer in answers):
            return " in ".join(answer for answer in answers if answer != "none") or False
    for container in ("/.dockerenv", "/run/.containerenv"):
        if Path(container).exists():
            return "container"
    info = _read("/proc/cpuinfo") or ""
    if re.search(r"^flags\s*:.*\bhypervisor\b", info, re.MULTILINE):
        return dmi() or "hypervisor"
    return False if re.search(r"^flags\s*:", info, re.MULTILINE) else None


def dmi() -> str | None:
    """Vendor and product from the firmware, for instance "QEMU Standard PC"."""
    names = [_read(f"/sys/class/dmi/id/{field}") for field in ("sys_vendor", "product_name")]
    return " ".join(name for name in names if name) or None


def caches() -> list[dict[str, Any]]:
    """The first processor's data caches: level, size in KiB, how many processors share it."""
    if not _MAC and (found := _caches_of_sysfs()):
        return found
    sizes = (
        ["hw.l1dcachesize", "hw.l2cachesize", "hw.l3cachesize"]
        if _MAC
        else ["LEVEL1_DCACHE_SIZE", "LEVEL2_CACHE_SIZE", "LEVEL3_CACHE_SIZE"]
    )
    command = ["sysctl", "-n"] if _MAC else ["getconf"]
    answers = [answer_of([*command, size]) for size in sizes]
    return [
        {"level": level, "kb": int(text) // 1024, "shared_by": None}
        for level, (code, text) in enumerate(answers, start=1)
        if code == 0 and text.strip().isdecimal() and int(text) > 0
    ]


def _caches_of_sysfs() -> list[dict[str, Any]]:
    result = []
    for index in sorted((_CPUS / "cpu0" / "cache").glob("index*")):
        size = re.fullmatch(r"(\d+)K", _read(index / "size") or "")
        level = _read(index / "level") or ""
        if size and level.isdecimal() and _read(index / "type") != "Instruction":
            sharing = processors(_read(index / "shared_cpu_list") or "")
            result.append({"level": int(level), "kb": int(size[1]), "shared_by": sharing})
    return result


def processors(listed: str) -> int | None:
    """Number of processors in a kernel's list such as "0-3,8"; None if it is no list."""
    parts = [part.split("-") for part in listed.split(",") if part]
    if not parts or not all(end.isdecimal() for part in parts for end in part):
        return None
    return sum(int(part[-1]) - int(part[0]) + 1 for part in parts)


def chosen(choice: str | None) -> str | None:
    """The value in brackets of a kernel setting such as "always [madvise] never"."""
    found = re.search(r"\[(\w+)\]", choice or "")
    return found[1] if found else None


def _read(path: str | Path) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        return None


def _sysctl(name: str) -> str | None:
    code, text = answer_of(["sysctl", "-n", name])
    return text.strip() if code == 0 else None
