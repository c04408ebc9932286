"""The two notebook kernels, `java` and `xcpp17`, installed into the environment."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.process.files import read_object, write_object
from course.process.logged import answer_of, run_logged
from course.toolchain import cppyy, environment, jdks
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.runtimes import RELEASES
from course.toolchain.steps import Step

FOLDER = paths.VENV / "share" / "jupyter" / "kernels"
JAVA_SPEC = FOLDER / "java" / "kernel.json"
CPP_SPEC = FOLDER / "xcpp17" / "kernel.json"
_JJAVA = FOLDER / "java" / "jjava.jar"

ENDS_WITH_ITS_SERVER = (
    "ProcessHandle.current().parent()"
    ".ifPresent(server -> server.onExit().thenRun(() -> System.exit(0)));"
)
"""Jupyter leaves it to kernels to notice that their server has gone. ipykernel does; JJava does
not, and would hold its memory until somebody notices."""


def java_step(prints: Fingerprints) -> Step:
    """Point JJava at a full JDK and at the jar whose classes the notebooks show."""
    return Step(
        name="kernel java",
        stamp=paths.VENV / "kernel-java.stamp",
        fingerprint=lambda: prints.of(
            [Path(__file__), environment.LOCK],
            *(str(jdk) for jdk in (jdks.compiling(), *map(jdks.find, RELEASES))),
            str(paths.ROOT),
        ),
        products=[JAVA_SPEC],
        make=_make_java,
        optional=True,
    )


def _make_java(_lock: int) -> None:
    jdk = jdks.compiling()
    if jdk is None:
        raise CourseError("kernel java: no full JDK >= 17 (with javac and jdk.jshell) was found")
    if not _JJAVA.is_file():
        raise CourseError(
            f"kernel java: {paths.shown(_JJAVA)} is missing; remove .venv and run ./course setup"
        )
    write_object(JAVA_SPEC, java_spec(jdk))


def java_spec(jdk: jdks.Jdk) -> dict[str, object]:
    """Return JJava's kernelspec, with an absolute java so that PATH does not choose one."""
    return {
        "argv": [
            str(jdk.java),
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",  # cells are compiled once and run once
            "--add-opens",
            "jdk.jshell/jdk.jshell=ALL-UNNAMED",
            "-jar",
            str(_JJAVA),
            "{connection_file}",
        ],
        "display_name": f"Java {jdk.version} (JJava)",
        "language": "java",
        "interrupt_mode": "message",
        "env": {
            "JJAVA_CLASSPATH": f"{paths.JARS}/allocpool-teaching*.jar",
            "JJAVA_STARTUP_SCRIPT": ENDS_WITH_ITS_SERVER,
            # Notebooks start programs on these.
            **{
                f"COURSE_JDK_{one.version}": str(one.home)
                for one in map(jdks.find, RELEASES)
                if one
            },
        },
    }


def cpp_lane(prints: Fingerprints) -> list[Step]:
    """Install a real xeus kernel with the notebooks' options, or else our own."""
    package = paths.PYTHON_SOURCES / "course" / "xcpp17"
    sources = [package / "install.py", package / "cling.py"]
    root = str(paths.ROOT)
    real = xeus()
    if real is not None:
        everything = [Path(__file__), *sources, real]
        return [
            _cpp_step(
                lambda: prints.of(everything, root),
                lambda _lock: write_object(CPP_SPEC, xeus_spec(real)),
            )
        ]
    if cppyy.unsupported():
        return []
    ours = _cpp_step(lambda: prints.of(sources, cppyy.fingerprint(prints), root), _make_cpp)
    return [cppyy.step(prints), ours]


def _cpp_step(fingerprint: Callable[[], str], make: Callable[[int], None]) -> Step:
    return Step(
        name="kernel xcpp17",
        stamp=paths.VENV / "kernel-xcpp17.stamp",
        fingerprint=fingerprint,
        products=[CPP_SPEC],
        make=make,
        optional=True,
    )


def _make_cpp(lock: int) -> None:
    program = "import sys; from course.xcpp17.install import install; install(sys.argv[1])"
    command = [paths.VENV_PYTHON, "-c", program, paths.VENV]
    run_logged("kernel-xcpp17", command, lock=lock)


def xeus_spec(real: Path) -> dict[str, object]:
    """Return a xeus kernel's own description, with the options for our notebooks' includes added.

    Cling asks the compiler that it was packaged with for its headers, and looks for it on PATH.
    Editors start kernels without an activated environment's PATH, so the kernel sets it.
    """
    from course.xcpp17.install import options

    spec = read_object(real)
    program = shutil.which(spec["argv"][0]) or spec["argv"][0]
    path = f"{Path(program).parent}{os.pathsep}${{PATH}}"
    return spec | {
        "argv": [*spec["argv"], *options()],
        "env": {"PATH": path, **spec.get("env", {})},
    }


def xeus() -> Path | None:
    """Return the kernelspec `xcpp17` of a real xeus kernel outside the environment, or None."""
    home = Path.home()
    data = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    roots = [Path(root) for root in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if root]
    if "CONDA_PREFIX" in os.environ:
        roots.append(Path(os.environ["CONDA_PREFIX"], "share", "jupyter"))
    roots += [Path(data, "jupyter"), home / "Library" / "Jupyter"]
    roots += [Path("/usr/local/share/jupyter"), Path("/usr/share/jupyter")]
    for root in roots:
        spec = root / "kernels" / "xcpp17" / "kernel.json"
        # JUPYTER_PATH may include the environment, so that other programs find its kernels.
        if _is_xeus(spec) and spec.resolve() != CPP_SPEC.resolve():
            return spec
    return None


def _is_xeus(spec: Path) -> bool:
    program = str((read_object(spec).get("argv") or [""])[0])
    return "xcpp" in Path(program).name


def states() -> dict[str, str]:
    """Return "ok" or the problem of each kernel, without starting more than an import."""
    return {"java": _java_state(), "xcpp17": _cpp_state()}


def _java_state() -> str:
    argv = read_object(JAVA_SPEC).get("argv")
    if not argv:
        return "not installed: run ./course setup"
    if not os.access(argv[0], os.X_OK):
        return f"its java is missing ({argv[0]}): run ./course setup"
    return "ok" if _JJAVA.is_file() else f"{_JJAVA} is missing: remove .venv, run ./course setup"


def _cpp_state() -> str:
    if not CPP_SPEC.is_file():
        missing = None if xeus() else cppyy.unsupported()
        return missing or "not installed: run ./course setup"
    if _is_xeus(CPP_SPEC):
        program = read_object(CPP_SPEC)["argv"][0]
        gone = f"its program is missing ({program}): run ./course setup"
        return "ok" if shutil.which(program) else gone
    code, text = answer_of([paths.VENV_PYTHON, "-c", "import course.xcpp17.kernel, cppyy_backend"])
    return "ok" if code == 0 else f"does not import: {(text.strip().splitlines() or [''])[-1]}"
