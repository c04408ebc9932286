"""Sweeps on a Dask cluster: a real scheduler and workers, as processes on this machine."""

import asyncio
import contextlib
import os
import signal
import socketserver
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import psutil
import pytest

from course.errors import UsageError
from course.measure.cells import worker
from course.model.machine import folder_name
from course.process import child, store, workers

from . import samples
from .fakes import HERE, SOURCES, alive, eventually

ONLY = "implementation=cpp|cpp-flat,strategy=alloc|pool,mode=batch"
CELLS = 12
ONE = "implementation=cpp,strategy=pool,case=A,mode=batch"

PATIENCE_S = 240
"""How long we wait for processes on a machine that compiles beside the tests."""

pytestmark = [pytest.mark.timeout(2 * PATIENCE_S), pytest.mark.xdist_group("dask")]


def kind(**changes):
    return folder_name(samples.MACHINE | changes)


class Processes:
    """A scheduler and its workers."""

    def __init__(self, folder):
        self.folder = folder
        self.started = []
        self.scheduler = self.run("scheduler", "scheduler", "--port", "0")
        self.address = self.said("scheduler", "Scheduler at:").split()[-1]

    def run(self, name, *arguments, **environment):
        environment |= {"PYTHONPATH": f"{SOURCES}{os.pathsep}{HERE.parent}"}
        with (self.folder / f"{name}.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1", "--no-dashboard"],
                env=os.environ | environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.started.append(process)
        return process

    def said(self, name, words):
        """The line of the process's log that has the words, as soon as it is there."""
        log = self.folder / f"{name}.log"
        assert eventually(lambda: words in log.read_text(), PATIENCE_S), log.read_text()
        return next(line for line in log.read_text().splitlines() if words in line)

    def workers(self, *names, nanny=False, resources="measure=1", **environment):
        """Start workers, and wait until the scheduler knows them."""
        options = ["--nworkers", "1", "--nthreads", "1", *([] if nanny else ["--no-nanny"])]
        options += ["--resources", resources] if resources else []
        made = [
            self.run(name, "worker", self.address, "--name", name, *options, **environment)
            for name in names
        ]
        for name in names:
            self.said(name, "Registered to:")
        return made

    def end(self, *processes):
        for process in processes or self.started:
            for inner in psutil.Process(process.pid).children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    inner.kill()
            process.kill()
            process.wait()
            self.started.remove(process)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    made = Processes(tmp_path_factory.mktemp("dask"))
    yield made
    made.end(*made.started)


@pytest.fixture
def dask(running):
    """The scheduler; workers that a test starts end with it."""
    yield running
    running.end(*[process for process in running.started if process is not running.scheduler])


def sweep(root, dask, only=ONLY):
    """Run a sweep to its end: exit code, and what it said."""
    process = root.start(only, dask=dask.address)
    said, _ = process.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in said, said
    return process.returncode, said


@pytest.mark.slow
def test_a_worker_is_killed_under_way(root, dask):
    dask.workers("one", "two")
    root.behave_at("*", "sleep:0.2")
    process = root.start(ONLY, dask=dask.address)
    assert eventually(lambda: len(root.records(root.out / kind())) >= 2, PATIENCE_S)
    assert eventually(lambda: [pid for pid in root.pids() if alive(pid)])
    program = next(pid for pid in root.pids() if alive(pid))
    os.kill(psutil.Process(program).ppid(), signal.SIGKILL)
    said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, said
    assert "was lost; cpp" in said
    assert "Traceback" not in said
    made = root.records(root.out / kind())
    assert len(made) == CELLS
    for record in made.values():
        store.validate(record)
        assert record["status"] == "ok"
    runs = root.runs()
    assert len(set(runs)) == CELLS
    assert len(runs) <= 2 * CELLS + 2, "one round was under way, and is played again"
    assert eventually(lambda: not [pid for pid in root.pids() if alive(pid)])
    code, said = sweep(root, dask)
    assert (code, root.runs()) == (0, []), "a record that is there is not measured again"


@pytest.mark.all
@pytest.mark.slow
def test_workers_that_do_not_agree_and_kinds_that_do_not_mix(root, dask):
    code, said = sweep(root, dask, ONE)
    assert code == 1
    assert said.count("\n") == 1
    assert "has the resource 'measure'; on each one" in said
    assert f"dask worker {dask.address} --nworkers 1 --nthreads 1 --resources measure=1" in said
    dask.workers("plain", resources=None)
    dask.workers("changed", FAKE_SOURCE="b")
    code, said = sweep(root, dask, ONE)
    assert code == 1
    assert "no worker can be used" in said.splitlines()[-1]
    assert "its sources of cpp are not those of the sweep" in said.splitlines()[-1]
    dask.workers("usual")
    dask.workers("other", FAKE_CPU="Other CPU")
    code, said = sweep(root, dask, ONE)
    assert code == 0, said
    assert "worker changed is not used: its sources of cpp" in said
    for name, cpu in ((kind(), "Synthetic CPU"), (kind(cpu="Other CPU"), "Other CPU")):
        (record,) = root.records(root.out / name).values()
        assert record["provenance"]["machine"]["cpu"] == cpu
        assert record["status"] == "ok"
    assert root.runs() == ["cpp-pool-A-batch"] * 2


@pytest.mark.all
@pytest.mark.slow
def test_a_job_that_kills_its_workers_is_given_up(root, dask):
    dask.workers("phoenix", nanny=True)
    root.behave_at("cpp-pool-A-batch", "kill-parent")
    code, said = sweep(root, dask, "implementation=cpp,strategy=pool,case=A|B,mode=batch")
    assert code == 0, said
    made = root.records(root.out / kind())
    failed = made["cpp-pool-A-batch-counter"]
    store.validate(failed)
    assert failed["status"] == "failed"
    assert failed["reason"].startswith("given up after 3 workers: phoenix: lost")
    assert made["cpp-pool-B-batch-counter"]["status"] == "ok"


@pytest.mark.all
@pytest.mark.slow
def test_ctrl_c_stops_the_workers_and_keeps_what_is_done(root, dask):
    dask.workers("lone")
    root.behave_at("cpp-pool-B-batch", "stubborn")
    process = root.start(ONLY, dask=dask.address)
    assert eventually(lambda: root.logged("grandchild"), PATIENCE_S), "it was never started"
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "stopped by SIGINT: what was measured is kept" in said
    assert "Traceback" not in said
    assert eventually(lambda: not [pid for pid in root.pids() if alive(pid)])
    done = len(list((root.out / kind() / ".parts").glob("*.json")))
    root.behave()
    root.runs()
    code, said = sweep(root, dask)  # the same worker, with nothing left over in it
    assert code == 0, said
    assert len(root.runs()) <= 2 * CELLS - done


@pytest.mark.slow
def test_the_scheduler_ends_under_way(root, tmp_path):
    own = Processes(tmp_path)
    try:
        own.workers("orphan")
        root.behave_at("cpp-pool-B-batch", "sleep:600")
        process = root.start(ONLY, dask=own.address)
        assert eventually(lambda: root.logged("cpp-pool-B-batch"), PATIENCE_S)
        own.end(own.scheduler)
        said, _ = process.communicate(timeout=PATIENCE_S)
    finally:
        own.end(*own.started)
    assert process.returncode == 1, said
    assert "Traceback" not in said
    assert "what was measured is kept" in said.splitlines()[-1]
    for record in root.records(root.out / kind()).values():
        store.validate(record)


def test_nobody_answers(root, monkeypatch):
    monkeypatch.setattr(workers, "CONNECT_WITHIN_S", 0.3)
    with pytest.raises(
        workers.ClusterError, match="no Dask scheduler answers at tcp://127"
    ) as raised:
        root.sweep(ONE, dask="tcp://127.0.0.1:9")
    assert raised.value.exit_code == 1
    assert "\n" not in str(raised.value)


class NoScheduler(socketserver.BaseRequestHandler):
    """Answers as a web server does that is asked for what it does not know."""

    def handle(self):
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_something_else_answers(root, monkeypatch):
    monkeypatch.setattr(workers, "CONNECT_WITHIN_S", 5)
    # It serves until it is told to stop: on a busy machine the time may be over before
    # anything has connected, and a thread that waits for that would wait for ever.
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), NoScheduler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with pytest.raises(workers.ClusterError, match="no Dask scheduler answers") as raised:
                root.sweep(ONE, dask=f"127.0.0.1:{server.server_address[1]}")
        finally:
            server.shutdown()
            thread.join()
    assert "\n" not in str(raised.value)


def test_a_loop_that_runs_already(monkeypatch):
    """As in a notebook, whose cells run inside of one."""
    monkeypatch.setattr(workers, "CONNECT_WITHIN_S", 0.3)

    async def cell():
        workers.connect("tcp://127.0.0.1:9")

    # This thread may have a loop of its own already, for the browser of other tests.
    with (
        ThreadPoolExecutor(1) as notebook,
        pytest.raises(workers.ClusterError, match="no Dask scheduler answers") as raised,
    ):
        notebook.submit(lambda: asyncio.run(cell())).result()
    assert "loop" not in str(raised.value)


class Lost(workers.Workers):
    """Workers whose scheduler has ended."""

    resource, starting, did = "any", "start it", "done"

    def __init__(self):
        scheduler = SimpleNamespace(address="tcp://gone:1")
        super().__init__(SimpleNamespace(scheduler=scheduler, status="closed"), print)

    def _check(self):
        raise NotImplementedError

    def _named(self, job):
        raise NotImplementedError

    def _given_up(self, job, reason):
        raise NotImplementedError


def test_a_job_that_comes_when_all_is_over_fails_at_once():
    """As when a round ends just before the scheduler does, and the next one is handed out."""
    lost = Lost()
    for job in ("first", "late"):
        with pytest.raises(workers.ClusterError, match="is gone"):
            lost.submit(str, job).result(30)


@pytest.mark.parametrize(
    "address", ["", "nonsense", "http://host:8786", "tcp://host", "a b:1", "host:65536"]
)
def test_a_wrong_address(root, address):
    with pytest.raises(UsageError, match=r"is not a scheduler's address; valid: tcp://HOST:PORT"):
        root.sweep(ONE, dask=address)


@pytest.mark.parametrize("address", ["tcp://host:1", "10.0.0.1:8786", "tls://[::1]:8786"])
def test_a_right_address(address):
    workers.check_address(address)


def test_a_cluster_takes_no_jobs(root):
    with pytest.raises(UsageError, match="not allowed with --dask"):
        root.sweep(ONE, dask="tcp://host:1", jobs=2)


def test_kinds_of_machines_have_names_of_their_own():
    assert kind().startswith("synthetic-cpu-2-cores-")
    assert kind() == kind(memory_mb=1, kernel="6.0.1")
    assert len({kind(), kind(cores=4), kind(governor="powersave"), kind(cpu="Synthetic  CPU")}) == 4
    assert len(kind(cpu="x" * 300)) < 60


def test_a_machine_measures_one_job_at_a_time(tmp_path):
    file = tmp_path / "lock"
    looks = iter((False, False, True))
    with (
        worker.machine_lock(file, lambda: False),
        pytest.raises(child.Cancelled),
        worker.machine_lock(file, lambda: next(looks)),  # it waits, and is told to stop waiting
    ):
        pytest.fail("two at a time")
    with worker.machine_lock(file, lambda: False):
        pass
