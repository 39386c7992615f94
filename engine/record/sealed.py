"""Check the salts of a record against the line that sealed the game, using the bot's comments: see FAIRNESS.md.

The comments give what each player brought, their shares, and the id of the line's message. All other comments are
ignored.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import DecodeError, json

from engine.fairness import digest, salt, share
from engine.record.header import MOST, Header, game_lines
from engine.record.text import NoRecord, Problem, Source


class Unproven(Problem):
    """A throw, a salt or the commitment does not follow from its source."""

    exit_code = 1


class Line(NamedTuple):
    """The line that sealed a game, as posted in the channel: the message's id, and its digits."""

    id: int
    digits: str


class _Said(NamedTuple):
    """A comment of the bot's: the number of its line, and its words."""

    at: int
    words: tuple[str, ...]


BROUGHT, SHARE, LINE = b"# brought ", b"# share ", b"# line "

MOST_COMMENTS = 3 * MOST
"""Further comments are ignored: no game has so many."""


class Comments:
    """A file that is read line by line; it keeps the bot's comments on the way."""

    def __init__(self, source: Source) -> None:
        self._source, self._number = source, 0
        self.said: dict[bytes, list[_Said]] = {BROUGHT: [], SHARE: [], LINE: []}

    def readline(self, limit: int, /) -> bytes:
        """Return the next line, at most `limit` bytes of it; nothing at the end."""
        raw = self._source.readline(limit)
        self._number += 1
        kind = next((word for word in self.said if raw.startswith(word)), None)
        if kind is not None and len(self.said[kind]) < MOST_COMMENTS:
            self.said[kind].append(_Said(self._number, _words(raw.removeprefix(kind))))
        return raw


def _words(coded: bytes) -> tuple[str, ...]:
    """Return the words of a comment: a list of words in JSON, or one word."""
    try:
        return json.decode(coded, type=tuple[str, ...])
    except (DecodeError, UnicodeDecodeError):
        return (coded.decode(errors="replace").strip(),)


def check_line(header: Header, comments: Comments, line: Line) -> None:
    """Raise `Unproven` unless all salts follow from the comments and this line's id, and the line binds the game."""
    _check_id(comments.said[LINE], line)
    shares = {word: made for at, words in comments.said[SHARE] for word, made in [_named(at, words, 2)]}
    for at, words in comments.said[BROUGHT]:
        name, join, lucky = _named(at, words, 3)
        if shares.get(name) != share(join, lucky):
            raise Unproven(at, f"the share of {name} is made of something else")
        if join and not (join.isascii() and join.isdigit() and int(join) < line.id):
            raise Unproven(at, f"{name} sat down after the line, or by no press")
    for seat, name in enumerate(header.players):
        if name not in shares:
            raise Unproven(1, f"there is no # share comment for {name}")
        if header.salts.get(seat) != salt(shares[name], str(line.id)):
            raise Unproven(1, f"the salt of {name} is not made of their share and the id of that line")
    game = game_lines(header.variant, header.options)
    bound = digest(header.commit, game, [shares[name] for name in header.players])
    if bound != line.digits.lower():
        raise Unproven(1, f"seal, game and shares have the digits {bound}, the line others")


def _check_id(said: Sequence[_Said], line: Line) -> None:
    if not said:
        raise Unproven(1, "there is no # line comment, so no line sealed this game")
    for at, words in said:
        if words != (str(line.id),):
            raise Unproven(at, "the record names another line")


def _named(at: int, words: tuple[str, ...], many: int) -> tuple[str, ...]:
    if len(words) != many:
        raise NoRecord(at, f"this comment takes {many} words, and has {len(words)}")
    return words
