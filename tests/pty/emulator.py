"""What a terminal makes of a program's bytes: a screen, modes, a title, and answers to queries.

The drawing itself is pyte's. Around it stands what pyte leaves out and full-screen
programs use: the alternate screen, synchronized output, the replies to queries, and the
record of modes that tells whether a program left the terminal as it found it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pyte

from tests.pty.quick_screen import QuickScreen, QuickStream

TOKEN = re.compile(
    rb"\x1b\[(?P<csi>[0-?]*[ -/]*[@-~])"
    rb"|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b[P_^X](?P<string>[^\x1b]*)\x1b\\"
    rb"|\x1b(?P<esc>[ -/]*[0-OQ-WYZ\\`-~])"
    rb"|(?P<text>[^\x1b]+)"
    # Broken off by a byte that cannot go on with it; no escape sequence waits for ever.
    rb"|\x1b(?:\[[0-?]*[ -/]*|[ -/]*)(?=[\x00-\x1f\x7f-\xff])"
    rb"|\x1b[]P_^X][^\x07\x1b]*(?=\x1b[^\\])"
)
CSI = re.compile(rb"(?P<prefix>[<-?]?)(?P<parameters>[0-9;:]*)(?P<middle>[ -/]*)(?P<final>[@-~])")

ALTERNATE_SCREEN = 1049
SYNCHRONIZED = 2026
INITIALLY_ON = frozenset({7, 25})
"""Private modes that are on before a program starts: autowrap and the visible cursor."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What kind of terminal this is.

    Attributes:
        synchronized: Knows synchronized output, and says so when asked.
        kitty_keys: Knows the kitty keyboard protocol, and says so when asked.
        background: What it answers when asked for its background, as in OSC 11.
    """

    synchronized: bool = True
    kitty_keys: bool = False
    background: str = "rgb:0000/0000/0000"


@dataclass(slots=True)
class Emulator:
    """A terminal of a size, fed with bytes as they come.

    Attributes:
        modes: The private modes that are on now.
        frames: How many synchronized frames were completed.
        bells: How often the bell rang.
        title: The last window title.
        clipboard: What was copied last with OSC 52, None when nothing was.
        notifications: The raw texts of desktop notifications (OSC 9, 99 and 777).
    """

    columns: int
    rows: int
    traits: Traits = Traits()
    modes: set[int] = field(default_factory=lambda: set(INITIALLY_ON))
    kitty_depth: int = 0
    frames: int = 0
    bells: int = 0
    title: str = ""
    clipboard: str | None = None
    notifications: list[str] = field(default_factory=list)
    _tail: bytes = b""
    _undrawn: list[str | Callable[[], None]] = field(default_factory=list)
    _main: pyte.Screen = field(init=False)
    _screen: pyte.Screen = field(init=False)
    _stream: pyte.Stream = field(init=False)
    _decoder: codecs.IncrementalDecoder = field(init=False)

    def __post_init__(self) -> None:
        self._main = self._screen = QuickScreen(self.columns, self.rows)
        self._stream = QuickStream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    # -- bytes in ---------------------------------------------------------------

    def feed(self, data: bytes) -> bytes:
        """Take what the program wrote; returns what the terminal answers."""
        replies = b""
        for match in self._tokens(data):
            if (text := match["text"]) is not None:
                self.bells += text.count(b"\x07")
                self._undrawn.append(self._decoder.decode(text))
            elif (csi := match["csi"]) is not None:
                replies += self._control(csi)
            elif (osc := match["osc"]) is not None:
                replies += self._command(osc.decode("utf-8", "replace"))
            elif match["esc"] is not None:
                self._undrawn.append(match[0].decode("ascii"))
        return replies

    def _tokens(self, data: bytes) -> Iterator[re.Match[bytes]]:
        data = self._tail + data
        position = 0
        while position < len(data) and (match := TOKEN.match(data, position)):
            yield match
            position = match.end()
        # Either nothing, or an escape sequence whose end is still to come.
        self._tail = data[position:]

    def _control(self, sequence: bytes) -> bytes:
        match = CSI.fullmatch(sequence)
        if match is None:
            return b""
        prefix, final = match["prefix"], match["final"]
        numbers = [int(part) for part in re.split(rb"[;:]", match["parameters"]) if part]
        kind = prefix + match["middle"] + final
        if kind in (b"?h", b"?l"):
            self._set_modes(numbers, on=final == b"h")
            return b""
        if final == b"u" and prefix:
            return self._kitty(prefix, numbers)
        if kind in (b"c", b">c", b"n", b"?$p"):
            return self._report(kind, numbers)
        if not prefix and not match["middle"]:
            self._undrawn.append(f"\x1b[{sequence.decode('ascii').replace(':', ';')}")
        return b""

    def _set_modes(self, numbers: list[int], *, on: bool) -> None:
        for number in numbers:
            if number == SYNCHRONIZED and not on and number in self.modes:
                self.frames += 1
            if number == ALTERNATE_SCREEN:
                self._undrawn.append(self._enter_alternate if on else self._leave_alternate)
            elif number in (6, 7, 25):
                self._undrawn.append(f"\x1b[?{number}{'h' if on else 'l'}")
            (self.modes.add if on else self.modes.discard)(number)

    def _kitty(self, prefix: bytes, numbers: list[int]) -> bytes:
        if prefix == b">":
            self.kitty_depth += 1
        elif prefix == b"<":
            self.kitty_depth = max(0, self.kitty_depth - (numbers[0] if numbers else 1))
        elif prefix == b"?" and self.traits.kitty_keys:
            return b"\x1b[?0u"
        return b""

    def _report(self, kind: bytes, numbers: list[int]) -> bytes:
        if kind == b"c":
            return b"\x1b[?62;22c"
        if kind == b">c":
            return b"\x1b[>0;0;0c"
        if kind == b"?$p" and numbers:
            known = numbers[0] == SYNCHRONIZED and self.traits.synchronized
            state = (1 if SYNCHRONIZED in self.modes else 2) if known else 0
            return b"\x1b[?%d;%d$y" % (numbers[0], state)
        if numbers == [5]:
            return b"\x1b[0n"
        if numbers == [6]:
            row, column = self.cursor
            return b"\x1b[%d;%dR" % (row + 1, column + 1)
        return b""

    def _command(self, text: str) -> bytes:
        number, _, rest = text.partition(";")
        if number in ("0", "2"):
            self.title = rest
        elif number in ("9", "99", "777"):
            self.notifications.append(rest)
        elif number == "52":
            self._copy(rest.partition(";")[2])
        elif number in ("10", "11") and rest == "?":
            colour = self.traits.background if number == "11" else "rgb:ffff/ffff/ffff"
            return f"\x1b]{number};{colour}\x1b\\".encode()
        return b""

    def _copy(self, encoded: str) -> None:
        try:
            self.clipboard = base64.b64decode(encoded, validate=True).decode("utf-8", "replace")
        except binascii.Error:
            self.clipboard = None

    # -- the screen -------------------------------------------------------------

    def _enter_alternate(self) -> None:
        if self._screen is self._main:
            self._show(QuickScreen(self._main.columns, self._main.lines))

    def _leave_alternate(self) -> None:
        self._main.resize(self.rows, self.columns)
        self._show(self._main)

    def _show(self, screen: pyte.Screen) -> None:
        self._stream.detach(self._screen)
        self._stream.attach(screen)
        self._screen = screen

    def _draw(self) -> pyte.Screen:
        # Drawing is slow and most bytes are never looked at: only what is read is drawn.
        undrawn, self._undrawn = self._undrawn, []
        for item in undrawn:
            if isinstance(item, str):
                self._stream.feed(item)
            else:
                item()
        return self._screen

    def resize(self, columns: int, rows: int) -> None:
        """Change the size, as when a window is dragged: no line above the cursor's is lost for it.

        No line is wrapped anew.
        """
        screen = self._draw()
        if rows < screen.lines:
            # pyte takes all of them from the top, and leaves the cursor on another line.
            over = max(0, screen.cursor.y - rows + 1)
            for y in range(rows):
                screen.buffer[y] = screen.buffer[y + over]
            for y in range(rows, screen.lines):
                screen.buffer.pop(y, None)
            screen.cursor.y -= over
            screen.lines = rows
        screen.resize(rows, columns)
        screen.cursor.x = min(screen.cursor.x, columns - 1)
        self.columns, self.rows = columns, rows

    @property
    def mid_frame(self) -> bool:
        """Whether a synchronized frame has begun and not ended, so that the screen is torn."""
        return SYNCHRONIZED in self.modes

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, from 0."""
        screen = self._draw()
        return screen.cursor.y, min(screen.cursor.x, screen.columns - 1)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen, each without the blanks at its end."""
        screen = self._draw()
        # The second cell of a wide character holds an empty string.
        return [
            "".join(screen.buffer[y][x].data for x in range(screen.columns)).rstrip()
            for y in range(screen.lines)
        ]

    def cell(self, row: int, column: int) -> pyte.screens.Char:
        """One cell: its character, colours and attributes."""
        return self._draw().buffer[row][column]

    def left_behind(self) -> list[str]:
        """What a program changed and did not put back; empty after a clean end."""
        wrong = [f"mode {number} on" for number in sorted(self.modes - INITIALLY_ON)]
        wrong += [f"mode {number} off" for number in sorted(INITIALLY_ON - self.modes)]
        if self.kitty_depth:
            wrong.append(f"kitty keys pushed {self.kitty_depth} times")
        return wrong
