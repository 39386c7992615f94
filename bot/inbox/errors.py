"""Tell people why their requests could not be carried out, and log faults."""

import logging
import secrets
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.inbox import places
from bot.inbox.request import Request, Unshown, pressed_in
from bot.inbox.services import Interaction
from bot.outbox import reply
from bot.outbox.answer import answer_of
from bot.outbox.failures import TROUBLE, in_short, is_late
from bot.outbox.obstacles import Blocked
from bot.outbox.render import layout
from bot.presses.base import AtTable, BackToForm, Press
from bot.presses.codec import tag
from bot.screens.elements import obstacles
from bot.screens.elements.cards import Button, Part, Row, Style, Text
from bot.screens.table import refusals, seats, troubles
from bot.storage.store import StoreFailed
from bot.tables.model import TableView
from bot.tables.trouble import Code, NewerVersion, Trouble
from bot.words.language import _, offered_for, sentences, speaking
from engine.core.refusals import GameIsOver, NotPlaying, Refused

log = logging.getLogger(__name__)

Saying = Callable[[Request, tuple[Part, ...]], Awaitable[None]]
"""A method of a request that answers its person alone."""


def note_outcome(interaction: Interaction, outcome: str) -> None:
    """Record the outcome of a request, such as "refused", "outdated" or "fault", if it was not simply carried out."""
    answer_of(interaction).outcome = outcome


class UnknownPress(Exception):  # noqa: N818 - an answer to a person, not an error of the program
    """Raised for a custom id that this version of the bot cannot read.

    Another version of the bot made the id, or it is forged.
    """


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Tell a person why their request failed, or that it was saved but could not be shown. Never raises.

    Each kind of refusal has its own sentence. For an unexpected error, the person gets a short reference, under which
    the log has the details.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    note_outcome(interaction, outcome_of(cause))
    if _is_final(cause) and await _is_covered(interaction):
        cause = Trouble(Code.CUPS_ARE_UP)
    if isinstance(cause, Refused | Trouble) and (said := answer_of(interaction).noted.instead) is not None:
        await _say(interaction, said.parts, Request.notify)
    elif isinstance(cause, Refused | Trouble):
        seen = await _seen(interaction)
        parts = (Text(refusals.sentence(cause, seen), refuses=True), *_way_on(interaction, cause, seen))
        if _is_page_of_a_table_that_is_gone(interaction, cause):
            await _say(interaction, parts, Request.edit_message)
        else:
            await _say(interaction, parts, _way_to_refuse(interaction, cause))
    elif sentence := await _sentence(interaction, cause):
        await _say(interaction, (Text(sentence, refuses=not isinstance(cause, Unshown)),))


async def say(interaction: Interaction, sentence: str, below: tuple[Part, ...] = ()) -> None:
    """Send a sentence, with buttons below it, to the person who made the request. Never raises."""
    await _say(interaction, (Text(sentence), *below))


def _is_final(cause: BaseException) -> bool:
    """Return whether a request was refused because the game is over, or because its person is out of it."""
    if isinstance(cause, Refused):
        return isinstance(cause.reason, GameIsOver | NotPlaying)
    return isinstance(cause, Trouble) and cause.code is Code.GONE


async def _is_covered(interaction: Interaction) -> bool:
    """Return whether a showdown is being shown at the request's table, so that nothing may tell how it ends."""
    request, press = Request(interaction), pressed_in(interaction)
    try:
        table = press.table if isinstance(press, AtTable) else await _meant(request)
        return table is not None and await request.services.announcer.curtain.hides(table)
    except Exception as error:
        log.debug("A sentence does without its table: %r", error)
        return False


def _way_to_refuse(interaction: Interaction, cause: Refused | Trouble) -> Saying:
    """Return the method that answers a refused request. A refused form has to stay until the form is sent again."""
    if isinstance(cause, Trouble) and cause.code is Code.NOT_SEATED:
        return Request.say_in_one_box
    return Request.notify if answer_of(interaction).noted.way_back is None else Request.say_in_passing


def _is_page_of_a_table_that_is_gone(interaction: Interaction, cause: Refused | Trouble) -> bool:
    """Return whether a press on a private page was refused because the page's table is gone."""
    is_gone = isinstance(cause, Trouble) and cause.code in (Code.GONE, Code.UNKNOWN_TABLE)
    return is_gone and isinstance(pressed_in(interaction), AtTable) and Request(interaction).is_in_window


async def _say(interaction: Interaction, parts: tuple[Part, ...], answer: Saying | None = None) -> None:
    """Send parts of a message to the person who made the request. Never raises.

    `answer` is the method that sends them, or None for an ordinary private message. Autocompletion cannot show a
    sentence. Therefore it gets an empty list of suggestions instead.
    """
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await answer_of(interaction).propose([])
        elif answer is not None:
            await answer(Request(interaction), parts)
        else:
            await reply.reply_ephemeral(interaction, layout(parts))
    except TROUBLE as failed:
        if not _nobody_waits(failed):
            log.warning("A sentence could not be delivered: %s", in_short(failed))
    except Exception:
        if interaction.client.is_closed():  # its connections are closed already, and that is expected
            log.debug("A sentence was cut off by the end.")
        else:
            log.exception("A sentence could not be delivered.")


def sorry(locale: str, reference: str, support: str) -> str:
    """Return the message for a person whose request could not be read. The message contains the fault's `reference`.

    `locale` is the language of the person's Discord. `support` is the address at which the operator helps, or "".
    """
    with speaking(offered_for(locale)):
        return troubles.fault(reference, support)


def _way_on(interaction: Interaction, cause: Refused | Trouble, seen: TableView | None) -> tuple[Part, ...]:
    """Return buttons for things that the person can do instead of the refused request.

    They can open a refused form again, choose what the handler offers, or take another seat.
    """
    noted = answer_of(interaction).noted
    if (back := noted.way_back) is not None:
        return (Row((Button(_("Back to the form"), back, "✏️", Style.MAIN),)),)
    if noted.way_on:
        return noted.way_on
    has_no_seat = isinstance(cause, Trouble) and cause.code in (Code.NOT_SEATED, Code.GAME_RUNNING, Code.NO_FREE_SEAT)
    has_left = isinstance(cause, Refused) and isinstance(cause.reason, NotPlaying)
    if seen is None or seen.is_in() or not (has_no_seat or has_left):
        return ()
    return seats.offer(seen, interaction.user.id)


def outcome_of(cause: BaseException) -> str:
    """Return the outcome of a request that raised `cause`, as one word."""
    match cause:
        case Refused() | Trouble():
            return "refused"
        case UnknownPress() | app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "outdated"
        case Unshown():
            return "late" if is_late(cause.__cause__) else "unshown"
        case _:
            return "late" if is_late(cause) else "forbidden" if isinstance(cause, discord.Forbidden) else "fault"


async def _sentence(interaction: Interaction, cause: BaseException) -> str:
    """Return the sentence that explains `cause`, or "" if it is too late to answer."""
    match cause:
        case UnknownPress():
            return troubles.unknown_press()
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return troubles.outdated_command()
        case Unshown():
            return await _unshown(interaction, cause.__cause__)
        case _:
            return await _went_wrong(interaction, cause)


async def _unshown(interaction: Interaction, why: BaseException | None) -> str:
    """Return the sentence for a request that is saved but could not be shown, or "" if it is too late to answer."""
    if _nobody_waits(why):
        return ""
    if isinstance(why, NewerVersion):  # the newer version shows the saved changes
        return troubles.counts()
    if isinstance(why, Blocked):
        said = Request(interaction).services.announcer.obstacles.in_answer(why.table.id)
        return sentences(troubles.counts(), said)
    if in_the_way := await _in_the_way(interaction, why):
        return sentences(troubles.counts(), in_the_way)
    reference = _reference(why)
    if isinstance(why, TROUBLE):
        said = "Fault %s: Discord would not take what is saved: %s"
        log.warning(said, reference, in_short(why), extra={"reference": reference})
    else:
        log.error("Fault %s in showing saved changes", reference, exc_info=why, extra={"reference": reference})
    return troubles.unshown(reference, Request(interaction).services.pages.support)


async def _went_wrong(interaction: Interaction, why: BaseException) -> str:
    """Return the sentence for a request that failed and changed nothing, or "" if it is too late to answer."""
    if _nobody_waits(why):
        return ""
    if in_the_way := await _in_the_way(interaction, why):
        return in_the_way
    reference = _reference(why)
    if isinstance(why, TROUBLE):
        said = "Fault %s: Discord did not answer in an interaction: %s"
        log.warning(said, reference, in_short(why), extra={"reference": reference})
    else:
        log.error("Fault %s in an interaction", reference, exc_info=why, extra={"reference": reference})
    return troubles.fault(reference, Request(interaction).services.pages.support)


def _reference(why: BaseException | None) -> str:
    """Return a short reference with which the operator finds the fault in the log.

    All errors that are caused by the same fault of the database share one reference.
    """
    return (why.reference if isinstance(why, StoreFailed) else "") or secrets.token_hex(3)


def _nobody_waits(why: BaseException | None) -> bool:
    late = is_late(why)
    if late:
        log.debug("An interaction was answered too late; what it asked for, if it was a move, is saved.")
    return late


async def _in_the_way(interaction: Interaction, why: BaseException | None) -> str:
    """Return a sentence about the obstacle, such as a missing permission, that keeps the bot from answering here.

    Return "" if people in this channel cannot remove the obstacle.
    """
    if why is None or interaction.guild_id is None:
        return ""
    obstacle = await Request(interaction).services.announcer.obstacles.places.obstacle(places.here(interaction), why)
    if obstacle is None:
        return ""
    log.warning("A channel does not let the bot in (%s): %s.", in_short(why), obstacle.in_short())
    return obstacles.sentence(obstacle)


async def _seen(interaction: Interaction) -> TableView | None:
    """Return the table of a request as this person sees it, or None if the table cannot be read.

    Also return None during a showdown at that table, so that no error message reveals the verdict too early.
    """
    request, press = Request(interaction), pressed_in(interaction)
    try:
        table = press.table if isinstance(press, AtTable) else await _meant(request)
        if table is None or await request.services.announcer.curtain.hides(table):
            return None
        return await request.see(table)
    except Exception as error:
        log.debug("A sentence does without names: %r", error)
        return None


async def _meant(request: Request) -> int | None:
    """Return the id of the table that a command is about: the channel's table, or in a DM the person's only table.

    Return None if there is no such table, or if the person has several.
    """
    if request.guild is not None:
        here = await request.tables.queries.at(request.channel)
        return here.id if here is not None else None
    theirs = await request.tables.queries.of(request.user)
    return theirs[0].id if len(theirs) == 1 else None


HOPELESS = (Code.GONE, Code.UNKNOWN_TABLE, Code.NOT_SEATED, Code.NOT_HOST, Code.GAME_RUNNING, Code.NOT_STARTED)
"""The codes of refusals that the person cannot avoid with other input to the form."""


def keep_form(request: Request, press: Press, refusal: Refused | Trouble) -> None:
    """Keep the input of a refused form, and add a button to the answer that opens the form again with this input.

    Do nothing if further attempts would be refused with any input.
    """
    is_hopeless = isinstance(refusal, Trouble) and refusal.code in HOPELESS
    is_over = isinstance(refusal, Refused) and isinstance(refusal.reason, GameIsOver | NotPlaying)
    if press.opened_by is not None and not is_hopeless and not is_over:
        name = request.services.forms.keep(request.user, request.fields)
        table = press.table if isinstance(press, AtTable) else 0
        request.noted.way_back = BackToForm(tag(type(press)), table, name, getattr(press, "option", "none"))
