"""Stands for all programs that course.loadtest runs, and misbehaves when told to.

    fake_service.py java BEHAVIOUR ...      the JVM: the echo server, or the reader of GC logs
    fake_service.py vegeta BEHAVIOUR ...
    fake_service.py wrk BEHAVIOUR ...

The behaviour is `ok`, or one of those below.
"""

import base64
import csv
import http.client
import json
import os
import shutil
import socket
import sys
import threading
import time
from pathlib import Path

ROLE, BEHAVIOUR, *ARGUMENTS = sys.argv[1:]

LATE_FROM, LATE_TO, LATE_NS = 80, 90, 5_000_000
"""Requests of those numbers are sent so much later than they should be."""
TOOK_NS = 200_000


def option(name):
    """The value of -name=VALUE."""
    found = [word.partition("=")[2] for word in ARGUMENTS if word.startswith(f"-{name}=")]
    return found[0] if found else None


# ---- the server --------------------------------------------------------------------------------


class Server:
    """Counts what it echoes."""

    def __init__(self):
        self.count = 0
        self.asked = 0
        self.open = 0
        self.began = time.monotonic()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with self.lock:
            self.open += 1
        with connection, connection.makefile("rb") as lines:
            self.echo(connection, lines)
        with self.lock:
            self.open -= 1

    def echo(self, connection, lines):
        while line := lines.readline():
            content = read_content(lines, line)
            if BEHAVIOUR == "wrong-echo" and len(content) > 1000:
                content = content[:1000] + bytes([content[1000] ^ 1]) + content[1001:]
            if BEHAVIOUR == "dies-of-memory" and self.count > 20:
                print("service: out of memory", file=sys.stderr, flush=True)
                os._exit(1)
            with self.lock:
                self.count += 1
            head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content)
            connection.sendall(head + content)

    def totals(self, **more):
        self.asked += 1
        if BEHAVIOUR == "dies-under-load" and self.asked == 2:
            print("first\nlast words", file=sys.stderr)
            sys.exit(3)
        count = self.count + (7 * self.asked if BEHAVIOUR == "miscounts" else 0)
        count += BEHAVIOUR == "miscounts-few" and self.asked == 4  # after the second load
        say(
            "result",
            metric="requests",
            unit="",
            value=count,
            count=count,
            allocated_bytes=100 * self.count,
            cpu_ns=50_000 * self.count,
            uptime_ms=round((time.monotonic() - self.began) * 1000),
            refused=0,
            open=self.open,
            **{"buffers_in_use": 0, **more},
        )


def read_content(lines, line):
    chunked, length = False, 0
    while line.strip():
        name, _, value = line.decode().partition(":")
        chunked |= name == "Transfer-Encoding"
        length = int(value) if name.lower() == "content-length" else length
        line = lines.readline()
    if not chunked:
        return lines.read(length)
    content = b""
    while length := int(lines.readline(), 16):
        content += lines.read(length)
        lines.readline()
    lines.readline()
    return content


def say(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


def serve():
    if BEHAVIOUR == "dies-early":
        print("no memory", file=sys.stderr)
        sys.exit(1)
    if BEHAVIOUR == "garbage":
        print("Hello, World!", flush=True)
    server = Server()
    build = {"name": "Fake VM", "version": "1", "vendor": "", "flags": ARGUMENTS[3:5]}
    port = server.listener.getsockname()[1]
    say("start", bench="x", contestant="x", parameters={"port": port}, build=build)
    for line in sys.stdin:
        assert line == "totals\n"
        server.totals()
    server.totals(buffers_in_use=1 if BEHAVIOUR == "leaks" else 0)
    say("end")
    sys.exit(4 if BEHAVIOUR == "ends-badly" else 0)


def read_logs():
    """The longest pause is a millisecond longer in each load, so that they can be told apart."""
    ended, longest = 0, 12.5
    for line in sys.stdin:
        question = json.loads(line)
        assert ended <= question["from_ms"] < question["to_ms"]
        answer = {
            "ok": BEHAVIOUR != "no-log",
            "error": "there is no log",
            "max_pause_ms": longest,
            "avg_pause_ms": 5.0,
            "pauses": 4,
            "pauses_per_s": 1.0,
            "fraction_pct": 2.0,
            "concurrent_ms": 0.0,
            "collector_name": "Fake",
            "source": "log",
            "stalls": 0,
            "max_stall_ms": 0.0,
            "stalled_ms": 0.0,
            "safepoints": 0,
            "max_to_safepoint_ms": 0.0,
            "to_safepoint_ms": 0.0,
        }
        print(json.dumps(answer), flush=True)
        ended, longest = question["to_ms"], longest + 1


# ---- the loaders -------------------------------------------------------------------------------


def send(port, content, count):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for _ in range(count):
        connection.request("POST", "/echo", content)
        assert connection.getresponse().read() == content
    connection.close()


def starves():
    if BEHAVIOUR == "starves-at-first":  # in the warm-up and in the first load that counts
        attacks = Path(option("output")).with_name("attacks")
        with attacks.open("a") as file:
            file.write("one more\n")
        return len(attacks.read_text().splitlines()) <= 2
    return BEHAVIOUR == "starves"


def attack():
    if BEHAVIOUR == "fails":
        print("first\nno such flag", file=sys.stderr)
        sys.exit(1)
    url = Path(option("targets")).read_text().split()[1]
    content = Path(option("body")).read_bytes()
    rate = int(option("rate").removesuffix("/1s"))
    count = rate * int(option("duration").removesuffix("ms")) // 1000
    if option("max-workers") is None and starves():
        count = count * 9 // 10
    if option("max-workers") is not None and BEHAVIOUR == "few-wait":
        count //= 2
    send(int(url.split(":")[2].split("/")[0]), content, count)
    begin, interval = 1_700_000_000_000_000_000, 1_000_000_000 // rate
    shown = base64.b64encode(content[:64]).decode()
    rows = []
    for number in range(count):
        late = LATE_NS if LATE_FROM <= number < LATE_TO else 0
        sent = begin + number * interval + late
        rows.append([sent, 200, TOOK_NS, 0, 0, "", shown, "", number, "POST", url, "eA=="])
    if BEHAVIOUR == "wrong-status":
        rows[3][1], rows[3][5] = 503, "503 Service Unavailable"
    if BEHAVIOUR == "wrong-content":
        rows[3][6] = base64.b64encode(b"x").decode()
    if BEHAVIOUR == "loses":
        del rows[3]
    rows.reverse()  # they come in the order of their ends
    with Path(option("output")).open("w", newline="") as file:
        csv.writer(file).writerows(rows)


def encode():
    shutil.copy(ARGUMENTS[-1], option("output"))


def wrk():
    url, _, body = ARGUMENTS[-3:]
    content = Path(body).read_bytes()
    count = 50
    send(int(url.split(":")[2].split("/")[0]), content, count)
    length = len(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content)) + len(content)
    print("Running 1s test @ http://127.0.0.1\n  1 threads and 2 connections")
    if BEHAVIOUR == "tells-nothing":
        return
    said = {
        "requests": count,
        "bytes": count * length + 10,
        "duration_us": 500_000,
        "errors": {"connect": 0, "read": 0, "write": 0, "status": 0, "timeout": 0},
        "percentiles": {"0": 90, "50": 100, "90": 110, "99": 120, "99.9": 130, "100": 140},
    }
    if BEHAVIOUR == "meets-errors":
        said["errors"]["timeout"] = 2
    if BEHAVIOUR == "reads-less":
        said["bytes"] -= 100
    if BEHAVIOUR == "counts-more":
        said["requests"] += 1
        said["bytes"] += length
    print(json.dumps(said))


def main():
    if ROLE == "wrk":
        wrk()
    elif ROLE == "vegeta":
        {"attack": attack, "encode": encode}[ARGUMENTS[0]]()
    elif "allocpool.gclog.GcLogMain" in ARGUMENTS:
        read_logs()
    else:
        serve()


main()
