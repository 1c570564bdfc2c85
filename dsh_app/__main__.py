"""`python -m dsh_app` is the command `dsh-app`."""

from __future__ import annotations

import sys

from dsh_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
