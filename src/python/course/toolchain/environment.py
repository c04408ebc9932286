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
from course.toolchain.steps import Step, exclusive

LOCK = paths.LOCKS / "python.txt"
"""The versions and hashes of the course's packages and of the groups in pyproject.toml."""

_PROJECT = paths.ROOT / "pyproject.toml"
_UV = paths.VENV / "bin" / "uv"
_UV_LOCK = paths.LOCKS / "uv.txt"


def active() -> bool:
    return Path(sys.prefix).resolve() == paths.VENV.resolve() and sys.prefix != sys.base_prefix


def enter(arguments: Sequence[str]) -> NoReturn:
    """Continue as the same command in the environment. Does not return.

    -P: the current folder may hold a submission, whose random.py we must not import. utf8: names
    of files have all letters, whatever the locale.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    python = [str(paths.VENV_PYTHON), "-X", "utf8", "-P"]
    os.execv(paths.VENV_PYTHON, [*python, "-m", "course", *arguments])


def leave(arguments: Sequence[str]) -> NoReturn:
    """Continue on the base Python: an outdated environment cannot be rebuilt from inside."""
    base = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    os.execv(base, [str(base), str(paths.ROOT / "course"), *arguments])


def _step() -> Step:
    return Step(
        name="environment",
        stamp=paths.VENV / "course.stamp",
        # Its scripts contain its path.
        fingerprint=lambda: Fingerprints().of([LOCK, _UV_LOCK], str(paths.ROOT)),
        products=[paths.VENV_PYTHON],
        make=_make,
    )


def ready() -> bool:
    """True if the environment is complete and made from the current locks."""
    return _step().done()


def ensure() -> None:
    """Make the environment, or remake an incomplete one. Needs only Python itself."""
    if ready():
        return
    if paths.VENV.is_symlink():  # remaking it would break another clone's
        raise CourseError(".venv is a link, but an environment contains its own path: remove it")
    with exclusive() as lock:
        if ready():  # another set-up made it meanwhile
            return
        print("environment: making .venv from the locks", file=sys.stderr, flush=True)
        began = time.monotonic()
        _step().run(lock)
        seconds = time.monotonic() - began
        print(f"environment: ready ({seconds:.0f} s)", file=sys.stderr, flush=True)


def _make(lock: int) -> None:
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


# Keep out the settings of other environments. Code is compiled without debug information, which
# would take longer than the code itself.
_CLEAN = {
    "PYTHONHOME": None,
    "PYTHONPATH": None,
    "VIRTUAL_ENV": None,
    "PIP_REQUIRE_VIRTUALENV": None,
    "CFLAGS": "-g0",
}


def _put_course_on_the_path() -> None:
    """Make `import course` work in the environment and in kernels started from it."""
    folder = Path(sysconfig.get_path("purelib", "venv", {"base": str(paths.VENV)}))
    (folder / "allocpool-course.pth").write_text(f"{paths.PYTHON_SOURCES}\n", encoding="utf-8")


def install(group: str | None, log: str, *, lock: int) -> None:
    """Install the course's dependencies, or a group's of pyproject.toml. Takes wheels only."""
    wanted = ["-r", _PROJECT] if group is None else ["--group", f"{_PROJECT}:{group}"]
    install_listed(["--no-build", "-c", LOCK, *wanted], log, lock=lock)


def install_listed(
    arguments: Sequence[str | Path], log: str, *, lock: int, **settings: str
) -> None:
    """Install with uv the packages listed in its arguments, which must have hashes.

    The settings are environment variables for what has to be compiled.
    """
    command = [_UV, "pip", "install", "--python", paths.VENV_PYTHON, "--require-hashes"]
    variables = _CLEAN | uv_settings() | settings
    run_logged(log, [*command, *arguments], env=variables, lock=lock, append=True)


def needed(group: str | None) -> str:
    """Return the lock's entries for the course or a group on this machine, with dependencies."""
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
    """Return a lock's entries, with their hashes, by package name."""
    pattern = r"^([\w.-]+)==.*\n(?:[ \t]+.*\n)*"
    return {entry[1]: entry[0] for entry in re.finditer(pattern, lock_text, re.MULTILINE)}


_PIP = [paths.VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input"]


def uv_settings() -> dict[str, str]:
    """Return pip's settings as uv's variables: indexes, local wheels, certificates and hosts."""
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
    """Download a lock's entries into a folder without installing them, which uv cannot do."""
    mode = ["--no-build-isolation"] if sources_too else ["--only-binary", ":all:"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write(locked)
        listed.flush()
        command = [*_PIP, "download", "--no-deps", "--require-hashes", *mode, "-d", folder]
        run_logged(log, [*command, "-r", listed.name], env=_CLEAN, lock=lock)
