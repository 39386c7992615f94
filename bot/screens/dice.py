"""Dice in text: a player's own, and the private letter and whisper that show them."""

from bot.screens.model import Button, Letter, Text, Whisper
from bot.tables.model import Place, TableInfo
from bot.words.cleaning import person
from bot.words.faces import DIE, bid_spoken, face_name
from bot.words.language import _, ngettext
from engine.common_hand.view import View
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


def roll_letter(table: TableInfo, number: int, hand: Hand, wild: int, message: int | None) -> Letter:
    """The hidden roll of round `number`, for its player alone; `wild` is the red die, 0 for none."""
    lines = [_("🎲 **Round {round}** at {where}").format(round=number, where=where(table.place))]
    lines += [f"# {pictures(hand)}", digits(hand)]
    if wild:
        lines.append(_("🟥 The red die shows {die}: {faces} are wild.").format(die=DIE[wild], faces=face_name(wild)))
    back = Button(_("Back to the table"), emoji="🎲", url=link(table.place, message))
    return Letter("\n".join(lines), (back,))


def my_dice(table: TableInfo, view: View, asked_elsewhere: bool = False) -> Whisper:
    """The dice of the person who asked, and the bid they face. `asked_elsewhere`: not in the table's own channel."""
    if not view.mine:
        return Whisper((Text(_("You hold no dice right now. The next throw brings you some.")),))
    lines = [f"# {pictures(view.mine)}", digits(view.mine)]
    state, wild = view.state, view.state.wild()
    if wild:
        lines.append(_("{die} {faces} are wild this round.").format(die=DIE[wild], faces=face_name(wild)))
    if state.standing is not None:
        bid = bid_spoken(state.standing.quantity, state.standing.face)
        words = ngettext("The bid: **{bid}**, {n} die in play.", "The bid: **{bid}**, {n} dice in play.", state.pool)
        lines.append(words.format(bid=bid, n=state.pool))
    if asked_elsewhere:
        lines.append(f"-# {where(table.place)}")
    return Whisper((Text("\n".join(lines)),))
