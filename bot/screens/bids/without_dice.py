"""What is said to somebody who asks for their dice and holds none: whether there will be some again."""

from bot.screens.bids.telling import Telling
from bot.words.language import _
from engine.bids.rules import Price
from engine.bids.view import View


def without_dice(by: Telling, view: View) -> str:
    """Why the one who sees this holds no dice, and what there is for them now."""
    if view.seat is None or view.state.is_in(view.seat):
        return _("You hold no dice right now. The next throw brings you some.")
    if view.state.players[view.seat].left:  # L1
        return _("🚪 You have left this game. The next one has dice for you.")
    if view.state.playing_off:  # E4
        names = by.cast.names(view.state.playing_off)
        return _("⚔️ The play-off is between {names}: nothing can happen to you. Stay and watch!").format(names=names)
    if view.state.rules.price is Price.SHED:  # P4
        return _("🎉 You have shed every die: nobody takes your place from you. Stay and watch!")
    return _("💀 Your last die is gone, so you are out. Stay and watch: the next game has dice for you.")
