"""Let people press controls at random, and check that each press has an effect."""

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from simcord import ResponseMessage

from bot.presses.base import Move, Press
from bot.presses.bids import OpenBidForm, PlaceBid, SurelyBid, TurnBids
from bot.presses.codec import decode, encode
from bot.presses.game import CallLie, CastVote, HoldOn, LookIn, NextRound, ShowDice, SurelyCallLie
from bot.presses.poker_cup import BeginClaim, MarkDice, OpenBlind
from bot.screens.families.presenters import presenter
from bot.tables.model import TableView
from engine import games
from engine.games import AnyGame, AnyView
from tests.bot.answers import SELECT, Answer, walk
from tests.bot.stage import Stage

GUESTS = (
    "Eve",
    "Finn",
    "Gus",
    "Hal",
    "Ina",
    "Jo",
    "Kim",
    "Lea",
    "Max",
    "Nia",
    "Oli",
    "Pam",
    "Quin",
    "Rob",
    "Sue",
    "Tom",
)
"""The people who join larger tables, in addition to the four of every test."""
SHY = "Hal"
"""A guest with closed DMs."""

LONGEST_CHAIN = 60.0
"""The time in seconds that nineteen computer players may take on a busy machine to move one after the other."""

TURNING = (MarkDice, BeginClaim, OpenBlind, OpenBidForm, TurnBids)
"""Moves that change only what the person who makes them sees."""
BESIDE = (NextRound, HoldOn, CastVote)
"""Presses that do not always change the game. A vote is one of them, because a player may vote ahead of their turn."""


class Moment(NamedTuple):
    """Hold a table in its current state, and its game with all hidden dice."""

    table: TableView
    game: AnyGame | None

    def view(self, name: str | None = None) -> AnyView:
        """Return the game as this person sees it, or as an onlooker does if `name` is None."""
        assert self.game is not None
        seats = [seat for seat, each in enumerate(self.table.seats) if each.name == name]
        return games.view(self.game, seats[0] if seats else None)

    def people(self, seats: Iterable[int]) -> list[str]:
        """Return the names of the people in these seats, without computer players."""
        return [self.table.seats[seat].name for seat in seats if self.table.seats[seat].user is not None]

    def everybody(self) -> list[str]:
        """Return the names of all people at the table."""
        return self.people(range(len(self.table.seats)))


class Evening:
    """Hold the people of a test, the windows that they have open, and the time that has passed."""

    def __init__(self, stage: Stage, draw: Random) -> None:
        self.stage, self.draw, self.ahead = stage, draw, 0.0
        self._heard = stage.requests()
        stage.env.settle_timeout = LONGEST_CHAIN
        self.windows: dict[tuple[str, bool], ResponseMessage] = {}
        if not set(GUESTS) & set(stage.people):
            stage.come(*GUESTS)
            stage.close_dm(SHY)

    def happens(self, chance: float) -> bool:
        """Return True with a probability of `chance`, which is between 0 and 1."""
        return self.draw.random() < chance

    # Messages ---------------------------------------------------------------------------------------------------

    def shown(self, message: ResponseMessage | None = None) -> list[Press]:
        """Return all presses that a message's buttons and menus offer. The default message is the newest panel."""
        where = message or self.stage.panel()
        return [*self.stage.presses(where), *choices(where)]

    async def window(self, name: str, in_dm: bool) -> ResponseMessage:
        """Return a person's window in the channel or in their DM.

        If the person already has an open window there, this usually returns that window. Otherwise it opens a new one.
        """
        known = self.windows.get((name, in_dm))
        now = self.now(known) if known is not None else None
        if now is not None and self.shown(now) and self.happens(0.8):
            return now
        answer = await self._open_in_dm(name) if in_dm else await self.stage.press(name, ShowDice)
        (opened,) = answer.ephemerals
        self.windows[name, in_dm] = opened
        return opened

    def now(self, message: ResponseMessage) -> ResponseMessage | None:
        """Return a message as it is now, or None if it was deleted."""
        stored = self.stage.env.backend.messages.get(message.channel_id, {}).get(message.id)
        return ResponseMessage(self.stage.env, stored) if stored is not None else None

    async def _open_in_dm(self, name: str) -> Answer:
        """Open a window in a DM with the button of the newest DM about this table.

        If there is no such DM, use a command.
        """
        user = self.stage.people[name].user
        for direct_message in reversed(self.stage.messages(user.dm_channel)):
            looks = [press for press in self.stage.presses(direct_message) if isinstance(press, LookIn)]
            if looks and looks[0].table == (await self.stage.table()).id:
                return await self.touch(name, direct_message, looks[0])
        return Answer(await user.slash("dice"))

    # Presses ----------------------------------------------------------------------------------------------------

    async def press(self, name: str, shown: ResponseMessage, press: Press) -> Answer:
        """Press a button that this person may press, and check that the bot carries it out.

        If the bot asks whether to call out of turn, or whether the move is a misclick, confirm it.
        """
        before = await self.look()
        answer = await self.touch(name, shown, press)
        if isinstance(press, CallLie | PlaceBid) and (question := self.question(answer)) is not None:
            answer = await self.confirm(name, question, press, before)
            shown = question
        aside = [each for each in answer.ephemerals if each.id != shown.id and not self.is_window(each)]
        is_kept = "noted" in answer.words
        assert not aside or is_kept, f"{name} pressed {press}: {answer.words}"
        if isinstance(press, Move) and not isinstance(press, (*TURNING, *BESIDE)):
            after = await self.look_again(before.table.id)
            assert after.table.version > before.table.version, f"{press} had no effect"
        for each in answer.ephemerals:
            if self.is_window(each):
                self.windows[name, self._is_dm(name, each)] = each
        return answer

    def question(self, answer: Answer) -> ResponseMessage | None:
        """Return the message that asks to confirm a move. Return None if the answer has no such message."""
        sure = (SurelyCallLie, SurelyBid)
        return next((each for each in answer.ephemerals if any(isinstance(p, sure) for p in self.shown(each))), None)

    async def confirm(self, name: str, question: ResponseMessage, press: CallLie | PlaceBid, before: Moment) -> Answer:
        """Confirm a call out of turn, or a move that looks like a misclick.

        First check that there is a reason to ask, and that asking the question changed nothing.
        """
        mine = before.view(name)
        is_out_of_turn = isinstance(press, CallLie) and mine.seat not in mine.awaited
        shown = presenter(mine)
        asked = shown.misclick(before.table, mine, press) if shown is not None else None
        assert is_out_of_turn or asked is not None, f"{name} was asked about {press}"
        table = (await self.look_again(before.table.id)).table
        assert table.version == before.table.version, "the question changed the table"
        if isinstance(press, PlaceBid):
            return await self.touch(name, question, SurelyBid.of(table.id, table.version, press))
        return await self.touch(name, question, SurelyCallLie(table.id, table.version))

    async def touch(self, name: str, shown: ResponseMessage, press: Press) -> Answer:
        """Press a button or choose from a menu of a message, in the channel or in the person's DM."""
        person: Any = self.stage.people[name].user if self._is_dm(name, shown) else self.stage.people[name]
        if press in self.stage.presses(shown):
            return Answer(await person.click(shown, custom_id=encode(press)))
        menu, value = next(
            (part["custom_id"], option["value"])
            for part in walk(shown.components)
            if part["type"] == SELECT
            for option in part["options"]
            if decode(option["value"]) == press
        )
        return Answer(await person.select(shown, [value], custom_id=menu))

    async def fill(self, name: str, shown: ResponseMessage, form: Answer, **values: Any) -> Answer:
        """Send a form that was opened from the message `shown`."""
        person: Any = self.stage.people[name].user if self._is_dm(name, shown) else self.stage.people[name]
        return Answer(await person.submit_modal(form.result, values))

    def is_window(self, message: ResponseMessage) -> bool:
        """Return whether a message is a window that the bot still keeps up to date."""
        return message.id in self.stage.bot.services.announcer.windows._open

    def _is_dm(self, name: str, message: ResponseMessage) -> bool:
        return message.channel_id == self._mailbox(name)

    def _mailbox(self, name: str) -> int:
        return self.stage.people[name].user.dm_channel.id

    def new_direct_messages(self) -> list[tuple[str, str]]:
        """Return the recipient's name and the text of each DM that was sent since the last call of this method."""
        requests = self.stage.env.http_requests
        sent, self._heard = requests[self._heard :], len(requests)
        mailboxes = {f"/channels/{self._mailbox(name)}/messages": name for name in self.stage.people}
        return [
            (mailboxes[each.path], str(each.json.get("content")))
            for each in sent
            if each.method == "POST" and each.path in mailboxes and isinstance(each.json, dict)
        ]

    # The state of the game --------------------------------------------------------------------------------------

    async def look(self) -> "Moment":
        """Return the newest table of the channel, and its game with all hidden dice."""
        found = await self.stage.table()
        return await self.look_again(found.id)

    async def look_again(self, table: int) -> "Moment":
        """Return the table with this id, and its game with all hidden dice."""
        draft = await self.stage.bot.services.tables.queries._look(table)
        return Moment(draft.info(), draft.game)

    async def time_passes(self, seconds: float) -> None:
        """Move the clock forward by this many seconds."""
        self.ahead += seconds
        await self.stage.time_passes(seconds=self.ahead)


def choices(message: ResponseMessage) -> list[Press]:
    """Return the press of each choice in a message's menus."""
    options = [option for part in walk(message.components) if part["type"] == SELECT for option in part["options"]]
    return [press for option in options if (press := decode(option["value"])) is not None]


def fields(press: Press) -> dict[str, Any]:
    """Return the fields of a press by name."""
    return {field: getattr(press, field) for field in press.__struct_fields__}
