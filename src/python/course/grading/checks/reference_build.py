"""What is made once for an exercise: its driver, our solution, and the traces that all share.

Counted checks compare a submission with our solution on the same trace, so both did the same work.
Kits are kept in build/, one for each state of exercise, tools and secret.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path

from course import paths
from course.grading.checks import checks, precompiled_headers
from course.grading.checks import context as desks
from course.grading.checks.context import Desk
from course.grading.checks.cpp import STANDARD, VARIANTS, CppSubject, variants
from course.grading.checks.java import ARCHIVE, JavaSubject, javac
from course.grading.checks.judge import Judge, Trace, seed
from course.grading.checks.precompiled_headers import Head
from course.grading.checks.subject import Subject, TraceFile
from course.grading.errors import GraderError, Refused
from course.grading.exercises.exercise import LIBRARY, Exercise
from course.grading.exercises.starter import solution, starters
from course.grading.sandbox.sandbox import Mount
from course.toolchain.fingerprint import Fingerprints

KEPT = paths.BUILD / "grading" / "kits"
KEEP = 3
"""Of the kits of one exercise: the newest ones."""

KEY_LENGTH, HEX = 16, "[0-9a-f]"
FACTS = "facts.json"
HEADS = "heads"
SUBJECTS: Mapping[str, type[Subject]] = {"java": JavaSubject, "cpp": CppSubject}


class Kit:
    """An exercise on a desk."""

    def __init__(self, exercise: Exercise, folder: Path, secret: bytes) -> None:
        self.exercise = exercise
        self.folder = folder
        self._secret = secret
        self._judge = Judge(exercise.folder)
        self._traces: dict[int, TraceFile] = {}
        self._heads: dict[str, Head | None] = {}
        self.facts: dict[str, dict[str, float]] = {}
        """Check -> what was counted of our solution."""

    def trace(self, operations: int) -> TraceFile:
        """The trace of so many operations on which every submission is played."""
        if operations not in self._traces:
            words = self.folder / "traces" / f"{operations}.words"
            expected = words.with_suffix(".expected")
            if not expected.is_file():
                made = self._judge.trace(self._seed(b"kit"), operations)
                TraceFile.write(made, words)
                expected.write_bytes(made.expected)
            self._traces[operations] = TraceFile(words, expected.read_bytes())
        return self._traces[operations]

    def head(self, file: str) -> Head | None:
        """What of a submitted file was compiled in advance; None for nothing."""
        if file not in self._heads:
            found = sorted(
                (self.folder / HEADS).glob(f"*/{Path(file).stem}/{precompiled_headers.TEXT}")
            )
            self._heads[file] = Head(found[0].parent) if found else None
        return self._heads[file]

    def own_trace(self, digest: str) -> Trace:
        """The trace that only the submission of that digest gets, for the first check."""
        operations = self.exercise.checks[0].operations
        return self._judge.trace(self._seed(b"submission", digest.encode()), operations)

    def _seed(self, *parts: bytes) -> bytes:
        return seed(self._secret, self.exercise.name.encode(), *parts)

    def subject(self, desk: Desk, workspace: Path, own: Future[Trace] | None = None) -> Subject:
        """What is in the workspace, to be built and played."""
        return SUBJECTS[self.exercise.language](desk, self, workspace, own)

    def reference(self, desk: Desk) -> Subject:
        """Our solution, built."""
        return self.subject(desk, self.folder / "reference")

    @contextlib.contextmanager
    def anew(self, desk: Desk) -> Iterator[Subject]:
        """Our solution, to be built for tools that the reference was not built for.

        Raises GraderError when it gets no further than a submission may.
        """
        with desk.workspace() as workspace:
            desks.write(workspace / "source", solution(self.exercise))
            try:
                yield self.subject(desk, workspace)
            except Refused as error:
                raise _not_ours(self.exercise, error) from error


def on_desk(desk: Desk, exercise: Exercise, secret: bytes) -> Kit:
    """The exercise's kit; made if it is not there. Raises GraderError."""
    desk.tools.require(exercise.language)
    name = f"{exercise.name}-{_key(desk, exercise, secret)}"
    known = desk.kits.get(name)
    if isinstance(known, Kit):
        return known
    desks.make_folder(desk.folder / "kits")
    kit, kept = Kit(exercise, desk.folder / "kits" / name, secret), KEPT / name
    shutil.rmtree(kit.folder, ignore_errors=True)  # of an attempt that failed
    try:
        if (kept / FACTS).is_file():
            shutil.copytree(kept, kit.folder, copy_function=_linked)
        else:
            _make(desk, kit)
            _keep(kit.folder, kept)
        desks.share(kit.folder)
        kit.facts = json.loads((kit.folder / FACTS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        shutil.rmtree(kit.folder, ignore_errors=True)
        raise GraderError(f"no kit of {exercise.name}: {error}") from error
    desk.kits[name] = kit
    return kit


def _key(desk: Desk, exercise: Exercise, secret: bytes) -> str:
    """Of all that a kit is made from; nobody can compute the secret from it."""
    return Fingerprints().of(
        [Path(__file__).parents[1]],
        exercise.digest(),
        desk.tools.facts(exercise.language),
        hashlib.sha256(b"kit" + secret).hexdigest(),
    )[:KEY_LENGTH]


def _keep(folder: Path, kept: Path) -> None:
    """Keep a copy for later desks. Two may do so at once: one of the copies stays."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=".", dir=kept.parent))
    try:
        shutil.copytree(folder, unfinished, dirs_exist_ok=True, copy_function=_linked)
        with contextlib.suppress(OSError):  # somebody else's is there
            unfinished.rename(kept)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    name = kept.name.rpartition("-")[0]
    same = kept.parent.glob(f"{name}-{HEX * KEY_LENGTH}")
    older = sorted(same, key=lambda path: path.stat().st_mtime)
    for old in older[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)


def _linked(source: str, target: str) -> None:
    """Copy a file. Heads are large: they are linked, and left out where that cannot be done."""
    if not source.endswith(precompiled_headers.SUFFIX):
        shutil.copy2(source, target)
        return
    with contextlib.suppress(OSError):  # another file system
        os.link(source, target)


# ---- making one --------------------------------------------------------------------------------


def _make(desk: Desk, kit: Kit) -> None:
    for name in ("", "traces", "given", "reference", "reference/source", "reference/out"):
        desks.make_folder(kit.folder / name)
    desk.box.own(kit.folder / "reference" / "out")
    files = {file: _read(kit.exercise.folder / "solution" / file) for file in kit.exercise.files}
    desks.write(kit.folder / "reference" / "source", files)
    try:
        if kit.exercise.language == "java":
            _make_java(desk, kit)
        else:
            _make_cpp(desk, kit)
        reference = kit.reference(desk)
        reference.build()
        facts = {check.name: checks.count(reference, check) for check in kit.exercise.checks[1:]}
    except Refused as error:
        raise _not_ours(kit.exercise, error) from error
    (kit.folder / FACTS).write_text(json.dumps(facts), encoding="utf-8")


def _not_ours(exercise: Exercise, error: Refused) -> GraderError:
    return GraderError(f"our own solution of {exercise.name} gets {error.verdict}: {error.message}")


def _make_java(desk: Desk, kit: Kit) -> None:
    """Classes of what is given and of the driver, and an archive of javac's own."""
    jdk = desk.tools.jdk
    assert jdk is not None
    exercise = kit.exercise
    with desk.workspace() as workspace:
        builder = JavaSubject(desk, kit, workspace)
        inside = desk.box.inside
        source, out = inside(builder.source), inside(builder.out)
        groups = {
            "given": _sources(exercise.folder / "given"),
            "solution": _sources(exercise.folder / "solution"),
            "driver": {
                **_sources(exercise.folder.parent / LIBRARY / "java" / "driver"),
                **_sources(exercise.folder / "driver"),
            },
        }
        class_path: list[str] = []
        for name, files in groups.items():
            for place in (workspace / "source" / name, workspace / "out" / name):
                desks.make_folder(place)
            desk.box.own(workspace / "out" / name)
            desks.write(workspace / "source" / name, files)
            if files:
                jvm = [f"-XX:ArchiveClassesAtExit={out}/{ARCHIVE}"] if name == "driver" else []
                names = [f"{source}/{name}/{file}" for file in files]
                builder.compile(
                    javac(jdk, f"{out}/{name}", ":".join(class_path), names, jvm),
                    [builder.source, builder.out],
                )
            class_path.append(f"{out}/{name}")
        shutil.copytree(workspace / "out" / "given", kit.folder / "given", dirs_exist_ok=True)
        shutil.copytree(workspace / "out" / "driver", kit.folder / "driver")
        if (workspace / "out" / ARCHIVE).is_file():  # not every JVM makes one
            shutil.copyfile(workspace / "out" / ARCHIVE, kit.folder / ARCHIVE)


def _make_cpp(desk: Desk, kit: Kit) -> None:
    """Object files of the driver in each variant."""
    exercise = kit.exercise
    assert desk.tools.cpp is not None
    compiler = str(desk.tools.cpp.path.resolve())
    shutil.copytree(exercise.folder / "given", kit.folder / "given", dirs_exist_ok=True)
    desks.share(kit.folder / "given")
    desks.make_folder(kit.folder / HEADS)
    with desk.workspace() as workspace:
        builder = CppSubject(desk, kit, workspace)
        inside = desk.box.inside
        files = {
            **_sources(exercise.folder.parent / LIBRARY / "cpp"),
            **_sources(exercise.folder / "driver"),
        }
        desks.write(workspace / "source", files)
        given = Mount(kit.folder / "given", "/given")
        for variant in sorted(variants(exercise)):
            objects = kit.folder / "objects" / variant
            objects.mkdir(parents=True)
            for file in (name for name in files if name.endswith(".cpp")):
                product = f"{variant}-{Path(file).stem}.o"
                builder.compile(
                    [
                        *(compiler, *STANDARD, *VARIANTS[variant]),
                        *(f"-I{inside(builder.source)}", f"-I{inside(given)}"),
                        *("-c", f"{inside(builder.source)}/{file}"),
                        *("-o", f"{inside(builder.out)}/{product}"),
                    ],
                    [builder.source, builder.out, given],
                )
                shutil.copyfile(workspace / "out" / product, objects / f"{Path(file).stem}.o")
        if "clang" not in desk.tools.cpp.version:  # its own are loaded in another way
            _make_heads(desk, kit, builder)
    for name in ("objects", HEADS):
        desks.share(kit.folder / name)


def _make_heads(desk: Desk, kit: Kit, builder: CppSubject) -> None:
    """What of our solution and our starter is the same; other kits of the exercise may have it."""
    assert desk.tools.cpp is not None
    compiler, exercise = str(desk.tools.cpp.path.resolve()), kit.exercise
    key = Fingerprints().of(
        [Path(__file__).parents[1]], exercise.digest(), desk.tools.facts(exercise.language)
    )[:KEY_LENGTH]
    place = kit.folder / HEADS / key
    other = next(KEPT.glob(f"{exercise.name}-{HEX * KEY_LENGTH}/{HEADS}/{key}"), None)
    if other is not None:
        shutil.copytree(other, place, copy_function=_linked)
        return
    begun, solved = starters(exercise), solution(exercise)
    inside, given = desk.box.inside, Mount(kit.folder / "given", "/given")
    source, text = (
        f"{inside(builder.source)}/head.cpp",
        f"{inside(builder.out)}/{precompiled_headers.TEXT}",
    )
    for file in exercise.files:
        head = place / Path(file).stem
        head.mkdir(parents=True)
        includes = precompiled_headers.common(begun[file], solved[file].decode())
        desks.write(builder.workspace / "source", {"head.cpp": includes.encode()})
        with contextlib.suppress(Refused):  # then submissions do without
            builder.compile(
                [compiler, *STANDARD, f"-I{inside(given)}", "-E", source, "-o", text],
                [builder.source, builder.out, given],
            )
            shutil.copyfile(
                builder.workspace / "out" / precompiled_headers.TEXT,
                head / precompiled_headers.TEXT,
            )
            for variant in sorted(variants(exercise)):
                product = f"{variant}{precompiled_headers.SUFFIX}"
                flags = [*STANDARD, *VARIANTS[variant], "-fpreprocessed", "-x", "c++-header"]
                builder.compile(
                    [compiler, *flags, text, "-o", f"{inside(builder.out)}/{product}"],
                    [builder.out],
                )
                shutil.copyfile(builder.workspace / "out" / product, head / product)


def _sources(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.glob("*")) if file.is_file()}


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise GraderError(f"{paths.shown(file)}: {error.strerror}") from error
