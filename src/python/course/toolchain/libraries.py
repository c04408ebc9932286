"""Allocators that a program can be made to load before the C library's own."""

import sys
import sysconfig
from pathlib import Path

ALLOCATORS = {
    "jemalloc": "libjemalloc.so.2",
    "mimalloc": "libmimalloc.so.2*",
    "tcmalloc": "libtcmalloc_minimal.so.4*",
}
"""Allocator -> its file; what may follow the star is a minor version."""


def folders() -> list[Path]:
    """Where the dynamic linker finds libraries of this machine's kind."""
    places = ["/usr/local/lib", f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}"]
    return [Path(place) for place in (*places, "/usr/lib64", "/usr/lib")]


def allocator(name: str) -> Path | None:
    """The library of one of ALLOCATORS; None where it is not installed."""
    for folder in folders():
        found = sorted(folder.glob(ALLOCATORS[name]))
        if found:
            return found[0]
    return None


def why_no_allocator(name: str) -> str | None:
    """Why programs cannot be run with it, in a few words; None when they can."""
    if sys.platform != "linux":
        return "preloading a library is supported only on Linux"
    if allocator(name) is None:
        return f"{ALLOCATORS[name].rstrip('*')} is not installed"
    return None
