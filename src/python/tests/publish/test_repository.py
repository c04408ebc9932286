"""Where the sources are on the web."""

import pytest

from course.publish.repository import address_of_remote, commit, web_address


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
