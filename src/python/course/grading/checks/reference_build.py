"""The parts made once for an exercise: its driver, our solution, and the shared traces.

Counted checks compare a submission with our solution on the same trace, so both did the same work.
Reference builds are kept in build/, one for each state of exercise, tools and secret.
"""

import contextlib
import functools
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from course import paths
from course.grading.checks import checks, cpp_permitted, grader_context, precompiled_headers
from course.grading.checks.cpp import PAUSED, STANDARD, VARIANTS, CppSubject, variants
from course.grading.checks.cpp_permitted import Permitted
from course.grading.checks.grader_context import GraderContext
from course.grading.checks.java import ARCHIVE, JavaSubject, javac
from course.grading.checks.judge import Judge, Trace, seed
from course.grading.checks.precompiled_headers import PrecompiledHeader
from course.grading.checks.subject import Subject
from course.grading.exercises.exercise import LIBRARY, Exercise
from course.grading.exercises.starter import solution, starters
from course.grading.verdicts import GraderError, Refused
from course.toolchain.fingerprint import Fingerprints

KEPT = paths.GRADING / "references"
KEEP = 3
"""Builds kept of one exercise: the newest ones."""

KEY_LENGTH, HEX = 16, "[0-9a-f]"
FACTS = "facts.json"
HEADERS = "headers"
SUBJECTS: Mapping[str, type[Subject]] = {"java": JavaSubject, "cpp": CppSubject}


class ReferenceBuild:
    """An exercise's driver, our solution, its counts and the shared traces, in one context."""

    def __init__(
        self, context: GraderContext, exercise: Exercise, folder: Path, secret: bytes
    ) -> None:
        self.context = context
        self.exercise = exercise
        self.folder = folder
        self._secret = secret
        self.judge = Judge(exercise.folder)
        self.facts: dict[str, dict[str, float]] = {}
        """Check -> our solution's counts."""

    def trace(self, operations: int) -> Trace:
        """Return the trace of that many operations that all submissions share."""
        words = self.folder / "traces" / f"{operations}.words"
        expected = words.with_suffix(".expected")
        if not expected.is_file():
            made = self.judge.trace(self._seed(b"kit"), operations)
            words.write_bytes(made.words)
            expected.write_bytes(made.expected)
        return Trace(words.read_bytes(), expected.read_bytes(), self.judge.calls, is_shared=True)

    @functools.cached_property
    def header(self) -> PrecompiledHeader | None:
        """What a C++ submission begins with, if that was compiled in advance."""
        text = next((self.folder / HEADERS).glob(f"*/{precompiled_headers.TEXT}"), None)
        return text and PrecompiledHeader(text.parent)

    @functools.cached_property
    def permitted(self) -> Permitted:
        """What a C++ submission may use; needs the compiled driver."""
        driver = (self.folder / "objects").glob("*/*.o")
        taken = cpp_permitted.names(file.read_bytes() for file in driver)
        exercise = self.exercise
        return Permitted(exercise.folder.parent / LIBRARY, exercise.submission.may_use, taken)

    def own_trace(self, digest: str) -> Trace:
        """The trace that only the submission of that digest gets, for the first check."""
        operations = self.exercise.checks[0].operations
        return self.judge.trace(self._seed(b"submission", digest.encode()), operations)

    def _seed(self, *parts: bytes) -> bytes:
        return seed(self._secret, self.exercise.name.encode(), *parts)

    def subject(self, workspace: Path, digest: str = "") -> Subject:
        """What is in the workspace, to be built and played."""
        return SUBJECTS[self.exercise.language](self, workspace, digest)

    def ours(self) -> Subject:
        """Our solution, built."""
        return self.subject(self.folder / "ours")

    @contextlib.contextmanager
    def anew(self) -> Iterator[Subject]:
        """Our solution, to be built for tools that :meth:`ours` was not built for. Raises
        CourseError if it is refused as a submission may be."""
        with self.context.workspace() as workspace:
            grader_context.write(workspace / "source", solution(self.exercise))
            try:
                yield self.subject(workspace)
            except Refused as error:
                raise _not_ours(self.exercise, error) from error


def reference_of(context: GraderContext, exercise: Exercise, secret: bytes) -> ReferenceBuild:
    """Return the exercise's reference build, made if missing. Raises CourseError."""
    context.tools.require(exercise.language)
    # It does not reveal the secret.
    name = f"{exercise.name}-{_key(context, exercise, hashlib.sha256(b'kit' + secret).hexdigest())}"
    known = context.references.get(name)
    if isinstance(known, ReferenceBuild):
        return known
    grader_context.make_folder(context.folder / "references")
    reference = ReferenceBuild(context, exercise, context.folder / "references" / name, secret)
    kept = KEPT / name
    shutil.rmtree(reference.folder, ignore_errors=True)  # left by a failed attempt
    try:
        if (kept / FACTS).is_file():
            shutil.copytree(kept, reference.folder, copy_function=_linked)
        else:
            _make(reference)
            _keep(reference.folder, kept)
        grader_context.share(reference.folder)
        reference.facts = json.loads((reference.folder / FACTS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        shutil.rmtree(reference.folder, ignore_errors=True)
        raise GraderError(f"no reference build of {exercise.name}: {error}") from error
    context.references[name] = reference
    return reference


def _key(context: GraderContext, exercise: Exercise, *more: str) -> str:
    """Hash of all that a reference build is made from."""
    facts = (exercise.digest(), context.tools.facts(exercise.language), *more)
    return Fingerprints().of(grader_context.CODE, *facts)[:KEY_LENGTH]


def _keep(folder: Path, kept: Path) -> None:
    """Keep a copy for later contexts. If two do so at once, one of the copies stays."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=kept.parent) as unfinished:
        shutil.copytree(folder, unfinished, dirs_exist_ok=True, copy_function=_linked)
        with contextlib.suppress(OSError):  # another one is there
            Path(unfinished).rename(kept)
    name = kept.name.rpartition("-")[0]
    same = kept.parent.glob(f"{name}-{HEX * KEY_LENGTH}")
    older = sorted(same, key=lambda path: path.stat().st_mtime)
    for old in older[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)


def _linked(source: str, target: str) -> None:
    """Copy a file. Headers are large: they are linked, or left out if that fails."""
    if not source.endswith(precompiled_headers.SUFFIX):
        shutil.copy2(source, target)
        return
    with contextlib.suppress(OSError):  # another file system
        os.link(source, target)


# ---- making one --------------------------------------------------------------------------------


def _make(reference: ReferenceBuild) -> None:
    for name in ("", "traces", "given", "ours", "ours/source", "ours/out"):
        grader_context.make_folder(reference.folder / name)
    reference.context.box.own(reference.folder / "ours" / "out")
    grader_context.write(reference.folder / "ours" / "source", solution(reference.exercise))
    try:
        if reference.exercise.language == "java":
            _make_java(reference)
        else:
            _make_cpp(reference)
        ours = reference.ours()
        ours.build()
        facts = {check.name: checks.count(ours, check) for check in reference.exercise.checks[1:]}
    except Refused as error:
        raise _not_ours(reference.exercise, error) from error
    (reference.folder / FACTS).write_text(json.dumps(facts), encoding="utf-8")


def _not_ours(exercise: Exercise, error: Refused) -> GraderError:
    return GraderError(f"our own solution of {exercise.name} gets {error.verdict}: {error.message}")


def _make_java(reference: ReferenceBuild) -> None:
    """Classes of what is given and of the driver, and an archive of javac's own."""
    exercise, context = reference.exercise, reference.context
    with context.workspace() as workspace:
        builder = JavaSubject(reference, workspace)
        source, out = map(context.box.inside, (builder.source, builder.out))
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
                grader_context.make_folder(place)
            context.box.own(workspace / "out" / name)
            grader_context.write(workspace / "source" / name, files)
            if files:
                jvm = [f"-XX:ArchiveClassesAtExit={out}/{ARCHIVE}"] if name == "driver" else []
                names = [f"{source}/{name}/{file}" for file in files]
                words = javac(builder.jdk, f"{out}/{name}", ":".join(class_path), names, jvm)
                builder.compile(words, [builder.source, builder.out])
            class_path.append(f"{out}/{name}")
        shutil.copytree(workspace / "out" / "given", reference.folder / "given", dirs_exist_ok=True)
        shutil.copytree(workspace / "out" / "driver", reference.folder / "driver")
        if (workspace / "out" / ARCHIVE).is_file():  # not every JVM makes one
            shutil.copyfile(workspace / "out" / ARCHIVE, reference.folder / ARCHIVE)


def _make_cpp(reference: ReferenceBuild) -> None:
    exercise, context = reference.exercise, reference.context
    shutil.copytree(exercise.folder / "given", reference.folder / "given", dirs_exist_ok=True)
    grader_context.share(reference.folder / "given")
    grader_context.make_folder(reference.folder / HEADERS)
    with context.workspace() as workspace:
        builder = CppSubject(reference, workspace)
        mounts = [builder.source, builder.out, builder.given]
        source, out, given = map(context.box.inside, mounts)
        library = exercise.folder.parent / LIBRARY / "cpp"
        played = {**_sources(library), **_sources(exercise.folder / "driver")}
        for variant in sorted(variants(exercise)):
            files = {**played, **(_sources(library / PAUSED) if variant == PAUSED else {})}
            grader_context.write(workspace / "source", files)
            objects = reference.folder / "objects" / variant
            objects.mkdir(parents=True)
            flags = [*STANDARD, *VARIANTS[variant], f"-I{source}", f"-I{given}"]
            for file in (name for name in files if name.endswith(".cpp")):
                product = f"{variant}-{Path(file).stem}.o"
                words = [builder.compiler, *flags, "-c", f"{source}/{file}"]
                builder.compile([*words, "-o", f"{out}/{product}"], mounts)
                shutil.copyfile(workspace / "out" / product, objects / f"{Path(file).stem}.o")
        if "clang" not in context.tools.cpp.version:  # clang loads its own differently
            _precompile(builder)
    for name in ("objects", HEADERS):
        grader_context.share(reference.folder / name)


def _precompile(builder: CppSubject) -> None:
    """Precompile what our solution and our starter include, unless another build has it."""
    exercise, compiler = builder.reference.exercise, builder.compiler
    key = _key(builder.context, exercise)
    place = builder.reference.folder / HEADERS / key
    other = next(KEPT.glob(f"{exercise.name}-{HEX * KEY_LENGTH}/{HEADERS}/{key}"), None)
    if other is not None:
        shutil.copytree(other, place, copy_function=_linked)
        return
    (file,) = exercise.files
    begun, solved = starters(exercise)[file], solution(exercise)[file].decode()
    includes = precompiled_headers.common(begun, solved)
    grader_context.write(builder.workspace / "source", {"header.cpp": includes.encode()})
    place.mkdir(parents=True)
    mounts, made = [builder.source, builder.out, builder.given], builder.workspace / "out"
    source, out, given = map(builder.context.box.inside, mounts)
    text = f"{out}/{precompiled_headers.TEXT}"
    preprocess = [*STANDARD, f"-I{given}", "-E", f"{source}/header.cpp", "-o", text]
    with contextlib.suppress(Refused):  # then submissions do without
        builder.compile([compiler, *preprocess], mounts)
        shutil.copyfile(made / precompiled_headers.TEXT, place / precompiled_headers.TEXT)
        for variant in sorted(variants(exercise) - {PAUSED}):
            product = f"{variant}{precompiled_headers.SUFFIX}"
            flags = [*STANDARD, *VARIANTS[variant], "-fpreprocessed", "-x", "c++-header"]
            builder.compile([compiler, *flags, text, "-o", f"{out}/{product}"], [builder.out])
            shutil.copyfile(made / product, place / product)


def _sources(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.glob("*")) if file.is_file()}
