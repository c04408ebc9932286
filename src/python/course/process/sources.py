"""The hash of the current code, with a cache."""

import contextlib
import functools
import hashlib
from pathlib import Path

from course import paths
from course.model import source_hash as model
from course.process.files import read_object, write_object


def source_hash(name: str, root: Path | None = None) -> str:
    """Like :func:`course.model.source_hash.source_hash`; default: of this repository.

    Reading all sources' tokens takes seconds, so a file's hash is cached under that of its text.
    Poms are read each time, as they depend on their parents.
    """
    known = _known()
    before = len(known)

    def of_file(path: Path) -> str:
        if path.name == model.POM:
            return model.file_hash(path)
        text = hashlib.sha256(path.suffix.encode() + path.read_bytes()).hexdigest()
        if text not in known:
            known[text] = model.file_hash(path)
        return known[text]

    made = model.source_hash(name, root or paths.ROOT, of_file)
    if len(known) != before:
        with contextlib.suppress(OSError):  # read-only tree: read the tokens again next time
            write_object(_cache(), known)
    return made


def _cache() -> Path:
    import pygments  # noqa: PLC0415 (not there on a bare machine)

    # Each version of our code, or Pygments', that reads tokens has its own cache.
    reader = hashlib.sha256(pygments.__version__.encode() + Path(model.__file__).read_bytes())
    return paths.STAMPS / f"tokens-{reader.hexdigest()[:12]}.json"


@functools.cache
def _known() -> dict[str, str]:
    return read_object(_cache())
