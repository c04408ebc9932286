"""A static server for the built site, on this machine only."""

from __future__ import annotations

import errno
import functools
import socket
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from course.publish.errors import PublishError

HOST = "127.0.0.1"


class _Handler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each, and never from a browser's cache."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of a folder, listening; port 0 takes any free one.

    Raises PublishError when the port is taken, naming a free one.
    """
    handler = functools.partial(_Handler, directory=str(folder))
    try:
        return ThreadingHTTPServer((HOST, port), handler)
    except PermissionError as error:
        raise PublishError(f"port {port} needs rights that you do not have; try 8000") from error
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise PublishError(f"cannot listen on port {port}: {error.strerror}") from error
        raise PublishError(f"port {port} is in use; --port {_free_port()} is free") from error


def serve_forever(folder: Path, port: int, say: Callable[[str], None]) -> None:
    """Serve until interrupted."""
    with make_server(folder, port) as server:
        say(f"serving {folder} at http://{HOST}:{server.server_port}/ (Ctrl-C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("stopped")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
