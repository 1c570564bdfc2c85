"""Takes a terminal as its own and becomes the program under test.

    python launch.py TTY PLACE STDIN STDOUT STDERR PROGRAM [ARGUMENT …]

The process that runs this leads a new session. PLACE is `front`, or `back` for a
process group in the background. STDIN, STDOUT and STDERR are paths, or `-` for the tty.
Doing this here rather than between fork and exec keeps the test process free of forks,
which are not safe beside threads.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios
from collections.abc import Sequence


def main() -> None:
    tty, place, *redirects = sys.argv[1:6]
    program = sys.argv[6:]
    take_terminal(tty, place, redirects)
    os.execvp(program[0], program)


def take_terminal(tty: str, place: str, redirects: Sequence[str]) -> None:
    """Make a terminal that of this process, which leads a session and becomes the program.

    In the background it is a child that becomes the program.
    """
    terminal = os.open(tty, os.O_RDWR)
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    if place == "back" and (child := os.fork()):
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) % 256)
    if place == "back":
        os.setpgid(0, 0)
    # An interactive shell starts its jobs so, whatever was ignored before: by `nohup`, say.
    for name in ("HUP", "INT", "QUIT", "TTIN", "TTOU", "TSTP"):
        signal.signal(getattr(signal, f"SIG{name}"), signal.SIG_DFL)
    for number, path in enumerate(redirects):
        if path == "-":
            source = terminal
        else:
            flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            source = os.open(path, flags, 0o600)
        os.dup2(source, number)
    os.closerange(3, 64)


if __name__ == "__main__":
    main()
