"""``./course bundle``: the offline pack of a workshop."""

import argparse
import hashlib
from collections import Counter
from pathlib import Path

from course import paths
from course.bundle.parts import MADE, machine, parts
from course.errors import CourseError, UsageError
from course.process.files import write_atomically
from course.toolchain import setup
from course.toolchain.fingerprint import Fingerprints

BUNDLE = paths.BUILD / "bundle"
TEXTS = Path(__file__).parent
SUMS = "SHA256SUMS"
SET_UP = "set-up"
README = "README.txt"
MB = 1_000_000


def bundle(args: argparse.Namespace) -> int:
    """Make a bundle, or complete one, and print its size. Returns 0.

    Raises UsageError, and CourseError if a part is unobtainable; finished parts stay, and the next
    call continues from there.
    """
    folder = (args.out or BUNDLE).absolute()
    check_folder(folder)
    if not args.small:
        setup.ensure()
    prints = Fingerprints()
    found = parts(folder, small=args.small)
    setup.make(prints, lambda: [[part.step(folder, prints)] for part in found])
    try:
        finish(folder, small=args.small)
        for line in sizes(folder):
            print(line)
    except OSError as error:
        raise CourseError(f"cannot complete {paths.shown(folder)}: {error}") from error
    return 0


def check_folder(folder: Path) -> None:
    """Raise UsageError for a folder with other content."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{paths.shown(folder)} is a file; name a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MADE).is_dir():
        raise UsageError(f"{paths.shown(folder)} exists and is not a bundle; name another folder")


def finish(folder: Path, *, small: bool) -> None:
    """Write the instructions, and the checksums of all files. Raises OSError."""
    values = {"@COMMAND@": "exercises" if small else "setup --lab", "@MACHINE@": machine()}
    for name, source in ((SET_UP, "set-up.sh"), (README, "readme.txt")):
        text = (TEXTS / source).read_text(encoding="utf-8")
        for mark, value in values.items():
            text = text.replace(mark, value)
        write_atomically(folder / name, text)
    (folder / SET_UP).chmod(0o755)
    lines = [
        f"{checksum(folder / file)}  {file.as_posix()}\n"
        for file in files(folder)
        if file != Path(SUMS)
    ]
    write_atomically(folder / SUMS, "".join(lines))


def files(folder: Path) -> list[Path]:
    """Return the files, relative to the folder, without stamps and leftovers of aborted runs."""
    found = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    return sorted(file for file in found if not file.parts[0].startswith("."))


def checksum(file: Path) -> str:
    """Return the SHA-256 in hex."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def sizes(folder: Path) -> list[str]:
    """Return lines with the sizes of the parts and the total."""
    by_part: Counter[str] = Counter()
    for file in files(folder):
        by_part[file.parts[0]] += (folder / file).stat().st_size
    lines = [f"{size / MB:8.1f} MB  {part}" for part, size in by_part.items() if size >= MB / 10]
    return [*lines, f"{by_part.total() / MB:8.1f} MB  in {paths.shown(folder)}: see {README} there"]
