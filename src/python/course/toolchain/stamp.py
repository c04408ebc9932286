"""A stamp says that something was made completely, and from which inputs.

It is removed before the work starts and written last, in one step: whatever is interrupted has
no stamp, and is made again.
"""

from collections.abc import Iterable
from pathlib import Path

from course.process.files import write_atomically


class Stamp:
    def __init__(self, path: Path) -> None:
        self._path = path

    def fits(self, fingerprint: str, products: Iterable[Path] = ()) -> bool:
        """Whether the work was done from these inputs, and its products are still there."""
        try:
            done_from = self._path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return False
        return done_from == fingerprint and all(product.exists() for product in products)

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)

    def write(self, fingerprint: str) -> None:
        write_atomically(self._path, fingerprint + "\n")
