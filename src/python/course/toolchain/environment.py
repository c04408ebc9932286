"""The course's Python environment: .venv, made from the locks with their hashes."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from course import paths
from course.errors import CourseError
from course.process.logged import answer_of, run_logged
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Stamp, exclusive

LOCK = paths.LOCKS / "python.txt"
"""The versions and hashes of the course's packages and of the groups in pyproject.toml."""

_PROJECT = paths.ROOT / "pyproject.toml"
_UV = paths.VENV / "bin" / "uv"
_UV_LOCK = paths.LOCKS / "uv.txt"


def active() -> bool:
    return Path(sys.prefix).resolve() == paths.VENV.resolve() and sys.prefix != sys.base_prefix


def enter(arguments: Sequence[str]) -> NoReturn:
    """Goes on as the same command in the environment. Does not return.

    -P: a submission may be in the folder where we are, and its random.py is not ours to import.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(paths.VENV_PYTHON, [str(paths.VENV_PYTHON), "-P", "-m", "course", *arguments])


def leave(arguments: Sequence[str]) -> NoReturn:
    """Goes on as the same command outside of the environment, on the Python that it was made from.

    An environment that is out of date cannot be made anew from inside. Does not return.
    """
    base = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    os.execv(base, [str(base), str(paths.ROOT / "course"), *arguments])


def _stamp() -> Stamp:
    return Stamp(paths.VENV / "course.stamp")


def _fingerprint() -> str:
    """What the environment depends on: its locks and its path, which its scripts contain."""
    return Fingerprints().of([LOCK, _UV_LOCK], str(paths.ROOT))


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
    stamp, made_from = _stamp(), _fingerprint()
    stamp.remove()
    try:
        if paths.VENV.exists():
            shutil.rmtree(paths.VENV)
        command = [sys.executable, "-m", "venv", paths.VENV]
        run_logged("environment", command, env=_CLEAN, lock=lock)
        # uv has wheels wherever the other packages have some.
        command = [*_PIP, "install", "--require-hashes", "--only-binary", ":all:", "-r", _UV_LOCK]
        run_logged("environment", command, env=_CLEAN, lock=lock, append=True)
        install(None, "environment", lock=lock)
        _put_course_on_the_path()
    except OSError as error:
        raise CourseError(f"environment: {error}") from error
    stamp.write(made_from)


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
    folder = Path(sysconfig.get_path("purelib", "venv", {"base": str(paths.VENV)}))
    (folder / "allocpool-course.pth").write_text(f"{paths.PYTHON_SOURCES}\n", encoding="utf-8")


def install(group: str | None, log: str, *, lock: int) -> None:
    """Installs what the course needs, or one of the groups in pyproject.toml. Takes wheels only."""
    wanted = ["-r", _PROJECT] if group is None else ["--group", f"{_PROJECT}:{group}"]
    install_listed(["--no-build", "-c", LOCK, *wanted], log, lock=lock)


def install_listed(arguments: Sequence[str | Path], log: str, *, lock: int) -> None:
    """Installs with uv what its arguments list. Each package must have a hash there."""
    command = [_UV, "pip", "install", "--python", paths.VENV_PYTHON, "--require-hashes"]
    settings = _CLEAN | uv_settings()
    run_logged(log, [*command, *arguments], env=settings, lock=lock, append=True)


def needed(group: str | None) -> str:
    """The lock's entries for the course or a group on this machine, with all dependencies."""
    wanted = [_PROJECT] if group is None else ["--group", f"{_PROJECT}:{group}"]
    command = [_UV, "pip", "compile", "--quiet", "--generate-hashes", "--python", paths.VENV_PYTHON]
    done = subprocess.run(
        [*command, "-c", LOCK, *wanted],
        env=os.environ | uv_settings(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CourseError(f"{LOCK.name}: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def entries(lock_text: str) -> dict[str, str]:
    """A lock's entries, with their hashes, by package name."""
    pattern = r"^([\w.-]+)==.*\n(?:[ \t]+.*\n)*"
    return {entry[1]: entry[0] for entry in re.finditer(pattern, lock_text, re.MULTILINE)}


_PIP = [paths.VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input"]


def uv_settings() -> dict[str, str]:
    """pip's settings that uv should follow too: which index, which local wheels, which roots."""
    _, listed = answer_of([*_PIP, "config", "list"], seconds=120)
    settings = dict(re.findall(r"^\S+?\.([\w-]+)='(.*)'$", listed, re.MULTILINE))
    names = {
        "index-url": "UV_DEFAULT_INDEX",
        "extra-index-url": "UV_INDEX",
        "find-links": "UV_FIND_LINKS",
        "cert": "SSL_CERT_FILE",
        "trusted-host": "UV_INSECURE_HOST",
    }
    return {
        variable: settings[option]
        for option, variable in names.items()
        if option in settings and variable not in os.environ
    }


def download(locked: str, folder: Path, log: str, *, lock: int, sources_too: bool = False) -> None:
    """Downloads a lock's entries into a folder, without installing them. uv cannot do that."""
    mode = ["--no-build-isolation"] if sources_too else ["--only-binary", ":all:"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write(locked)
        listed.flush()
        command = [*_PIP, "download", "--no-deps", "--require-hashes", *mode, "-d", folder]
        run_logged(log, [*command, "-r", listed.name], env=_CLEAN, lock=lock)
