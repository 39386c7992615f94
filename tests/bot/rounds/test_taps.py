"""Test how many taps a game takes.

A bid with a button, a challenge and a vote take one tap each. An act with the cup takes one tap, and one more tap for
each die. A loss takes none.
"""

import pytest
from simcord import ResponseMessage

from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CastVote
from bot.presses.poker_cup import MakeClaim, MarkDice, PeekUnder, PullOut, PutUnder, RollDice, ShakeCup
from bot.screens.elements.widths import height
from bot.tables.model import Status
from tests.bot.answers import SELECT, walk, words
from tests.bot.cups import cup, my_cup
from tests.bot.stage import Stage


class Taps:
    """Makes moves on a stage. Each method returns the number of taps that its move takes."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.count = stage, 0

    async def bid(self) -> int:
        """Make the first bid that has a button, which takes one tap."""
        await self.stage.raise_once()
        return 1

    async def call(self) -> int:
        await self.stage.press(await self.stage.to_move(), CallLie)
        return 1

    async def another_bid(self) -> int:
        """Make a bid that has no button, which takes two taps: opening the menu and choosing the bid."""
        stage, panel = self.stage, self.stage.panel()
        offered = {(each.quantity, each.face) for each in stage.presses(panel) if isinstance(each, PlaceBid)}
        standing = (await stage.view()).state.standing
        name = await stage.to_move()
        least = (await stage.view(name)).legal.bids
        bids = ((bid.quantity + 1, bid.face) for bid in reversed(least))
        quantity, face = next(bid for bid in bids if bid not in offered)
        await stage.pick(name, panel, PlaceBid, quantity=quantity, face=face)
        stands = (await stage.view()).state.standing
        assert stands is not None
        assert stands != standing
        assert (stands.quantity, stands.face) == (quantity, face)
        return 2


async def test_each_round_of_four_takes_five_taps(stage: Stage) -> None:
    """The loser has to do nothing, and the next round begins by itself."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="4")
    taps = Taps(stage)
    for number in range(1, 5):
        assert (await stage.view()).state.round == number
        assert await taps.bid() + await taps.another_bid() + await taps.bid() + await taps.call() == 5
    assert (await stage.table()).status is Status.OVER


async def test_a_loss_takes_no_tap_even_if_a_forfeit_is_owed(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    taps = Taps(stage)
    assert await taps.bid() + await taps.call() == 2
    await stage.time_passes(minutes=11)
    assert (await stage.view()).state.round == 2
    assert (
        "sing a song"
        in (await stage.slash("Ann", "forfeits mine")).words + (await stage.slash("Ben", "forfeits mine")).words
    )


async def test_a_vote_takes_one_tap(stage: Stage) -> None:
    """The other players vote in turn before the showdown (C4)."""
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="joker")
    taps = Taps(stage)
    assert await taps.bid() + await taps.call() == 2
    for _voter in range(2):
        await stage.press(await stage.to_move(), CastVote, believes=True)
    assert (await stage.view()).state.round == 2, "all have voted, and the next round has begun"


async def test_an_act_with_the_cup_takes_one_tap_and_one_more_for_each_die(stage: Stage) -> None:
    """The player peeks, pulls out two dice, puts one under, rolls the other, shakes, looks and claims (K4 to K9)."""
    await stage.start("Ann", "Ben", game="cup")
    opener = await stage.to_move()
    await stage.press(opener, MakeClaim, await my_cup(stage, opener))
    name = await stage.to_move()
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    for kind, dice, on_table in ((PullOut, 2, 2), (PutUnder, 1, 1), (RollDice, 1, 1)):
        assert await act(stage, name, ephemeral, kind, dice) == dice + 1
        assert len((await cup(stage)).state.on_table()) == on_table
    for last in (ShakeCup, MakeClaim):
        assert await act(stage, name, ephemeral, last) == 1
    assert await stage.to_move() == opener


async def act(stage: Stage, name: str, ephemeral: ResponseMessage, kind: type[Press], dice: int = 0) -> int:
    """Mark this many dice for an act, carry the act out, and return the number of taps."""
    for marked in range(1, dice + 1):
        offered = [press.marks for press in stage.presses(ephemeral) if isinstance(press, MarkDice)]
        ways = [marks for marks in offered if marks.bit_count() == marked]
        await stage.press(name, MarkDice, ephemeral, marks=min(ways) if kind is PullOut else max(ways))
    await stage.press(name, kind, ephemeral)
    return dice + 1


# Lines ---------------------------------------------------------------------------------------------------------


def lines(message: ResponseMessage) -> int:
    """Return the number of lines that a message takes on a phone, not counting its buttons."""
    return sum(height(part["content"]) for part in walk(message.components) if part["type"] == 10)


def menus(message: ResponseMessage) -> int:
    return sum(part["type"] == SELECT for part in walk(message.components))


@pytest.mark.parametrize("game", ["common", "firehouse"])
async def test_a_round_of_five_bids_leaves_one_message_of_at_most_twelve_lines(english_stage: Stage, game: str) -> None:
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", game=game, rounds="3 rounds, 9 bads" if game == "firehouse" else "3")
    for _round in range(3):
        before, panel = len(stage.public()), stage.panel()
        for _bid in range(5):
            await stage.raise_once()
            assert stage.panel().id == panel.id
            assert lines(stage.panel()) <= 8
            assert menus(stage.panel()) <= 1
        await stage.press(await stage.to_move(), CallLie)
        assert len(stage.public()) == before + 1, "each round adds one message, the next round's or the result"
        folded = next(message for message in stage.public() if message.id == panel.id)
        if (await stage.table()).status is Status.PLAYING:
            assert lines(folded) <= 12, words(folded)
    assert len(stage.public()) == 6, "the lobby, the line that seals the dice, three rounds and the result"
    assert lines(stage.public()[-1]) <= 12
