"""Six learners at a real hub on this machine: JupyterHub, its proxy, both kernels, the notebooks.

This hub's spawner does not isolate them; these tests check that all parts work together.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from . import hub as hubs
from .hub import Hub
from .learner import ANSWER_S, Learner, Outcome, http_session
from .programs import LINUX, ROOT, course, require_built

pytestmark = [
    pytest.mark.slow,
    pytest.mark.all,
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("hub"),
]

NAMES = ("ada", "barbara", "edsger", "grace", "john", "tony")
NOTEBOOKS = {"java": "03-gc-theory", "xcpp17": "11-flat-cpp"}
CELLS = 4
"""The first ones, which start no programs of their own."""

EXERCISE = "zero-alloc-pool"
COMMANDS = (
    f"{ROOT}/course start {EXERCISE}",
    f"cp {ROOT}/exercises/{EXERCISE}/solution/*.java ~/my-exercises/{EXERCISE}/",
    f"{ROOT}/course check {EXERCISE}",
    f"{ROOT}/course submit {EXERCISE}",
)


@dataclass(frozen=True)
class Visit:
    """The results of a learner's steps."""

    learner: Learner
    led_to: str
    """The path of the page to which the link led."""
    outcomes: dict[str, list[Outcome]]
    """Kernel -> its cells."""
    solved: tuple[int, str]
    """Exit code and output of an exercise, from its start to its submission."""


@dataclass(frozen=True)
class Room:
    """All visits. Their kernels are still running."""

    hub: Hub
    visits: list[Visit]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A hub whose learners have executed, all at once, the first cells in each kernel."""
    reason = hubs.why_not()
    if reason is not None:
        pytest.skip(reason)
    require_built()
    folder = tmp_path_factory.mktemp("hub")
    repository = hubs.published(folder)
    with hubs.running(folder) as hub, ThreadPoolExecutor(len(NAMES)) as pool:
        yield Room(hub, list(pool.map(lambda name: visit(hub, repository, name), NAMES)))


def visit(hub: Hub, repository: str, name: str) -> Visit:
    """Log in as a learner, start the server, and run the first cells and an exercise."""
    learner = Learner(hub.address, name)
    learner.log_in()
    learner.start_server()
    link = hubs.tool("link").link(hub.address, repository, "main", NOTEBOOKS["java"])
    led_to = learner.follow(link)
    learner.pull(link)
    outcomes = {}
    for kernel, notebook in NOTEBOOKS.items():
        identity, cells = learner.open(f"allocpool/notebooks/{notebook}.ipynb", kernel)
        outcomes[kernel] = learner.run(identity, cells[:CELLS])
    return Visit(learner, led_to, outcomes, learner.shell(" && ".join(COMMANDS)))


def test_it_is_the_release_that_the_page_speaks_of(room: Room) -> None:
    """JupyterHub 6, even if a lock has changed."""
    assert room.hub.version().split(".")[0] == "6"


def test_the_link_leads_through_the_hub_to_one_s_own_server(room: Room) -> None:
    """Through the hub's redirections and its OAuth, with only a browser's cookies."""
    assert [visit.led_to for visit in room.visits] == [f"/user/{name}/git-pull" for name in NAMES]


@pytest.mark.parametrize("kernel", NOTEBOOKS)
def test_everybody_executes_the_first_cells(room: Room, kernel: str) -> None:
    """Each cell runs without an error, and some output shows that they were executed."""
    for visit in room.visits:
        outcomes = visit.outcomes[kernel]
        assert [one.error for one in outcomes] == [""] * CELLS, visit.learner.name
        assert [one.status for one in outcomes] == ["ok"] * CELLS, visit.learner.name
        assert any(one.text or one.displays for one in outcomes), visit.learner.name


def test_everybody_has_a_clone_of_the_notebooks(room: Room) -> None:
    """In their own homes: changes there are invisible to others."""
    for name in NAMES:
        clone = room.hub.homes / name / "allocpool"
        assert (clone / ".git").is_dir()
        found = {path.stem for path in (clone / "notebooks").glob("*.ipynb")}
        assert set(NOTEBOOKS.values()) <= found


def test_everybody_solves_an_exercise_and_hands_it_in(room: Room, tmp_path: Path) -> None:
    """All submit from their own homes, under the names that they logged in with, and their
    submissions are graded."""
    for visit in room.visits:
        code, shown = visit.solved
        assert code == 0, shown
        assert "pass: 10 of 10 points" in shown
    grades = tmp_path / "grades"
    course("grade", room.hub.homes.parent / "handed-in", "--out", grades)
    rows = (grades / "gradebook.csv").read_text().splitlines()
    assert rows[0] == f"learner,{EXERCISE},points"
    assert rows[1:] == [f"{one},10,10" for one in ("(maximum)", *NAMES)]


def test_a_neighbour_s_server_answers_nobody_else(room: Room) -> None:
    """Not to learners logged in under another name, and not without a login."""
    ada, barbara = (visit.learner for visit in room.visits[:2])
    kernels = f"{ada.server}/api/kernels"
    assert ada.api.get(kernels, timeout=ANSWER_S).status_code == 200
    for stranger in (barbara.api, http_session()):
        answer = stranger.get(kernels, allow_redirects=False, timeout=ANSWER_S)
        assert answer.status_code == 403


@pytest.mark.skipif(not LINUX, reason="only Linux tells how memory is shared")
def test_a_learner_at_rest_keeps_within_the_budget(room: Room) -> None:
    """A server and both kernels: the sum on the page and in the configurations' guarantees."""
    budget = hubs.tool("memory").AT_REST_MB
    held = {name: round(room.hub.memory_mb(name)) for name in NAMES}
    assert max(held.values()) <= budget, held
    assert min(held.values()) > budget / 8, f"the kernels were not counted: {held}"
