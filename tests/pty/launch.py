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


def main() -> None:
    tty, place, *redirects = sys.argv[1:6]
    program = sys.argv[6:]
    terminal = os.open(tty, os.O_RDWR)
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    if place == "back" and (child := os.fork()):
        _, status = os.waitpid(child, 0)
        sys.exit(os.waitstatus_to_exitcode(status) % 256)
    if place == "back":
        os.setpgid(0, 0)
        # An interactive shell starts its jobs so, whatever was ignored before.
        for stop in (signal.SIGTTIN, signal.SIGTTOU, signal.SIGTSTP):
            signal.signal(stop, signal.SIG_DFL)
    for number, path in enumerate(redirects):
        if path == "-":
            source = terminal
        else:
            flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            source = os.open(path, flags, 0o600)
        os.dup2(source, number)
    os.closerange(3, 64)
    os.execvp(program[0], program)


if __name__ == "__main__":
    main()
