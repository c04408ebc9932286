"""A static server for the built site, on this machine only."""

import errno
import functools
import gzip
import io
import socket
from collections.abc import Callable
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from course.stats.errors import PublishError

HOST = "127.0.0.1"


_TEXTS = frozenset({".html", ".css", ".js", ".json", ".svg", ".xml", ".ipynb"})


class _Handler(SimpleHTTPRequestHandler):
    """Serves files without logging each, compressed as by real hosts; browsers may not cache
    them."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        path = Path(self.translate_path(self.path))
        if path.is_dir() and urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        accepted = "gzip" in self.headers.get("Accept-Encoding", "")
        if not (accepted and path.suffix in _TEXTS and path.is_file()):
            return super().send_head()
        content = _compressed(path, path.stat().st_mtime_ns)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@functools.lru_cache(maxsize=128)
def _compressed(path: Path, changed: int) -> bytes:
    """Return a file's content as gzip; `changed`, its time of writing, invalidates the cache."""
    return gzip.compress(path.read_bytes(), mtime=0)


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server; port 0 takes any free one. If taken, PublishError names a free one."""
    handler = functools.partial(_Handler, directory=str(folder))
    try:
        return ThreadingHTTPServer((HOST, port), handler)
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
