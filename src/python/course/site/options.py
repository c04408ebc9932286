"""The options of the commands that make pages."""

import argparse
from pathlib import Path

from course.arguments import Command, port, profile_option


def records_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="the records to publish (default: the last run)"
    )


def notebooks_options(parser: argparse.ArgumentParser) -> None:
    profile_option(parser, "trimmed")
    parser.add_argument("--only", metavar="NAME", help="only this notebook, e.g. 03-gc-theory")
    parser.add_argument("--force", action="store_true", help="execute even when nothing changed")
    parser.add_argument(
        "--strict", action="store_true", help="fail for a notebook whose kernel is missing, too"
    )


def site_options(parser: argparse.ArgumentParser) -> None:
    records_option(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where the site goes (default: build/site)"
    )
    parser.add_argument(
        "--pdf", action="store_true", help="print the whole course into one PDF, too, by Chromium"
    )


def serve_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=port, default=8000, help="port on this machine (default: %(default)s)"
    )
    records_option(parser)


def notebooks(args: argparse.Namespace) -> int:
    from course.site.command import notebooks
    from course.toolchain.setup import ensure

    ensure()
    return notebooks(args)


def site(args: argparse.Namespace) -> int:
    from course.site.command import site

    return site(args)


def serve(args: argparse.Namespace) -> int:
    from course.site.command import serve

    return serve(args)


COMMANDS = {
    "notebooks": Command("execute the notebooks", notebooks_options, notebooks),
    "site": Command("build the site from records", site_options, site),
    "serve": Command("build the site and serve it on this machine", serve_options, serve),
}
