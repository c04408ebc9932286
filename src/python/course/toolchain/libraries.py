"""Allocators that can be preloaded into a program instead of the C library's."""

import sys
import sysconfig
from pathlib import Path

ALLOCATORS = {
    "jemalloc": "libjemalloc.so.2",
    "mimalloc": "libmimalloc.so.2*",
    "tcmalloc": "libtcmalloc_minimal.so.4*",
}
"""Allocator -> its file; the star stands for a minor version."""


def folders() -> list[Path]:
    """Return the folders where the dynamic linker finds this machine's kind of libraries."""
    places = ["/usr/local/lib", f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}"]
    return [Path(place) for place in (*places, "/usr/lib64", "/usr/lib")]


def allocator(name: str) -> Path | None:
    """Return the library of one of ALLOCATORS; None if it is not installed."""
    for folder in folders():
        found = sorted(folder.glob(ALLOCATORS[name]))
        if found:
            return found[0]
    return None


def why_no_allocator(name: str) -> str | None:
    """Return in a few words why programs cannot run with it, or None if they can."""
    if sys.platform != "linux":
        return "preloading a library is supported only on Linux"
    if allocator(name) is None:
        return f"{ALLOCATORS[name].rstrip('*')} is not installed"
    return None
