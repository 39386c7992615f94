"""Helpers that make sealed games and check them with both checkers: `verify`, and the program of FAIRNESS.md."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.__main__ import header_of, main
from engine.fairness import Seed, digest, salt, share
from engine.record import game_lines, write
from engine.simulated_game import Simulated, simulate

PAGE = (Path(__file__).parents[2] / "engine" / "FAIRNESS.md").read_text("utf-8")
(CHECKER,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

SEED = Seed(bytes(range(32)))
JOIN, LINE = "1300000000000000001", "1300000000000000003"
LINK = f"https://discord.com/channels/1/2/{LINE}"
WORDS = 'clover "🍀" # \u2028'

Brought = Sequence[tuple[str, str]]
"""The id of each player's press of Join, and the player's lucky words."""


def stranger(text: str, folder: Path, *given: str) -> subprocess.CompletedProcess[str]:
    """Run the program of FAIRNESS.md on a record, and return the finished process.

    A person who knows nothing but that page would run it this way. `given` is the LINK and the DIGITS of the game's
    line, or nothing.
    """
    game, checker = folder / "game.dice", folder / "checker.py"
    game.write_text(text, "utf-8", newline="")
    checker.write_text(CHECKER, "utf-8")
    return subprocess.run([sys.executable, checker, game, *given], capture_output=True, check=False, text=True)


def is_verified(text: str, folder: Path, *given: str) -> bool:
    """Return whether `python -m engine verify` accepts a record.

    `given` is the link and the digits of the game's line, or nothing.
    """
    game = folder / "ours.dice"
    game.write_text(text, "utf-8", newline="")
    line = ["--line", given[0], "--digest", given[1]] if given else []
    return main(["verify", str(game), *line]) == 0


def accepts(text: str, folder: Path, digits: str, link: str = LINK) -> bool:
    """Return whether both checkers accept a record with these digits. Fail if the checkers disagree."""
    said = is_verified(text, folder, link, digits)
    assert said == (stranger(text, folder, link, digits).returncode == 0)
    return said


def salts_of(brought: Brought, line: str = LINE) -> dict[int, str]:
    """Return each seat's salt. It is made from what the player brought and from the id of the game's line."""
    return {seat: salt(share(*each), line) for seat, each in enumerate(brought)}


def sealed(told: Simulated, brought: Brought) -> tuple[str, str]:
    """Return the record of a simulated game, and the digits of the line that seals the game.

    The record has the comments that the bot writes, but no `# brought` for a player who brought nothing.
    """
    head = header_of(told)
    shares, comments = [share(*each) for each in brought], [f"# line {LINE}"]
    for name, each, made in zip(head.players, brought, shares, strict=True):
        if any(each):
            comments.append(f"# brought {json.dumps([name, *each], ensure_ascii=False)}")
        comments.append(f"# share {json.dumps([name, made])}")
    digits = digest(head.commit, game_lines(head.variant, head.options), shares)
    return "\n".join([*comments, write(head, told.events)]), digits


def played(variant: str, brought: Brought, options: dict[str, str], seed: Seed = SEED) -> tuple[str, str]:
    """Simulate a game of computer players. Return its record and its digits, as `sealed` does."""
    return sealed(simulate(variant, len(brought), options, seed, salts_of(brought)), brought)
