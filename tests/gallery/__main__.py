"""Write the sentences of a language on their screens: `python -m tests.gallery pl` writes screens.pl.html.

It plays the scenes of tests/bot, which takes some minutes. A scene that fails shows less.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bot.words.language import offered
from tests.bot.pseudo import SIGN
from tests.gallery.noting import FOLDER
from tests.gallery.page import page
from tests.gallery.saying import Speaker


def main() -> int:
    """Write the page of the language that is named on the command line."""
    keys = sys.argv[1:]
    if len(keys) != 1 or keys[0] not in offered():
        known = ", ".join(offered())
        print(f"Name one language: {known}. `make words NEW=pl` begins another one.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        _play(folder)
        screens = _chosen([each for file in Path(folder).iterdir() for each in json.loads(file.read_text("utf-8"))])
    made = Path(f"screens.{keys[0]}.html")
    made.write_text(page(Speaker(keys[0].replace("_", "-")), screens), "utf-8")
    print(f"{made}: {len(screens)} screens")
    return 0


def _play(folder: str) -> None:
    run = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-n", "4", "--dist", "loadgroup"]
    environment = {**os.environ, "LANGUAGES": "numbered", FOLDER: folder}
    subprocess.run([*run, "-p", "tests.gallery.noting", "tests/bot"], env=environment, check=False)


def _chosen(screens: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return few screens that show all sentences: first those with many, sorted by their scenes."""
    found, seen = list[dict[str, Any]](), set[str]()
    for each in sorted(screens, key=lambda screen: -len(_numbers(screen))):
        if new := _numbers(each) - seen:
            seen |= new
            found.append(each)
    return sorted(found, key=lambda screen: str(screen["scene"]))


def _numbers(screen: dict[str, Any]) -> set[str]:
    return set(SIGN.findall(json.dumps(screen["body"], ensure_ascii=False)))


if __name__ == "__main__":
    sys.exit(main())
