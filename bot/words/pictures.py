"""Pictures in text: a die is one sign of Unicode's private use, which the outbox draws as it goes out.

So screens stay words, a picture is one letter to them, and nothing that people type can be one (`cleaning.py` takes
such signs out). A picture has a name, "die6"; a set of pictures is a folder (`bot/pictures`).
"""

import re

from bot.words.faces import DIE

FIRST = 0xE000
BLOCK = 16
"""Signs that each kind of picture has; the face is the place in it."""
KINDS = ("die", "counting", "wild", "red", "covered", "under", "table", "marked")
"""In the order of their signs. Stored messages hold signs, so a new kind comes last."""
MARK = re.compile(f"[{chr(FIRST)}-{chr(FIRST + BLOCK * 16 - 1)}]")
"""Any sign that is, or may become, a picture."""

_AS_TEXT = {
    "die": "{die}",
    "counting": "[{die}]",
    "wild": "[{die}★]",
    "red": "🟥{die}",
    "covered": "🟫",
    "under": "🟦{die}",
    "table": "⬜{die}",
    "marked": "🟩{die}",
}
"""How each kind is written where no picture can be shown."""


def die(face: int) -> str:
    """The picture of a die that shows `face` (1-6); nothing for 0."""
    return _mark("die", face)


def counting(face: int) -> str:
    """A die (1-6) that counts towards a bid, because it shows its face; nothing for 0."""
    return _mark("counting", face)


def wild(face: int) -> str:
    """A die (1-6) that counts towards a bid because its face is wild; nothing for 0."""
    return _mark("wild", face)


def red(face: int) -> str:
    """The red die, whose face (1-6) is wild; nothing for 0."""
    return _mark("red", face)


def covered() -> str:
    """A die under a cup."""
    return chr(FIRST + KINDS.index("covered") * BLOCK)


def under(face: int) -> str:
    """A die (1-6) under the one cup, for whoever has seen it; nothing for 0."""
    return _mark("under", face)


def on_table(face: int) -> str:
    """A die (1-6) beside the one cup, for all to see; nothing for 0."""
    return _mark("table", face)


def marked(face: int) -> str:
    """A die (1-6) that was marked for what comes next; nothing for 0."""
    return _mark("marked", face)


def name_of(mark: str) -> str:
    """The name of a picture: "die6", "covered"; "" for a sign that stands for none."""
    kind, face = _read(mark)
    return f"{kind}{face or ''}" if kind else ""


def in_text(words: str) -> str:
    """`words` with each picture written in signs that every device has."""
    return MARK.sub(lambda found: _written(found[0]), words)


MARKS = (
    *(chr(FIRST + KINDS.index(kind) * BLOCK + face) for kind in KINDS if kind != "covered" for face in range(1, 7)),
    covered(),
)
"""Every sign that is a picture."""


def _mark(kind: str, face: int) -> str:
    assert 0 <= face <= 6, f"no face: {face}"
    return chr(FIRST + KINDS.index(kind) * BLOCK + face) if face else ""


def _read(mark: str) -> tuple[str, int]:
    """Kind and face of a sign, "" and 0 for one that stands for nothing."""
    kind, face = divmod(ord(mark) - FIRST, BLOCK)
    if not 0 <= kind < len(KINDS) or face > 6 or (face == 0) != (KINDS[kind] == "covered"):
        return "", 0
    return KINDS[kind], face


def _written(mark: str) -> str:
    kind, face = _read(mark)
    return _AS_TEXT[kind].format(die=DIE[face]) if kind else ""
