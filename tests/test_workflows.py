"""The hosted workflows: valid, pinned and with no more rights than each job needs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from course.measure.cells import profiles
from course.measure.cells.command import select

from .programs import PYTHON, ROOT, loaded, one_clear_line

ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PINNED = re.compile(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
MAY_WRITE = {("measure-and-publish.yml", "deploy"): {"pages", "id-token"}}
"""The only job with write permissions, and these."""

# What a stranger can put words into: pull requests, issues, branch names, commit messages.
UNTRUSTED = re.compile(r"\$\{\{[^}]*\b(?:github\.(?:event|head_ref|ref_name)|inputs)\b[^}]*\}\}")


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.name)
def workflow(request: pytest.FixtureRequest) -> tuple[Path, dict[str, Any]]:
    """Each workflow: its path and content."""
    return request.param, yaml.safe_load(request.param.read_text())


def run_blocks(jobs: dict[str, Any]) -> list[str]:
    """Return the shell scripts of all jobs."""
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


def test_all_are_here() -> None:
    """Otherwise the tests below would check nothing."""
    names = ["bundle", "measure-and-publish", "notebooks-elsewhere", "test", "torture"]
    assert [path.stem for path in WORKFLOWS] == names


def test_every_action_is_pinned_by_commit(workflow: tuple[Path, dict[str, Any]]) -> None:
    """A tag can be moved to other code; the comment names the version for people."""
    path, _ = workflow
    used = re.findall(r"^\s*(?:- )?uses: *(.+)$", path.read_text(), re.MULTILINE)
    assert used
    assert [name for name in used if not PINNED.match(name)] == []


def test_one_commit_for_each_action() -> None:
    """The same action at two commits is a forgotten update."""
    commits: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for name, commit in re.findall(r"uses: *([^@\s]+)@(\S+ # \S+)", path.read_text()):
            commits.setdefault(name, set()).add(commit)
    assert {name: found for name, found in commits.items() if len(found) > 1} == {}


def test_rights_are_minimal(workflow: tuple[Path, dict[str, Any]]) -> None:
    """No right by default; each job reads the sources, and one job may publish."""
    path, content = workflow
    assert content["permissions"] == {}
    for name, job in content["jobs"].items():
        writes = {right for right, level in job["permissions"].items() if level == "write"}
        reads = {right for right, level in job["permissions"].items() if level == "read"}
        assert writes == MAY_WRITE.get((path.name, name), set()), name
        assert reads <= {"contents"}, name
        assert set(job["permissions"].values()) <= {"read", "write"}, name


def test_triggers_run_no_stranger_s_code_with_rights(
    workflow: tuple[Path, dict[str, Any]],
) -> None:
    """`pull_request_target` and similar ones give a fork's code this repository's token."""
    _, content = workflow
    triggers = set(content[True])  # YAML 1.1 reads the key `on` as true
    assert triggers <= {"push", "pull_request", "workflow_dispatch", "schedule"}


def test_scripts_expand_nothing_untrusted(workflow: tuple[Path, dict[str, Any]]) -> None:
    """An expression is pasted into the script before the shell reads it."""
    _, content = workflow
    for script in run_blocks(content["jobs"]):
        assert UNTRUSTED.findall(script) == []


def test_jobs_are_bounded(workflow: tuple[Path, dict[str, Any]]) -> None:
    """A hung job ends, and newer runs do not queue up behind an older one."""
    _, content = workflow
    assert "group" in content["concurrency"]
    for name, job in content["jobs"].items():
        assert 0 < job["timeout-minutes"] <= 90, name


def test_checkouts_leave_no_credentials(workflow: tuple[Path, dict[str, Any]]) -> None:
    """The token must not be in .git/config while third-party build plug-ins run."""
    _, content = workflow
    steps = [step for job in content["jobs"].values() for step in job["steps"]]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def sweeps() -> list[str]:
    """Return the selections in the matrix of measuring jobs, job by job."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/measure-and-publish.yml").read_text())["jobs"]
    return [shard["only"] for shard in jobs["measure"]["strategy"]["matrix"]["include"]]


def test_the_shards_are_the_whole_profile_and_share_nothing() -> None:
    """Every cell of the trimmed profile is measured by exactly one job."""
    trimmed = profiles.load("trimmed")
    shards = [{task.cell.id for task in select(trimmed, None, only)} for only in sweeps()]
    assert sum(map(len, shards)) == len(set.union(*shards))
    assert set.union(*shards) == {task.cell.id for task in trimmed.tasks}


TOGETHER = (
    {"heap"},
    {"native", "flat", "flat-foreign", "region"},
    {"cpp", "cpp-flat", "cpp-limit", "cpp-region"},
)
"""Implementations whose cells one job may measure: cells from one machine are comparable."""


def test_shards_are_of_one_kind_of_program_and_jdk() -> None:
    """The C++ programs, which have no JDK, are quick enough for one job."""
    for only in sweeps():
        cells = [task.cell for task in select(profiles.load("trimmed"), None, only)]
        names = {cell.implementation for cell in cells}
        assert len({cell.jdk for cell in cells}) == 1
        assert any(names <= some for some in TOGETHER)


def test_the_nightly_torture_finds_its_programs_and_their_tests() -> None:
    """A filter that matches no test would pass every night."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/torture.yml").read_text())["jobs"]
    script = "\n".join(run_blocks(jobs))
    sources = {
        "queues_torture": ROOT / "native/queues/tests/torture_test.cpp",
        "threads_test": ROOT / "src/cpp/threads/tests/pools_test.cpp",
    }
    (targets,) = re.findall(r"--target (.+)", script)
    assert set(targets.split()) == sources.keys()
    for target, source in sources.items():
        assert f"bin/{target}" in script
        folder = source.parent / "CMakeLists.txt"
        assert re.search(rf"add_executable\(\s*{target}\s[^)]*{source.name}", folder.read_text())
        assert "torture_time()" in source.read_text()
    (name,) = re.findall(r"--gtest_filter='\*(\w+)'", script)
    assert re.search(rf"\b{name}\)", sources["threads_test"].read_text())
    assert "ALLOCPOOL_TORTURE_SECONDS" in jobs["torture"]["env"]
    pom = ROOT / "src/java/jcstress/pom.xml"
    assert f"--projects {pom.parent.name} " in script
    assert "<outputDirectory>${course.build}/java/jcstress</outputDirectory>" in pom.read_text()
    assert "java -jar build/java/jcstress/jcstress.jar" in script
    packages = (pom.parent / "src/main/java/allocpool").glob("*/jcstress")
    modules = jobs["jcstress"]["strategy"]["matrix"]["module"]
    assert sorted(modules) == sorted(package.parent.name for package in packages)


def test_a_hosted_linux_must_have_a_sandbox() -> None:
    """Without one, the grader's verdicts would silently go untested."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())["jobs"]
    steps = jobs["test"]["steps"]
    (test,) = [step for step in steps if step.get("run", "").startswith("./course test")]
    assert "runner.os == 'Linux'" in test["env"]["COURSE_NEEDS_SANDBOX"]
    before = [step.get("run", "") for step in steps[: steps.index(test)]]
    assert "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0" in before
    conftest = ROOT / "src/python/tests/grading/conftest.py"
    assert 'environ.get("COURSE_NEEDS_SANDBOX")' in conftest.read_text()


def test_what_only_root_can_do_is_tested_as_root() -> None:
    """The ordinary user of hosted machines would skip it."""
    job = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())["jobs"]["test"]
    assert {"os": "ubuntu-24.04", "user": "root"} in job["strategy"]["matrix"]["include"]
    (as_root,) = [step for step in job["steps"] if "sudo --preserve-env" in step.get("run", "")]
    assert as_root["if"] == "matrix.user == 'root'"
    tested = [ROOT / word for word in as_root["run"].split() if word.startswith("src/")]
    skips = re.compile(r"geteuid\(\) != 0.*\n +pytest\.skip")
    files = [one for one in ROOT.glob("src/python/tests/**/*.py") if skips.search(one.read_text())]
    assert len(files) > 3
    assert [one for one in files if not any(one.is_relative_to(part) for part in tested)] == []


def test_the_nightly_bundle_is_the_one_that_is_used() -> None:
    """Without its name, the room's tests would be skipped every night."""
    (job,) = yaml.safe_load((ROOT / ".github/workflows/bundle.yml").read_text())["jobs"].values()
    script = "\n".join(run_blocks({"bundle": job}))
    (name,) = job["env"]
    assert f'./course bundle --out "${name}"' in script
    (file,) = re.findall(r"-m pytest (\S+)", script)
    assert f'environ.get("{name}")' in (ROOT / file).read_text()


samples = loaded(ROOT / "src/python/tests/measure/samples.py")
"""The synthetic records of measure's unit tests."""
FRONT_PAGE = ROOT / ".github/front_page.py"


def front_page(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the script like the workflow."""
    return subprocess.run(
        [PYTHON, FRONT_PAGE, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


DatasetColumns = tuple[Path, Path, Callable[..., None]]
PAGES = ("index.html", "05-heap-batch.html", "results/batch.html", "404.html")


@pytest.fixture
def dataset_columns(tmp_path: Path) -> DatasetColumns:
    """Folders of records and of the site, and a function that adds a machine's column to both."""
    merged, site = tmp_path / "merged", tmp_path / "site"
    merged.mkdir()
    site.mkdir()

    def add(name: str, cpu: str = "A CPU") -> None:
        record = samples.record(samples.cell("cpp"))
        record["provenance"]["machine"]["cpu"] = cpu
        samples.write(merged / name, [record])
        for page in PAGES:
            (site / name / page).parent.mkdir(parents=True, exist_ok=True)
            (site / name / page).write_text(name)

    return merged, site, add


def test_the_front_page_leads_to_each_edition(dataset_columns: DatasetColumns) -> None:
    """A single edition is opened directly; among several, the reader chooses."""
    merged, site, add = dataset_columns
    add("one")
    done = front_page(merged, site)
    assert done.returncode == 0, done.stderr
    assert 'url=one/index.html"' in (site / "index.html").read_text()
    add("two", "Another <CPU>")
    assert front_page(merged, site).returncode == 0
    page = (site / "index.html").read_text()
    assert 'href="one/index.html"' in page and 'href="two/index.html"' in page
    assert "Another &lt;CPU&gt;, 2 cores: 1 cells" in page
    assert "http-equiv" not in page


def test_an_address_without_an_edition_leads_to_the_first_one(
    dataset_columns: DatasetColumns,
) -> None:
    """This holds for every page, also for those in folders."""
    merged, site, add = dataset_columns
    add("b-machine")
    add("a-machine", "Another CPU")
    assert front_page(merged, site).returncode == 0
    for page in ("05-heap-batch.html", "results/batch.html"):
        (to,) = re.findall(r'rel="canonical" href="(.+?)"', (site / page).read_text())
        assert ((site / page).parent / to).resolve() == site / "a-machine" / page
        assert (site / "a-machine" / page).read_text() == "a-machine"


LEADS = {
    "/repo/gone/results/batch.html": ["/repo/now/results/batch.html?q=a#b"],
    "/gone/05-heap-batch.html": ["/now/05-heap-batch.html?q=a#b"],
    "/repo/gone/": ["/repo/now/index.html?q=a#b"],
    "/repo/gone/no-page.html": [],
    "/repo/now/results/no-page/": [],
    "/index.html": [],
}


def test_an_address_in_an_edition_that_is_gone_leads_to_one_of_today(
    dataset_columns: DatasetColumns,
) -> None:
    """The page that hosts send for missing ones has a script for that."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed, which runs scripts without a browser")
    merged, site, add = dataset_columns
    add("now")
    assert front_page(merged, site).returncode == 0
    (script,) = re.findall(r"(?s)<script>(.+?)</script>", (site / "404.html").read_text())
    for asked, leads in LEADS.items():
        location = {"pathname": asked, "search": "?q=a", "hash": "#b"}
        browser = f"const location = {json.dumps(location)}; location.replace = console.log;"
        done = subprocess.run(
            [node, "-e", browser + script], capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.split() == leads, asked


def test_the_front_page_of_nothing(dataset_columns: DatasetColumns) -> None:
    """Wrong arguments, a folder without records, and records without a column."""
    merged, site, add = dataset_columns
    assert front_page().returncode == 2
    assert front_page(merged).returncode == 2
    assert front_page(merged, site / "nowhere").returncode == 2
    done = front_page(merged, site)
    assert done.returncode == 1
    assert "no records" in one_clear_line(done.stderr)
    add("one")
    (site / "one/index.html").unlink()
    done = front_page(merged, site)
    assert done.returncode == 1
    assert "no edition one" in one_clear_line(done.stderr)
    (merged / "empty").mkdir()
    done = front_page(merged, site)
    assert done.returncode == 1
    assert "empty" in one_clear_line(done.stderr)


def test_untrusted_expressions_are_recognised() -> None:
    """The pattern itself, on text that it must and must not match."""
    assert UNTRUSTED.search('echo "${{ github.event.pull_request.title }}"')
    assert UNTRUSTED.search("echo ${{ github.head_ref }}")
    assert UNTRUSTED.search("echo ${{inputs.profile}}")
    assert not UNTRUSTED.search("echo ${{ matrix.name }}")


@pytest.mark.slow
@pytest.mark.all  # it is compiled first
@pytest.mark.timeout(600)
def test_actionlint_finds_nothing() -> None:
    """The workflows' own checker, at a pinned version, through Go's module proxy."""
    go = shutil.which("go")
    if go is None:
        pytest.skip("Go is not installed, which runs actionlint")
    done = subprocess.run(
        [go, "run", ACTIONLINT, *WORKFLOWS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=580,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
