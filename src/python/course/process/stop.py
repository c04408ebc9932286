"""How a signal ends a sweep or a bench: what runs is killed, and what is finished is kept."""

import contextlib
import signal
import threading
from collections.abc import Iterator

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Whether to stop, and which signal said so."""

    def __init__(self, event: threading.Event | None = None) -> None:
        """event: that those listen to who are to stop; None: a new one."""
        self.event = event or threading.Event()
        self.signum: int | None = None

    @property
    def name(self) -> str:
        """``SIGINT``, for example; only after a signal."""
        assert self.signum is not None
        return signal.Signals(self.signum).name

    @property
    def exit_code(self) -> int:
        """Of a command that a signal stopped."""
        return 128 + (self.signum or 0)

    @contextlib.contextmanager
    def on_signals(self) -> Iterator[None]:
        """Listen to signals. Only in the main thread."""

        def stop(signum: int, _: object) -> None:
            self.signum = signum
            self.event.set()

        # What nohup ignores stays so: the terminal may go.
        ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        heard = [one for one in SIGNALS if one != signal.SIGHUP or not ignored]
        before = {signum: signal.signal(signum, stop) for signum in heard}
        try:
            yield
        finally:
            for signum, handler in before.items():
                signal.signal(signum, handler)
