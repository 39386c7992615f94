"""Build the private page "My cup": the dice as one player sees them, their possible moves, and what comes next."""

from functools import partial

from bot.presses.base import Move
from bot.presses.game import LookIn
from bot.presses.poker_cup import (
    BeginClaim,
    KeepAndShake,
    MarkDice,
    OpenBlind,
    PullOut,
    PutUnder,
    RollDice,
    ShakeCup,
)
from bot.screens.elements.cards import Button, DirectMessage, Ephemeral, Part, Row, Style, Text
from bot.screens.elements.cast import link, where
from bot.screens.elements.labels import BACK, BACK_TO_THE_TABLE, BLIND, MY_CUP
from bot.screens.families import usual
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup.advice import advice, advised, odds_of_claim
from bot.screens.families.poker_cup.inputs import NOTHING, dice_of, faces, held, marked_places, marks_of, picker
from bot.screens.families.poker_cup.narrator import narrator_of, summarized
from bot.screens.families.poker_cup.panel import believe, challenge, give_up, head, look, peek
from bot.screens.families.poker_cup.ranking import named_dice, nothing_beats, spoken, told_apart
from bot.screens.families.poker_cup.showdown import call, shown_dice, verdict
from bot.tables.model import TableView
from bot.tables.past_seats import as_in_round
from bot.tables.pending import Chapter
from bot.words.language import _
from engine.core.characters import Choice
from engine.core.state import PASSING
from engine.poker_cup.actions import MakeClaim, PassBlind
from engine.poker_cup.rules import TopCosts
from engine.poker_cup.view import CupView

NO_HELP = Hinted()


def direct_message(table: TableView, view: CupView, message: int | None) -> DirectMessage | None:
    """Return the DM with the dice that the player with the cup has just seen and a link to `message`.

    Return None for all other players. The first line has digits, because a push notification shows no pictures. The DM
    is not edited when the player shakes the cup. Therefore its words stay true after a shake.
    """
    if not view.mine or view.seat not in view.awaited:
        return None
    seen = " ".join(map(str, view.state.rules.ranking.shown(view.mine)))
    # Translators: a direct message: {dice} are digits; {where} is a link to the channel or the table’s name.
    words = _("🥤 You saw **{dice}** under the cup · Round {round} at {where}")
    lines = [words.format(dice=seen, round=view.state.round, where=where(table.place)), f"# {_row(view)}"]
    if view.state.rules.opens_dice():
        lines.append(_("-# A shake changes them: **My cup** shows what you know now."))
    here = Button(_(MY_CUP), LookIn(table.id), "🥤")
    back = Button(_(BACK_TO_THE_TABLE), emoji="🎲", url=link(table.place, message))
    return DirectMessage("\n".join(lines), (here, back))


def mine(table: TableView, view: CupView, elsewhere: bool, hints: Hinted) -> Ephemeral:
    """Return the cup as a player sees it, with their moves if they have the cup.

    `elsewhere` is True if the page is shown outside the table's channel. `hints` is the help to show.
    """
    is_idle = view.seat not in view.awaited
    return Ephemeral((*_cup(table, view, hints), *usual.place(table, elsewhere)), is_idle=is_idle)


def remote(table: TableView, view: CupView, hints: Hinted, chapter: Chapter) -> Ephemeral:
    """Return the page about a table for a player in a DM: the last round (`chapter`), and the cup as they see it."""
    summary = summarized(chapter)
    by = narrator_of(as_in_round(table, summary.number))
    said = usual.outcome(by, summary, partial(call, beaten=summary.beaten()), verdict, shown_dice)
    lines = [f"-# {where(table.place)}", *said]
    return Ephemeral((Text("\n".join(lines)), *_cup(table, view, hints), usual.show_again(table)))


def turned(table: TableView, view: CupView, press: Move, elsewhere: bool, hints: Hinted) -> Ephemeral:
    """Return "My cup" after dice were marked, a claim was begun, or some of the marked dice were moved."""
    match press:
        case _ if view.seat not in view.awaited:
            parts = _cup(table, view)
        case MarkDice(marks=marks):
            parts = _cup(table, view, hints, marks)
        case PullOut(marked=marked) | PutUnder(marked=marked):
            row = dice_of(view)
            parts = _cup(table, view, hints, marks_of(marked, row, under_cup=isinstance(press, PutUnder)))
        case OpenBlind() if view.legal.blind:
            parts = _blind(table, view, hints)
        case BeginClaim(said=said) if said != NOTHING and (view.legal.claim or view.legal.blind):
            parts = (_standing(table, view, with_dice=True), *picker(table, view, said))
        case BeginClaim() if view.legal.blind:
            parts = _blind(table, view, hints)
        case _:
            parts = _cup(table, view, hints)
    return Ephemeral((*parts, *usual.place(table, elsewhere)))


def _blind(table: TableView, view: CupView, hints: Hinted) -> tuple[Part, ...]:
    """Return the claims for passing on the cup without looking (K3), and a button that leads back to all moves.

    If such a pass is the best move, the page says so, and its claim has a button.
    """
    best = hints.best
    claim = best.action.claim if best is not None and isinstance(best.action, PassBlind) else None
    said = (Text(advice(view, best)),) if best is not None and claim is not None else ()
    back = Button(_(BACK), MarkDice(table.id, table.version, 0), "◀️")
    words = _("🙈 Pass it on blind with a higher claim:")
    if view.state.may_equal(view.state.turn):
        words = _("🙈 Pass it on blind with the same claim or a higher one:")
    return (_standing(table, view, with_dice=True), *said, Text(words), *picker(table, view, best=claim), Row((back,)))


def _cup(table: TableView, view: CupView, hints: Hinted = NO_HELP, marks: int = 0) -> tuple[Part, ...]:
    """Return the dice, the legal moves, and a line about what comes next."""
    if view.state.phase is not PASSING:
        return (Text(_("🥤 Round over. The cup is back next round.")),)
    if view.seat is None or view.seat not in view.awaited:
        return (Text(_waiting(table, view)),)
    best = advised(view, hints.best)
    said = advice(view, best) if best is not None else ""  # its number goes by the claims, too
    if not said and hints.odds and view.legal.challenge:
        said = odds_of_claim(view)
    texts = [Text(words) for words in (said, _next(view, marks), _still_to_shake(view, marks)) if words]
    ways = _ways(table, view, marks, best)
    if not view.state.rules.opens_dice():
        return (_standing(table, view, with_dice=True), *texts, *ways)
    return (_standing(table, view), _dice(table, view, marks), *texts, *ways)


def _waiting(table: TableView, view: CupView) -> str:
    """Return the line for a player without the cup. It names the player who has the cup, and the claim to beat."""
    by, standing = narrator_of(table), view.state.standing
    holder = by.name(view.state.turn)
    if standing is None:
        said = _("{name} has the cup and opens the round.").format(name=holder)
    elif standing.passer == view.seat:
        said = _("You claimed **{claim}**; now {name} has the cup.").format(name=holder, claim=spoken(standing.claim))
    else:
        # Translators: {claim} is the claim that must be beaten.
        said = _("{name} has the cup and **{claim}** to beat.")
        if view.state.may_equal(view.state.turn):
            said = _("{name} has the cup and **{claim}** to match or beat.")
        said = said.format(name=holder, claim=spoken(standing.claim))
    return f"🥤 {said} {_row(view)}" if view.mine else f"🥤 {said}"


def _row(view: CupView) -> str:
    return " ".join(each.picture() for each in dice_of(view))


def _standing(table: TableView, view: CupView, with_dice: bool = False) -> Text:
    """Return whose turn it is, the claim to beat and the player's own hand. `with_dice` adds the row of dice."""
    standing, lines = view.state.standing, usual.your_turn(table, view) or [head(narrator_of(table), view)]
    mine = held(view)
    if standing is not None:
        equal = view.state.may_equal(view.state.turn)
        to_beat = _("To match or beat: **{claim}**") if equal else _("To beat: **{claim}**")
        beaten = view.state.claims[-2].claim if len(view.state.claims) > 1 else None
        claim = told_apart(standing.claim, beaten, mine)
        lines.append(f"{to_beat.format(claim=claim)}\u00a0{named_dice(standing.claim)}")
    if mine is not None:
        # Translators: {claim} is the highest throw or hand: “Mia”.
        top = _("👑 You have **{claim}**, the highest there is!")
        words = top if mine == view.state.rules.ranking.top else _("You have **{claim}**")
        lines.append(words.format(claim=spoken(mine)))
    return Text("\n".join([*lines, *([f"## {_row(view)}"] if with_dice else [])]))


def _dice(table: TableView, view: CupView, marks: int) -> Row:
    """Return the row of dice as buttons that mark them. Dice that may not be marked are disabled."""
    row = dice_of(view)
    places = marked_places(marks, row)
    buttons = tuple(
        Button(
            str(each.face or "?"),
            MarkDice(table.id, table.version, _toggled(places, at)),
            each.picture(at in places),
            Style.GOOD if at in places else Style.MAIN if each.is_under else Style.PLAIN,
            disabled=not each.free,
        )
        for at, each in enumerate(row)
    )
    return Row(buttons)


def _toggled(places: tuple[int, ...], at: int) -> int:
    return sum(1 << place for place in {*places} ^ {at})


def _next(view: CupView, marks: int) -> str:
    """Return the line about the player's possible next moves. `marks` are the marked dice.

    If only a claim is possible, return "", because the claims say so themselves.
    """
    may = view.legal
    if view.state.standing is not None and may.challenge and may.least is None:
        twice = view.state.rules.mia is not TopCosts.SINGLE  # K18
        return nothing_beats(view.state.standing.claim, ("fold",) if may.give_up else (), twice)
    if may.peek:
        return _("Call Liar!, pass it on blind, or peek and roll at least one die.")
    if may.challenge:
        return _("Call Liar!, pass it on blind, or believe it and roll again.")
    if may.shake:
        return _before_the_shake(view, marks)
    if may.throw and not may.claim:
        return _("The cup is empty: tap table dice to put them under or roll them.")
    if may.throw:
        return _("Roll more, or claim.")
    if may.look and view.state.under:
        return _("Look, or claim without looking.")
    return _("Tap dice to pull them out where everyone can see, or claim.") if may.show else ""


def _before_the_shake(view: CupView, marks: int) -> str:
    """Return the line about what the player may do with the dice before they shake the cup (K5 to K7)."""
    may, kept = view.legal, _kept(view, marks)
    if len(kept) == view.state.under:
        return _("That’s every die under the cup: pull them out, or leave one to shake.")
    if kept:
        return _("The ✓ dice under the cup come out where everyone can see. Shaking rolls only the rest.")
    if may.show and may.throw:
        return _("Tap dice to pull out, put under or roll on the table. Then shake.")
    if may.show:
        return _("Tap the dice to keep and pull them out where everyone can see. Then shake the rest.")
    if may.throw:
        return _("Roll more table dice, or shake what’s under the cup.")
    return _("Now shake what’s under the cup.")


def _still_to_shake(view: CupView, marks: int) -> str:
    """Return the line for a player who is about to roll table dice: that alone allows no claim (K6, K7), or ""."""
    row = dice_of(view)
    about_to = faces(row, marked_places(marks, row), under_cup=False) and not _kept(view, marks)
    # Translators: for a player who has marked dice on the table and may roll them: that alone does not let them claim.
    return _("Shake the cup too before you claim.") if about_to and view.legal.throw and view.legal.shake else ""


def _ways(table: TableView, view: CupView, marks: int, best: Choice | None) -> tuple[Part, ...]:
    """Return the buttons and menus for all legal moves. If the `best` move is a claim, it has a button."""
    may = view.legal
    rows: list[Part] = [
        Row(some)
        for some in (_answers(table, view), _of_marked(table, view, marks), _shakes(table, view, marks))
        if some
    ]
    if may.look and view.state.under:
        rows.append(Row((look(table),)))
    claim = best.action.claim if best is not None and isinstance(best.action, MakeClaim) else None
    return (*rows, *(picker(table, view, best=claim) if may.claim else ()))


def _answers(table: TableView, view: CupView) -> tuple[Button, ...]:
    """Return the buttons that answer a claim, or () if no answer is legal.

    The answers are to challenge the claim, to accept it (K2), to give up (K18), or to pass on the cup blind (K3). They
    have the same order as on the panel.
    """
    may = view.legal
    if not may.challenge:
        return ()
    accept = (believe(table),) if may.shake else (peek(table),) if may.peek else ()
    blind = Button(_(BLIND), OpenBlind(table.id, table.version), "🙈")
    others = ((may.give_up, give_up(table)), (may.blind, blind))
    return (challenge(table), *accept, *(button for is_legal, button in others if is_legal))


def _of_marked(table: TableView, view: CupView, marks: int) -> tuple[Button, ...]:
    """Return the buttons for moves with the marked dice (K5, K6, K8), or () if no die is marked.

    After a roll on the table no die can be pulled out any more. Therefore that roll waits while dice under the cup are
    marked.
    """
    may, row, made = view.legal, dice_of(view), []
    places = marked_places(marks, row)
    inside, outside = _kept(view, marks), faces(row, places, under_cup=False)
    if may.show and inside:
        made.append(Button(_("Pull out"), PullOut(table.id, table.version, inside, outside), "⬆️", Style.MAIN))
    if may.cover and outside:
        made.append(Button(_("Put under"), PutUnder(table.id, table.version, outside, inside), "⬇️", Style.MAIN))
    if may.throw and outside and not inside:
        made.append(Button(_("Roll selected"), RollDice(table.id, table.version, outside), "🎲", Style.MAIN))
    return tuple(made)


def _kept(view: CupView, marks: int) -> str:
    """Return the faces of the marked dice that are under the cup, as digits, or "" if there are none."""
    row = dice_of(view)
    return faces(row, marked_places(marks, row), under_cup=True)


def _shakes(table: TableView, view: CupView, marks: int) -> tuple[Button, ...]:
    """Return the buttons that shake the cup (K7), with or without a look afterwards (K8).

    If dice under the cup are marked, the buttons first pull these dice out (K5), so that the shake does not roll them.
    The buttons are disabled if no die would remain to be shaken. Return () if shaking is not legal.
    """
    if not view.legal.shake:
        return ()
    if kept := _kept(view, marks):
        nothing_remains = len(kept) == view.state.under
        looking, unseen = (
            None if nothing_remains else KeepAndShake(table.id, table.version, kept, looks) for looks in (True, False)
        )
        # Translators: a button: the player keeps the dice with a ✓ and shakes the other dice.
        look_too = Button(_("Keep ✓, shake and look"), looking, "👀", Style.GOOD, disabled=nothing_remains)
        return (look_too, Button(_("Keep ✓, shake unseen"), unseen, "🥤", disabled=nothing_remains))
    with_look, without = (ShakeCup(table.id, table.version, looks) for looks in (True, False))
    if view.legal.challenge:  # the shake accepts the claim (K17), and the button that also looks is above
        return (Button(_("Believe unseen"), without, "🥤"),)
    return Button(_("Shake and look"), with_look, "👀", Style.GOOD), Button(_("Shake unseen"), without, "🥤")
