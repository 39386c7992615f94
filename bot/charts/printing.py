"""Pages as pixels. It takes some hundredths of a second of one core: never do it on the event loop."""

from importlib.resources import files
from pathlib import Path

import resvg_py

FONTS = Path(str(files("bot.charts") / "fonts"))
"""What every machine has: letters of Latin, Greek, Cyrillic, Hebrew and Arabic. Others come from the system."""
SCALE = 2
"""Pixels a point, for screens of today."""


def png(svg: str) -> bytes:
    """A page (`Paper.svg`) as PNG. Blocks; call it from a thread."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=SCALE, font_dirs=[str(FONTS)], font_family="DejaVu Sans"))
