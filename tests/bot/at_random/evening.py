"""An evening of people who press at random: where they press, and that something comes of it."""

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from simcord import ResponseMessage

from bot.presses.base import Move, Press
from bot.presses.bids import OpenBidForm
from bot.presses.codec import decode, encode
from bot.presses.game import CastVote, HoldOn, LookIn, NextRound, ShowDice
from bot.presses.poker_cup import BeginClaim, MarkDice, OpenBlind
from bot.tables.model import TableInfo
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
"""Those who come to larger tables, beside the four of every stage."""
SHY = "Hal"
"""Whose DMs are closed."""

LONGEST_CHAIN = 60.0
"""Seconds, on a busy machine, in which nineteen computer players move one after the other before a person is asked."""

TURNING = (MarkDice, BeginClaim, OpenBlind, OpenBidForm)
"""Moves that only turn what one person sees."""
BESIDE = (NextRound, HoldOn, CastVote)
"""What is written beside the game, so that no version moves; a vote, where it is cast ahead."""


class Moment(NamedTuple):
    """A table in its present state, and its game, from which anybody's view is made."""

    table: TableInfo
    game: AnyGame | None

    def view(self, name: str | None = None) -> AnyView:
        """The game as this person, or an onlooker, sees it."""
        assert self.game is not None
        seats = [seat for seat, each in enumerate(self.table.seats) if each.name == name]
        return games.view(self.game, seats[0] if seats else None)

    def people(self, seats: Iterable[int]) -> list[str]:
        """The people, no computer players, who sit in these seats."""
        return [self.table.seats[seat].name for seat in seats if self.table.seats[seat].user is not None]

    def everybody(self) -> list[str]:
        """All the people who sit there."""
        return self.people(range(len(self.table.seats)))


class Evening:
    """The people of a stage, what they see, and the time that has passed."""

    def __init__(self, stage: Stage, draw: Random) -> None:
        self.stage, self.draw, self.ahead = stage, draw, 0.0
        self._heard = stage.requests()
        stage.env.settle_timeout = LONGEST_CHAIN
        self.windows: dict[tuple[str, bool], ResponseMessage] = {}
        if not set(GUESTS) & set(stage.people):
            stage.come(*GUESTS)
            stage.close_dm(SHY)

    def happens(self, chance: float) -> bool:
        """Whether something happens that does so by this chance (0-1)."""
        return self.draw.random() < chance

    # What is shown ----------------------------------------------------------------------------------------------

    def shown(self, message: ResponseMessage | None = None) -> list[Press]:
        """Everything that can be pressed or chosen on a message, the newest panel if none is given."""
        where = message or self.stage.panel()
        return [*self.stage.presses(where), *choices(where)]

    async def window(self, name: str, in_dm: bool) -> ResponseMessage:
        """What somebody sees alone, in the channel or in their DM; as often as not the one that is open already."""
        known = self.windows.get((name, in_dm))
        now = self.now(known) if known is not None else None
        if now is not None and self.shown(now) and self.happens(0.8):
            return now
        answer = await self._open_in_dm(name) if in_dm else await self.stage.press(name, ShowDice)
        (opened,) = answer.ephemerals
        self.windows[name, in_dm] = opened
        return opened

    def now(self, message: ResponseMessage) -> ResponseMessage | None:
        """A message as it is by now; None where it was taken back."""
        stored = self.stage.env.backend.messages.get(message.channel_id, {}).get(message.id)
        return ResponseMessage(self.stage.env, stored) if stored is not None else None

    async def _open_in_dm(self, name: str) -> Answer:
        """By the button below the newest DM, or, where there is none, by a command."""
        user = self.stage.people[name].user
        for direct_message in reversed(self.stage.messages(user.dm_channel)):
            looks = [press for press in self.stage.presses(direct_message) if isinstance(press, LookIn)]
            if looks and looks[0].table == (await self.stage.table()).id:
                return await self.touch(name, direct_message, looks[0])
        return Answer(await user.slash("dice"))

    # What is pressed --------------------------------------------------------------------------------------------

    async def press(self, name: str, shown: ResponseMessage, press: Press) -> Answer:
        """Somebody presses what is theirs to press: it may not be refused, and something comes of it."""
        before = await self.look()
        answer = await self.touch(name, shown, press)
        aside = [each for each in answer.ephemerals if each.id != shown.id and not self.is_window(each)]
        is_kept = "noted" in answer.words
        assert not aside or is_kept, f"{name} pressed {press}: {answer.words}"
        if isinstance(press, Move) and not isinstance(press, (*TURNING, *BESIDE)):
            after = await self.look_again(before.table.id)
            assert after.table.version > before.table.version, f"nothing came of {press}"
        for each in answer.ephemerals:
            if self.is_window(each):
                self.windows[name, self._is_dm(name, each)] = each
        return answer

    async def touch(self, name: str, shown: ResponseMessage, press: Press) -> Answer:
        """Press a button, or choose from a menu, of a message in the channel or in one's DM."""
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
        """Send a form that was opened from a message."""
        person: Any = self.stage.people[name].user if self._is_dm(name, shown) else self.stage.people[name]
        return Answer(await person.submit_modal(form.result, values))

    def is_window(self, message: ResponseMessage) -> bool:
        """Whether a message shows one person the table, and keeps doing so; by no clock, for the bot has its own."""
        return message.id in self.stage.bot.services.announcer.windows._open

    def _is_dm(self, name: str, message: ResponseMessage) -> bool:
        return message.channel_id == self._mailbox(name)

    def _mailbox(self, name: str) -> int:
        return self.stage.people[name].user.dm_channel.id

    def new_direct_messages(self) -> list[tuple[str, str]]:
        """The DMs that were sent since this was last asked: to whom, and what they say."""
        requests = self.stage.env.http_requests
        sent, self._heard = requests[self._heard :], len(requests)
        mailboxes = {f"/channels/{self._mailbox(name)}/messages": name for name in self.stage.people}
        return [
            (mailboxes[each.path], str(each.json.get("content")))
            for each in sent
            if each.method == "POST" and each.path in mailboxes and isinstance(each.json, dict)
        ]

    # What is so -------------------------------------------------------------------------------------------------

    async def look(self) -> "Moment":
        """The newest table of the channel, and its game with all that is hidden."""
        found = await self.stage.table()
        return await self.look_again(found.id)

    async def look_again(self, table: int) -> "Moment":
        """The same of the table with this id."""
        draft = await self.stage.bot.services.tables.queries._look(table)
        return Moment(draft.info(), draft.game)

    async def time_passes(self, seconds: float) -> None:
        """So much more, after all that has passed already."""
        self.ahead += seconds
        await self.stage.time_passes(seconds=self.ahead)


def choices(message: ResponseMessage) -> list[Press]:
    """Return the meanings of the choices in a message's menus."""
    options = [option for part in walk(message.components) if part["type"] == SELECT for option in part["options"]]
    return [press for option in options if (press := decode(option["value"])) is not None]


def fields(press: Press) -> dict[str, Any]:
    """The fields of a press by name."""
    return {field: getattr(press, field) for field in press.__struct_fields__}
