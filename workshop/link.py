"""The link by which a learner gets the notebooks and opens one of them.

``.venv/bin/python workshop/link.py https://hub.example.org 03-gc-theory``
"""

import sys
from urllib.parse import urlencode

from course import paths
from course.arguments import Parser
from course.site.repository import web_address

NOTEBOOKS = "notebooks"


def link(hub: str, repository: str, branch: str, notebook: str) -> str:
    """An address on the hub: nbgitpuller clones, or brings up to date, and opens the notebook.

    `repository` is the address of a git repository; the clone has the name of its last part.
    """
    repository = repository.rstrip("/").removesuffix(".git")
    folder = repository.rpartition("/")[2]
    query = urlencode(
        {
            "repo": repository,
            "branch": branch,
            "urlpath": f"lab/tree/{folder}/{NOTEBOOKS}/{notebook}.ipynb",
        }
    )
    return f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{query}"


def main(arguments: list[str]) -> int:
    """Print the link."""
    parser = Parser(prog="link.py", description="A link that brings a notebook to a learner.")
    parser.add_argument("hub", metavar="HUB", help="the hub's address, https://...")
    parser.add_argument("notebook", metavar="NOTEBOOK", help="its name, for example 03-gc-theory")
    parser.add_argument(
        "--repository",
        metavar="ADDRESS",
        default=web_address(paths.ROOT),
        help="what is cloned; the hub must be able to read it (default: where this clone is from)",
    )
    parser.add_argument("--branch", metavar="NAME", default="main", help="default: %(default)s")
    args = parser.parse_args(arguments)
    if not args.hub.startswith(("https://", "http://")):
        parser.error(f"'{args.hub}' is no address; one begins with https:// or http://")
    known = sorted(path.stem for path in (paths.ROOT / NOTEBOOKS).glob("*.ipynb"))
    if args.notebook not in known:
        parser.error(f"no notebook '{args.notebook}'; there are {', '.join(known)}")
    if args.repository is None:
        parser.error("this clone is from no web address: give --repository https://...")
    print(link(args.hub, args.repository, args.branch, args.notebook))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
