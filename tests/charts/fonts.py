"""Find out which characters our fonts can draw, by reading the `cmap` tables of the TrueType files."""

import struct
from functools import cache
from pathlib import Path

from bot.pictures.charts import FONT_FILES


@cache
def ours() -> frozenset[int]:
    """Return the code points of all characters that our fonts draw."""
    return frozenset().union(*(_signs(file.read_bytes()) for file in sorted(Path(FONT_FILES).glob("*.ttf"))))


def _signs(font: bytes) -> set[int]:
    (tables,) = struct.unpack_from(">H", font, 4)
    heads = [struct.unpack_from(">4sLLL", font, 12 + 16 * at) for at in range(tables)]
    start = next(where for name, _sum, where, _length in heads if name == b"cmap")
    (many,) = struct.unpack_from(">H", font, start + 2)
    found = set[int]()
    for at in range(many):
        *_platform, where = struct.unpack_from(">HHL", font, start + 4 + 8 * at)
        found |= _of_subtable(font, start + where)
    return found


def _of_subtable(font: bytes, at: int) -> set[int]:
    (form,) = struct.unpack_from(">H", font, at)
    if form == 12:
        (groups,) = struct.unpack_from(">L", font, at + 12)
        ranges = [struct.unpack_from(">LLL", font, at + 16 + 12 * each) for each in range(groups)]
        return {sign for first, last, _glyph in ranges for sign in range(first, last + 1)}
    if form != 4:
        return set()
    (twice,) = struct.unpack_from(">H", font, at + 6)
    many = twice // 2
    ends = struct.unpack_from(f">{many}H", font, at + 14)
    starts = struct.unpack_from(f">{many}H", font, at + 16 + twice)
    return {sign for first, last in zip(starts, ends, strict=True) for sign in range(first, last + 1)} - {0xFFFF}
