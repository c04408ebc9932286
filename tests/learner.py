"""A simulated learner at a hub: logs in by the form, then sends JupyterLab's requests."""

from __future__ import annotations

import asyncio
import json
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

ANSWER_S = 180
"""Timeout of an answer while the whole room sends requests at once."""
SERVER_S = 240
"""Timeout of a server's start then."""
COMMAND_S = 180
"""Longest time that a command may be silent."""
CELL_S = 180
"""Timeout of a cell, including the start of its kernel."""


@dataclass
class Outcome:
    """The result of one cell."""

    status: str = ""
    """``ok``, ``error`` or ``aborted``, as the kernel replied."""
    text: str = ""
    displays: int = 0
    error: str = ""


def http_session() -> requests.Session:
    """Return a session with its own cookies, and without the environment's proxy."""
    made = requests.Session()
    made.trust_env = False
    return made


class Learner:
    """A learner with a name. For use by one thread."""

    def __init__(self, hub: str, name: str) -> None:
        """`hub` is the address of its proxy, without a trailing slash."""
        self.hub = hub
        self.name = name
        self.server = f"{hub}/user/{name}"
        self.browser, self.api = http_session(), http_session()

    def log_in(self) -> None:
        """Log in by the form, as in a browser, and get a token for :attr:`api`."""
        self._page("/hub/login")
        login = self.browser.post(
            f"{self.hub}/hub/login",
            params=self._xsrf(),
            data={"username": self.name, "password": "any"},
            allow_redirects=False,
            timeout=ANSWER_S,
        )
        assert login.status_code == 302, f"{self.name} cannot log in: {login.status_code}"
        self._page("/hub/home")  # gives the cookie against forgery that belongs to the login
        made = self.browser.post(
            f"{self.hub}/hub/api/users/{self.name}/tokens",
            params=self._xsrf(),
            json={"note": "the loopback test", "expires_in": 3600},
            timeout=ANSWER_S,
        )
        made.raise_for_status()
        self.api.headers["Authorization"] = f"token {made.json()['token']}"

    def start_server(self) -> None:
        """Start the learner's server and wait until the hub reports it ready."""
        user = f"{self.hub}/hub/api/users/{self.name}"
        self.api.post(f"{user}/server", json={}, timeout=ANSWER_S).raise_for_status()
        end = time.monotonic() + SERVER_S
        while not self._is_ready(user):
            assert time.monotonic() < end, f"{self.name}'s server is not ready in {SERVER_S} s"
            time.sleep(0.5)

    def _is_ready(self, user: str) -> bool:
        server = self._get(user)["servers"].get("")
        assert server is not None, f"{self.name}'s server did not start; the hub's log says why"
        return server["ready"]

    def follow(self, link: str) -> str:
        """Return the path of the page to which a link leads, after all redirections."""
        page = self.browser.get(link, timeout=ANSWER_S)
        page.raise_for_status()
        return urlsplit(page.url).path

    def pull(self, link: str) -> None:
        """Act like nbgitpuller's page: request the link's repository, and wait for it."""
        address = f"{self.server}/git-pull/api?{urlsplit(link).query}"
        with self.api.get(address, stream=True, timeout=ANSWER_S) as events:
            events.raise_for_status()
            for line in events.iter_lines():
                if not line.startswith(b"data:"):
                    continue
                event = json.loads(line.removeprefix(b"data:"))
                assert event["phase"] != "error", event["message"]
                if event["phase"] == "finished":
                    return
        raise AssertionError(f"{self.name}: nbgitpuller did not finish")

    def open(self, notebook: str, kernel: str) -> tuple[str, list[str]]:
        """Open a notebook on the server; return its kernel's id, and the code cells."""
        content = self._get(f"{self.server}/api/contents/{notebook}")["content"]
        opened = self.api.post(
            f"{self.server}/api/sessions",
            json={"path": notebook, "name": "", "type": "notebook", "kernel": {"name": kernel}},
            timeout=ANSWER_S,
        )
        opened.raise_for_status()
        cells = [cell["source"] for cell in content["cells"] if cell["cell_type"] == "code"]
        return opened.json()["kernel"]["id"], cells

    def run(self, kernel: str, cells: list[str]) -> list[Outcome]:
        """Execute cells in order, through the proxy and the server."""
        return asyncio.run(self._run(kernel, cells))

    async def _run(self, kernel: str, cells: list[str]) -> list[Outcome]:
        address = f"ws{self.server.removeprefix('http')}/api/kernels/{kernel}/channels"
        token = {"Authorization": self.api.headers["Authorization"]}
        socket = await websocket_connect(
            HTTPRequest(address, headers=token, connect_timeout=CELL_S, request_timeout=CELL_S)
        )
        messages = Session()
        try:
            return [await asyncio.wait_for(_execute(socket, messages, c), CELL_S) for c in cells]
        finally:
            socket.close()

    def shell(self, command: str) -> tuple[int, str]:
        """Type a command into a terminal of the server; return its exit code and the output."""
        made = self.api.post(f"{self.server}/api/terminals", timeout=ANSWER_S)
        made.raise_for_status()
        return asyncio.run(self._shell(made.json()["name"], command))

    async def _shell(self, terminal: str, command: str) -> tuple[int, str]:
        address = f"ws{self.server.removeprefix('http')}/terminals/websocket/{terminal}"
        token = {"Authorization": self.api.headers["Authorization"]}
        socket = await websocket_connect(HTTPRequest(address, headers=token))
        shown, ended = "", None
        try:
            await socket.write_message(json.dumps(["stdin", f"{command}; echo ended:$?\r"]))
            while ended is None:
                received = await asyncio.wait_for(socket.read_message(), COMMAND_S)
                assert received is not None, f"the terminal was closed: {shown}"
                kind, *rest = json.loads(received)
                shown += rest[0] if kind == "stdout" else ""
                ended = re.search(r"ended:(\d+)", shown)
        finally:
            socket.close()
        return int(ended[1]), shown

    def _page(self, path: str) -> None:
        self.browser.get(f"{self.hub}{path}", timeout=ANSWER_S).raise_for_status()

    def _xsrf(self) -> dict[str, str]:
        """Return the token that distinguishes the hub's forms from forged ones."""
        return {"_xsrf": self.browser.cookies["_xsrf"]}

    def _get(self, address: str) -> Any:
        answer = self.api.get(address, timeout=ANSWER_S)
        answer.raise_for_status()
        return answer.json()


async def _execute(socket: WebSocketClientConnection, messages: Session, code: str) -> Outcome:
    """Run one cell, until the kernel has replied and is idle again."""
    content = {
        "code": code,
        "silent": False,
        "store_history": True,
        "user_expressions": {},
        "allow_stdin": False,
        "stop_on_error": True,
    }
    request = messages.msg("execute_request", content)
    await socket.write_message(json.dumps({**request, "channel": "shell"}, default=json_default))
    outcome, idle = Outcome(), False
    while not (idle and outcome.status):
        received = await socket.read_message()
        assert received is not None, "the server closed the connection to the kernel"
        message = json.loads(received)
        if message["parent_header"].get("msg_id") == request["msg_id"]:
            idle = _take(message, outcome) or idle
    return outcome


def _take(message: dict[str, Any], outcome: Outcome) -> bool:
    """Add a message's content; True if it reports an idle kernel."""
    content = message["content"]
    match message["header"]["msg_type"]:
        case "execute_reply":
            outcome.status = content["status"]
        case "stream":
            outcome.text += content["text"]
        case "display_data" | "execute_result":
            outcome.displays += 1
        case "error":
            outcome.error = f"{content['ename']}: {content['evalue']}"
        case "status":
            return content["execution_state"] == "idle"
    return False
