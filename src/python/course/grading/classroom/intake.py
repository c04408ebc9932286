"""Find the submissions in a folder, however they got there: folders, archives and loose sources,
mixed. Each learner gets what can be graded, or a note on what cannot be read; nothing is lost.
"""

import contextlib
import dataclasses
import functools
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
from course.grading.exercises.submission import SOURCES, TESTS, is_hidden, opened, take
from course.grading.store import TAKEN
from course.grading.text import on_one_line

DEEPEST = 10
"""Limit of nested folders and archives."""

MOST_ENTRIES = 20_000
"""Limit per learner: a cloned repository is no reason to read a disk."""

MOST_SUBMISSIONS = 1_000
"""Likewise, of archives, manifests and sources by themselves: all are compared."""

MOST_REASONS, MOST_CHARACTERS = 3, 300
"""Limit of what is said about a learner, and of each reason: it may quote any name."""

MINE = "my-exercises"
"""The learner's folder in a copy of the course."""

ACCESS = "give yourself access to it"
AGAIN = "ask for it again: ./course submit NAME creates the file"


@dataclasses.dataclass(frozen=True)
class HandIn:
    """A submission, not yet read."""

    learner: str
    exercise: Exercise
    folder: Path
    """Holds its files. Anything else in its place is refused when it is read."""
    who: Who
    when: float


class Intake:
    """What is in a folder of submissions."""

    def __init__(
        self, folder: Path, chosen: Sequence[Exercise], scratch: Path, roster: Roster | None = None
    ) -> None:
        """Look through the folder. Raises OSError if the folder itself cannot be read.

        scratch: an empty folder for unpacked archives, to be kept until the submissions are read.
        """
        self._chosen = {one.name: one for one in chosen}
        self._known = {*self._chosen, *exercises.names()}
        self._asked = {file: one for one in chosen for file in one.files}
        self._digests = functools.cache(lambda name: self._chosen[name].digest())
        """By exercise: it takes milliseconds, and there may be thousands of manifests."""
        self._scratch = scratch.resolve()
        self._roster = roster or Roster()
        self._found: list[HandIn] = []
        self._met: dict[Who, None] = {}
        """All who have something here, in order."""
        self._unread: dict[Who, list[str]] = defaultdict(list)
        self._notes: dict[str, list[str]] = defaultdict(list)
        self._left: Counter[Who] = Counter()
        self._taken: Counter[Who] = Counter()
        self.apart: set[str] = set()
        """Names that several have here, so that what was graded under one of them before is
        perhaps another learner's."""
        self._places = 0
        self._share = self._space = Space.of_grading()
        """What's left for whoever's things are read: for all that a name in the room brings, and
        of that, for one learner."""
        self._folder = folder.resolve()
        self._room(self._folder)
        self._sum_up()

    # ---- a room: a folder, or a platform's download, with things of several learners ------------

    def _room(self, folder: Path, within: str = "", *, of_exercise: bool = False) -> None:
        """within: the download that it was unpacked from."""
        with os.scandir(folder) as entries:
            is_folder = {one.name: one.is_dir(follow_symlinks=False) for one in entries}
        hidden = [name for name in sorted(is_folder) if name.startswith(".")]
        self._notes["hidden, ignored"] += hidden
        places = list(_visible(folder))
        folders = {place.name for place in places if is_folder.get(place.name)}
        owners = {place: self._owner(place, within, place.name in folders) for place in places}
        # Anyone can make thousands of empty files: what is ignored gets no share of the space.
        takers = [one for one in places if one.name in folders or _takes_space(one)]
        accounts = {owners[one].account() for one in takers}
        shares = {one: self._share.share(len(accounts)) for one in accounts}
        spaces = {one: share.of_learner() for one, share in shares.items()}
        of_exercises = folders <= self._known and not of_exercise
        for place, owner in owners.items():
            if (account := owner.account()) in shares:
                self._share, self._space = shares[account], spaces[account]
            who, rest = names.platform(place.name) or (None, place.name)
            try:
                if place.is_symlink():
                    self._cannot(owner, "is a link", "replace it with a folder")
                elif place.name not in folders:
                    if archives.is_archive(place):
                        # In a download, what a file says inside is no other learner's word.
                        self._archive(place, who or (owner if within else None), owner)
                    else:
                        self._file(place, who, owner, rest)
                elif place.name not in self._known:
                    self._learner(owner, place)
                elif of_exercises:
                    self._room(place, within, of_exercise=True)
                else:
                    told = "is named like an exercise, among folders of learners"
                    self._cannot(owner, told, "rename it, or move them")
            except OSError as error:
                self._cannot(owner, f"cannot be read: {error.strerror}", ACCESS)
            except Exception as error:  # whatever it is, the others are read
                self._cannot(owner, f"cannot be read: {error!r}")

    def _owner(self, place: Path, within: str, is_folder: bool) -> Who:
        """By its name alone. An archive may say something else inside."""
        found = names.platform(place.name)
        if found is not None:
            return found[0]
        is_archive = archives.is_archive(place) and not is_folder
        name = names.of_archive(place.stem, self._known) if is_archive else names.clean(place.name)
        return Who(name, names.token(f"{within} {place.name}" if within else place.name), is_folder)

    def _file(self, file: Path, who: Who | None, owner: Who, rest: str) -> None:
        if who is None:
            for asked in self._asked:
                name = names.before(names.original(rest), asked)
                if name:
                    who, rest = owner._replace(name=name), asked
        if who is not None:
            self._met[who] = None
        if file.suffix not in SOURCES:
            self._notes["not a submission, ignored"].append(file.name)
        elif who is None:
            told = "names no learner: put it into a folder with the learner's name"
            self._notes[told].append(file.name)
        else:
            self._source(who, file, rest)

    def _archive(self, file: Path, who: Who | None, guess: Who) -> None:
        faults: dict[Path, Unreadable] = {}
        place = self._unpacked(file, guess, faults)
        if place is None:
            return
        download = self._download(file, place) if who is None else None
        if download is not None:
            self._notes["a download, which names its files' learners"].append(file.name)
            depth = len(download.relative_to(place).parts)
            for inside, fault in faults.items():
                found = [names.platform(part) for part in inside.parts[depth : depth + 1]]
                owner = next((one[0] for one in found if one is not None), guess)
                self._cannot(owner, f"{file.name} {fault}")
            self._room(download, file.name)
        elif faults:
            self._cannot(guess, f"{file.name} {next(iter(faults.values()))}")
        elif (place / packed.MANIFEST).is_file():
            self._packed(place, who, guess)
        else:
            self._learner(guess, place)

    def _download(self, file: Path, place: Path) -> Path | None:
        """Where several learners' files are, if a platform or a mailbox packed the archive, perhaps
        in a folder that somebody has put around them. Such an archive is in no other one."""
        if file.is_relative_to(self._scratch) or (place / packed.MANIFEST).is_file():
            return None
        inside = [*_visible(place)]
        around = inside if len(inside) == 1 else ()
        return next((one for one in (place, *around) if _is_download(one) or _is_mail(one)), None)

    # ---- a learner ------------------------------------------------------------------------------

    def _learner(self, who: Who, folder: Path) -> None:
        """Take what is in a learner's folder; tell if that is nothing, or others' work, too."""
        if _is_download(folder):
            self._notes["holds a platform's download: grade that folder by itself"] += [who.name]
        count = self._count()
        self._folder_of(who, folder)
        if count == self._count():
            shown = ", ".join(one.name for one in [*_visible(folder)][:MOST_REASONS])
            told = f"{who.name} ({shown[:MOST_CHARACTERS]})" if shown else who.name
            self._notes["contains nothing that was asked for"].append(told)

    def _folder_of(self, who: Who, folder: Path, depth: int = 0) -> None:
        self._met[who] = None
        if (folder / FILE).is_file() or depth > DEEPEST:
            return  # the course's own copy of an exercise
        if (folder / packed.MANIFEST).is_file():
            if not self._is_too_many(who):
                self._packed(folder, who, who)
            return
        for place in self._own(folder):
            self._left[who] += 1
            if self._left[who] > MOST_ENTRIES:
                self._notes[f"more than {MOST_ENTRIES:,} files, the rest ignored"] += [who.name]
                return
            try:
                self._thing_of(who, place, depth)
            except OSError as error:  # what lies next to it may be read
                shown = str(place).removeprefix(f"{self._folder}/")
                self._cannot(who, f"{shown} cannot be read: {error.strerror}", ACCESS)

    def _thing_of(self, who: Who, place: Path, depth: int) -> None:
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

    def _own(self, folder: Path) -> Iterator[Path]:
        """Only the learner's files if the folder is a copy of the course, which has solutions."""
        course = folder / "exercises"  # which may be a link to any folder, so it isn't listed
        is_course = any((course / name / FILE).is_file() for name in self._known)
        # The learner's own come first, before the limit on names is reached.
        seen = sorted(_visible(folder), key=lambda one: one.name != MINE)
        return (one for one in seen if not is_course or one.name == MINE)

    def _count(self) -> int:
        """Return how many submissions were found, plus how many could not be read."""
        return len(self._found) + sum(map(len, self._unread.values()))

    def _exercise(self, who: Who, place: Path, depth: int) -> None:
        """Anything named like an exercise is a submission to it."""
        exercise = self._chosen.get(place.name)
        if exercise is None or (place / FILE).is_file():
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
            self._cannot(who, f"{file.name} is no file")
            return
        if self._is_too_many(who):
            return
        with opened(file) as stream:  # take() rejects a larger one
            content = stream.read((exercise.submission.max_kb << 10) + 1)
        try:
            self._space.take(len(content), 2)  # a folder and a file
        except Unreadable as error:
            self._cannot(who, f"{file.name} {error}")
            return
        place = self._place()
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
            self._cannot(guess, str(error))
            return
        claims = Who(names.clean(manifest.learner), f"copy {manifest.copy_of}")
        owner = who or claims
        if not {*names.folded(owner.name).split()} & {*names.folded(claims.name).split()}:
            told = "sent by one learner, names another: counts for the first"
            self._notes[told].append(f"{owner.name}, {claims.name}")
        self._met[owner] = None
        exercise = self._chosen.get(manifest.exercise)
        if exercise is None:
            if manifest.exercise not in self._known:
                self._cannot(owner, f"no exercise '{manifest.exercise}'")
            return
        label = f"{owner.name} {exercise.name}"
        if manifest.exercise_digest != self._digests(exercise.name):
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
        self._found.append(HandIn(self._key(who), exercise, folder, who, when))

    def _is_too_many(self, who: Who) -> bool:
        self._taken[who] += 1
        if self._taken[who] == MOST_SUBMISSIONS + 1:
            told = f"more than {MOST_SUBMISSIONS:,} submissions, the rest ignored"
            self._cannot(who, told, "leave only the newest")
        return self._taken[who] > MOST_SUBMISSIONS

    def _unpacked(
        self, file: Path, who: Who, faults: dict[Path, Unreadable] | None = None
    ) -> Path | None:
        """faults: gets what's wrong with single files, if that's no reason to refuse them all."""
        if self._is_too_many(who):
            return None
        place = self._place()
        try:
            found = archives.unpack(file, place, self._space, self._most)
            if found and faults is None:
                raise next(iter(found.values()))
        except Unreadable as error:
            shutil.rmtree(place)
            self._cannot(who, f"{file.name} {error}")
            return None
        if faults is not None:
            faults |= found
        return place

    def _most(self, source: str) -> int:
        """How many bytes of it are of use: one more than its exercise takes."""
        name = names.original(source)
        asked = [one for file, one in self._asked.items() if name.endswith(file)]
        return max(((one.submission.max_kb << 10) + 1 for one in asked), default=0)

    def _place(self) -> Path:
        self._places += 1
        place = self._scratch / str(self._places)
        place.mkdir()
        return place

    def _key(self, who: Who) -> str:
        return self._roster.find(who.name, is_account=who.is_account) or who.name

    def _cannot(self, who: Who, told: str, advice: str = AGAIN) -> None:
        self._met[who] = None
        self._unread[who].append(f"{on_one_line(told)[:MOST_CHARACTERS]}: {advice}")

    def _sum_up(self) -> None:
        """Give each learner a name of one's own, and keep the newest of several submissions."""
        rows = self._told_apart()
        unread: dict[str, list[str]] = defaultdict(list)
        for who, reasons in self._unread.items():
            unread[rows[who]] += reasons
        for name, reasons in unread.items():
            more = len(reasons) - MOST_REASONS
            unread[name] = reasons[:MOST_REASONS] + [f"and {more:,} more"] * (more > 0)
        learners = {*self._roster.learners(), *rows.values()}
        for name in {self._key(who) for who in self._met} & learners - {*rows.values()}:
            told = "several have submitted under this name, and got a row each: rename the others"
            unread[name] = [told]
        for name in [one for one in learners if one.casefold() in TAKEN or not one]:
            unread[name] = ["has another name in the results folder: rename it"]
        found = [dataclasses.replace(one, learner=rows[one.who]) for one in self._found]
        found = [one for one in found if one.learner and one.learner.casefold() not in TAKEN]
        newest: dict[tuple[str, str], HandIn] = {}
        for one in sorted(found, key=lambda one: (one.when, str(one.folder))):
            key = (one.learner, one.exercise.name)
            before = newest.get(key)
            if before and _digest(before.folder, one.exercise) != _digest(one.folder, one.exercise):
                self._notes["submitted more than once, the newest counts"].append(" ".join(key))
            newest[key] = one
        self.submissions = tuple(newest[key] for key in sorted(newest))
        """By learner and exercise; the newest of several."""
        self.learners = tuple(sorted(learners))
        """All in the folder or in the roster."""
        self.unread = dict(sorted(unread.items()))
        """Learner -> what could not be read, and what to do about it."""
        self.notes = tuple(_line(kind, whom) for kind, whom in self._notes.items() if whom)

    def _told_apart(self) -> dict[Who, str]:
        """Return everybody's row. Whoever has a folder shares its name with nobody, and others
        share one unless they submit the same exercise: nobody's work replaces another one's."""
        known: dict[str, list[Who]] = defaultdict(list)
        for who in self._met:
            known[self._key(who)].append(who)
        handed_in: dict[tuple[str, str], set[str]] = defaultdict(set)
        for one in self._found:
            handed_in[one.learner, one.exercise.name].add(one.who.token)
        twice = {who for (who, _), tokens in handed_in.items() if len(tokens) > 1}
        rows: dict[Who, str] = {}
        for name, all_of_them in known.items():
            tokens = {who.token for who in all_of_them}
            has_folder = any(who.is_account for who in all_of_them)
            persons = {who.token for who in all_of_them if who.is_person}
            apart = name in twice or (has_folder and len(tokens) > 1) or len(persons) > 1
            for who in all_of_them:
                rows[who] = name
                if apart and who.token != name:
                    rows[who] = f"{name} ({who.token})"
                    while rows[who] in known:  # somebody has chosen that name
                        rows[who] += "*"
            if apart:
                self.apart.add(name)
                told = "one name, several learners or computers: one row each"
                self._notes[told] += sorted(rows[who] for who in all_of_them)
        return rows


def _digest(folder: Path, exercise: Exercise) -> str | None:
    """Hash of the folder's submission; None if it can't be taken, for whatever reason: its owner
    may move it meanwhile. The others are read, and grading reports the reason."""
    with contextlib.suppress(Exception):
        return take(folder, exercise).digest()
    return None


def _line(kind: str, whom: Sequence[str]) -> str:
    shown = [on_one_line(one) for one in dict.fromkeys(whom)]
    more = f" and {len(shown) - 3:,} more" if len(shown) > 4 else ""
    return f"{kind}: {', '.join(shown[:3] if more else shown)}{more}"


def _is_download(folder: Path) -> bool:
    """True if most names are a platform's: one may be a learner's, too."""
    found = [names.platform(one.name) for one in _visible(folder)] if folder.is_dir() else []
    return 2 * found.count(None) < len(found)


def _is_mail(folder: Path) -> bool:
    """True if it holds nothing but what ./course submit made, by several learners."""
    files = [*_visible(folder)] if folder.is_dir() else []
    names = [one.stem.partition(packed.BETWEEN) for one in files if archives.is_archive(one)]
    is_all = len(names) == len(files) and all(between for _, between, _ in names)
    return is_all and len({sender for sender, _, _ in names}) > 1


def _takes_space(file: Path) -> bool:
    """By its name: an archive is unpacked, and a source by itself is copied."""
    return archives.is_archive(file) or file.suffix in SOURCES


def _visible(folder: Path) -> Iterator[Path]:
    """Sorted by name; also without what other systems leave in archives."""
    return (one for one in sorted(folder.iterdir()) if not is_hidden(one.name))
