"""The web address of the sources, and their commit."""

import os
import re
from pathlib import Path

from course.process.provenance import git

_SSH = re.compile(r"(?:ssh://)?git@([^:/]+)[:/](.+)")


def web_address(root: Path) -> str | None:
    """Return the repository's address: that of the hosted workflow, else that of the remote
    `origin` if it is on the web, else None."""
    server, name = (os.environ.get(f"GITHUB_{key}") for key in ("SERVER_URL", "REPOSITORY"))
    if server and name:
        return f"{server}/{name}"
    return address_of_remote(git(root, "remote", "get-url", "origin") or "")


def address_of_remote(remote: str) -> str | None:
    """Return ``https://host/owner/name`` for a remote by HTTPS or SSH; None for a folder."""
    if match := _SSH.fullmatch(remote):
        remote = f"https://{match[1]}/{match[2]}"
    if not remote.startswith("https://"):
        return None
    without_user = re.sub(r"^https://[^/@]+@", "https://", remote)
    return without_user.removesuffix("/").removesuffix(".git")


def commit(root: Path) -> str | None:
    """Return the commit that is checked out, or None outside git."""
    return git(root, "rev-parse", "--verify", "--quiet", "HEAD")


def has_changes(root: Path) -> bool:
    """True if any file tracked by git differs from that commit."""
    return bool(git(root, "status", "--porcelain", "--untracked-files=no"))


def named(commit: str | None, changed: bool | None) -> str:
    """Describe the state of the sources on pages: ``commit 26b231c0ab with changes``."""
    text = f"commit {commit[:10]}" if commit else "no commit"
    return f"{text} with changes" if changed else text
