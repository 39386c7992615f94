"""Check the two kinds of lines that assert something: `=` for a consequence of a move, `?` for a check in a test."""

from collections.abc import Callable, Sequence

from engine import games
from engine.core.dice import NOBODY
from engine.core.refusals import Refused
from engine.core.state import OVER
from engine.core.words import Malformed, faces, shown, whole
from engine.games import AnyGame, family
from engine.record.script import MadeUp
from engine.record.text import Disagrees, NoRecord, Statement

Words = tuple[str, ...]

_SHAPES: dict[str, str] = {
    "order": "names",
    "plays": "any",
    "count": "number",
    "hand": "any",
    "holds": "",
    "lie": "",
    "exact": "",
    "inexact": "",
    "dice": "name number",
    "lives": "name number",
    "score": "name number",
    "forfeit": "name",
    "out": "name",
    "done": "name",
    "chips": "name number",
    "opens": "name",
    "playoff": "names",
    "over": "result",
}
"""The form of the words that must follow the first word of a `=` line, by that first word."""


def check_shape(line: Statement, names: Words) -> None:
    """Raise `NoRecord` if a `=` line is not a consequence that RECORD.md defines, or if it names a stranger."""
    word, rest = line.words[1] if len(line.words) > 1 else "", line.words[2:]
    if word not in _SHAPES:
        raise NoRecord(line.line, f"there is no consequence {shown(word)}")
    shape = _SHAPES[word]
    if shape == "any":
        return
    if shape in ("names", "result"):
        fits = _is_result(rest, names) if shape == "result" else bool(rest) and set(rest) <= set(names)
    else:
        parts = shape.split()
        fits = len(parts) == len(rest) and all(
            part in names if kind == "name" else _is_number(part) for kind, part in zip(parts, rest, strict=True)
        )
    if not fits:
        raise NoRecord(line.line, f"= {word} takes {_takes(shape)}; the line says {line}")


def _takes(shape: str) -> str:
    result = "winners and names, losers and names, or none"
    return {"": "nothing", "names": "players' names", "result": result}.get(shape, f"a {shape.replace(' ', ' and a ')}")


def _is_number(text: str) -> bool:
    try:
        whole(text, signed=True)
    except Malformed:
        return False
    return True


def _is_result(rest: Words, names: Words) -> bool:
    if rest[:1] == ("none",):
        return len(rest) == 1
    return rest[:1] in (("winners",), ("losers",)) and len(rest) > 1 and set(rest[1:]) <= set(names)


def match(line: Statement, derived: Sequence[str], names: Words) -> int:
    """Return the number of consequences that the line accounts for: the one that it names, and all before it.

    `derived` lists the consequences that no line has named yet, in order. A record may leave out any of them, but it
    may not add one or change their order. Raises `NoRecord` if the line is not a consequence, and `Disagrees` if the
    consequence does not follow here.
    """
    check_shape(line, names)
    said = _plain(line.words)
    for at, text in enumerate(derived):
        if _plain(tuple(text.split())) == said:
            return at + 1
    alike = [text for text in derived if text.split()[:2] == list(line.words[:2])]
    alike = [text for text in alike if text.split()[2:3] == list(line.words[2:3])] or alike or list(derived)
    raise Disagrees(line, alike[0].removeprefix("= ") if alike else "nothing of the kind follows here")


def _plain(words: Words) -> Words:
    """Return the words in a standard form, so that words of equal meaning compare equal.

    The form has `liar` for `bang`, and numbers without plus signs or leading zeros.
    """
    if words[1:] == ("plays", "bang"):
        return ("=", "plays", "liar")
    if words[1] in ("chips", "score", "dice", "lives", "count"):
        return (*words[:-1], str(whole(words[-1], signed=True)))
    return words


def check(line: Statement, game: AnyGame, names: Words) -> None:
    """Check one `?` line against `game`.

    Raises `NoRecord` for an unknown check, and `Disagrees` if the check fails.
    """
    word, rest = line.words[1] if len(line.words) > 1 else "", line.words[2:]
    if word not in _CHECKS:
        raise NoRecord(line.line, f"there is no check {shown(word)}")
    people, takes, ask = _CHECKS[word]
    if stranger := next((name for name in rest[:people] if name not in names), None):
        raise NoRecord(line.line, f"nobody here is named {shown(stranger)}")
    try:
        if len(rest) < people:
            raise Malformed(takes)
        found, said = ask(game, rest, names)
    except Malformed as problem:
        raise NoRecord(line.line, f"? {word} takes {takes} ({problem}); the line says {line}") from None
    if found != said:
        raise Disagrees(line, found)


def turns(game: AnyGame) -> tuple[int, ...]:
    """Return the seats that have to move next.

    These are the player with the turn, otherwise the debtors of open forfeits, otherwise the next opener.
    """
    state = game.state
    if state.turn != NOBODY:
        return (state.turn,)
    return state.debtors or ((state.opener,) if state.opener != NOBODY else ())


def _turn(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 1)
    seats = turns(game)
    found = f"turn {names[seats[0]]}" if seats else "it is nobody's turn"
    return (f"turn {rest[0]}" if names.index(rest[0]) in seats else found), f"turn {rest[0]}"


def _legal(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    reason = refusal(game, rest, names)
    return f"it is refused: {reason}" if reason else "legal", "legal"


def _illegal(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    return "illegal" if refusal(game, rest, names) else "it is legal", "illegal"


def refusal(game: AnyGame, words: Words, names: Words) -> str:
    """Return why a move would be refused now, or "" if it is legal.

    `words` are a player's name and the move. A malformed move counts as illegal.
    """
    if not words:
        raise Malformed("nobody and nothing is named")
    if words[0] not in names:
        return f"nobody here is named {shown(words[0])}"
    try:
        actor, action = family(game).notation.read_move(game, names.index(words[0]), words[1:], names)
        games.play(game, actor, action, MadeUp())
    except (Malformed, Refused) as reason:
        return str(reason)
    return ""


def _pool(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 1)
    return f"pool {family(game).notation.pool(game)}", f"pool {whole(rest[0])}"


def _dice(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 2)
    return f"dice {family(game).notation.holds(game, names.index(rest[0]))}", f"dice {whole(rest[1])}"


def _score(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 2)
    return f"score {family(game).notation.score(game, names.index(rest[0]))}", f"score {whole(rest[1], signed=True)}"


def _lives(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 2)
    return f"lives {game.state.players[names.index(rest[0])].lives}", f"lives {whole(rest[1])}"


def _sees(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    if len(rest) < 3:
        raise Malformed("nothing is said of the dice")
    seen = sorted(family(game).notation.sees(game, names.index(rest[0]), names.index(rest[1])))
    said = [] if rest[2:] == ("nothing",) else sorted(faces(rest[2:]))
    return f"{rest[0]} sees {_hand(seen)}", f"{rest[0]} sees {_hand(said)}"


def _hand(hand: list[int]) -> str:
    return " ".join(map(str, hand)) or "nothing"


def _going(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 0)
    return "the game is over" if game.state.phase is OVER else "going", "going"


def _finished(game: AnyGame, rest: Words, names: Words) -> tuple[str, str]:
    _no_more(rest, 0)
    return "finished" if game.state.phase is OVER else "the game is going on", "finished"


def _no_more(rest: Words, most: int) -> None:
    if len(rest) != most:
        raise Malformed("a word too many or too few")


_CHECKS: dict[str, tuple[int, str, Callable[[AnyGame, Words, Words], tuple[str, str]]]] = {
    "turn": (1, "a player", _turn),
    "legal": (0, "a player and a move", _legal),
    "illegal": (0, "a player and a move", _illegal),
    "pool": (0, "a number", _pool),
    "dice": (1, "a player and a number", _dice),
    "score": (1, "a player and a number", _score),
    "lives": (1, "a player and a number", _lives),
    "sees": (2, "two players, and nothing or dice", _sees),
    "going": (0, "nothing", _going),
    "finished": (0, "nothing", _finished),
}
"""For each check: the number of players that it names first, its arguments in words, and its function."""
