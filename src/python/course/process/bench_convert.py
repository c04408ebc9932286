"""Makes group files of a bench's record in the old format, one file for all groups.

    python -m course.process.bench_convert FILE...

The groups of BENCH.json become BENCH/GROUP.json beside it, and the file itself stays, though nobody
reads it any more.
"""

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from course.model.bench_record import GroupRecord
from course.model.strict import complaint
from course.process import bench_store


def converted(old: dict[str, Any]) -> list[GroupRecord]:
    """The groups of a record of schema 1. Raises ValueError, KeyError or TypeError for others.

    A group that was measured again has the origin, and the caveats, of that sitting.
    """
    if old["schema"] != 1:
        raise ValueError("schema: is not 1")
    made = []
    for key in dict.fromkeys(one["group"] for one in old["contestants"]):
        inside = [one for one in old["contestants"] if one["group"] == key]
        sitting = next((one for one in old.get("again", ()) if key in one["groups"]), old)
        names = {one["id"] for one in inside}
        kept = ("id", "status", "reason", "skipped", "commands", "runtime", "turns")
        made.append(
            GroupRecord(
                bench=old["bench"],
                group=key,
                rounds=old["rounds"],
                asked=old["asked"],
                metrics=[one["name"] for one in old["metrics"]],
                contestants=[
                    {name: one[name] for name in kept} | {"definition": one.get("definition")}
                    for one in inside
                ],
                counts=[one for one in old["counts"] if one["contestant"] in names],
                caveats=sitting["caveats"],
                provenance=sitting["provenance"],
            )
        )
    return made


def convert(file: Path) -> list[GroupRecord]:
    """Write the groups of the file. Raises ValueError, in one line; nothing is written then."""
    folder = file.with_suffix("")
    if folder.exists():
        raise ValueError(f"{folder} already exists; move it away")
    try:
        made = converted(json.loads(file.read_text(encoding="utf-8")))
    except ValidationError as error:
        raise ValueError(f"{file}: {complaint(error)}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file}: not a bench record in the old format: {error!r}") from error
    for one in made:
        bench_store.write(one, folder)
    return made


def main(names: list[str]) -> int:
    """Convert the files; those that cannot be are told, one a line."""
    code = 0 if names else 2
    for name in names:
        try:
            made = convert(Path(name))
        except ValueError as error:
            print(error, file=sys.stderr)
            code = 2
        else:
            print(f"{name}: {len(made)} groups")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
