"""The two notebook kernels, `java` and `xcpp17`, installed into the environment."""

import os
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.toolchain import cppyy, jdks
from course.toolchain.files import read_object, write_object
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.processes import answer_of, run_logged
from course.toolchain.steps import Step

FOLDER = paths.VENV / "share" / "jupyter" / "kernels"
JAVA_SPEC = FOLDER / "java" / "kernel.json"
CPP_SPEC = FOLDER / "xcpp17" / "kernel.json"
_JJAVA = FOLDER / "java" / "jjava.jar"


MEASURED = (11, 25)
"""Feature releases on which the notebooks start programs, each named by COURSE_JDK_<release>."""


def java_step(prints: Fingerprints) -> Step:
    """Points JJava at a full JDK and at the jar whose classes the notebooks show."""
    return Step(
        name="kernel java",
        stamp=paths.VENV / "kernel-java.stamp",
        fingerprint=lambda: prints.of(
            [Path(__file__), paths.LOCKS / "main.txt"],
            *(str(jdk) for jdk in (jdks.compiling(), *map(jdks.find, MEASURED))),
            str(paths.ROOT),
        ),
        products=[JAVA_SPEC],
        make=_make_java,
        optional=True,
    )


def _make_java(_lock: int) -> None:
    jdk = jdks.compiling()
    if jdk is None:
        raise CourseError("kernel java: no full JDK >= 17 (with javac and jdk.jshell) is here")
    if not _JJAVA.is_file():
        raise CourseError(f"kernel java: {paths.shown(_JJAVA)} is missing; remove .venv, set up")
    write_object(JAVA_SPEC, java_spec(jdk))


def java_spec(jdk: jdks.Jdk) -> dict[str, object]:
    """JJava's kernelspec with an absolute java, so that PATH does not decide which one runs."""
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
            **{
                f"COURSE_JDK_{measured.version}": str(measured.home)
                for measured in map(jdks.find, MEASURED)
                if measured is not None
            },
        },
    }


def cpp_lane(prints: Fingerprints) -> list[Step]:
    """Installs the course's own C++ kernel, unless a real xeus kernel has its name already."""
    if xeus() is not None or cppyy.unsupported():
        return []
    return [cppyy.step(prints), _cpp_step(prints)]


def _cpp_step(prints: Fingerprints) -> Step:
    kernel = paths.PYTHON_SOURCES / "course" / "xcpp17"
    return Step(
        name="kernel xcpp17",
        stamp=paths.VENV / "kernel-xcpp17.stamp",
        fingerprint=lambda: prints.of(
            [kernel / "install.py", kernel / "cling.py"],
            cppyy.fingerprint(prints),
            str(paths.ROOT),
        ),
        products=[CPP_SPEC],
        make=_make_cpp,
        optional=True,
    )


def _make_cpp(lock: int) -> None:
    program = "import sys; from course.xcpp17.install import install; install(sys.argv[1])"
    command = [paths.VENV_PYTHON, "-c", program, paths.VENV]
    run_logged("kernel-xcpp17", command, keep_open=[lock])


def xeus() -> Path | None:
    """The kernelspec `xcpp17` of a real xeus kernel outside of the environment, if there is one."""
    home = Path.home()
    data = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    roots = [Path(root) for root in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if root]
    if "CONDA_PREFIX" in os.environ:
        roots.append(Path(os.environ["CONDA_PREFIX"], "share", "jupyter"))
    roots += [Path(data, "jupyter"), home / "Library" / "Jupyter"]
    roots += [Path("/usr/local/share/jupyter"), Path("/usr/share/jupyter")]
    for root in roots:
        spec = root / "kernels" / "xcpp17" / "kernel.json"
        program = str((read_object(spec).get("argv") or [""])[0])
        if "xcpp" in Path(program).name:
            return spec
    return None


def states() -> dict[str, str]:
    """For each kernel "ok" or what is wrong with it. Nothing is started but an import."""
    return {"java": _java_state(), "xcpp17": _cpp_state()}


def _java_state() -> str:
    argv = read_object(JAVA_SPEC).get("argv")
    if not argv:
        return "not installed: run ./course setup"
    if not os.access(argv[0], os.X_OK):
        return f"its java is gone ({argv[0]}): run ./course setup"
    return "ok" if _JJAVA.is_file() else f"its jar is gone ({_JJAVA}): remove .venv, set up"


def _cpp_state() -> str:
    if xeus() is not None:
        return "ok"
    if not CPP_SPEC.is_file():
        return cppyy.unsupported() or "not installed: run ./course setup"
    code, text = answer_of([paths.VENV_PYTHON, "-c", "import course.xcpp17.kernel, cppyy_backend"])
    return "ok" if code == 0 else f"does not import: {(text.strip().splitlines() or [''])[-1]}"
