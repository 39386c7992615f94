"""Make a font for drawn pages in Japanese or Chinese: `python -m tests.pictures.fonts ja FONT` (or `zh_TW`).

FONT is the file 400Regular/NotoSansJP_400Regular.ttf or NotoSansTC_400Regular.ttf of the npm package
@expo-google-fonts/noto-sans-jp or noto-sans-tc (0.4.3). Both are under the SIL Open Font License 1.1. The new font has
only the usual characters of its language and Latin characters. It needs both, because each text is drawn in one font.
The program needs fonttools, which nothing else here needs: `pip install fonttools` (the fonts were made with 4.60.1).
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from itertools import product

from bot.pictures import charts
from bot.words import dares, language, talk, vocabulary

LATIN = (*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x2010, 0x2070), *range(0xFF61, 0xFFA0))
"""Latin letters, punctuation, and the narrow forms of Japanese characters."""
TYPED_IN_JAPANESE = "～－＂＇￥〝〟①②③④⑤⑥⑦⑧⑨⑩"
"""Other characters that people type in Japanese text."""
JIS_CELLS = range(0xA1, 0xFF)
BIG5_ROWS = range(0xA1, 0xC7)
BIG5_CELLS = (*range(0x40, 0x7F), *range(0xA1, 0xFF))


def jis() -> set[str]:
    """Return the 6,879 characters of JIS X 0208, and others that people type in Japanese text."""
    return {*_decoded("euc_jp", JIS_CELLS, JIS_CELLS), *TYPED_IN_JAPANESE}


def big5() -> set[str]:
    """Return the punctuation and the first level of Big5, and every wide character that the bot itself writes.

    The first level has the 5,401 usual characters.
    """
    catalogue = language.FOLDER / "zh_TW" / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    files = (catalogue, *(folder / "zh_TW.toml" for folder in (dares.FOLDER, talk.FOLDER, vocabulary.FOLDER)))
    written = "".join(file.read_text(encoding="utf-8") for file in files if file.exists())
    return _decoded("big5", BIG5_ROWS, BIG5_CELLS) | set(filter(charts.EAST_ASIAN.match, written))


def _decoded(code: str, rows: Iterable[int], cells: Iterable[int]) -> set[str]:
    """Return the characters of a two-byte code in these rows and cells."""
    return {sign for pair in product(rows, cells) for sign in bytes(pair).decode(code, "ignore") if ord(sign) > 0x7F}


SIGNS: Mapping[str, Callable[[], set[str]]] = {"ja": jis, "zh_TW": big5}
"""The characters of each font by the key of its language."""


def main() -> int:
    """Make the font. Return the exit code."""
    if len(sys.argv) != 3 or sys.argv[1] not in SIGNS:
        print(__doc__)
        return 2
    family = charts.FAMILIES[sys.argv[1]][0]
    font = charts.FONT_FILES / f"{family.replace(' ', '')}-Regular.ttf"
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as text:
        text.write("".join(sorted({*SIGNS[sys.argv[1]](), *map(chr, LATIN)})))
        text.flush()
        subset = (sys.executable, "-m", "fontTools.subset", sys.argv[2], f"--text-file={text.name}")
        plain = ("--no-hinting", "--layout-features=", "--notdef-outline", "--name-IDs=*")
        return subprocess.run([*subset, *plain, f"--output-file={font}"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
