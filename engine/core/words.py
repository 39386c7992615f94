"""Read numbers and faces from the words of a record, and make untrusted text safe to show."""

LONGEST_NUMBER = 8
"""The most digits that a number in a record may have. A pot holds up to 20 antes of a million."""


class Malformed(Exception):  # noqa: N818 - readers turn it into a `NoRecord` or the answer "illegal"
    """Raised for words that are not a move. The message says what would be right."""


def whole(text: str, signed: bool = False) -> int:
    """Return the whole number that a word of a record means. Raises `Malformed`."""
    digits = text[1:] if signed and text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > LONGEST_NUMBER:
        raise Malformed(f"a number has 1 to {LONGEST_NUMBER} digits, not {shown(text)}")
    return int(text)


def face(text: str) -> int:
    """Return the face that a word of a record means. Raises `Malformed`."""
    if text not in ("1", "2", "3", "4", "5", "6"):
        raise Malformed(f"a face is 1-6, not {shown(text)}")
    return int(text)


def faces(words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the faces that these words mean. Raises `Malformed`."""
    return tuple(face(word) for word in words)


def shown(text: str, most: int = 80) -> str:
    """Return untrusted text in a form that is safe to print.

    The text is cut to `most` characters. A "?" replaces each unprintable character, because a terminal might interpret
    it.
    """
    clean = "".join(character if character.isprintable() else "?" for character in text[: most + 1])
    return clean if len(clean) <= most else clean[:most] + "..."
