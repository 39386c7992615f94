"""Dice in text, and the way back to a table."""

from bot.tables.model import Place
from bot.words.cleaning import person
from bot.words.faces import DIE
from bot.words.language import _
from engine.core.dice import Hand


def pictures(hand: Hand) -> str:
    """Dice from the lowest up, as pictures."""
    return " ".join(DIE[face] for face in sorted(hand))


def digits(hand: Hand) -> str:
    """Dice from the lowest up, as digits."""
    return " ".join(str(face) for face in sorted(hand))


def marked(hand: Hand, counts: frozenset[int]) -> str:
    """Dice from the lowest up, those whose face counts in bold with a mark, the others pale."""
    if not hand:
        return _("no dice")
    return " ".join(f"**[{DIE[face]}]**" if face in counts else DIE[face] for face in sorted(hand))


def link(place: Place, message: int | None) -> str:
    """The address of the table's newest message, or of its channel."""
    address = f"https://discord.com/channels/{place.guild}/{place.channel}"
    return f"{address}/{message}" if message else address


def where(place: Place) -> str:
    """Server and channel in a sentence."""
    return f"{person(place.guild_name)} · #{person(place.channel_name)}"
