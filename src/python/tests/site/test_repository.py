"""Where the sources are on the web."""

import subprocess

import pytest

from course.site.repository import address_of_remote, commit, has_changes, named, web_address


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://github.com/o/r.git", "https://github.com/o/r"),
        ("https://user:secret@github.com/o/r", "https://github.com/o/r"),
        ("git@github.com:o/r.git", "https://github.com/o/r"),
        ("ssh://git@host/o/r/", "https://host/o/r"),
        ("/srv/r.git", None),
        ("../r", None),
    ],
)
def test_remotes(remote, address):
    assert address_of_remote(remote) == address


def test_the_hosted_workflow_knows_best(monkeypatch, tmp_path):
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "o/r")
    assert web_address(tmp_path) == "https://github.com/o/r"


def test_outside_of_git(monkeypatch, tmp_path):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert web_address(tmp_path) is None
    assert commit(tmp_path) is None
    assert not has_changes(tmp_path)


def test_what_git_knows_may_have_changed(tmp_path):
    def git(*arguments):
        subprocess.run(["git", "-C", tmp_path, *arguments], check=True, capture_output=True)

    page = tmp_path / "page.md"
    page.write_text("as it was\n")
    git("init")
    git("add", "page.md")
    git("-c", "user.name=us", "-c", "user.email=us@host", "commit", "-m", "a page")
    (tmp_path / "records.json").write_text("{}\n")
    assert not has_changes(tmp_path)
    page.write_text("as it is\n")
    assert has_changes(tmp_path)


@pytest.mark.parametrize(
    ("changed", "words"),
    [(True, "commit 0123456789 with changes"), (False, "commit 0123456789")],
)
def test_how_the_state_of_the_sources_is_named(changed, words):
    assert named("0123456789abcdef", changed) == words
    assert named(None, None) == "no commit"
