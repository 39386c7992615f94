"""Build private messages with a player's own dice and moves: direct messages, and answers to requests."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.presses.base import Move
from bot.presses.bids import TurnBids
from bot.presses.game import LookIn
from bot.screens.elements.cards import Button, DirectMessage, Ephemeral, Part, Text
from bot.screens.elements.cast import link, where
from bot.screens.elements.labels import BACK_TO_THE_TABLE, LIKELY_TO_YOU, SHOW_THE_TABLE, YOU_HAVE_LEFT
from bot.screens.families import usual
from bot.screens.families.bids.hands import OPEN, in_the_open
from bot.screens.families.bids.inputs import offered_bids
from bot.screens.families.bids.narrator import BidsNarrator, narrator_of, summarized
from bot.screens.families.bids.panel import head, own_moves
from bot.screens.families.bids.pure import shown_word, what_they_are
from bot.screens.families.bids.showdown import call, tally, verdict
from bot.screens.families.bids.showing import bid_and_show, marked_dice, with_show
from bot.screens.families.narration import Hinted
from bot.tables.model import TableView
from bot.tables.past_seats import as_in_round
from bot.tables.pending import Chapter
from bot.words.dice import bid_words, dice_pictures, die, digits, red, times, whole
from bot.words.language import _, ngettext, ordinal, percent, sentences
from engine.bids import odds
from engine.bids.actions import Bid, CallExact
from engine.bids.price import is_final
from engine.bids.view import View
from engine.core.characters import Choice
from engine.core.dice import NOTHING, Called, Hand, without
from engine.core.state import BIDDING, POLL


def direct_message(table: TableView, view: View, message: int | None) -> DirectMessage | None:
    """Return the DM with a player's dice of this round and a link to `message`, or None if the player has no dice.

    Digits come first, because a push notification shows no pictures. The DM stays until the next deal, so it says that
    its dice are only for this round. Editing it after each showdown would cost a request for each player. It is edited
    when the player has thrown dice again (B6).
    """
    if not view.mine:
        return None
    # Translators: a direct message: {dice} are digits; {where} is a link to the channel or the table’s name.
    head, opened = _("🎲 **{dice}** · Round {round} at {where}"), _open(view)
    if opened:
        # Translators: a direct message: {dice} and {open} are digits; everybody sees the dice {open}.
        head = _("🎲 **{dice}** hidden, {open} open · Round {round} at {where}")
    dice, place = digits(without(view.mine, opened)), where(table.place)
    lines = [head.format(dice=dice, open=digits(opened), round=view.state.round, where=place)]
    lines.append(f"# {_own(table, view)}")
    if view.state.red:
        # Translators: {die} is a picture.
        lines.append(_("-# {die} wild").format(die=red(view.state.red)))
    lines.append(_("-# Only for this round: the next one brings new dice."))
    here = Button(_(SHOW_THE_TABLE), LookIn(table.id), "👀")
    back = Button(_(BACK_TO_THE_TABLE), emoji="🎲", url=link(table.place, message))
    return DirectMessage("\n".join(lines), (here, back), is_edit=bool(opened))


def mine(table: TableView, view: View, elsewhere: bool, hints: Hinted) -> Ephemeral:
    """Return a player's own dice and the current bid, with their moves if it is their turn.

    `elsewhere` is True if the message is shown outside the table's channel. `hints` is the help to show.
    """
    if not view.mine:
        return Ephemeral((Text(without_dice(narrator_of(table), view)),))
    place = [f"-# {where(table.place)}"] if elsewhere else []
    return Ephemeral((Text("\n".join([*_round(table, view, hints), *place])), *_moves(table, view, hints)))


def turned(table: TableView, view: View, press: Move, elsewhere: bool, hints: Hinted) -> Ephemeral:
    """Return the page `mine` with the buttons of the bids that the press asks for, and with the dice that it marks.

    Nothing is stored.
    """
    if not isinstance(press, TurnBids) or not view.legal.may_bid():
        return mine(table, view, elsewhere, hints)
    word = shown_word(view, press.called)
    said = "\n".join([*_round(table, view, hints, word, marked_dice(view, press.marks)), *what_they_are(word)])
    moves = _moves(table, view, hints, replace(press, called=word))
    return Ephemeral((Text(said), *moves, *usual.place(table, elsewhere)))


def remote(table: TableView, view: View, hints: Hinted, chapter: Chapter) -> Ephemeral:
    """Return the page about a table for a player in a DM: the last round (`chapter`), the current round, and moves."""
    summary = summarized(chapter)
    by = narrator_of(as_in_round(table, summary.number))
    lines = [f"-# {where(table.place)}", *usual.outcome(by, summary, call, verdict, tally)]
    if view.state.phase in (BIDDING, POLL):
        lines += _round(table, view, hints)
    return Ephemeral((Text("\n".join(lines)), *_moves(table, view, hints), usual.show_again(table)))


def _round(table: TableView, view: View, hints: Hinted, word: Called = NOTHING, show: Hand = ()) -> list[str]:
    """Return lines with the player's own dice, the public facts of the round, and hints.

    The hints are about bids with this `word`, along with which the dice to `show` are shown.
    """
    by = narrator_of(table)
    dice = [f"# {_own(table, view)}", f"-# {_in_digits(view)}"] if view.mine else []
    opened = in_the_open(by.cast, view)
    lines = [*usual.your_turn(table, view), *dice, head(by, view), *([opened] if opened else [])]
    standing = view.state.standing
    if standing is not None:
        bid, name = bid_words(standing), by.name(standing.bidder)
        lines.append(_("{name} bid **{bid}**\u00a0{die}").format(name=name, bid=bid, die=die(standing.face)))
    if not view.mine:
        return lines
    if hints.best is not None and _is_with(hints.best, show):
        return [*lines, advised(view, hints.best)]  # its number also goes by the bids, so the odds would contradict it
    return [*lines, *(_hints(view, word, show) if hints.odds or hints.best is not None else [])]


def _is_with(best: Choice, show: Hand) -> bool:
    """Return whether the player has marked no dice, or those that the best move shows.

    With other marked dice, the numbers of the best move are not those of the bids that the buttons make.
    """
    return not show or (isinstance(best.action, Bid) and best.action.show == show)


def _own(table: TableView, view: View) -> str:
    """Return the player's own dice, drawn with the set of dice that the player has chosen: first the hidden ones."""
    opened, look = _open(view), table.seats[view.seat].look if view.seat is not None else ""
    hidden = dice_pictures(without(view.mine, opened), look)
    return f"{hidden} {OPEN} {dice_pictures(opened, look)}" if opened else hidden


def _open(view: View) -> Hand:
    """Return the player's own dice that lie in the open (B6)."""
    return view.state.open_of(view.seat) if view.seat is not None else ()


def _in_digits(view: View) -> str:
    """Return the player's own dice as digits. If some lie in the open, the text says which (B6)."""
    opened = _open(view)
    if not opened:
        return digits(view.mine)
    # Translators: the reader’s own dice as digits: nobody else sees the dice {dice}, everybody sees the dice {open}.
    return _("{dice} hidden · {open} open").format(dice=digits(without(view.mine, opened)), open=digits(opened))


def _hints(view: View, word: Called, show: Hand) -> list[str]:
    """Return lines about how likely the current bid and the least raises are to hold, given the player's own dice.

    The raises are those with this `word` (B4), for which all dice to `show` count. Their odds are those after the show,
    when the player's other dice are new (B6).
    """
    bid, lines = odds.standing(view), []
    if bid is not None:
        lines.append(_(LIKELY_TO_YOU).format(percent=percent(bid.likely)))
    offered = offered_bids(view, word) if view.legal.may_bid() else ()
    shown = odds.after_show(view, show)
    chances = [
        odds.Likely(bid.quantity, bid.face, odds.holds(shown, bid), bid.called)
        for bid in offered
        if {*show} <= {*view.state.counting(bid).numbers}
    ]
    if raises := [_chance(each) for each in chances]:
        # Translators: {raises} is a list of bids with their chances: “⚄×3 40%”.
        words = _("-# Raises: {raises}") if bid is not None else _("-# Bids: {raises}")
        lines.append(words.format(raises=" · ".join(raises)))
    return lines


def advised(view: View, best: Choice) -> str:
    """Return a line about the best move, and how likely that move is to be right, given the bids.

    If the best move is a bid, the line also says why.
    """
    likely = percent(best.likely)
    match best.action:
        case Bid() as bid:
            words = _("💡 Best: **{bid}**. Going by the bids, {percent} likely.")
            if view.state.standing is None:
                words = _("💡 Best: **{bid}**, {percent} likely.")
            held = odds.own(view, bid)
            # Translators: the reader has {n} dice that count for the bid.
            why = ngettext("You have {n}.", "You have {n}.", held) if held else _("You have none: a bluff.")
            return sentences(words.format(bid=bid_and_show(bid, bid.show), percent=likely), why.format(n=held))
        case CallExact():
            words = _("💡 Best: **Exactly!** Going by the bids, {percent} likely.")
        case _:
            words = _("💡 Best: call it. Going by the bids, you’re {percent} likely to be right.")
    return words.format(percent=likely)


def _chance(bid: odds.Likely) -> str:
    """Return a bid and how likely it is to hold: "⚄×3 40%"."""
    return whole(f"{times(bid)} {percent(bid.likely)}")


def _moves(table: TableView, view: View, hints: Hinted, press: TurnBids | None = None) -> Sequence[Part]:
    """Return the buttons for a seat whose turn it is or that can vote in advance, or () for any other seat.

    If the best move of `hints` is a bid, it has a button: that of its face. `press` has the word of the bids that the
    buttons make (B4), and the dice that the player has marked to show (B6).
    """
    is_asked, press = view.seat in view.awaited or view.legal.ahead, press or TurnBids(table.id, table.version)
    if view.seat is None or not is_asked or not view.mine:
        return ()
    best = hints.best.action if hints.best is not None and isinstance(hints.best.action, Bid) else None
    return with_show(table, view, own_moves(table, view, word=press.called, best=best), press)


def looks_on(table: TableView, view: View) -> str:
    """Return the sentence for a player who is out of the game and tries to move. It says why they are out."""
    return without_dice(narrator_of(table), view)


def without_dice(by: BidsNarrator, view: View) -> str:
    """Return the sentence for the player of `view` who has no dice now. It says why they have none."""
    if view.seat is None or view.state.is_in(view.seat):
        return _("No dice right now. You’ll get some on the next roll.")
    if view.state.players[view.seat].left:  # L1
        return _(YOU_HAVE_LEFT)
    if view.state.playing_off:  # E4
        names = by.cast.names(view.state.playing_off)
        return _("⚔️ The playoff is between {names}. You’re safe: enjoy the show!").format(names=names)
    if view.state.rules.costs.sheds:  # P4
        return _("🎉 You’re safe: you’ve shed all your dice. Enjoy the show!")
    others = (seat for seat, player in enumerate(view.state.players) if not player.left)
    place = 1 + sum(not is_final(view.state, seat) for seat in others)
    # Translators: {place} is a place such as “3rd”; {n} is the number of players.
    words = _("💀 You’re out: {place} of {n}. Enjoy the show!")
    return words.format(place=ordinal(place), n=len(view.state.players))
