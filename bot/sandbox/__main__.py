"""Make `python -m bot.sandbox` the same as `python -m bot sandbox`."""

from __future__ import annotations

import sys

from bot.sandbox import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
