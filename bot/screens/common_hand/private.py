"""A player's own dice, told to them alone: by DM, and whenever they ask."""

from bot.screens.dice import digits, link, pictures, where
from bot.screens.model import Button, Letter, Text, Whisper
from bot.tables.model import TableInfo
from bot.words.faces import bid_spoken, face_name
from bot.words.language import _, ngettext
from bot.words.pictures import red as red_die
from bot.words.pictures import wild as wild_die
from engine.common_hand.view import View
from engine.core.dice import Hand


def letter(table: TableInfo, view: View, message: int | None) -> Letter | None:
    """The hidden roll of the round, for its player alone, with the way back to `message`; None where there is none."""
    return roll(table, view.state.round, view.mine, view.state.red, message) if view.mine else None


def roll(table: TableInfo, number: int, hand: Hand, red: int, message: int | None) -> Letter:
    """The hidden roll of round `number`; `red` is the red die, 0 for none."""
    lines = [_("🎲 **Round {round}** at {where}").format(round=number, where=where(table.place))]
    lines += [digits(hand), f"# {pictures(hand)}"]
    if red:
        words = _("The red die shows {faces} {die}, so they are wild.")
        lines.append(words.format(die=red_die(red), faces=face_name(red)))
    back = Button(_("Back to the table"), emoji="🎲", url=link(table.place, message))
    return Letter("\n".join(lines), (back,))


def mine(table: TableInfo, view: View, elsewhere: bool) -> Whisper:
    """The dice of the person who asked, and the bid they face. `elsewhere`: not in the table's own channel."""
    if not view.mine:
        return Whisper((Text(_("You hold no dice right now. The next throw brings you some.")),))
    lines = [f"# {pictures(view.mine)}", digits(view.mine)]
    state, wild = view.state, view.state.wild()
    if wild:
        lines.append(_("{die} {faces} are wild this round.").format(die=wild_die(wild), faces=face_name(wild)))
    if state.standing is not None:
        bid = bid_spoken(state.standing.quantity, state.standing.face)
        words = ngettext("The bid: **{bid}**, {n} die in play.", "The bid: **{bid}**, {n} dice in play.", state.pool)
        lines.append(words.format(bid=bid, n=state.pool))
    if elsewhere:
        lines.append(f"-# {where(table.place)}")
    return Whisper((Text("\n".join(lines)),))
