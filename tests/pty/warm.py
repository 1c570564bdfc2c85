"""Starts programs that have imported the app already, which is most of what a start costs.

A process of its own imports the app once and then forks a program for each request; the program
takes a terminal of its own, as `launch.py` does, and runs as `python -m` would run it. It is the
real program in a real terminal: only what its modules would read while they are imported must be
what it is in the process it comes from, so whoever asks for another environment, for streams that
are no terminal, or for another interpreter gets a start from nothing.

`DSH_TEST_WARM=0` starts all programs from nothing.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final, NamedTuple

from tests.pty.launch import take_terminal

__all__ = ["Forked", "fork_program"]

_MODULES: Final = ("dsh_app", "tests.pty.play")
"""What can be started so."""
_READ_LATE: Final = frozenset(
    {
        *("HOME", "VISUAL", "EDITOR"),
        *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"),
    }
)
"""Variables that no module reads while it is imported."""
_MOST: Final = 1 << 16
"""Bytes of a message; longer ones are cut by the socket."""


class Forked:
    """A program that was forked: what the tests use of `subprocess.Popen`.

    Attributes:
        pid: The process, which leads a session.
        returncode: Its exit status, minus the signal's number; None until it was seen to end.
    """

    def __init__(self, pid: int, life: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._life = life

    def poll(self) -> int | None:
        """See `subprocess.Popen.poll`."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """See `subprocess.Popen.wait`."""
        status = self._look(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return status

    def send_signal(self, number: int) -> None:
        """See `subprocess.Popen.send_signal`."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # It ended, and we have not read it.
                os.kill(self.pid, number)

    def kill(self) -> None:
        """See `subprocess.Popen.kill`."""
        self.send_signal(signal.SIGKILL)

    def _look(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._life], [], [], timeout)[0]:
            self.returncode = int(self._life.recv(_MOST))
            self._life.close()
        return self.returncode


class _Program(NamedTuple):
    """What is asked for: as in `launch.py`, and the module that is run."""

    tty: str
    place: str
    argv: Sequence[str]
    cwd: str
    env: Mapping[str, str]


def fork_program(
    tty: str, place: str, argv: Sequence[str], *, cwd: Path, env: Mapping[str, str]
) -> Forked | None:
    """Start a program in a terminal.

    Args:
        tty: The terminal's path.
        place: See `launch.py`.
        argv: The program and its arguments.
        cwd: Where it runs.
        env: All of its environment.

    Returns:
        The program, or None if it can only be started from nothing.
    """
    if list(argv[:2]) != [sys.executable, "-m"] or argv[2] not in _MODULES:
        return None
    imported_in = {name: value for name, value in env.items() if name not in _READ_LATE}
    if os.environ.get("DSH_TEST_WARM") == "0" or not _server.serves(imported_in):
        return None
    return _server.fork(_Program(tty, place, argv[2:], str(cwd), env))


class _Server:
    """The process that forks; it is started when it is first needed."""

    def __init__(self) -> None:
        self._env: Mapping[str, str] | None = None
        self._requests: socket.socket | None = None
        self._master = -1

    def serves(self, env: Mapping[str, str]) -> bool:
        """Whether programs of this environment are its own: those of the first that came."""
        if self._env is None:
            self._env = env
        return env == self._env

    def fork(self, program: _Program) -> Forked:
        if self._requests is None:
            self._requests = self._start()
        ours, life = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with life:
            message = json.dumps(program).encode()
            socket.send_fds(self._requests, [message], [life.fileno()])
        pid = ours.recv(_MOST)
        if not pid:
            ours.close()
            raise RuntimeError(os.read(self._master, _MOST).decode())
        return Forked(int(pid), ours)

    def _start(self) -> socket.socket:
        assert self._env is not None
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Its streams are what they are in a terminal, and so are those of what it forks.
        self._master, slave = os.openpty()
        with its:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.pty.warm", str(its.fileno())],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                start_new_session=True,
                pass_fds=[its.fileno()],
                cwd=Path(__file__).parents[2],
                env=self._env,
            )
        os.close(slave)

        def end() -> None:
            ours.close()
            process.wait()
            os.close(self._master)

        atexit.register(end)
        return ours


_server = _Server()


# -- in the process that forks ----------------------------------------------------


def _import_all() -> None:
    import dsh_app
    import dsh_core
    import dsh_widgets

    for package in (dsh_core, dsh_widgets, dsh_app):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    import_module("textual.drivers.linux_driver")
    import_module("tests.pty.play")
    gc.collect()
    gc.freeze()


def _serve(requests: socket.socket) -> _Program:
    """Fork a program for each request, and tell when it has ended.

    Returns:
        In each program: what it is to be.
    """
    lives: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([requests.fileno(), *lives], [], [])[0]:
            if ready in lives:
                pid, life = lives.pop(ready)
                os.close(ready)
                _, status = os.waitpid(pid, 0)
                with life, contextlib.suppress(BrokenPipeError):
                    life.send(str(os.waitstatus_to_exitcode(status)).encode())
                continue
            message, descriptors, _, _ = socket.recv_fds(requests, _MOST, 1)
            if not message:
                sys.exit()
            pid = os.fork()
            if not pid:
                for each in (requests, *(life for _, life in lives.values())):
                    each.detach()  # Their numbers will be those of other files.
                return _Program(*json.loads(message))
            life = socket.socket(fileno=descriptors[0])
            life.send(str(pid).encode())
            lives[os.pidfd_open(pid)] = (pid, life)


def _main() -> None:
    _import_all()
    program = _serve(socket.socket(fileno=int(sys.argv[1])))
    os.setsid()
    os.chdir(program.cwd)
    os.environ.clear()
    os.environ.update(program.env)
    take_terminal(program.tty, program.place, ("-", "-", "-"))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # As Python does when it starts.
    sys.argv[:] = program.argv
    sys.path[0] = program.cwd
    runpy.run_module(program.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
