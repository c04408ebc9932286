"""Find the submissions in a folder, however they got there: folders, archives and loose sources,
mixed. Each learner gets what can be graded, or a note on what cannot be read; nothing is lost.
"""

import contextlib
import dataclasses
import os
import shutil
import stat
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.grading.classroom import archives, names
from course.grading.classroom.archives import Space, Unreadable
from course.grading.classroom.names import Who
from course.grading.classroom.roster import Roster
from course.grading.exercises import exercise as exercises
from course.grading.exercises import packed
from course.grading.exercises.exercise import FILE, Exercise
from course.grading.exercises.submission import SOURCES, TESTS, opened, take
from course.grading.store import TAKEN
from course.grading.text import on_one_line
from course.grading.verdicts import GraderError, Refused

DEEPEST = 5
"""Limit of nested folders and archives."""

MOST_ENTRIES = 20_000
"""Limit per learner: a cloned repository is no reason to read a disk."""

AGAIN = "ask for it again: ./course submit NAME creates the file"


@dataclasses.dataclass(frozen=True)
class HandIn:
    """A submission, not yet read."""

    learner: str
    exercise: Exercise
    folder: Path
    """Holds its files. Anything else in its place is refused when it is read."""
    token: str = ""
    when: float = 0.0


@dataclasses.dataclass(frozen=True)
class Intake:
    submissions: tuple[HandIn, ...]
    """By learner and exercise; the newest of several."""
    learners: tuple[str, ...]
    """All in the folder or in the roster."""
    unread: dict[str, list[str]]
    """Learner -> what could not be read, and what to do about it."""
    notes: tuple[str, ...]


def look(
    folder: Path, chosen: Sequence[Exercise], scratch: Path, roster: Roster | None = None
) -> Intake:
    """Look through the folder. Raises OSError if the folder itself cannot be read.

    scratch: an empty folder for unpacked archives, to be kept until the submissions are read.
    """
    found = _Collector(chosen, scratch.resolve(), roster or Roster())
    found.room(folder.resolve())
    return found.intake()


class _Collector:
    def __init__(self, chosen: Sequence[Exercise], scratch: Path, roster: Roster) -> None:
        self._chosen = {one.name: one for one in chosen}
        self._known = {*self._chosen, *exercises.names()}
        self._asked = {file: one for one in chosen for file in one.files}
        self._scratch = scratch
        self._roster = roster
        self._found: list[HandIn] = []
        self._learners = dict.fromkeys(roster.learners())
        self._unread: dict[str, list[str]] = defaultdict(list)
        self._notes: dict[str, list[str]] = defaultdict(list)
        self._left: Counter[str] = Counter()
        self._places = 0
        self._space = Space()
        """What an item of the folder, with all archives in it, may still unpack to."""

    # ---- a room: a folder, or a platform's download, with things of several learners ------------

    def room(self, folder: Path, *, of_exercise: bool = False) -> None:
        places = sorted(folder.iterdir())
        space = self._space
        for place in places:
            if place.name.startswith("."):
                self._notes["hidden, ignored"].append(place.name)
            if not _is_visible(place):
                continue
            unpacked = place.is_relative_to(self._scratch)
            self._space = space.part(len(places)) if unpacked else Space()
            who, rest = names.platform(place.name) or (None, place.name)
            owner = who or self._named(place.name)
            try:
                if place.is_symlink():
                    self._cannot(owner, "is a link: replace it with a folder")
                elif place.is_dir():
                    self._folder(place, who, of_exercise)
                elif archives.is_archive(place):
                    self._archive(place, who)
                else:
                    self._file(place, who, rest)
            except OSError as error:
                self._cannot(owner, f"cannot be read: {error.strerror}; give yourself access to it")
            except Exception as error:  # whatever it is, the others are read
                self._cannot(owner, f"cannot be read: {error!r}")

    def _folder(self, place: Path, who: Who | None, of_exercise: bool) -> None:
        if who is not None or place.name not in self._known:
            self._folder_of(who or self._named(place.name), place)
        elif of_exercise:
            self._notes["an exercise's folder within another one, ignored"].append(place.name)
        else:
            self.room(place, of_exercise=True)

    def _file(self, file: Path, who: Who | None, rest: str) -> None:
        if who is None:
            for asked in self._asked:
                owner = names.before(names.original(rest), asked)
                if owner:
                    who, rest = self._named(owner), asked
        if who is not None:
            self._met(who)
        if file.suffix not in SOURCES:
            self._notes["not a submission, ignored"].append(file.name)
        elif who is None:
            told = "names no learner: put it into a folder with the learner's name"
            self._notes[told].append(file.name)
        else:
            self._source(who, file, rest)

    def _archive(self, file: Path, who: Who | None) -> None:
        guess = who or self._named(names.of_archive(file.stem, self._known).name)
        place = self._unpacked(file, guess)
        if place is None:
            return
        manifest = place / packed.MANIFEST
        if manifest.is_file():
            self._packed(place, who, guess)
        elif who is None and self._is_download(file, place):
            self._notes["a platform's download, which names its files' learners"].append(file.name)
            self.room(place)
        else:
            self._folder_of(guess, place)

    def _is_download(self, file: Path, place: Path) -> bool:
        """True if a platform packed the archive. Such an archive is in no other one."""
        packed_again = file.is_relative_to(self._scratch)
        return not packed_again and any(names.platform(one.name) for one in _visible(place))

    # ---- a learner ------------------------------------------------------------------------------

    def _folder_of(self, who: Who, folder: Path, depth: int = 0) -> None:
        self._met(who)
        if (folder / FILE).is_file() or depth > DEEPEST:
            return  # the course's own copy of an exercise
        if (folder / packed.MANIFEST).is_file():
            self._packed(folder, who, who)
            return
        count = self._count()
        for place in _visible(folder):
            self._left[who.name] += 1
            if self._left[who.name] > MOST_ENTRIES:
                self._notes[f"more than {MOST_ENTRIES:,} files, the rest ignored"] += [who.name]
                return
            if place.name in self._known:
                self._exercise(who, place, depth)
            elif place.is_symlink():
                self._notes["a link, ignored"].append(f"{who.name}/{place.name}")
            elif place.is_dir():
                if place.name != TESTS:
                    self._folder_of(who, place, depth + 1)
            elif archives.is_archive(place):
                unpacked = self._unpacked(place, who)
                if unpacked is not None:
                    self._folder_of(who, unpacked, depth + 1)
            elif place.suffix in SOURCES:
                self._source(who, place, place.name)
        if depth == 0 and count == self._count():
            self._notes["contains nothing that was asked for"].append(who.name)

    def _count(self) -> int:
        """Return how many submissions were found, plus how many could not be read."""
        return len(self._found) + sum(map(len, self._unread.values()))

    def _exercise(self, who: Who, place: Path, depth: int) -> None:
        """Anything named like an exercise is a submission to it."""
        exercise = self._chosen.get(place.name)
        if exercise is None:
            return
        count = self._count()
        is_folder = place.is_dir() and not place.is_symlink()
        if is_folder and not any(one.suffix in SOURCES for one in _visible(place)):
            self._folder_of(who, place, depth + 1)  # the sources may be packed, or deeper
        if count == self._count():
            self._take(who, exercise, place)

    def _source(self, who: Who, file: Path, given: str) -> None:
        """A source by itself gets a folder. given: how its learner called it. No two exercises ask
        for files of one name."""
        name = names.original(given)
        exercise = self._asked.get(name)
        if exercise is None:
            self._notes["a source file that no exercise asks for"].append(f"{who.name}/{given}")
            return
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode):
            self._cannot(who, f"{on_one_line(file.name)} is no file: {AGAIN}")
            return
        place = self._place()
        with opened(file) as stream:  # take() rejects a larger one
            content = stream.read((exercise.submission.max_kb << 10) + 1)
        (place / name).write_bytes(content)
        os.utime(place / name, ns=(status.st_mtime_ns, status.st_mtime_ns))
        self._take(who, exercise, place)

    def _packed(self, folder: Path, who: Who | None, guess: Who) -> None:
        """Take what ./course submit made. who: its owner by folder or platform, which outweighs the
        file's word; guess: its owner if the file cannot be read."""
        try:
            with opened(folder / packed.MANIFEST) as stream:  # it may be endless
                manifest = packed.read(stream.read(packed.MOST_BYTES))
        except (OSError, ValueError) as error:
            self._cannot(guess, f"{error}: {AGAIN}")
            return
        claims = Who(names.clean(manifest.learner), manifest.copy_of)
        owner = who or claims
        if not {*names.folded(owner.name).split()} & {*names.folded(claims.name).split()}:
            told = "sent by one learner, names another: counts for the first"
            self._notes[told].append(f"{owner.name}, {claims.name}")
        self._met(owner)
        exercise = self._chosen.get(manifest.exercise)
        if exercise is None:
            if manifest.exercise not in self._known:
                self._cannot(owner, f"no exercise '{on_one_line(manifest.exercise)}': {AGAIN}")
            return
        label = f"{owner.name} {exercise.name}"
        if manifest.exercise_digest != exercise.digest():
            self._notes["made for another version of the exercise"].append(label)
        if _digest(folder, exercise) not in (None, manifest.digest):
            self._notes["changed after ./course submit created it"].append(label)
        self._take(owner, exercise, folder, manifest.submitted.timestamp())

    # ---- what becomes of it ---------------------------------------------------------------------

    def _take(self, who: Who, exercise: Exercise, folder: Path, when: float | None = None) -> None:
        if when is None:
            files = [folder / file for file in exercise.files]
            when = max((one.lstat().st_mtime for one in files if os.path.lexists(one)), default=0.0)
        when = min(when, time.time())  # a file may come from the future, and would stay the newest
        self._found.append(HandIn(self._key(who), exercise, folder, who.token, when))

    def _unpacked(self, file: Path, who: Who) -> Path | None:
        place = self._place()
        try:
            archives.unpack(file, place, self._space)
        except Unreadable as error:
            shutil.rmtree(place)
            self._cannot(who, f"{on_one_line(file.name)} {error}: {AGAIN}")
            return None
        return place

    def _place(self) -> Path:
        self._places += 1
        place = self._scratch / str(self._places)
        place.mkdir()
        return place

    def _named(self, name: str) -> Who:
        return Who(names.clean(name))

    def _key(self, who: Who) -> str:
        return self._roster.find(who.name, is_login=who.is_login) or who.name

    def _met(self, who: Who) -> None:
        self._learners[self._key(who)] = None

    def _cannot(self, who: Who, reason: str) -> None:
        self._met(who)
        self._unread[self._key(who)].append(on_one_line(reason))

    def intake(self) -> Intake:
        """Return all that was found: one name per learner, and the newest of several."""
        for name in [one for one in self._learners if one.casefold() in TAKEN or not one]:
            self._unread[name] = ["has another name in the results folder: rename it"]
            self._found = [one for one in self._found if one.learner != name]
        found = self._told_apart()
        newest: dict[tuple[str, str], HandIn] = {}
        for one in sorted(found, key=lambda one: (one.when, str(one.folder))):
            key = (one.learner, one.exercise.name)
            before = newest.get(key)
            if before and _digest(before.folder, one.exercise) != _digest(one.folder, one.exercise):
                self._notes["submitted more than once, the newest counts"].append(" ".join(key))
            newest[key] = one
        submissions = tuple(newest[key] for key in sorted(newest))
        unread = dict(sorted(self._unread.items()))
        notes = tuple(_line(kind, whom) for kind, whom in self._notes.items())
        return Intake(submissions, tuple(sorted(self._learners)), unread, notes)

    def _told_apart(self) -> list[HandIn]:
        """Tell learners apart who submit the same exercise under one name."""
        tokens: dict[tuple[str, str], set[str]] = defaultdict(set)
        for one in self._found:
            tokens[one.learner, one.exercise.name].add(one.token)
        twice = {who for (who, _), known in tokens.items() if len(known - {""}) > 1}
        found = []
        for one in self._found:
            apart = one.learner in twice and one.token
            name = f"{one.learner} ({one.token})" if apart else one.learner
            self._learners[name] = None
            found.append(dataclasses.replace(one, learner=name))
        for name in sorted(twice):
            rows = sorted({one.learner for one in found if one.learner.startswith(f"{name} (")})
            self._notes["one name, several learners or computers: one row each"] += rows
            if all(one.learner != name for one in found) and name not in self._roster.learners():
                del self._learners[name]
        return found


def _digest(folder: Path, exercise: Exercise) -> str | None:
    """Hash of the folder's submission; None if it is refused or unreadable, which grading
    reports."""
    with contextlib.suppress(Refused, GraderError):
        return take(folder, exercise).digest()
    return None


def _line(kind: str, whom: Sequence[str]) -> str:
    shown = [on_one_line(one) for one in dict.fromkeys(whom)]
    more = f" and {len(shown) - 3:,} more" if len(shown) > 4 else ""
    return f"{kind}: {', '.join(shown[:3] if more else shown)}{more}"


def _visible(folder: Path) -> Iterator[Path]:
    """Sorted by name; also without what other systems leave in archives."""
    return filter(_is_visible, sorted(folder.iterdir()))


def _is_visible(place: Path) -> bool:
    return place.name[0] not in "._"
