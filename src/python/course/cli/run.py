"""`./course run`: everything, from a bare machine to a site that was measured on it."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from course import paths
from course.arguments import request
from course.errors import CourseError
from course.measure.options import sweep_options
from course.site.options import notebooks_options, serve_options, site_options

STOPPED = 128  # exit codes from here on: a signal ended the stage


def run(args: argparse.Namespace) -> int:
    """Set-up, sweep, benches, notebooks, site. Returns 0 only if all of it went well.

    A cell or a notebook that fails does not keep the rest from being published.
    """
    from course.bench import quick
    from course.measure.progress import duration
    from course.site import command as site
    from course.toolchain.setup import ensure

    ensure(install_without_asking=args.yes)
    records = paths.RECORDS / args.profile
    codes, took = [], []
    for name, stage in stages(args, records, quick.requests(args.profile)):
        print(f"== {name}", file=sys.stderr, flush=True)
        began = time.monotonic()
        code = attempt(name, stage)
        took.append(f"{name} {duration(time.monotonic() - began)}")
        if code >= STOPPED:
            if name == "sweep":  # what is measured is worth a site
                attempt("site", lambda: build_site(records))
            return code
        codes.append(code)
    print(f"it took: {', '.join(took)}", file=sys.stderr)
    is_built = codes[-1] == 0
    failed = failed_cells(records)
    if failed:
        print(f"{len(failed)} cells failed: {', '.join(failed)}", file=sys.stderr)
        codes.append(1)
    index = paths.SITE / "index.html"
    if is_built:
        print(f"the site is {paths.shown(index)} (./course serve shows it in a browser)")
        if args.serve:
            codes.append(
                attempt("serve", lambda: site.serve(request(serve_options, records=records)))
            )
    return max(codes)


def stages(
    args: argparse.Namespace, records: Path, benches: dict[str, argparse.Namespace]
) -> Iterator[tuple[str, Callable[[], int]]]:
    """Name -> what it runs, in their order. A stage that cannot be done raises CourseError."""
    from course.bench import command as bench
    from course.measure import command as measure
    from course.site import command as site

    profile, minutes = args.profile, args.minutes
    yield "sweep", lambda: measure.sweep(request(sweep_options, profile=profile, minutes=minutes))
    for name, asked in benches.items():
        yield f"bench {name}", lambda asked=asked: bench.bench(asked)
    yield "notebooks", lambda: site.notebooks(request(notebooks_options, profile=profile))
    yield "site", lambda: build_site(records)


def build_site(records: Path) -> int:
    """Build the site from a folder of records. Raises CourseError."""
    from course.site import command as site

    return site.site(request(site_options, records=records))


def attempt(name: str, stage: Callable[[], int]) -> int:
    """Runs a stage; tells of its failure instead of passing it on. Returns its exit code."""
    try:
        return stage()
    except CourseError as error:
        print(f"{name}: {error}", file=sys.stderr, flush=True)
        return error.exit_code


def failed_cells(records: Path) -> list[str]:
    """The names of the cells whose records say that they failed."""
    names = []
    for file in sorted(records.glob("*.json")):
        try:
            status = json.loads(file.read_text(encoding="utf-8"))["status"]
        except (OSError, ValueError, KeyError, TypeError):
            continue  # the sweep names a damaged record, and measures it again
        if status == "failed":
            names.append(file.stem)
    return names
