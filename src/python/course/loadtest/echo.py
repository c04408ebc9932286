"""Checks that the server really echoes, which no loader does as thoroughly."""

import socket

from course.loadtest.errors import ServiceError

WITHIN_S = 30.0


def answer_to(content: bytes) -> bytes:
    """Return all bytes of the right answer."""
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(content), content)


def check(port: int, content: bytes) -> None:
    """Send the content in several ways, and small bodies, through one connection.

    Raises ServiceError for the first answer that differs in any byte.
    """
    tries = (
        ("pipelined requests", _request(b"") + _request(b"x"), answer_to(b"") + answer_to(b"x")),
        ("a body of known length", _request(content), answer_to(content)),
        ("a chunked body", _in_chunks(content), answer_to(content)),
    )
    try:
        with socket.create_connection(("127.0.0.1", port), WITHIN_S) as connection:
            for what, sent, expected in tries:
                connection.sendall(sent)
                found = _receive(connection, len(expected))
                if found != expected:
                    raise ServiceError(f"wrong answer to {what}: {_difference(found, expected)}")
    except OSError as error:
        raise ServiceError(f"the server at port {port} does not answer: {error}") from error


def _request(content: bytes) -> bytes:
    head = b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    return head % len(content) + content


def _in_chunks(content: bytes, length: int = 1000) -> bytes:
    head = b"POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    parts = (content[at : at + length] for at in range(0, len(content), length))
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    return head + chunks + b"0\r\n\r\n"


def _receive(connection: socket.socket, length: int) -> bytes:
    """Receive that many bytes, or those before the end of the stream."""
    found = b""
    while len(found) < length:
        more = connection.recv(length - len(found))
        if not more:
            break
        found += more
    return found


def _difference(found: bytes, expected: bytes) -> str:
    pairs = zip(found, expected, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), len(found))
    return f"{len(found)} bytes of {len(expected)}, the first {same} are right: {found[:60]!r}"
