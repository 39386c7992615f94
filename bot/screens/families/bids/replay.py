"""Show one step in the replay of a bidding game: the bid or call, its likelihood, and the dice."""

from collections.abc import Sequence

from bot.screens.elements.cards import Rule, Text
from bot.screens.elements.labels import LIKELY_TO_NAME
from bot.screens.families.bids import narrator
from bot.screens.families.bids.hands import Cups, in_the_open, side_by_side
from bot.screens.families.bids.narrator import BidsNarrator, fitting_ladder, summarized
from bot.screens.families.bids.panel import head
from bot.screens.families.bids.showdown import called, revealed
from bot.screens.families.bids.standing import sheet
from bot.screens.families.narration import Scene
from bot.words.dice import bid_words
from bot.words.language import _, percent_of_deed
from engine.bids.events import BidMade, ExactCalled, ThrownAgain
from engine.bids.rules import Rules
from engine.core.events import Challenged, Event, Hidden

MOST_RUNGS = 3
"""The maximum number of lines that the ladder of bids takes."""


def replayed(scene: Scene) -> tuple[Text | Rule, ...]:
    """Return one step of a replay: the bid or call, its likelihood, and the dice known from this point of view."""
    assert isinstance(scene.rules, Rules)
    by, summary = BidsNarrator(scene.cast, scene.rules, scene.forfeit), summarized(scene.chapter)
    if summary.shown is not None:
        return revealed(by, summary, summary.shown, follows=scene.follows)
    lines = [head(by, scene.step.view), *_said(by, scene, summary.bids), *_besides(by, scene.step.events)]
    rungs = fitting_ladder(by, summary.bids, summary.call, MOST_RUNGS)
    return (Text("\n".join([*lines, *([f"-# {rungs}"] if rungs else [])])), Rule(), Text(_dice(scene)))


def _said(by: BidsNarrator, scene: Scene, bids: Sequence[BidMade]) -> list[str]:
    """Return lines about the bid, the call or the throw of this step.

    For a bid or a call, one line says how likely it was to be right, given what its player could see.
    """
    event, likely = scene.step.events[-1], scene.step.likely
    match event:
        case BidMade(seat=seat):
            bid = bid_words(event)
            said = _("### {name} bids {bid}").format(name=by.cast.brief(seat), bid=bid)
            hint = _(LIKELY_TO_NAME)
        case ThrownAgain(seat=seat):
            return [f"### {narrator.shown_now(by, scene.step.view)}"]
        case Challenged(seat=seat) | ExactCalled(seat=seat):
            said = f"### {called(by, event, bids[-1])}"
            hint = _(LIKELY_TO_NAME)
        case _:
            opener = by.cast.brief(scene.step.view.state.opener)
            return [_("### 🎲 Everyone rolls, and {name} opens").format(name=opener), sheet(by.cast, scene.step.view)]
    return [said, hint.format(name=by.cast.brief(seat), percent=percent_of_deed(likely or 0.0))]


def _besides(by: BidsNarrator, events: Sequence[Event]) -> list[str]:
    """Return small lines about the other events of this step, such as a crooked die or a player who leaves."""
    return [
        f"-# {line}" for line in narrator.other_news(by, [event for event in events if not isinstance(event, Hidden)])
    ]


def _dice(scene: Scene) -> str:
    """Return the dice known from this point of view. Dice that count for the bid are highlighted.

    With many players, covered hands are shown only as a number of dice.
    """
    state = scene.step.view.state
    bid = state.standing
    cups = Cups(scene.step.dice, state.counting(bid) if bid is not None else None, state.open)
    lifted = frozenset(seat for seat in cups.thrown() if scene.sees(seat))
    if cups.are_few() or len(lifted) == len(cups.thrown()):
        return side_by_side(scene.cast, cups, lifted, judged=bid is not None, in_digits=True)
    covered = " · ".join(
        f"{scene.cast.brief(seat)} {len(cups.hands[seat])}" for seat in cups.thrown() if seat not in lifted
    )
    own = side_by_side(scene.cast, cups.of(lifted), lifted, judged=bid is not None, in_digits=True)
    opened = in_the_open(scene.cast, scene.step.view)
    return "\n".join(part for part in (own, opened, f"-# 🎲 {covered}") if part)
