"""Let random players do things other than moving: leave, call it quits, join late, wake up, chat, or open the rules."""

from bot.presses.game import BringDown, CallQuits, LeaveTable, OpenMore, WakeUp
from bot.presses.learning import ShowRules
from bot.presses.lobby import GiveUpSeat, TakeSeat, WaitForNext
from tests.bot.at_random.evening import GUESTS, Evening, Moment
from tests.bot.scenery import NAMES


class ComingAndGoing:
    """Actions that a random player sometimes takes instead of a move."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._stage, self._draw = evening, evening.stage, evening.draw
        self._was_brought_down = False

    async def happens(self, now: Moment, still_in: list[str]) -> bool:
        """Sometimes let a person do something other than move. Return whether this takes the place of a move.

        `still_in` has the names of the people who are still in the game.
        """
        if await self._wake_up(now):
            return True
        if not self._evening.happens(0.06):
            return False
        done = self._draw.choice((self._leave, self._call_quits, self._come_late, self._chat, self._ask_for_more))
        return await done(now, self._draw.choice(still_in))

    async def _wake_up(self, now: Moment) -> bool:
        dozing = now.people(now.table.annotations.dozing)
        if not dozing or WakeUp not in self._stage.kinds() or self._evening.happens(0.6):
            return False
        name = self._draw.choice(dozing)
        await self._stage.press(name, WakeUp)
        after = await self._evening.look()
        assert name not in after.people(after.table.annotations.dozing)
        return True

    async def _leave(self, _now: Moment, name: str) -> bool:
        """Press Leave and confirm it."""
        await self._stage.surely(name, await self._stage.press(name, LeaveTable))
        return True

    async def _call_quits(self, now: Moment, name: str) -> bool:
        if not now.view(name).legal.quit:
            return False
        await self._stage.surely(name, await self._stage.press(name, CallQuits))
        return True

    async def _come_late(self, now: Moment, _name: str) -> bool:
        """Let a bystander press any button of the panel, and then one of the buttons in the bot's answer.

        With the buttons in the answer, the bystander takes a free seat, waits for the next game, or gives up the
        offered seat.
        """
        there = {seat.name for seat in now.table.seats}
        late = [name for name in (*NAMES, *GUESTS) if name not in there]
        offering = [press for press in self._stage.presses() if not isinstance(press, OpenMore)]
        if not late or not offering:
            return False
        name = self._draw.choice(late)
        answer = await self._evening.touch(name, self._stage.panel(), self._draw.choice(offering))
        (offer,) = answer.ephemerals
        seats = [each for each in self._stage.presses(offer) if isinstance(each, TakeSeat | WaitForNext | GiveUpSeat)]
        assert seats, answer.words
        await self._evening.press(name, offer, self._draw.choice(seats))
        return True

    async def _chat(self, _now: Moment, name: str) -> bool:
        """Write a message in the channel, which moves the panel up."""
        await self._stage.chat(name)
        return False

    async def _ask_for_more(self, _now: Moment, name: str) -> bool:
        """Press a button on the page More.

        The first time, it is the button that moves the panel to the bottom. Later it is the button for the rules.

        The panel is moved only once, because the bot limits how often that is possible.
        """
        if OpenMore not in self._stage.kinds():
            return False
        if not self._was_brought_down:
            self._was_brought_down = True
            await self._stage.press(name, BringDown)
        else:
            assert (await self._stage.press(name, ShowRules)).words
        return False
