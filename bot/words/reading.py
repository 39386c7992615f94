"""What people type, read: faces by their many names (RULES.md section 1), and quantities."""

from bot.words.faces import DIE

_PICTURES = {picture: face for face, picture in enumerate(DIE) if face}

# Every way a face is typed (RULES.md section 1), beside its digit and its picture.
_TYPED = {
    1: "ace aces one ones joker jokers",
    2: "duck ducks two twos deuce deuces",
    3: "tripod tripods three threes",
    4: "cow cows four fours",
    5: "horse horses five fives",
    6: "ant ants six sixes",
}
_FACES = {word: face for face, words in _TYPED.items() for word in words.split()}
_NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty
"""
_COUNTS = {word: number for number, word in enumerate(_NUMBERS.split(), start=1)}
_COUNTS |= {"a": 1, "an": 1}


def read_face(text: str) -> int | None:
    """The face that `text` names: a digit 1-6, a picture, or a name in any case; None for anything else."""
    word = text.strip().lower()
    if word in _PICTURES:
        return _PICTURES[word]
    if word in _FACES:
        return _FACES[word]
    return int(word) if word in {"1", "2", "3", "4", "5", "6"} else None


def read_quantity(text: str) -> int | None:
    """The number that `text` names, in digits (up to four) or in words up to twenty; None for anything else."""
    word = text.strip().lower()
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word)
    return _COUNTS.get(word)
