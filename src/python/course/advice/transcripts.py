"""Record what ``./course advise`` and ``gclog`` say of programs that aren't the course's.

    .venv/bin/python -m course.advice.transcripts [NAME...]

The page "Decide" shows these records, ``results/transcripts/NAME.txt``: the commands, and what they
printed. The programs are javac, which compiles the course's Java sources, and some that every
Debian has, given the chapters' text.
"""

import itertools
import os
import shlex
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from course import paths
from course.advice import recordings
from course.toolchain import jdks
from course.toolchain.setup import ensure

FOLDER = paths.ROOT / "results/transcripts"

COUNT = 'my %n; while (<>) { $n{lc $_}++ for /\\w+/g } print scalar(%n), "\\n"'
PARSE = "import ast, sys; print(len([ast.parse(text) for text in [sys.stdin.read()] * 40]))"

COMMANDS = {
    "gclog": "./course gclog gc.log --deadline 50",
    "recording": "./course advise app.jfr",
    "sort": "./course advise -- sort -o sorted words",
    "perl": f"./course advise -- perl -e {shlex.quote(COUNT)} words",
    "python": f"./course advise -- python3 -c {shlex.quote(PARSE)} < code.py",
}
"""Name -> the command, run where the files named are."""


def make_input(folder: Path) -> None:
    """Make the commands' files: javac's log and recording, the chapters' words, some code."""
    jars = sorted(paths.JARS.glob("allocpool-*.jar"))
    modules = [jar.stem.removeprefix("allocpool-").rpartition("-")[0] for jar in jars]
    sources = (paths.JAVA_SOURCES.glob(f"{one}/src/main/java/**/*.java") for one in modules)
    javac = [
        jdks.compiling().java.with_name("javac"), "-J-Xmx256m", "-J-Xlog:gc*,safepoint:file=gc.log",
        f"-J-XX:StartFlightRecording=settings={recordings.SETTINGS},filename=app.jfr",
        "-proc:none", "-nowarn", "-cp", f"{paths.JARS}/*", "-d", "classes",
        *sorted(itertools.chain(*sources)),
    ]  # fmt: skip
    subprocess.run(javac, cwd=folder, check=True, capture_output=True)
    chapters = sorted(paths.ROOT.glob("chapters/*.md"))
    text = "".join(file.read_text(encoding="utf-8") for file in chapters)
    (folder / "words").write_text("\n".join(text.split()) * 40)
    (folder / "code.py").write_bytes(Path(__file__).read_bytes())


def said(command: str, folder: Path) -> str:
    """Return what the command prints, on both streams."""
    told = subprocess.run(
        ["bash", "-c", command.replace("./course", shlex.quote(str(paths.ROOT / "course")), 1)],
        cwd=folder, env={**os.environ, "COLUMNS": "100"}, check=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ).stdout  # fmt: skip
    return "\n".join(map(_wrapped, told.strip("\n").splitlines()))


def _wrapped(line: str) -> str:
    """Return a line of text as a terminal shows it; tables are no wider."""
    return textwrap.fill(line, 100, subsequent_indent="  ") if len(line) > 120 else line.rstrip()


def main(names: list[str]) -> int:
    ensure()  # or the first command would report what it builds
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="transcripts-") as scratch:
        make_input(Path(scratch))
        for name in names or COMMANDS:
            text = f"$ {COMMANDS[name]}\n{said(COMMANDS[name], Path(scratch))}\n"
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
