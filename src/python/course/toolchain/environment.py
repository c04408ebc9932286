"""The course's Python environment: .venv, made from the locks with their hashes."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from course import paths
from course.errors import CourseError
from course.process.logged import StepFailed, run_logged
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.lock import exclusive
from course.toolchain.stamp import Stamp

_UV = paths.VENV / "bin" / "uv"


def active() -> bool:
    """Whether this process runs in the course's environment."""
    return Path(sys.prefix).resolve() == paths.VENV.resolve() and sys.prefix != sys.base_prefix


def enter(arguments: Sequence[str]) -> NoReturn:
    """Goes on as the same command in the environment. Does not return."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(paths.VENV_PYTHON, [str(paths.VENV_PYTHON), "-m", "course", *arguments])


def leave(arguments: Sequence[str]) -> NoReturn:
    """Goes on as the same command outside of the environment, on the Python that it was made from.

    An environment that is out of date cannot be made anew from inside. Does not return.
    """
    base = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    os.execv(base, [str(base), str(paths.ROOT / "course"), *arguments])


def _stamp() -> Stamp:
    return Stamp(paths.VENV / "course.stamp")


def _fingerprint() -> str:
    """What the environment depends on: the locks, and its place, which its scripts know."""
    locks = [paths.LOCKS / "main.txt", paths.LOCKS / "uv.txt"]
    return Fingerprints().of(locks, str(paths.ROOT))


def ready() -> bool:
    """Whether the environment is complete and made from today's locks."""
    return _stamp().fits(_fingerprint(), [paths.VENV_PYTHON])


def ensure() -> None:
    """Makes the environment, or makes it anew if it is not complete. Needs only Python itself."""
    if ready():
        return
    with exclusive() as lock:
        if ready():  # another set-up made it while this one waited
            return
        print("environment: making .venv from the locks", file=sys.stderr, flush=True)
        began = time.monotonic()
        _make(lock)
        seconds = time.monotonic() - began
        print(f"environment: ready ({seconds:.0f} s)", file=sys.stderr, flush=True)


def _make(lock: int) -> None:
    stamp = _stamp()
    stamp.remove()
    try:
        if paths.VENV.exists():
            shutil.rmtree(paths.VENV)
        run_logged(
            "environment", [sys.executable, "-m", "venv", paths.VENV], keep_open=[lock], env=_CLEAN
        )
        install(paths.LOCKS / "main.txt", "environment", lock=lock)
        _put_course_on_the_path()
    except OSError as error:
        raise CourseError(f"environment: {error}") from error
    stamp.write(_fingerprint())


# Another environment's settings must not reach into this one. What is compiled here is compiled
# without debug information, which would take longer than the code.
_CLEAN = {
    "PYTHONHOME": None,
    "PYTHONPATH": None,
    "VIRTUAL_ENV": None,
    "PIP_REQUIRE_VIRTUALENV": None,
    "CFLAGS": "-g0",
}


def _put_course_on_the_path() -> None:
    """Makes `import course` work in the environment and in the kernels that it starts."""
    found = subprocess.run(
        [paths.VENV_PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    folder = Path(found.stdout.strip())
    (folder / "allocpool-course.pth").write_text(f"{paths.PYTHON_SOURCES}\n", encoding="utf-8")


def install(lock_file: Path, log: str, *, lock: int, building: bool = False) -> None:
    """Installs what a lock file lists, with uv where that exists, otherwise with pip.

    With `building`, sources are compiled with the tools that are in the environment already, and
    nothing is resolved: the file must list everything. Otherwise only wheels are taken.
    """
    mode = ["--no-deps", "--no-build-isolation"] if building else []
    if _UV.exists() or _install_uv(lock):
        wheels_only = [] if building else ["--no-build"]
        arguments = ["--require-hashes", *mode, *wheels_only, "-r", str(lock_file)]
        command = [_UV, "pip", "install", "--python", paths.VENV_PYTHON, *arguments]
        try:
            run_logged(log, command, keep_open=[lock], env=_CLEAN | uv_settings(), append=True)
            return
        except StepFailed as error:
            if error.killed:
                raise
            print(f"{log}: uv did not manage, trying pip", file=sys.stderr, flush=True)
    wheels_only = [] if building else ["--only-binary", ":all:"]
    arguments = ["--require-hashes", *mode, *wheels_only, "-r", str(lock_file)]
    run_logged(log, [*_PIP, "install", *arguments], keep_open=[lock], env=_CLEAN, append=True)


_PIP = [paths.VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input"]


def _install_uv(lock: int) -> bool:
    """Puts uv into the environment; False where it has no wheel for this platform."""
    requirements = ["--require-hashes", "--only-binary", ":all:", "-r", paths.LOCKS / "uv.txt"]
    try:
        command = [*_PIP, "install", *requirements]
        run_logged("environment", command, keep_open=[lock], env=_CLEAN, append=True)
    except StepFailed:
        return False
    return _UV.exists()


def uv_settings() -> dict[str, str]:
    """pip's settings that uv should follow too: which index, which local wheels, which roots."""
    listed = subprocess.run(
        [*_PIP, "config", "list"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    ).stdout
    settings = dict(re.findall(r"^\S+?\.([\w-]+)='(.*)'$", listed, re.MULTILINE))
    names = {
        "index-url": "UV_DEFAULT_INDEX",
        "extra-index-url": "UV_INDEX",
        "find-links": "UV_FIND_LINKS",
        "cert": "SSL_CERT_FILE",
    }
    return {
        variable: settings[option]
        for option, variable in names.items()
        if option in settings and variable not in os.environ
    }


def pip_download(
    lock_file: Path, folder: Path, log: str, *, lock: int, building: bool = False
) -> None:
    """Downloads what a lock file lists, without installing it; `building` as for `install`."""
    mode = ["--no-build-isolation"] if building else ["--only-binary", ":all:"]
    command = [*_PIP, "download", "--no-deps", "--require-hashes", *mode]
    command += ["-r", lock_file, "-d", folder]
    run_logged(log, command, keep_open=[lock], env=_CLEAN)
