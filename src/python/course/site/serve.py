"""A static server for the built site, on this machine only."""

import errno
import functools
import socket
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from course.stats.errors import PublishError

HOST = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Serves files without logging each; browsers may not cache them."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def make_server(folder: Path, port: int, handler: type[Handler] = Handler) -> ThreadingHTTPServer:
    """Return a server; port 0 takes any free one. If taken, PublishError names a free one."""
    try:
        return ThreadingHTTPServer((HOST, port), functools.partial(handler, directory=str(folder)))
    except PermissionError as error:
        raise PublishError(f"port {port} needs privileges that you don't have; try 8000") from error
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise PublishError(f"cannot listen on port {port}: {error.strerror}") from error
        raise PublishError(f"port {port} is in use; --port {_free_port()} is free") from error


def serve_forever(folder: Path, port: int, say: Callable[[str], None]) -> None:
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
