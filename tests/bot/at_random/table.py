"""Play a game at one table, from `/play` to the result. People press random buttons."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace
from simcord import ResponseMessage

from bot.presses.base import Move, Press
from bot.presses.bids import CallExact, OpenBidForm, PlaceBid, TurnBids
from bot.presses.game import CallLie, CastVote, GiveGift, HoldOn, OpenGifts, ShowFairness
from bot.presses.lobby import AddComputer, Rematch, Start
from bot.presses.poker_cup import BeginClaim, MarkDice, OpenBlind
from bot.screens.families.bids.pure import USUAL, is_made_with, possible_word
from engine.bids.legal import Legal
from engine.core.dice import NOTHING
from engine.core.state import BETWEEN
from engine.games import AnyView
from tests.bot.answers import Answer
from tests.bot.at_random.coming_and_going import ComingAndGoing
from tests.bot.at_random.evening import Evening, Moment
from tests.bot.at_random.lobby import Lobby
from tests.bot.at_random.may_press import is_theirs
from tests.bot.at_random.secrets import nobody_sees_too_much
from tests.bot.stage import Stage

MOST_STEPS = 1500
"""A limit of steps that no game reaches."""
PANEL, EPHEMERAL, DM = "panel", "ephemeral message", "DM"


class Table:
    """A table at which people press at random."""

    def __init__(self, stage: Stage, game: str, number: int) -> None:
        self._draw = Random(f"{game} {number}")
        self._evening = Evening(stage, self._draw)
        self._stage, self._game, self._number = stage, game, number
        self._others = ComingAndGoing(self._evening)
        self._sleepy: set[str] = set()

    async def play(self) -> None:
        """Play a game from `/play` to the result, and sometimes a rematch."""
        await Lobby(self._evening, self._game).agree(self._number)
        await self._stage.press("Ann", Start)
        await self._play_on()
        if self._evening.happens(0.1):
            await self._once_more()
            await self._play_on()

    async def _once_more(self) -> None:
        stage = self._stage
        await stage.press(self._draw.choice((await self._evening.look()).everybody()), Rematch)
        host = (await stage.table()).host.name
        if len((await stage.table()).seats) < 2:
            await stage.press(host, AddComputer)
        await stage.press(host, Start)

    async def _play_on(self) -> None:
        if self._evening.happens(0.2):
            self._sleepy = {self._draw.choice((await self._evening.look()).everybody())}
        for _step in range(MOST_STEPS):
            if Rematch in self._stage.kinds():
                await self._stage.press("Ann", ShowFairness)
                return
            now = await self._evening.look()
            nobody_sees_too_much(self._evening, now)
            if not await self._step(now):
                await self._evening.time_passes(self._draw.choice((20, 70, 200, 3600)))
        raise AssertionError(f"the game does not end: {(await self._stage.table()).setup}, {self._stage.text()!r}")

    # A step -------------------------------------------------------------------------------------------------

    async def _step(self, now: Moment) -> bool:
        """Have one person press a control that they may press, and return whether anybody did."""
        view = now.view()
        still_in = now.people(view.state.seats_in())
        if still_in and await self._others.happens(now, still_in):
            return True
        if view.state.phase is BETWEEN:
            return await self._between(still_in)
        asked, odds = now.people(view.awaited), min(0.2, 0.8 / (len(still_in) or 1))
        others = [name for name in still_in if name not in asked and self._evening.happens(odds)]
        for name in (*others, *asked):
            if name in self._sleepy and self._evening.happens(0.8):
                continue
            if await self._moves(name):
                return True
            assert name not in asked, f"a dead end for {name}: {self._stage.text()!r}"
        return False

    async def _moves(self, name: str) -> bool:
        """Have a person move on the panel, in a private window or in their DM. Return False if they have no move."""
        now = await self._evening.look()
        mine = now.view(name)
        for place in self._places(mine):
            shown = self._stage.panel() if place is PANEL else await self._evening.window(name, place is DM)
            offered = [press for press in self._evening.shown(shown) if isinstance(press, Move | CastVote)]
            theirs = [press for press in offered if is_theirs(press, now.table, mine)]
            assert place is PANEL or theirs == offered, f"{name} is shown {set(offered) - set(theirs)}"
            if theirs:
                await self._press(name, shown, self._weighed(theirs, mine))
                return True
        return False

    def _places(self, mine: AnyView) -> tuple[str, ...]:
        """Return the panel, the private window and the DM, in the order in which a player looks there for a move.

        The first of the three is random. In the game with the cup it is usually the private window. In the other games
        it is usually the panel.
        """
        weights = (5, 3, 2) if isinstance(mine.legal, Legal) else (2, 6, 2)
        first = self._draw.choices((PANEL, EPHEMERAL, DM), weights)[0]
        return (first, *(place for place in (PANEL, EPHEMERAL, DM) if place != first))

    def _weighed(self, presses: Sequence[Press], mine: AnyView) -> Press:
        """Choose one of these presses at random, with weights that keep games short.

        Calls have enough weight to end most rounds early. A move has more weight than marking one more die.
        """
        calls = [press for press in presses if isinstance(press, CallLie | CallExact)]
        if calls and self._evening.happens(0.35 if isinstance(mine.legal, Legal) else 0.2):
            return self._draw.choice(calls)
        turning = [press for press in presses if isinstance(press, MarkDice | BeginClaim | OpenBlind | TurnBids)]
        acting = [press for press in presses if press not in turning]
        return self._draw.choice(turning if turning and (not acting or self._evening.happens(0.4)) else acting)

    async def _press(self, name: str, shown: ResponseMessage, press: Press) -> None:
        answer = await self._evening.press(name, shown, press)
        if isinstance(press, OpenBidForm):
            await self._fill_in_a_bid(name, shown, answer)

    async def _fill_in_a_bid(self, name: str, shown: ResponseMessage, form: Answer) -> None:
        mine = await self._stage.view(name)
        least = self._draw.choice(mine.legal.bids)
        quantity = self._draw.randint(least.quantity, min(mine.legal.most, least.quantity + 2))
        before, word = await self._evening.look(), USUAL if is_made_with(least, NOTHING) else least.called.value
        words = {"called": [word]} if possible_word(mine) is not NOTHING else {}
        answer = await self._evening.fill(name, shown, form, quantity=str(quantity), face=[str(least.face)], **words)
        if (question := self._evening.question(answer)) is not None:
            bid = PlaceBid.of(before.table.id, before.table.version, replace(least, quantity=quantity))
            answer = await self._evening.confirm(name, question, bid, before)
        assert (await self._stage.table()).version > before.table.version, answer.words

    # Between two rounds -------------------------------------------------------------------------------------

    async def _between(self, still_in: list[str]) -> bool:
        """Have a person press a button between two rounds, such as Next or Wait.

        Return False if time should pass instead.
        """
        if not still_in or self._evening.happens(0.3):
            return False
        name = self._draw.choice(still_in)
        now, panel = await self._evening.look(), self._stage.panel()
        theirs = [press for press in self._evening.shown(panel) if is_theirs(press, now.table, now.view(name))]
        if not theirs:
            return False
        press = self._draw.choice(theirs)
        if isinstance(press, OpenGifts):
            await self._give(name, panel, press)
            return True
        await self._evening.press(name, panel, press)
        return not isinstance(press, HoldOn)

    async def _give(self, winner: str, panel: ResponseMessage, press: OpenGifts) -> None:
        (ephemeral,) = (await self._evening.touch(winner, panel, press)).ephemerals
        gifts = [each for each in self._evening.shown(ephemeral) if isinstance(each, GiveGift)]
        await self._evening.press(winner, ephemeral, self._draw.choice(gifts))
