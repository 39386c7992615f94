"""One interface to all families of games: play, view, store and read a game of any family.

Most functions call the function of the same name in the game's family (`bids/family.py`, `poker_cup/family.py`). The
families' own events can be imported from here, as `bid_events` and `cup_events`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.bids import events as bid_events
from engine.bids.family import BIDS
from engine.bids.highlights import BidMoment
from engine.bids.legal import Legal
from engine.bids.rules import Challengers, Rules
from engine.bids.state import Game
from engine.bids.view import View
from engine.core.actions import Action
from engine.core.analysis import Analysis
from engine.core.characters import GOOD, PLAIN, REFERENCE, Character, Choice, Reason
from engine.core.dice import Chance
from engine.core.events import Event
from engine.core.family import Family
from engine.core.highlights import Best, Highlights
from engine.core.replay_steps import Replayed
from engine.core.results import is_majority
from engine.core.state import Phase
from engine.core.talk import Talk
from engine.core.tension import Tension
from engine.poker_cup import events as cup_events
from engine.poker_cup.family import POKER_CUP
from engine.poker_cup.highlights import ClaimMoment
from engine.poker_cup.legal import CupLegal
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import CupGame
from engine.poker_cup.view import CupView

__all__ = ["bid_events", "cup_events"]  # so that other modules can import them from here

AnyRules = Rules | CupRules
AnyGame = Game | CupGame
AnyEvent = bid_events.AnyEvent | cup_events.AnyEvent
SHOWDOWNS = (bid_events.Revealed, cup_events.CupLifted)
"""The events of showdowns in all families."""

AnyView = View | CupView
AnyLegal = Legal | CupLegal
AnyHighlights = Highlights[BidMoment] | Highlights[ClaimMoment]

FAMILIES: tuple[Family[Any, Any, Any], ...] = (BIDS, POKER_CUP)
"""All families of games."""

_OF: dict[type, Family[Any, Any, Any]] = {
    kind: each for each in FAMILIES for kind in (each.rules, each.game, each.seen)
}


def family(value: AnyRules | AnyGame | AnyView) -> Family[Any, Any, Any]:
    """Return the family of a game, from the game, its rules or a view of it."""
    return _OF[type(value)]


def start(
    rules: AnyRules,
    players: int,
    chance: Chance,
    holds: Sequence[int] = (),
    scores: Sequence[int] = (),
    lives: Sequence[int] = (),
) -> tuple[tuple[Event, ...], AnyGame]:
    """Begin a game, and return its first events and the game after them. See `Family.start`."""
    return family(rules).start(rules, players, chance, holds, scores, lives)


def initial(
    rules: AnyRules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = (), lives: Sequence[int] = ()
) -> AnyGame:
    """Return the game before its first event. Raises `Refused`."""
    game: AnyGame = family(rules).initial(rules, players, holds, scores, lives)
    return game


def play(game: AnyGame, seat: int | None, action: Action, chance: Chance) -> tuple[tuple[Event, ...], AnyGame]:
    """Carry out `action` for `seat` (None: the table itself). Raises `Refused`. See `Family.play`."""
    return _OF[type(game)].play(game, seat, action, chance)


def evolve(game: AnyGame, event: Event) -> AnyGame:
    """Return the game after `event`."""
    after: AnyGame = family(game).evolve(game, event)
    return after


def view(game: AnyGame, seat: int | None = None) -> AnyView:
    """Return the game as `seat` may see it, or as an onlooker may if `seat` is None."""
    seen: AnyView = _OF[type(game)].view(game, seat)
    return seen


def legal(game: AnyGame, seat: int) -> AnyLegal:
    """Return the legal moves of `seat`."""
    may: AnyLegal = _OF[type(game)].legal(game, seat)
    return may


def awaited(game: AnyGame) -> tuple[int, ...]:
    """Return the seats that the game waits for. Return () if the game is over, or if the next round may begin."""
    return game.state.awaited()


def tension(seen: AnyGame | AnyView) -> Tension:
    """Return the tension of the last showdown of a game, or of a view of it."""
    return family(seen).tension(seen.state)


def freeze(game: AnyGame) -> tuple[bytes, bytes]:
    """Return a game in its stored form: the public part and the hidden part."""
    return family(game).freeze(game)


def thaw(rules: AnyRules, public: bytes, hidden: bytes) -> AnyGame:
    """Return the game by `rules` from its stored form. Raises `msgspec.MsgspecError` for other bytes."""
    game: AnyGame = family(rules).thaw(public, hidden)
    return game


def choose(view: AnyView, draw: float, character: Character = PLAIN[GOOD]) -> Action:
    """Return the move of a computer player in `view.seat`. The game must be waiting for this seat.

    `draw` is a random number in [0, 1).
    """
    return family(view).player.choose(view, draw, character)


def would_challenge(view: AnyView, draw: float, character: Character = PLAIN[GOOD]) -> bool:
    """Return whether a computer player in `view.seat` challenges out of turn.

    Return False if the rules do not allow it (C1).
    """
    return family(view).player.would_challenge(view, draw, character)


def reason(view: AnyView, action: Action, character: Character) -> Reason | None:
    """Return the reason for a computer player's bid or call in `view.seat`, or None for a move that needs none."""
    return family(view).player.reason(view, action, character)


def may_cry(game: AnyGame) -> bool:
    """Return whether any computer player might challenge out of turn now.

    If not, callers can skip `would_challenge`.
    """
    return family(game).player.may_cry(game.state)


def highlights(rules: AnyRules, events: Iterable[Event]) -> AnyHighlights:
    """Return the highlights of a finished game by `rules` (see `Highlights`).

    `events` are all events of the game, in order, hidden ones included.
    """
    best: AnyHighlights = family(rules).highlights(rules, events)
    return best


def best(rules: AnyRules, events: Iterable[Event]) -> Best | None:
    """Return the feat of a whole game that is most worth showing, or None if there is none.

    `events` are all events of the game, hidden ones included.
    """
    return family(rules).best(rules, events)


def talk(rules: AnyRules, events: Iterable[Event]) -> Talk:
    """Return the bids, claims and calls of a whole game, and whether each of them was right.

    `events` are all events of the game, hidden ones included.
    """
    return family(rules).talk(rules, events)


def lies_at(game: AnyGame) -> int | None:
    """Return the number that identifies the random draws for the claims now offered as buttons (FAIRNESS.md).

    Return None if no claims are offered.
    """
    return family(game.state.rules).lies_at(game.state)


def replay_steps(rules: AnyRules, players: int, events: Sequence[Event]) -> Replayed:
    """Return a finished game in steps (see `Step`). `events` are all events of the game, in order."""
    return family(rules).replay_steps(rules, players, events)


def analysed(rules: AnyRules, players: int, replayed: Replayed, since: Mapping[int, int]) -> Analysis:
    """Return an analysis of each bid and call by some seats in a finished game (see `Analysis`).

    `replayed` has the game in steps. `since` maps each of these seats to the first round that counts.
    """
    return family(rules).analysed(rules, players, replayed, since)


def advice(view: AnyView) -> Choice | None:
    """Return the move that the reference player considers best for `view.seat`. The seat must have the turn.

    Return None if that player has no opinion about this moment.
    """
    player = family(view).player
    weighed = player.weigh(view, REFERENCE, None)
    return max(weighed, key=lambda choice: choice.worth) if weighed else player.arrange(view)


def joins_quitting(view: AnyView, people: tuple[int, ...]) -> bool:
    """Return whether a computer player votes to quit now.

    L4: it votes to quit once most of the `people` still in the game have done so.
    """
    still_in = [seat for seat in people if view.state.is_in(seat)]
    return view.legal.quit and is_majority(view.state.voices(still_in), len(still_in))


def up_first(view: AnyView, leaver: int, people: tuple[int, ...]) -> tuple[int, ...]:
    """Return the computer players that have to leave before `leaver` does.

    If bads decide, the player whose departure leaves too few behind washes up (L3). That should never be a computer
    player. So if `leaver` is the last of the `people` (seats) still in the game, all computer players except one leave
    first.
    """
    still_in = view.state.seats_in()
    if not view.state.rules.counts_bads() or leaver not in still_in:
        return ()
    computers = tuple(seat for seat in still_in if seat not in people)
    return computers[1:] if len(computers) == len(still_in) - 1 else ()


def called_late(view: AnyView) -> bool:
    """Return whether a challenge by this seat comes too late, because another player has already challenged (C1).

    That can happen only in a game where anybody may challenge.
    """
    if not isinstance(view, View) or view.state.round_rules.challenge is not Challengers.ANYONE:
        return False
    shown = view.state.showdown
    return view.state.phase is Phase.BETWEEN and shown is not None and shown.challenger != view.seat


def leaver_washes_up(view: AnyView) -> bool:
    """Return whether the next player who leaves washes up, because bads decide and two players are left (L3)."""
    return view.state.rules.counts_bads() and len(view.state.seats_in()) == 2


def leaver_may_owe(view: AnyView) -> bool:
    """Return whether `view.seat` may owe a forfeit for this round or this game if it leaves now (L1).

    It may if one of its forfeits is open, or if this round may still cost it a forfeit. It may also owe the stake in
    words at the end (E6).
    """
    state, seat = view.state, view.seat
    if seat is None or seat in state.debtors:
        return seat is not None
    return _may_owe_the_stake(view) or (len(state.circle) > 2 and _may_owe_for_this_round(view, seat))


def _may_owe_the_stake(view: AnyView) -> bool:
    """Return whether a player who leaves now may owe the stake in words (E6).

    If bads decide, only players who wash up owe it. If dice are shed, nobody who has left owes it once a player has
    shed all dice, or if too few players are left.
    """
    rules = view.state.rules
    if not rules.stake or rules.counts_bads():
        return False
    if not isinstance(view, View) or not rules.costs.sheds:
        return True
    return len(view.state.circle) > 2 and not any(player.shed_in for player in view.state.players)


def _may_owe_for_this_round(view: AnyView, seat: int) -> bool:
    """Return whether the showdown of this round may cost this seat a forfeit after it has left.

    It may if the seat made the current bid or claim. If bads decide, it depends on whether the seat has enough bads to
    wash up, alone or together with another player (E4). A seat that made the current bid may get one more bad.
    """
    if isinstance(view, CupView):
        standing = view.state.standing
        return view.state.rules.counts_forfeits() and standing is not None and standing.passer == seat
    state, rules = view.state, view.state.rules
    is_judged = state.standing is not None and state.standing.bidder == seat
    if not rules.counts_bads():
        return is_judged and rules.counts_forfeits()
    bads = is_judged - state.players[seat].score
    return state.phase is not Phase.BETWEEN and bads >= min(rules.bads, rules.pair_bads)


def was_played_out(view: AnyView, people: tuple[int, ...], last: Iterable[Event]) -> bool:
    """Return whether the computer players finished the game among themselves (L3).

    They did if none of the `people` had dice, or lives, at the end of the last round. `last` has the last events of
    the game: if a player gave up (K18), there was no showdown.
    """
    state, shown = view.state, view.state.showdown
    if isinstance(shown, bid_events.Revealed):
        return not any(shown.hands[seat] for seat in people)
    gave_up = {event.seat for event in last if isinstance(event, cup_events.GaveUp)}
    sides = {shown.passer, shown.challenger} if shown is not None else gave_up
    return bool(sides) and state.rules.runs_out() and not {*people} & {*state.circle, *sides}
