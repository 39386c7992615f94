"""Check the salts of a record against the line that sealed the game (see FAIRNESS.md).

The check uses comments that the bot writes into records. They have the players' shares, the inputs of these shares,
and the id of the line's message. Other comments are ignored.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import DecodeError, json

from engine.core.words import shown
from engine.fairness import digest, salt, share
from engine.record.header import MOST, Header, game_lines
from engine.record.text import NoRecord, Problem, Source


class Unproven(Problem):
    """Raised if a throw, a salt or the commitment does not follow from its source."""

    exit_code = 1


class Line(NamedTuple):
    """The line that sealed a game: the id of its message in the channel, and the digits in that message."""

    id: int
    digits: str


class _Said(NamedTuple):
    """A comment of the bot: the number of its line in the file, and its words."""

    at: int
    words: tuple[str, ...]


BROUGHT, SHARE, LINE = b"# brought ", b"# share ", b"# line "

MOST_COMMENTS = MOST + 1
"""The most comments of each kind that are kept.

This is one more than a game can have players. If there are that many comments, at least one is wrong.
"""

PRESS = re.compile(r"[1-9][0-9]{0,19}")
"""Matches the id of a press, in decimal digits."""

MADE = re.compile(r"[0-9a-f]{64}")
"""Matches a share, which is a hash. In the digits that seal the game, other text could pass for a line of the head."""


class Comments:
    """Reads a file line by line, and keeps the bot's comments."""

    def __init__(self, source: Source) -> None:
        self._source, self._number = source, 0
        self.said: dict[bytes, list[_Said]] = {BROUGHT: [], SHARE: [], LINE: []}

    def readline(self, limit: int, /) -> bytes:
        """Return at most `limit` bytes of the next line, or nothing at the end."""
        raw = self._source.readline(limit)
        self._number += 1
        kind = next((word for word in self.said if raw.startswith(word)), None)
        if kind is not None and len(self.said[kind]) < MOST_COMMENTS:
            self.said[kind].append(_Said(self._number, _words(raw.removeprefix(kind))))
        return raw


def _words(coded: bytes) -> tuple[str, ...]:
    """Return the words of a comment, which is either a list of words in JSON or a single word."""
    try:
        return json.decode(coded, type=tuple[str, ...])
    except (DecodeError, UnicodeDecodeError):
        return (coded.decode(errors="replace").strip(),)


def check_line(header: Header, comments: Comments, line: Line) -> tuple[str, ...]:
    """Check that the salts follow from the comments and the line's id, and that the line seals this game.

    Return the players whose shares the record does not explain. Raises `Unproven` if a check fails.
    """
    _check_id(comments.said[LINE], line)
    if header.holds or header.scores or header.lives:
        raise Unproven(1, "a table begins with all dice and lives and no points, and the line seals no other position")
    shares = {name: made for name, (made,) in _by_name(header, comments.said[SHARE], 2).items()}
    brought = _by_name(header, comments.said[BROUGHT], 3)
    for seat, name in enumerate(header.players):
        if name not in shares:
            raise Unproven(1, f"there is no # share comment for {name}")
        if not MADE.fullmatch(shares[name]):
            raise Unproven(1, f"the share of {name} has not 64 hexadecimal digits")
        if header.salts.get(seat) != salt(shares[name], str(line.id)):
            raise Unproven(1, f"the salt of {name} is not made of their share and the id of that line")
    for name, (join, lucky) in brought.items():
        if shares[name] != share(join, lucky):
            raise Unproven(1, f"the share of {name} is made of something else")
        if join and not (PRESS.fullmatch(join) and int(join) < line.id):
            raise Unproven(1, f"{name} sat down after the line, or by no press")
    game = game_lines(header.variant, header.options)
    bound = digest(header.commit, game, [shares[name] for name in header.players])
    if bound != line.digits.lower():
        raise Unproven(1, f"seal, game and shares have the digits {bound}, the line others")
    return tuple(name for name in header.players if name not in brought and shares[name] != share("", ""))


def _check_id(said: Sequence[_Said], line: Line) -> None:
    if not said:
        raise Unproven(1, "there is no # line comment, so no line sealed this game")
    for at, words in said:
        if words != (str(line.id),):
            raise Unproven(at, "the record names another line")


def _by_name(header: Header, said: Sequence[_Said], many: int) -> dict[str, tuple[str, ...]]:
    """Return the words of these comments by player.

    Each comment must have `many` words, the first of which is a player's name. Raises `NoRecord` for another number of
    words, and `Unproven` for an unknown player or a second comment on the same player.
    """
    by_name: dict[str, tuple[str, ...]] = {}
    for at, words in said:
        if len(words) != many:
            raise NoRecord(at, f"this comment takes {many} words, and has {len(words)}")
        if words[0] not in header.players:
            raise Unproven(at, f"nobody here is named {shown(words[0])}")
        if words[0] in by_name:
            raise Unproven(at, f"this is said of {words[0]} twice")
        by_name[words[0]] = words[1:]
    return by_name
