"""The Jupyter side: cells in; streams, displays and replies out."""

import codecs
import json
import signal
import threading
from typing import Any, ClassVar

from ipykernel.kernelbase import Kernel

from .capture import Capture
from .cling import DEFAULT_FLAGS, MESSAGE, CellError, Interpreter, error_from, is_about_statements

_INTERRUPTED = """\
Interrupted: child programs were told to stop. C++ code in the cell itself cannot be stopped from
outside; it runs to its end, and then the cell fails. To end it now, restart the kernel.
"""


class CppKernel(Kernel):
    """C++17 by Cling. Statements, definitions and includes; no magics, no Cling commands."""

    implementation = "course.xcpp17"
    implementation_version = "1.0"
    banner = "C++17 (Cling by cppyy; stands in for xeus-cling)"
    language_info: ClassVar[dict[str, str]] = {
        "name": "c++",
        "version": "17",
        "mimetype": "text/x-c++src",
        "codemirror_mode": "text/x-c++src",
        "pygments_lexer": "cpp",
        "file_extension": ".cpp",
    }
    flags: ClassVar[tuple[str, ...]] = DEFAULT_FLAGS  # set by the command line, see __main__

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cell_parent: Any = None  # the last cell's request, to which output belongs
        self._running = False
        self._interrupted = False
        in_pieces = codecs.getincrementaldecoder("utf-8")
        self._decoders = {name: in_pieces(errors="replace") for name in ("stdout", "stderr")}
        self._held = b""
        self._held_lock = threading.Lock()
        self._capture = Capture(self._on_output)
        self._interpreter = Interpreter(self.flags, self._on_display)

    def do_execute(self, code: str, silent: bool, *_: Any, **__: Any) -> dict[str, Any]:
        self._cell_parent = None if silent else self.get_parent()
        self._running = True
        self._interrupted = False
        try:
            self._run(code)
        except CellError as error:
            return self._failure(error)
        finally:
            self._running = False
        return {
            "status": "ok",
            "execution_count": self.execution_count,
            "payload": [],
            "user_expressions": {},
        }

    async def interrupt_request(self, stream: Any, ident: Any, parent: Any) -> None:
        """SIGINT goes to the kernel's process group, so it reaches programs started by a cell."""
        if self._running:
            self._interrupted = True
            self._publish("stream", {"name": "stderr", "text": _INTERRUPTED})
        await super().interrupt_request(stream, ident, parent)

    def pre_handler_hook(self) -> None:
        """SIGINT is for child programs; here it must not interrupt a reply.

        The handler does nothing; children would inherit an ignored signal.
        """
        self.saved_sigint_handler = signal.signal(signal.SIGINT, lambda *_: None)

    def _run(self, code: str) -> None:
        if code.lstrip().startswith("."):
            raise CellError("CompileError", "a cell is C++; Cling's commands are not accepted", "")
        fits = self._interpreter.check(code)
        messages = self._take_messages()
        if not fits and is_about_statements(messages):
            raise error_from(messages)
        succeeded = self._interpreter.run(code)
        messages = self._take_messages()
        if self._interrupted:
            raise CellError("Interrupted", "the cell was interrupted", "")
        if not succeeded:
            raise error_from(messages)
        if messages:  # warnings
            self._publish("stream", {"name": "stderr", "text": messages})

    def _take_messages(self) -> str:
        """Return Cling's messages since the last call."""
        self._capture.drain()
        with self._held_lock:
            held, self._held = self._held, b""
        return held.decode("utf-8", errors="replace")

    def _failure(self, error: CellError) -> dict[str, Any]:
        title = f"{error.name}: {error.message}"
        traceback = [title, *error.details.splitlines()]
        content = {"ename": error.name, "evalue": error.message, "traceback": traceback}
        self._publish("error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def _on_output(self, name: str, data: bytes) -> None:
        """Pass output on, but hold back Cling's messages for the cell's error."""
        if name == "stderr" and self._running:
            with self._held_lock:
                message = None if self._held else MESSAGE.search(data)
                start = 0 if self._held else message.start() if message else len(data)
                self._held += data[start:]
            data = data[:start]
        if text := self._decoders[name].decode(data):
            self._publish("stream", {"name": name, "text": text})

    def _on_display(self, bundle: bytes) -> None:
        """Called by C++ code (include/xcpp/xdisplay.hpp), which has flushed its streams."""
        self._capture.drain()
        data = json.loads(bundle.decode("utf-8", errors="replace"))
        self._publish("display_data", {"data": data, "metadata": {}, "transient": {}})

    def _publish(self, kind: str, content: dict[str, Any]) -> None:
        if self._cell_parent is not None:
            topic = self._topic(kind)
            self.session.send(self.iopub_socket, kind, content, self._cell_parent, ident=topic)
