"""Write sentences for refused moves. They say which move is right and, if it helps, what the table waits for."""

from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import ITS_YOUR_TURN, NOT_IN_THE_GAME, PAID_OR_LET_OFF, SETTLED_ALREADY, UNKNOWN_GAME
from bot.screens.elements.stakes import must, what_is_owed
from bot.screens.families.presenters import PRESENTERS, presenter
from bot.screens.families.variants import wording
from bot.screens.table import troubles
from bot.screens.table.options import allowed_values, option_name
from bot.tables.model import Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.chips import chips_in
from bot.words.cleaning import escaped
from bot.words.dice import faces_by_name
from bot.words.language import _, joined, ngettext, sentences
from engine.core import refusals as r
from engine.core.state import POLL
from engine.games import AnyView
from engine.options import OPTIONS


def what_goes_on(seen: TableView) -> str:
    """Return a sentence about what the table waits for now, or "" if the table is over."""
    match seen.status:
        case Status.LOBBY:
            return _("The table is still filling up; {name} starts the game.").format(name=_host(seen))
        case Status.PLAYING if seen.view is not None:
            return _playing(seen, seen.view)
        case _:
            return ""


def _host(seen: TableView) -> str:
    seat = seen.seat_of(seen.host.id)
    return Cast(seen.seats).name(seat) if seat is not None else _("the host")


def _playing(seen: TableView, view: AnyView) -> str:
    cast = Cast(seen.seats)
    debtors, forfeit = view.state.debtors, seen.forfeit()
    if debtors and forfeit is not None:
        winner = cast.name(view.state.creditor) if view.state.creditor >= 0 else ""
        waits = seen.setup.wait_settled
        # Translators: {owed} is a sentence such as “Ann owes a forfeit”.
        said = _("The next round waits: {owed}.") if waits else _("Between rounds: {owed}.")
        owed = _you_must(forfeit) if seen.seat in debtors else must(cast.names(debtors), forfeit, winner, len(debtors))
        return said.format(owed=owed)
    if debtors or not view.awaited:
        return _("The next round starts by itself.")
    if seen.seat is not None and seen.seat in view.awaited:
        return _("It’s your turn to vote: do you believe the bid?") if view.state.phase is POLL else _(ITS_YOUR_TURN)
    if view.state.phase is POLL:
        return _("It’s {name}’s turn to vote.").format(name=cast.name(view.awaited[0]))
    return _("It’s {name}’s turn.").format(name=cast.name(view.awaited[0]))


def _you_must(forfeit: str) -> str:
    """Return what the reader has to do, as a part of a sentence: "you must: sing a song", "you owe a forfeit"."""
    if chips_in(forfeit):
        # Translators: a part of a sentence; {what} is a number of chips.
        return _("you owe **{what}**").format(what=what_is_owed(forfeit))
    if forfeit:
        # Translators: a part of a sentence; {what} is the host’s text, such as “sing a song”.
        return _("you must: **{what}**").format(what=what_is_owed(forfeit))
    # Translators: a part of a sentence.
    return _("you owe a forfeit")


OF_THE_MOMENT: tuple[object, ...] = (
    *(r.NotPlaying, r.NoRound, r.RoundRunning, r.NoSuchMove, r.NothingToChallenge, r.OwnBid),
    *(r.NothingOwed, r.NotYoursToSettle, r.NoGift, r.SaidAlready, r.NotWaitedFor),
    *(reason for each in PRESENTERS.values() for reason in each.of_the_moment),
    *(Code.STALE_PANEL, Code.NOT_STARTED, Code.GAME_RUNNING, Code.NOT_SEATED),
)
"""The refusals that are followed by a sentence about the current state (`what_goes_on`)."""


def sentence(refusal: r.Refused | Trouble, seen: TableView | None = None) -> str:
    """Return a refusal in words.

    `seen` is the table as this person sees it. If it is given, names replace seats, and a sentence about the current
    state follows if it helps.
    """
    kind: object
    with faces_by_name(seen is not None and seen.setup.face_names):
        if isinstance(refusal, Trouble):
            said, kind = troubles.sentence(refusal.code, refusal.facts), refusal.code
        else:
            cast = Cast(seen.seats) if seen is not None else None
            said, kind = _of_the_rules(refusal.reason, cast, seen), type(refusal.reason)
    present = what_goes_on(seen) if seen is not None and kind in OF_THE_MOMENT else ""
    return sentences(said, present)


def _of_the_rules(reason: r.Reason, cast: Cast | None, seen: TableView | None) -> str:
    """Return a sentence with the reason why the rules refuse a move.

    If the person is out of the game, the sentence depends on the family of games.
    """
    shown = presenter(seen.view) if seen is not None and seen.seat is not None and seen.view is not None else None
    if isinstance(reason, r.NotPlaying) and shown is not None and seen is not None:
        return shown.looks_on(seen, seen.view)
    return reason_sentence(reason, _naming(cast))


def _naming(cast: Cast | None) -> r.Naming:
    """Return a function that returns the name of a seat, or "somebody else" if the seat is not known."""

    def name(seat: int) -> str:
        known = cast is not None and 0 <= seat < len(cast.seats)
        return cast.name(seat) if cast is not None and known else _("somebody else")

    return name


def reason_sentence(reason: r.Reason, name: r.Naming) -> str:
    """Return the sentence for the reason of a refusal.

    Raises `LookupError` if there is no such sentence. A test checks that each reason has one.
    """
    for tell in (_in_any_game, _at_the_lobby, *(each.refusal for each in PRESENTERS.values())):
        if said := tell(reason, name):
            return said
    raise LookupError(type(reason).__name__)


def _in_any_game(reason: r.Reason, name: r.Naming) -> str | None:
    """Return the sentence for a refusal that is possible in any game, or None for any other reason."""
    match reason:
        case r.NotYourTurn(turn=turn):
            return _("⏸️ Not yet: it’s {name}’s turn.").format(name=name(turn))
        case r.OutOfTurn(turn=turn):
            # Translators: “call it” means to call the bid a lie.
            return _("⏸️ Only {name} may call it: they’re next.").format(name=name(turn))
        case r.ForfeitWaits(debtors=debtors):
            waits = ngettext(
                "📝 The forfeit comes first: {names} must settle it.",
                "📝 The forfeits come first: {names} must settle them.",
                len(debtors),
            )
            return waits.format(names=joined([name(debtor) for debtor in debtors]))
        case r.NotYoursToSettle(debtor=debtor, creditor=creditor):
            return _(PAID_OR_LET_OFF).format(debtor=name(debtor), winner=name(creditor))
        case _:
            return _plain(reason)


def _plain(reason: r.Reason) -> str | None:
    """Return the sentence for a reason without details such as names, or None for any other reason."""
    said: dict[type[r.Reason], str] = {
        r.GameIsOver: _("🏁 This game is over. Press **Again** or type `/play`."),
        r.NoSuchMove: _("🎲 There’s no such move in this game."),
        r.NotPlaying: _(NOT_IN_THE_GAME),
        r.NoRound: _("🥁 There’s no round going right now."),
        r.RoundRunning: _("🥁 Wait until this round is over."),
        r.NoSuchFace: _("🎲 A die has six faces: 1 to 6, or ace, duck, tripod, cow, horse, ant."),
        r.NothingToChallenge: _("🫵 Nobody has bid yet."),
        r.OwnBid: _("🫵 You said that yourself. Let the others worry about it."),
        r.NothingOwed: _(SETTLED_ALREADY),
        r.NoGift: _("🎁 There’s no gift to give right now."),
        r.GiftToWhom: _("🎁 Pick a third player who’s still in, not the one who just lost."),
        r.SaidAlready: _("🌙 You’ve already voted; it takes more than half of you."),
        r.NotWaitedFor: _("⏸️ It’s not your turn."),
        r.HowManyPlayers: _("🪑 It takes 2 to 20 players."),
        r.Holding: _("🎲 Everyone starts with at least one die, and no more than this game allows."),
    }
    return said.get(type(reason))


def _at_the_lobby(reason: r.Reason, _name: r.Naming) -> str | None:
    """Return the sentence for a game name or an option that is refused, or None for any other reason."""
    match reason:
        case r.OptionValue(name=name, value=value):
            # Translators: {name} is a house rule; {allowed} are the values that may be typed for it.
            return _("⚙️ “{value}” won’t work for {name}: use {allowed}.").format(
                value=escaped(value), name=option_name(name), allowed=allowed_values(OPTIONS[name])
            )
        case r.UnknownOption(name=name):
            return _("⚙️ There’s no option called “{name}”.").format(name=escaped(name))
        case r.OptionsClash(first=first, second=second):
            # Translators: {first} and {second} are house rules.
            return _("⚙️ “{first}” and “{second}” don’t go together.").format(
                first=option_name(first), second=option_name(second)
            )
        case r.UnknownVariant(name=name, allowed=allowed):
            return _(UNKNOWN_GAME).format(
                typed=escaped(name), games=joined([wording(variant).title for variant in allowed])
            )
        case _:
            return None
