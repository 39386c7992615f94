"""Put the events of a round of the poker cup into words: turns and claims, and a line for each other event."""

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import CALL_LIAR, PEEK
from bot.screens.elements.widths import height
from bot.screens.families import narration
from bot.screens.families.narration import Line
from bot.screens.families.poker_cup.ranking import named_dice, or_better, spoken, told_apart
from bot.tables.model import TableView
from bot.words.dice import on_table, whole
from bot.words.language import N_, _, listed
from engine.core import events as e
from engine.core.dice import Hand
from engine.poker_cup import events as c
from engine.poker_cup.actions import Action, GiveUp, MakeClaim, PassBlind, Peek, Shake
from engine.poker_cup.ranking import POKER_KINDS, Claim
from engine.poker_cup.rules import CupRules

LOOKED = N_("looked")
PEEKED = N_("peeked")
# Translators: one item in a list of a player’s acts: they rolled both dice.
ROLLED = N_("rolled")


class CupNarrator(narration.Narrator, frozen=True):
    """The facts about a table that the texts of the poker cup depend on."""

    rules: CupRules


def narrator_of(table: TableView) -> CupNarrator:
    """Return the facts about a table that plays the poker cup."""
    assert isinstance(table.rules, CupRules)
    noted = table.annotations
    return CupNarrator(Cast(table.seats), table.rules, table.forfeit(), noted.removed(), noted.again)


ACTS = (c.Peeked, c.Shown, c.Covered, c.Threw, c.RolledOnTable, c.Shook, c.Looked, c.Claimed)
"""The kinds of public acts of the player who has the cup."""

Act = c.Peeked | c.Shown | c.Covered | c.Threw | c.RolledOnTable | c.Shook | c.Looked | c.Claimed

_PRICE = (e.ForfeitOwed, e.LivesLeft, e.Out, e.Opens)


class Turn(msgspec.Struct, frozen=True):
    """The actions of the player in `seat` with the cup, up to the claim if there is one."""

    seat: int
    acts: tuple[Act, ...]

    @property
    def claimed(self) -> c.Claimed | None:
        """Return the claim that ended the turn, or None if there is none yet."""
        last = self.acts[-1] if self.acts else None
        return last if isinstance(last, c.Claimed) else None


class RoundSummary(msgspec.Struct, frozen=True):
    """The events of a round, sorted by kind.

    `number` is 0 if the beginning of the round is not among the events. `turns` contains the turns in which a player
    did something. `shown` is the showdown, or `given_up` is the event that ended the round without one (K18). `price`
    contains the consequences. `besides` contains all other events in order.
    """

    number: int
    turns: tuple[Turn, ...]
    shown: c.CupLifted | None
    price: tuple[e.Event, ...]
    besides: tuple[e.Event, ...]
    given_up: c.GaveUp | None = None

    def claims(self) -> tuple[Turn, ...]:
        """Return the turns that ended in a claim."""
        return tuple(turn for turn in self.turns if turn.claimed is not None)

    def beaten(self) -> Claim | None:
        """Return the claim that the last one beat, or None if there is none."""
        return _claim_of(self.claims()[-2:-1])

    def going_on(self) -> Turn | None:
        """Return the turn that has begun but has no claim yet, or None between two turns."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.claimed is None else None


def _claim_of(turns: Sequence[Turn]) -> Claim | None:
    """Return the claim of the last of these turns, or None if there is none."""
    claimed = turns[-1].claimed if turns else None
    return claimed.claim if claimed is not None else None


def summarized(chapter: Sequence[e.Event]) -> RoundSummary:
    """Return the summary of a round's events."""
    at = next((n for n, event in enumerate(chapter) if isinstance(event, c.CupLifted | c.GaveUp)), len(chapter))
    end = next(iter(chapter[at:]), None)
    price = tuple(takewhile(lambda event: isinstance(event, _PRICE), chapter[at + 1 :]))
    others = (*chapter[:at], *chapter[at + 1 + len(price) :])
    return RoundSummary(
        number=next((event.number for event in chapter if isinstance(event, e.RoundBegan)), 0),
        turns=_turns(chapter),
        shown=end if isinstance(end, c.CupLifted) else None,
        price=price,
        besides=tuple(event for event in others if not isinstance(event, (*ACTS, e.RoundBegan, e.Challenged))),
        given_up=end if isinstance(end, c.GaveUp) else None,
    )


def _turns(chapter: Sequence[e.Event]) -> tuple[Turn, ...]:
    """Return the turns of a round. If a player leaves during their turn (L1), that turn does not count.

    If this player had thrown dice, the earlier turns do not count either, because all dice are thrown again.
    """
    done: list[Turn] = []
    acts: list[Act] = []
    for event in chapter:
        if isinstance(event, e.Left) and acts and acts[0].seat == event.seat:
            done = [] if any(isinstance(act, c.Threw | c.Shook) for act in acts) else done
            acts = []
        elif isinstance(event, ACTS):
            acts.append(event)
            if isinstance(event, c.Claimed):
                done.append(Turn(event.seat, tuple(acts)))
                acts = []
    if acts:
        done.append(Turn(acts[0].seat, tuple(acts)))
    return tuple(done)


def rung(by: CupNarrator, turn: Turn, is_last: bool, *rivals: Claim | None) -> str:
    """Return a claim, followed by the acts of its player before it: "Ben three fours · peeked, rolled 2, looked"."""
    return f"{claim(by, turn, is_last, *rivals)} · {in_short(by, turn)}"


def in_short(by: CupNarrator, turn: Turn) -> str:
    """Return the acts of a player in a turn, in short: "peeked, rolled 2, looked"."""
    return listed(_in_short(by, turn))


def claim(by: CupNarrator, turn: Turn, is_last: bool, *rivals: Claim | None) -> str:
    """Return the claim of a turn: "Ben three fours".

    The last claim is in bold, and its dice follow. The dice of a claim of two dice always follow. If dice follow, only
    they show the dice besides the hand, except if these dice tell it from one of the `rivals`.
    """
    claimed = turn.claimed
    assert claimed is not None
    if not is_last and claimed.claim.kind in POKER_KINDS:
        return f"{by.cast.brief(turn.seat)} {spoken(claimed.claim)}"
    hand, dice = told_apart(claimed.claim, *rivals), named_dice(claimed.claim)
    said = or_better(claimed.claim, f"**{hand}**\u00a0{dice}") if is_last else f"{hand}\u00a0{dice}"
    return f"{by.cast.brief(turn.seat)} {said}"


def _in_short(by: CupNarrator, turn: Turn) -> list[str]:
    """Return the acts of a player in a turn as a list of short phrases (K3 to K8, K17)."""
    claimed, facts = turn.claimed, []
    if claimed is not None and claimed.blind:
        return [_("blind")]
    rolled = sum(act.dice for act in turn.acts if isinstance(act, c.Shook))
    rolled += sum(isinstance(act, c.RolledOnTable) for act in turn.acts)
    if any(isinstance(act, c.Peeked) for act in turn.acts):
        facts.append(_(PEEKED))
    elif not rolled:
        rolled = by.rules.ranking.dice  # K1: the opener has thrown all dice
    if not by.rules.opens_dice():  # K17
        facts.append(_(ROLLED))
    elif rolled:
        # Translators: one item in a list of a player’s acts: they rolled {n} dice.
        facts.append(_("rolled {n}").format(n=rolled))
    if claimed is not None:
        facts.append(_(LOOKED) if claimed.looked else _("unseen"))
    return facts


def so_far(by: CupNarrator, turn: Turn) -> str:
    """Return the line about the acts of a running turn, with the dice that everybody saw."""
    return _done(by.name(turn.seat), listed(_acts(turn.acts, by.rules.opens_dice())))


def so_far_in_short(by: CupNarrator, turn: Turn) -> str:
    """Return a shorter line about a running turn, without dice."""
    return _done(by.cast.brief(turn.seat), in_short(by, turn))


def _done(name: str, acts: str) -> str:
    # Translators: {name} is the player with the cup; {acts} is a list such as “peeked, shook 5, looked”.
    return _("🥤 {name} {acts}").format(name=name, acts=acts)


def _acts(acts: Sequence[Act], opens_dice: bool) -> list[str]:
    """Return acts as a list of phrases. If no die can be opened, all dice are always rolled together (K17)."""
    said: list[str] = []
    for act in acts:
        match act:
            case c.Peeked():
                said.append(_(PEEKED))
            case c.Shown(dice=dice):
                # Translators: one item in a list of a player’s acts; {dice} are pictures.
                said.append(_("pulled out {dice}").format(dice=_shown(dice)))
            case c.Covered(dice=dice):
                # Translators: in a list of what a player did; {dice} are pictures.
                said.append(_("put {dice} under").format(dice=_shown(dice)))
            case c.RolledOnTable(was=was, now=now):
                # Translators: one item in a list of a player’s acts; {was} and {now} are pictures of one die.
                said.append(_("rolled {was} to {now}").format(was=on_table(was), now=on_table(now)))
            case c.Shook() if not opens_dice:
                said.append(_(ROLLED))
            case c.Shook(dice=many):
                # Translators: one item in a list of a player’s acts: they shook {n} dice under the cup.
                said.append(_("shook {n}").format(n=many))
            case c.Looked():
                said.append(_(LOOKED))
            case _:
                pass
    return said


def _shown(dice: Hand) -> str:
    """Return pictures of dice that everybody saw."""
    return whole(" ".join(on_table(face) for face in dice))


def other_news(by: CupNarrator, besides: Sequence[e.Event]) -> list[str]:
    """Return lines about the other events of a round, newest last. Similar events share a line."""
    return narration.newest_news(by, besides, LINES)


def _protested(by: CupNarrator, event: c.Protested) -> str:
    """Return the line about a player who blames the pass of the cup, which costs a second forfeit (K15)."""
    # Translators: {name} lost, and says that a die turned over while the cup was passed.
    words = _("🙄 {name} blames the pass! That costs a second forfeit.")
    return words.format(name=by.name(event.seat))


LINES: dict[type[e.Event], Line] = {**narration.LINES, c.Protested: _protested}
"""The functions that return lines, by the kind of event. The cards of a round show the other events."""

_BY_THE_ROUND: tuple[type[e.Event], ...] = (
    *(e.RoundBegan, e.Challenged, e.ForfeitOwed, e.LivesLeft, e.Out, e.Opens, c.Peeked, c.Shown, c.Covered, c.Threw),
    *(c.RolledOnTable, c.Shook, c.Looked, c.Claimed, c.CupLifted, c.GaveUp),
)

_TO_THEIR_PLAYERS: tuple[type[e.Event], ...] = (c.RolledUnder, c.Slipped)

NARRATED: frozenset[type[e.Event]] = frozenset({*LINES, *narration.ELSEWHERE, *_BY_THE_ROUND, *_TO_THEIR_PLAYERS})
"""All events that players are shown: in a line, in the turns or the showdown of a round, or in private."""


def rungs(by: CupNarrator, summary: RoundSummary, most: int) -> list[str]:
    """Return the newest claims, one in each line, with the acts of their players. The current claim is in bold."""
    claims, hand = summary.claims(), summary.shown.hand if summary.shown is not None else None
    return [rung(by, turn, turn is claims[-1], summary.beaten(), hand) for turn in claims[-most:]]


def in_words(_rules: CupRules, action: Action) -> str:
    """Return a move in words: a claim, or an answer to a claim."""
    match action:
        case MakeClaim(claim=claim):
            return spoken(claim)
        case PassBlind(claim=claim):
            # Translators: a move: the player passes on the cup without looking, and claims {claim}.
            return _("blind, {claim}").format(claim=spoken(claim))
        case Peek():
            return _(PEEK)
        case Shake():
            return _("believe it")
        case GiveUp():
            return _("give up")
        case _:
            return _(CALL_LIAR)


def judged() -> str:
    """Return the sentence about how likely a move was to be right, given all claims, and about a better move.

    Its placeholders are {percent} and {better}.
    """
    # Translators: how likely a move was to be right, given all claims; {better} is “nothing better” or “better: …”.
    return _("-# 🧮 Going by the claims: {percent} likely · {better}")


def chains(by: CupNarrator, summary: RoundSummary) -> list[str]:
    """Return wordings of the claims before the current one that take one small line, the longest first.

    Each claim is shown as dice: "Ann ⚂⚂⚂ → Ben ⚄⚄⚄". If older claims are left out, "…" comes first.
    """
    made = [
        whole(f"{by.cast.brief(turn.seat)} {named_dice(turn.claimed.claim)}")
        for turn in summary.claims()[:-1]
        if turn.claimed is not None
    ]
    chains = [["…", *made[-many:]] if many < len(made) else made for many in range(len(made), 0, -1)]
    return [line for chain in chains if height(f"-# {(line := ' → '.join(chain))}") == 1]
