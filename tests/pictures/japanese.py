"""Make the Japanese font for drawn pages: `python -m tests.pictures.japanese FONT`.

FONT is the file 400Regular/NotoSansJP_400Regular.ttf of the npm package @expo-google-fonts/noto-sans-jp (0.4.3), which
is under the SIL Open Font License 1.1. The new font has only the characters of JIS X 0208 and Latin characters. It
needs both, because each text is drawn in one font. The program needs fonttools, which nothing else here needs: `pip
install fonttools` (the font was made with 4.60.1).
"""

import subprocess
import sys
import tempfile

from bot.pictures import FOLDER

FONT = FOLDER / "fonts" / "NotoSansJP-Regular.ttf"
ROWS = range(0xA1, 0xFF)
LATIN = (*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x2010, 0x2070), *range(0xFF61, 0xFFA0))
"""Latin letters, punctuation, and the narrow forms of Japanese characters."""
BESIDE = "～－＂＇￥〝〟①②③④⑤⑥⑦⑧⑨⑩"
"""Other characters that people type in Japanese text."""


def jis() -> set[str]:
    """Return the 6,879 characters of JIS X 0208."""
    pairs = [bytes((row, cell)) for row in ROWS for cell in ROWS]
    return {sign for pair in pairs for sign in pair.decode("euc_jp", "ignore")}


def main() -> int:
    """Make the font. Return the exit code."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as text:
        text.write("".join(sorted({*jis(), *map(chr, LATIN), *BESIDE})))
        text.flush()
        subset = (sys.executable, "-m", "fontTools.subset", sys.argv[1], f"--text-file={text.name}")
        plain = ("--no-hinting", "--layout-features=", "--notdef-outline", "--name-IDs=*")
        return subprocess.run([*subset, *plain, f"--output-file={FONT}"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
