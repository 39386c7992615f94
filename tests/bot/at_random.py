"""Players who press whatever is shown to them, at random: in the lobby, in turn and out of it, and between rounds."""

import re
from random import Random
from typing import Any

from bot.presses.base import Press
from bot.presses.codec import AnyPress, decode
from bot.presses.game import (
    CallExact,
    CallLie,
    CallQuits,
    CastVote,
    GiveGift,
    LeaveTable,
    NextRound,
    OpenGifts,
    PlaceBid,
    SettleForfeit,
)
from bot.presses.lobby import AddComputer, ChooseHouseRule, Join, OpenHouseRules, OpenOptions, Rematch, Start
from engine.common_hand.view import View
from engine.core.actions import How
from engine.core.state import BIDDING, POLL
from tests.bot.stage import NAMES, SELECT, Answer, Stage, walk

MOST_STEPS = 400
"""More than any of these games takes."""


class Table:
    """One table of people who press at random, and what is to be true of it all the time."""

    def __init__(self, stage: Stage, game: str, number: int) -> None:
        self.stage, self.game, self.draw = stage, game, Random(f"{game} {number}")
        stage.channel = stage.guild.create_text_channel(f"dice-{number}")
        self.people = list(NAMES[: self.draw.randint(1, len(NAMES))])

    async def play(self) -> None:
        """From `/play` to the result."""
        await self._agree()
        await self.stage.press("Ann", Start)
        for step in range(1, MOST_STEPS):
            if Rematch in self.stage.kinds():
                return
            await self._hides_dice()
            if not await self._move():
                await self.stage.time_passes(hours=step)
        raise AssertionError(f"no end: {(await self.stage.table()).setup}, {self.stage.text()!r}")

    # The lobby ---------------------------------------------------------------------------------------------

    async def _agree(self) -> None:
        stage, draw = self.stage, self.draw
        await stage.slash("Ann", "play", game=self.game)
        for name in self.people[1:]:
            await stage.press(name, Join)
        for _ in range(draw.randint(max(0, 2 - len(self.people)), 3)):
            await stage.press("Ann", AddComputer)
        for _ in range(draw.randint(0, 5)):
            await self._choose_a_house_rule()
        form = await stage.press("Ann", OpenOptions)
        length = f"{draw.randint(1, 4)} rounds"
        await stage.fill("Ann", form, rounds=length, clock=[draw.choice(("30", "180", "none"))], switches=[])

    async def _choose_a_house_rule(self) -> None:
        """Any that is on any page; two that contradict each other are refused by a sentence that names both."""
        opened = await self.stage.press("Ann", OpenHouseRules)
        (page,) = opened.whispers
        leaf = self.draw.choice([None, *self.stage.presses(page)])
        if isinstance(leaf, OpenHouseRules):
            await self.stage.press("Ann", OpenHouseRules, page, page=leaf.page)
        offered = [press for press in menu(self.stage, page) if isinstance(press, ChooseHouseRule)]
        rule = self.draw.choice(offered)
        before = (await self.stage.table()).setup
        answer = await self.stage.pick("Ann", page, ChooseHouseRule, option=rule.option, value=rule.value)
        refused = (await self.stage.table()).setup == before and "do not go together" in answer.words
        assert refused or not answer.private or "House rules" in answer.words, answer.words

    # The game ----------------------------------------------------------------------------------------------

    async def _move(self) -> bool:
        """Somebody presses something that is shown and theirs to press; whether anybody could."""
        table, view = await self.stage.table(), await self.stage.view()
        asked = [table.seats[seat].name for seat in view.awaited if table.seats[seat].user is not None]
        still_in = [table.seats[seat].name for seat in view.state.seats_in() if table.seats[seat].user is not None]
        if still_in and self.draw.random() < 0.02:
            return await self._go(self.draw.choice(still_in))
        if view.state.phase not in (BIDDING, POLL):
            return await self._between(view, still_in)
        others = [name for name in still_in if name not in asked and self.draw.random() < 0.2]
        for name in (*others, *asked):
            legal = (await self.stage.view(name)).legal
            mine = [press for press in self._shown() if _is_theirs(press, legal)]
            if mine:
                return await self._press(name, self._weighed(mine))
        return False

    def _shown(self) -> list[AnyPress]:
        panel = self.stage.panel()
        return [*self.stage.presses(panel), *menu(self.stage, panel)]

    def _weighed(self, presses: list[AnyPress]) -> AnyPress:
        """A round shall end before every bid that is possible was made."""
        calls = [press for press in presses if isinstance(press, CallLie | CallExact)]
        return self.draw.choice(calls if calls and self.draw.random() < 0.35 else presses)

    async def _press(self, name: str, press: AnyPress) -> bool:
        before = (await self.stage.table()).version
        if press in self.stage.presses():
            answer = await self.stage.press(name, type(press), **fields(press))
        else:
            answer = await self.stage.pick(name, self.stage.panel(), type(press), **fields(press))
        assert not answer.private or "Kept" in answer.words, f"{name} pressed {press}: {answer.words}"
        assert (await self.stage.table()).version > before, f"nothing came of {press}"
        return True

    async def _between(self, view: View, still_in: list[str]) -> bool:
        seats = (await self.stage.table()).seats
        settle = [press for press in self.stage.presses() if isinstance(press, SettleForfeit)]
        if settle and view.state.debtors and self.draw.random() < 0.7:
            press = self.draw.choice(settle)
            who = view.state.creditor if press.how is How.WAIVED else press.debtor
            if seats[who].user is not None:
                return await self._press(seats[who].name, press)
        if view.state.gift_open and seats[view.state.creditor].user is not None and OpenGifts in self.stage.kinds():
            await self._give(seats[view.state.creditor].name)
            return True
        if NextRound in self.stage.kinds() and still_in:
            await self.stage.press(self.draw.choice(still_in), NextRound)
        return False

    async def _give(self, winner: str) -> None:
        answer = await self.stage.press(winner, OpenGifts)
        gifts = [press for press in menu(self.stage, answer.whispers[0]) if isinstance(press, GiveGift)]
        answer = await self.stage.pick(winner, answer.whispers[0], GiveGift, to=self.draw.choice(gifts).to)

    async def _go(self, name: str) -> bool:
        """Somebody leaves, or calls it quits, and is sure."""
        kind = self.draw.choice((LeaveTable, CallQuits))
        if kind is CallQuits and (await self.stage.view(name)).legal.quit is False:
            return False
        if kind not in self.stage.kinds():
            return False
        await self.stage.surely(name, await self.stage.press(name, kind))
        return True

    async def _hides_dice(self) -> None:
        """What everybody sees has nobody's hidden dice."""
        view = await self.stage.view()
        if view.state.phase not in (BIDDING, POLL):
            return
        shown = re.sub(r"<t:\d+:\w>", "", self.stage.text())  # a moment is a number, too
        for name in self.people:
            dice = sorted(await self.stage.dice(name))
            if len(dice) > 2:
                assert " ".join(map(str, dice)) not in shown
                assert not re.search(rf"(?<!\d){''.join(map(str, dice))}(?!\d)", shown)


def menu(stage: Stage, message: object) -> list[AnyPress]:
    """What the choices of a message's menus stand for."""
    parts = walk(message.components)  # type: ignore[attr-defined] # a message of simcord's
    options = [option for part in parts if part["type"] == SELECT for option in part["options"]]
    return [press for option in options if (press := decode(option["value"])) is not None]


def fields(press: Press) -> dict[str, Any]:
    """The fields of a press by name."""
    return {field: getattr(press, field) for field in press.__struct_fields__}


def _is_theirs(press: AnyPress, legal: object) -> bool:
    """Whether a button that everybody sees is for a seat with these legal moves."""
    match press:
        case PlaceBid(quantity=quantity, face=face):
            return legal.bids[face] != 0 and legal.bids[face] <= quantity <= legal.most  # type: ignore[attr-defined, no-any-return] # of bids
        case CallLie():
            return legal.challenge  # type: ignore[attr-defined, no-any-return] # as above
        case CallExact():
            return legal.exact  # type: ignore[attr-defined, no-any-return] # as above
        case CastVote():
            return legal.vote or legal.ahead  # type: ignore[attr-defined, no-any-return] # as above
        case _:
            return False


__all__ = ["Answer", "Table"]
