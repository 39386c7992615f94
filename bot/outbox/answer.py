"""Send the answer to an interaction: first perhaps a promise of an answer, and then its messages.

Discord accepts one first answer, within three seconds. A promise (Discord's deferred response) counts as one. For a
quarter of an hour after that, the interaction's token can edit the first answer and post follow-ups. Only an `Answer`
sends these requests.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from bot.outbox.answer_states import DONE, AnswerMessages, First, Noted, State, from_start
from bot.outbox.answer_token import Token
from bot.outbox.client import Client, Interaction
from bot.outbox.failures import TOO_LATE, TROUBLE, TWICE, Gone, code, may_have_arrived
from bot.outbox.once import Arrived, posted
from bot.outbox.waiting import in_background

BETWEEN_LOOKS = 2.0
"""Seconds between the two requests for a first answer. If Discord knows no answer both times, it counts as lost."""

T = TypeVar("T")


class Answer:
    """The answer to one interaction. After the request it holds no task, timer, context, payload or components.

    `messages` are the messages that the answer may edit with its `token`. `user` is the person who made the request,
    and `language` is that person's language. `menu` is the id of the menu in which the person chose, or "". `noted`
    holds the handlers' notes until the request ends, and `outcome` says in one word how the request ended.
    `is_repeated` is True if the interaction was delivered before. `promised` is called after a promise was sent.
    """

    __slots__ = (
        "_interaction", "_perhaps", "_timer", "_turn",
        "channel", "client", "first", "guild", "id", "is_repeated", "kind", "language", "menu",
        "messages", "more_follows", "noted", "outcome", "promised", "state", "token", "user",
    )  # fmt: skip

    def __init__(self, interaction: Interaction) -> None:
        """Record that `interaction` arrived. Only the first delivery of an interaction is answered."""
        arrivals = interaction.client.arrivals
        self.id, self.kind, self.client = interaction.id, interaction.type, interaction.client
        self.user, self.guild, self.channel = interaction.user.id, interaction.guild_id, interaction.channel_id or 0
        self.language = str(interaction.locale)
        self.is_repeated = arrivals.note(interaction.id)
        self.state = State.GONE if self.is_repeated else State.NOTHING
        self.noted, self.outcome = Noted(), DONE
        self.promised: Callable[[], None] | None = None
        self.first: First | None = None
        self.messages = AnswerMessages(interaction.message.id if interaction.message is not None else 0)
        self.more_follows = False
        self.menu = "" if self.is_repeated else self.client.menus.noted(interaction)
        self.token = Token(interaction, arrivals)
        self._interaction: Interaction | None = interaction
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._perhaps: First | None = None

    def __repr__(self) -> str:
        return f"Answer({self.kind.name}: {self.state.value})"

    @property
    def is_command(self) -> bool:
        """Whether this answers a command."""
        return self.kind is discord.InteractionType.application_command

    @property
    def is_owed(self) -> bool:
        """Whether a private message has been promised but not yet sent."""
        return self.state is State.PROMISED and self.first is First.PRIVATE

    @property
    def is_uncertain(self) -> bool:
        """Whether a public message may have arrived although its receipt was lost."""
        return self._perhaps is First.PUBLIC or self.messages.has_lost_a_follow_up

    @property
    def newest(self) -> int:
        """The id of the newest known message of this answer, or the interaction's id if that is newer."""
        return max(self.id, self.messages.newest)

    def may_edit(self, message: int) -> bool:
        """Return whether the interaction may edit this message: it is the pressed message or part of the answer."""
        return self.state is not State.GONE and self.messages.include(message, self.first)

    def has_changed(self, message: int) -> bool:
        """Return whether this answer has replaced the content of `message`, which was pressed."""
        return self.first is First.UPDATE and self.state is State.ANSWERED and self.may_edit(message)

    # The first answer -------------------------------------------------------------------------------------

    def promise_after(self, seconds: float) -> None:
        """Promise an answer after this many seconds, unless an answer has been given by then."""
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: in_background(self._promise_quietly()))

    async def _promise_quietly(self) -> None:
        with contextlib.suppress(*TROUBLE):
            await self.promise()

    async def promise(self) -> None:
        """Promise an answer, unless one was given already.

        After a press, Discord expects a change of the pressed message. After a command, it expects a private message:
        a command may end in a refusal, and a public promise could not become private.
        """
        kind = First.PRIVATE if self.is_command else First.UPDATE
        given = await self._begin(kind, lambda to: to.defer(ephemeral=self.is_command), State.PROMISED)
        if given is not None and self.promised is not None:
            self.promised()

    async def open_form(self, form: discord.ui.Modal) -> None:
        """Open a form as the first answer. Raises `Gone` if there is a first answer already."""
        if await self._begin(First.NO_MESSAGE, lambda to: to.send_modal(form)) is None:
            raise Gone

    async def propose(self, choices: list[discord.app_commands.Choice[str]]) -> None:
        """Answer a request for completions with `choices`."""
        await self._begin(First.NO_MESSAGE, lambda to: to.autocomplete(choices))

    def close(self) -> None:
        """End the request. If there is no first answer by now, the interaction gets none."""
        self._stop_timer()
        self._interaction, self.noted, self.promised = None, Noted(), None

    # Messages ---------------------------------------------------------------------------------------------

    async def say(self, private: bool, **shown: Any) -> int:
        """Post a message and return its id; `shown` holds discord.py's arguments.

        The message becomes the first answer if there is none yet, or the promised answer if it is private and was
        promised. Otherwise it is a follow-up. If the receipt of the first answer was lost, the method looks for it.
        """
        kind = First.PRIVATE if private else First.PUBLIC
        if private and self.menu:  # after a promise, the token can edit the message with the menu
            await self._promise_quietly()
        try:
            given = await self._begin(kind, lambda to: to.send_message(ephemeral=private, **from_start(shown)))
        except TROUBLE:
            if self._perhaps is kind and (found := await self.find(kind)) is not None:
                return found
            raise
        if given is None and private:
            given = await self._keep_promise(shown)
        return await self.follow_up(ephemeral=private, **shown) if given is None else given

    async def follow_up(self, **shown: Any) -> int:
        """Post a follow-up and return the message's id.

        A private follow-up that may have arrived is posted again, because at worst one person reads it twice. A public
        follow-up is never posted again.
        """

        async def post() -> int:
            return await self._by_token(self.token.follow_up(**shown))

        try:
            sent = await (posted(post) if shown.get("ephemeral") else post())
        except BaseException as error:
            self.messages.has_lost_a_follow_up = may_have_arrived(error)
            raise
        self.messages.adopt(sent)
        return sent

    async def change(self, message: int, **shown: Any) -> None:
        """Edit a message of this answer, or the pressed message. Raises `Gone` if the interaction may not edit it."""
        if message in self.messages.follow_ups:
            self.client.menus.renew(message, shown.get("view"))
            await self._by_token(self.token.edit(message, **shown))
        elif self.may_edit(message):
            await self.update(**shown)
        else:
            raise Gone

    async def update(self, **shown: Any) -> None:
        """Edit the message of the first answer. If there is no first answer yet, edit the pressed message."""
        self.client.menus.renew(self.messages.original(self.first), shown.get("view"))
        if await self._begin(First.UPDATE, lambda to: to.edit_message(**from_start(shown))) is None:
            await self._by_token(self.token.edit(**shown))
            self.state = State.ANSWERED

    async def take_back(self, message: int) -> None:
        """Delete a message of this answer. Raises `Gone` if the interaction may not edit that message."""
        if not self.may_edit(message):
            raise Gone
        await self._by_token(self.token.delete(message if message in self.messages.follow_ups else None))

    async def settle(self) -> None:
        """Wait until no first answer is being sent, and look for a first answer whose receipt was lost."""
        async with self._turn:
            await self._make_sure()

    async def find(self, kind: First) -> int | None:
        """Return the message id of a first answer of this kind whose receipt was lost.

        Return None if the message was deleted or never arrived. Discord is asked twice, two seconds apart, before the
        answer counts as lost. The request uses the token, so the bot needs no permission.
        """
        async with self._turn:
            is_known = await self._find_out()
        if not is_known:
            await asyncio.sleep(BETWEEN_LOOKS)
            await self.settle()
        return self.messages.first_answer or None if self.first is kind else None

    # Sending messages -------------------------------------------------------------------------------------

    async def _begin(
        self,
        first: First,
        send: Callable[["discord.InteractionResponse[Client]"], Awaitable[Any]],
        then: State = State.ANSWERED,
    ) -> int | None:
        """Give the first answer; return its message's id, or None if there was a first answer already.

        The id is 0 if the first answer has no message. Only one first answer is sent at a time. Raises `Gone` if the
        interaction can no longer be answered.
        """
        if self._is_begun():
            return None
        async with self._turn:
            await self._make_sure()
            if self._is_begun():
                return None
            interaction = self._interaction
            if interaction is None or self.state is State.GONE:
                self.state = State.GONE
                raise Gone
            self._stop_timer()
            self.state, self.first = State.UNDER_WAY, first
            try:
                sent = await posted(lambda: send(interaction.response), lambda: self._has_arrived(first))
            except Arrived:
                return self._arrived(first)
            except BaseException as error:
                return await self._failed(first, error)
            return self._given(first, then, getattr(sent, "message_id", None) or 0)

    def _is_begun(self) -> bool:
        return self.state in (State.PROMISED, State.ANSWERED)

    async def _has_arrived(self, first: First) -> bool:
        """Return whether a first answer arrived although Discord responded with 500 or more.

        Raises `Gone` for an answer that is not a message, because the bot cannot look for it. Discord itself shows an
        error to a person who did not get it.
        """
        if first is First.NO_MESSAGE:
            self._interaction = None
            raise Gone
        self._perhaps = first
        return await self._make_sure()

    def _arrived(self, first: First) -> int | None:
        """Return the id of the first answer that was found, or None if it is not a new message."""
        return self.messages.first_answer if self.state is State.ANSWERED and first is not First.UPDATE else None

    def _given(self, first: First, state: State, message: int) -> int:
        self._perhaps, self._interaction = None, None
        self.first, self.state, self.messages.first_answer = first, state, message
        return message

    async def _failed(self, first: First, error: BaseException) -> int | None:
        """Record that a first answer failed, and raise its error.

        If the answer had arrived, return its message instead.
        """
        self.state, self.first = State.NOTHING, None
        if code(error) == TWICE:
            self._perhaps = first
            await self._find_out()
            if self._is_begun():
                return self._arrived(first)
        if code(error) in TOO_LATE:
            self.state, self._interaction = State.GONE, None
        elif may_have_arrived(error):
            self._perhaps = first
        raise error

    async def _make_sure(self) -> bool:
        """Look for a first answer whose receipt was lost.

        If Discord knows none, forget the answer and return False.
        """
        is_known = await self._find_out()
        if not is_known:
            self._perhaps = None
        return is_known

    async def _find_out(self) -> bool:
        """Ask Discord about a first answer whose receipt was lost; return False if Discord does not know it."""
        if self._perhaps is None:
            return True
        found = await self.token.first_answer()
        if found is not None:
            self._given(self._perhaps, *found)
        return found is not None

    async def _keep_promise(self, shown: dict[str, Any]) -> int | None:
        """Give the promised private answer; return its message's id, or None if no promise is open."""
        async with self._turn:
            if not self.is_owed:
                return None
            kept = await self._by_token(self.token.edit(**shown))
            return self._given(First.PRIVATE, State.ANSWERED, kept)

    async def _by_token(self, request: Awaitable[T]) -> T:
        try:
            return await request
        except discord.HTTPException as error:
            if code(error) in TOO_LATE:
                self.state = State.GONE
            raise

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def answer_of(interaction: Interaction) -> Answer:
    """Return the answer to an interaction; the first call creates it."""
    if Answer not in interaction.extras:
        interaction.extras[Answer] = Answer(interaction)
    found = interaction.extras[Answer]
    assert isinstance(found, Answer)
    return found
