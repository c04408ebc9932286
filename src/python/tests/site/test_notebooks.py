"""Executing notebooks: results kept, faults told. The kernel is Python's, which is always there."""

import argparse
import atexit
import contextlib
import html
import json
import random
import re
import signal
import socket
import threading
import time

import nbformat
import psutil
import pytest
from course_tests.notebooks import notebook

from course.errors import UsageError
from course.site import command, notebook_page
from course.site.blocks import Blocks, with_prefix
from course.site.notebooks import (
    PORTS,
    KernelPorts,
    Outcome,
    execute,
    last_execution,
    read_outcome,
)
from course.stats.errors import PublishError

pytestmark = pytest.mark.slow  # all of it together


def write(root, name, *cells, kernel="python3"):
    path = root / "notebooks" / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook(kernel, *cells), path)
    return path


def run(root, path, **options):
    return execute(path, root / "build/notebooks", root, "smoke", **options)


def test_a_notebook_is_executed_and_its_result_kept(tmp_path):
    path = write(
        tmp_path, "a", "import os, pathlib", "print(os.environ['COURSE_PROFILE'], os.getcwd())"
    )
    told = []
    outcome, kept = run(tmp_path, path, progress=lambda done, of: told.append((done, of)))
    assert (outcome.status, outcome.executed_cells, kept) == ("ok", 2, False)
    assert told == [(1, 2), (2, 2)]
    executed = nbformat.read(tmp_path / "build/notebooks/a.ipynb", 4)
    assert executed.cells[1].outputs[0].text == f"smoke {path.parent}\n"
    assert nbformat.read(path, 4).cells[1].outputs == []  # the committed one stays as it is

    assert run(tmp_path, path) == (outcome, True)
    assert run(tmp_path, path, force=True)[1] is False
    jar = tmp_path / "build/java/lib/a.jar"
    jar.parent.mkdir(parents=True)
    jar.write_text("new")
    assert run(tmp_path, path)[1] is False  # a program that it may run has changed
    assert execute(path, tmp_path / "build/notebooks", tmp_path, "trimmed")[1] is False


@pytest.mark.parametrize(
    ("cells", "options", "reason"),
    [
        (["1", "raise ValueError('no\\nway')"], {}, r"^cell 2: ValueError: no.*way"),
        (["import time", "time.sleep(60)"], {"timeout_s": 1}, r"^cell 2: took longer than 1 s"),
        (["import os; os._exit(3)"], {}, r"^cell 1: the kernel died"),
        ([], {}, r"^no code cell was executed"),
    ],
)
def test_what_goes_wrong_is_told_in_one_line(tmp_path, cells, options, reason):
    outcome, _ = run(tmp_path, write(tmp_path, "a", *cells), **options)
    assert outcome.status == "failed"
    assert re.search(reason, outcome.reason)
    assert "\n" not in outcome.reason


def test_a_failure_is_not_kept(tmp_path):
    path = write(tmp_path, "a", "1 / 0")
    assert [run(tmp_path, path)[1] for _ in range(2)] == [False, False]


def test_an_intended_failure_is_none(tmp_path):
    path = write(tmp_path, "a", "1 / 0", "print('on')")
    made = nbformat.read(path, 4)
    made.cells[0].metadata.tags = ["raises-exception"]
    nbformat.write(made, path)
    assert run(tmp_path, path)[0].status == "ok"


def test_a_missing_kernel_is_told_and_shown(tmp_path):
    path = write(tmp_path, "a", "int a = {{1}};", kernel="no-such-kernel")
    outcome, _ = run(tmp_path, path)
    assert outcome.status == "not executed"
    page = notebook_page.markdown(nbformat.read(path, 4), "a", outcome, Blocks())
    assert "Not executed here" in page
    assert "kernel 'no-such-kernel' is not installed" in page
    assert "int a = {{1}};" in page


def test_a_kernel_that_dies_while_starting_is_told_once(tmp_path, monkeypatch):
    spec = tmp_path / "share/kernels/broken/kernel.json"
    spec.parent.mkdir(parents=True)
    broken = {"argv": ["false", "{connection_file}"], "display_name": "", "language": ""}
    spec.write_text(json.dumps(broken))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "share"))
    left = []  # to be called when Python ends
    monkeypatch.setattr(atexit, "register", left.append)
    monkeypatch.setattr(atexit, "unregister", left.remove)
    outcome, _ = run(tmp_path, write(tmp_path, "a", "1", kernel="broken"))
    assert "the kernel 'broken' did not start" in outcome.reason
    assert left == []


def test_a_kernel_s_port_is_none_that_an_outgoing_connection_may_take(tmp_path):
    seen = "from ipykernel.kernelapp import IPKernelApp; print(IPKernelApp.instance().shell_port)"
    run(tmp_path, write(tmp_path, "a", seen))
    executed = nbformat.read(tmp_path / "build/notebooks/a.ipynb", 4)
    assert int(executed.cells[0].outputs[0].text) in PORTS


def test_a_kernel_s_port_is_free(monkeypatch):
    ports = KernelPorts()
    with socket.socket() as other:
        taken = ports.find_available_port("127.0.0.1")
        other.bind(("127.0.0.1", taken))
        ports.return_port(taken)
        drawn = [taken, free := ports.find_available_port("127.0.0.1")]
        ports.return_port(free)
        monkeypatch.setattr(random, "choice", lambda _ports: drawn.pop(0))
        assert ports.find_available_port("127.0.0.1") == free


def test_outputs_of_what_has_changed_since_are_not_shown(tmp_path):
    path = write(tmp_path, "a", "print(6 * 7)")
    outcome, _ = run(tmp_path, path)
    before, executed = last_execution(path, tmp_path / "build/notebooks")
    assert before == outcome
    assert executed.cells[0].outputs[0].text == "42\n"
    write(tmp_path, "a", "print(6 * 8)")
    after, notebook = last_execution(path, tmp_path / "build/notebooks")
    assert (after.status, notebook.cells[0].outputs) == ("not executed", [])
    assert "changed since" in notebook_page.markdown(notebook, "a", after, Blocks())


def test_a_damaged_outcome_is_as_none(tmp_path):
    (tmp_path / "a.json").write_text("{")
    assert read_outcome(tmp_path, "a") is None
    (tmp_path / "a.json").write_text(json.dumps({"name": "a"}))
    assert read_outcome(tmp_path, "a") is None


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setattr("course.paths.ROOT", tmp_path)
    monkeypatch.setattr("course.paths.BUILD", tmp_path / "build")
    return tmp_path


def arguments(**changes):
    values = {"profile": "smoke", "only": None, "force": False, "strict": False} | changes
    return argparse.Namespace(**values)


def test_one_that_fails_does_not_keep_the_others_from_running(project, capsys):
    write(project, "a", "raise ValueError('bad')")
    write(project, "b", "print('good')")
    write(project, "c", "int a;", kernel="no-such-kernel")
    with pytest.raises(PublishError, match="1 of 3 failed: a") as caught:
        command.notebooks(arguments())
    assert caught.value.exit_code == 1
    told = capsys.readouterr()
    assert "b: 1 cells executed" in told.out
    assert "a.ipynb: failed: cell 1: ValueError: bad" in told.err
    assert "c.ipynb: not executed: the kernel 'no-such-kernel'" in told.err


MEET = """
import time
from pathlib import Path

def meet(name, other):
    Path(name).touch()
    until = time.monotonic() + 60
    while not Path(other).exists():
        assert time.monotonic() < until
        time.sleep(0.01)
"""
ALONE = """
assert not Path("timed").exists()
Path("timed").touch()
time.sleep(0.2)
Path("timed").unlink()
"""


def test_timed_cells_run_alone_and_the_others_beside_each_other(project):
    for name, other in (("a", "b"), ("b", "a")):
        first, last = f"meet('{name}1', '{other}1')", f"meet('{name}2', '{other}2')"
        check = f"assert not Path('timed').exists()\n{last}"
        path = write(project, name, f"{MEET}\n{first}", ALONE, check)
        made = nbformat.read(path, 4)
        made.cells[1].metadata.tags = ["timed"]
        nbformat.write(made, path)
    assert command.notebooks(arguments(profile="trimmed")) == 0


def test_kernels_start_together(project, monkeypatch):
    started, early = threading.Event(), []

    def fake(path, *_, **__):
        if path.stem == "b":  # a has ended, and c still waits for b
            early.append(started.wait(1))
        elif path.stem == "c":
            started.set()
        return Outcome(path.stem, "ok", None, "", "trimmed", 1, "", 0.0), False

    monkeypatch.setattr(command, "AT_A_TIME", 2)
    monkeypatch.setattr(command, "execute", fake)
    for name in "abc":
        write(project, name, "print(1)")
    assert command.notebooks(arguments(profile="trimmed")) == 0
    assert (early, started.is_set()) == ([False], True)


def test_an_interruption_ends_kernels_and_keeps_what_is_done(project):
    out = project / "build/notebooks"
    write(project, "a", "print('good')")
    path = write(project, "b", "print('once')")
    run(project, path)
    before = (out / "b.json").read_bytes()
    child = "subprocess.Popen(['sh', '-c', 'echo $$ > pid; exec sleep 1000']).wait()"
    write(project, "b", f"import subprocess\n{child}")
    pid = project / "notebooks/pid"

    def interrupt():
        while not (pid.is_file() and pid.read_text() and read_outcome(out, "a")):
            time.sleep(0.05)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    # As in a command of its own, whatever the tests' starter has made of the signal.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            command.notebooks(arguments())
    finally:
        signal.signal(signal.SIGINT, handler)
    with contextlib.suppress(psutil.NoSuchProcess):
        assert psutil.Process(int(pid.read_text())).status() == psutil.STATUS_ZOMBIE
    assert read_outcome(out, "a").status == "ok"
    assert (out / "b.json").read_bytes() == before


def test_strictly_a_missing_kernel_is_a_failure(project):
    write(project, "a", "print(1)")
    write(project, "b", "int a;", kernel="no-such-kernel")
    assert command.notebooks(arguments()) == 0
    with pytest.raises(PublishError, match="1 of 2 failed: b"):
        command.notebooks(arguments(strict=True))


def test_only(project):
    with pytest.raises(PublishError, match="no notebooks here"):
        command.notebooks(arguments())
    write(project, "a", "1")
    with pytest.raises(UsageError, match="no notebook 'b'; valid: a"):
        command.notebooks(arguments(only="b"))


def test_what_is_no_notebook_is_named(tmp_path):
    path = write(tmp_path, "a", "1")
    path.write_text("{")
    with pytest.raises(PublishError, match=r"a.ipynb: not a notebook"):
        run(tmp_path, path)


# ---- pages ---------------------------------------------------------------------------------


def page_of(*outputs):
    made = notebook("java", "# Title\n\nText.", "a();")
    made.cells[1] |= {"outputs": list(outputs), "execution_count": 1}
    blocks = Blocks()
    return blocks.restore(notebook_page.markdown(made, "a", None, blocks))


def test_outputs_on_a_page():
    new = nbformat.v4.new_output
    page = page_of(
        new("stream", name="stdout", text="one\n"),
        new("stream", name="stdout", text="two <b>\n"),
        new("stream", name="stderr", text="\x1b[31mred\x1b[0m"),
        new("display_data", data={"text/html": "<i>rich</i>", "text/plain": "poor"}),
        new("display_data", data={"image/png": "AAAA", "text/plain": "poor"}),
        new("error", ename="E", evalue="v", traceback=["\x1b[0;31mE: v"]),
    )
    assert '<pre class="course-output">one\ntwo &lt;b&gt;</pre>' in page
    assert '<pre class="course-output course-stderr">red</pre>' in page
    assert "<i>rich</i>" in page and "poor" not in page
    assert "data:image/png;base64,AAAA" in page
    assert '<pre class="course-output course-error">E: v</pre>' in page
    assert page.startswith("# Title\n\n!!! warning")
    assert "```java\na();\n```" in page


def test_wide_outputs_scroll_and_so_are_reached_by_the_keyboard():
    new = nbformat.v4.new_output
    wide = page_of(new("stream", name="stdout", text=f"short\n{'x' * 41}\n"))
    assert '<pre class="course-output" tabindex="0">short' in wide
    rich = page_of(new("display_data", data={"text/html": "<table></table>"}))
    assert '<div class="course-output-rich" tabindex="0">' in rich
    assert "tabindex" not in page_of(new("stream", name="stdout", text="x" * 40))


def test_markdown_cannot_break_on_why_a_notebook_failed():
    reason = "cell 2: CompileError: no '__a__' in <b> | *c*"
    outcome = Outcome("a", "failed", reason, "", "smoke", 1, "2020-01-01T00:00:00Z", 1.0)
    page = notebook_page.markdown(notebook("java"), "a", outcome, Blocks())
    inside = page.partition("<code>")[2].partition("</code>")[0]
    assert not set("_*|<") & set(inside)
    assert html.unescape(inside) == reason


HINT, ANSWER = (
    f"<details><summary>{what}</summary><p>Two.</p></details>" for what in ("Hint", "Our answer")
)


def test_hints_for_tasks_stay_folded_on_paper_and_answers_do_not():
    text = f"# T\n\n{ANSWER}\n\n1. Try it.\n\n   {HINT}"
    made = notebook("java", text, f'String s = "{HINT}";')
    page = notebook_page.markdown(made, "a", None, Blocks())
    spoiler = HINT.replace("<details", '<details class="course-spoiler"')
    assert f"   {spoiler}" in page
    assert ANSWER in page
    assert f'"{HINT}"' in page, "code is shown as it is"


def test_ids_of_outputs_are_kept_apart():
    svg = (
        '<svg aria-labelledby="t d"><title id="t">T</title><desc id="d">D</desc>'
        '<linearGradient id="g"/><rect fill="url(#g)"/><use href="#g"/><a href="#far"/></svg>'
    )
    first, second = with_prefix(svg, "one-"), with_prefix(svg, "two-")
    assert second == first.replace("one-", "two-")
    prefix = "one-"
    for text in (f'url(#{prefix}g)', f'href="#{prefix}g"', 'href="#far"',
                 f'aria-labelledby="{prefix}t {prefix}d"'):  # fmt: skip
        assert text in first
