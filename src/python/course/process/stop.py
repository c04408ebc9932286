"""Stop a sweep or bench on a signal: running programs are killed, finished work is kept."""

import contextlib
import signal
import threading
from collections.abc import Iterator

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Whether to stop, and because of which signal."""

    def __init__(self, event: threading.Event | None = None) -> None:
        """event: is set to stop; None: a new one."""
        self.event = event or threading.Event()
        self.signum: int | None = None

    @property
    def name(self) -> str:
        """``SIGINT``, for example; only after a signal."""
        assert self.signum is not None
        return signal.Signals(self.signum).name

    @property
    def exit_code(self) -> int:
        """For a command that a signal stopped."""
        return 128 + (self.signum or 0)

    @contextlib.contextmanager
    def on_signals(self) -> Iterator[None]:
        """Listen to signals. Only in the main thread."""

        def stop(signum: int, _: object) -> None:
            self.signum = signum
            self.event.set()

        # SIGHUP stays ignored under nohup: the terminal may close.
        ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        heard = [one for one in SIGNALS if one != signal.SIGHUP or not ignored]
        before = {signum: signal.signal(signum, stop) for signum in heard}
        try:
            yield
        finally:
            for signum, handler in before.items():
                signal.signal(signum, handler)
