"""Pictures in text: a die is one sign of Unicode's private use, which the outbox draws as it goes out.

So screens stay words, a picture is one letter to them, and nothing that people type can be one (`cleaning.py` takes
such signs out). A picture has a name, "die6"; a look is a set of pictures, a folder (`bot/pictures`). The looks besides
the first have the dice of a hand alone: what says where a die lies, or that it is wild, looks the same for everybody.
"""

import re
from typing import Literal, get_args

from bot.words.faces import DIE

FIRST = 0xE000
BLOCK = 16
"""Signs that each kind of picture has; the face is the place in it."""
KINDS = ("die", "counting", "wild", "red", "covered", "under", "table", "marked")
"""In the order of their signs. Stored messages hold signs, so a new kind comes last."""
Look = Literal["ivory", "brass", "ebony", "coral"]
LOOKS: tuple[Look, ...] = get_args(Look)
"""In the order of their signs; a new one comes last. The first is the house's."""
OF_A_HAND = ("die", "counting")
"""The kinds that every look has."""
SIGNS = BLOCK * 16
"""Signs that each look has."""
MARK = re.compile(f"[{chr(FIRST)}-{chr(FIRST + SIGNS * 16 - 1)}]")
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


def die(face: int, look: str = "") -> str:
    """The picture of a die that shows `face` (1-6); nothing for 0. A `look` that is none is the house's."""
    return _mark("die", face, look)


def counting(face: int, look: str = "") -> str:
    """A die (1-6) that counts towards a bid, because it shows its face; nothing for 0."""
    return _mark("counting", face, look)


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


def look_of(mark: str) -> Look:
    """The look of a sign that is a picture."""
    return LOOKS[(ord(mark) - FIRST) // SIGNS]


def in_text(words: str) -> str:
    """`words` with each picture written in signs that every device has."""
    return MARK.sub(lambda found: _written(found[0]), words)


def _mark(kind: str, face: int, look: str = "") -> str:
    assert 0 <= face <= 6, f"no face: {face}"
    first = FIRST + SIGNS * (LOOKS.index(look) if look in LOOKS else 0)
    return chr(first + KINDS.index(kind) * BLOCK + face) if face else ""


MARKS = (
    *(chr(FIRST + KINDS.index(kind) * BLOCK + face) for kind in KINDS if kind != "covered" for face in range(1, 7)),
    covered(),
    *(draw(face, look) for look in LOOKS[1:] for draw in (die, counting) for face in range(1, 7)),
)
"""Every sign that is a picture."""


def _read(mark: str) -> tuple[str, int]:
    """Kind and face of a sign, "" and 0 for one that stands for nothing."""
    look, sign = divmod(ord(mark) - FIRST, SIGNS)
    kind, face = divmod(sign, BLOCK)
    if not 0 <= look < len(LOOKS) or kind >= len(KINDS) or face > 6 or (face == 0) != (KINDS[kind] == "covered"):
        return "", 0
    return (KINDS[kind], face) if not look or KINDS[kind] in OF_A_HAND else ("", 0)


def _written(mark: str) -> str:
    kind, face = _read(mark)
    return _AS_TEXT[kind].format(die=DIE[face]) if kind else ""
