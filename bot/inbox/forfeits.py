"""Handle `/forfeits`: show the forfeits between people, and settle them one by one or all at once."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, get_args

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.inbox import posting, sights
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.outbox import notices
from bot.people.debts import Settlement
from bot.presses.base import Press
from bot.presses.history import (
    CrossOff,
    KeepOwing,
    LetOff,
    OpenForfeits,
    OpenReplay,
    SettleAll,
    ShareTab,
    ShowTab,
    SurelySettleAll,
)
from bot.screens.elements.cards import Button
from bot.screens.pages import tabs
from bot.screens.table import debts as debts_screen
from bot.screens.table import forfeits as forfeits_screen
from bot.screens.table import seats
from bot.tables.model import Forfeit, ForfeitWord
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_


@on(ShowTab)
async def show_tab(request: Request, press: ShowTab) -> None:
    """Show a page of the open forfeits of one person or of the server. In a DM, show the person's own."""
    await request.wait_for_curtains()
    guild, user = request.guild, press.user or request.user
    if guild is None:
        await request.update(forfeits_screen.mine(request.user, *await _tab(request), server=False).parts)
        return
    tab = request.services.debts.tab
    found = await sights.seen(request, lambda sight: tab(guild, press.side, user, sight, press.after))
    await request.update(tabs.tab_page(found))


@on(ShareTab)
async def share_tab(request: Request, _press: ShareTab) -> None:
    """Post the open forfeits of this server. The post contains only words that everybody in the channel may read."""
    if request.guild is None:
        raise Trouble(Code.NO_SERVER)
    await request.wait_for_curtains()
    found = await request.services.debts.tab(request.guild, "all", 0, sights.of_this_channel(request))
    with request.publicly():
        shown = tabs.shared_tab(found)
    await posting.post(request, shown)


@on(SettleAll)
async def settle_all(request: Request, press: SettleAll) -> None:
    """Ask the person to confirm that all their forfeits are paid, or that they waive all forfeits owed to them."""
    many = await request.services.debts.many_open(request.guild or 0, forfeits_screen.side(press.how), request.user)
    await request.update(forfeits_screen.ask_to_settle_all(press.how, many))


@on(SurelySettleAll)
async def surely_settle_all(request: Request, press: SurelySettleAll) -> None:
    """Settle all forfeits that a person owes, or all that are owed to them.

    Notify the other people in this channel.
    """
    settled = await request.services.debts.settle_all(request.guild or 0, request.user, press.how)
    with request.saved():
        await request.update(forfeits_screen.all_settled(press.how, settled))
        if settled:
            with request.publicly():
                line = forfeits_screen.notice_of_all(press.how, settled, request.who.name)
            await notices.post(request.interaction, line, request.channel, request.key)


@on(CrossOff)
async def cross_off(request: Request, press: CrossOff) -> None:
    """Settle one forfeit, or record the answer that it is not paid yet.

    The change is announced where the game was played, or shown in the game if the game waits for the forfeit. If the
    person may not know of the forfeit, the refusal says that there is no such forfeit.
    """
    people = request.services.debts
    try:
        settled = await people.settle_forfeit(press.forfeit, request.user, press.how, request.key)
    except Trouble as trouble:
        if trouble.code in (Code.ALREADY_SETTLED, Code.NOT_SETTLED):  # the forfeit was settled in another place
            await _bring_up_to_date(request, press.forfeit)
        if trouble.code is Code.NOT_YOURS:
            raise await _not_theirs(request, press) from None
        raise
    await _announce(request, settled)


async def _announce(request: Request, settled: Settlement) -> None:
    """Show that a forfeit was settled or reopened, where it was pressed and where its game was played."""
    forfeit = settled.forfeit
    with request.publicly():
        line = forfeits_screen.notice(forfeit, request.who)
    with request.saved():
        if request.is_on_card:
            await _bring_up_to_date(request, forfeit.id)
            if line.pings:
                await notices.post(request.interaction, line, forfeit.channel, request.key)
            return
        if notices.is_on_notice(request.interaction) and request.channel == forfeit.channel:
            await notices.change(request.interaction, line)
            return
        await request.edit_message(forfeits_screen.settled(forfeit).parts)
        if settled.in_game:
            await request.services.announcer.show(forfeit.table)
        else:
            await notices.post(request.interaction, line, forfeit.channel, request.key)


@on(LetOff)
async def let_off(request: Request, press: LetOff) -> None:
    """Ask the creditor whether to waive a forfeit. The question replaces the button that was pressed.

    Other people are refused. The creditor is refused too if the forfeit is settled already.
    """
    forfeit = await _owed_to(request, press.forfeit)
    if forfeit is None:
        await cross_off(request, CrossOff(press.forfeit, "waived"))
    elif _is_public(request):
        with request.publicly():
            sure = forfeits_screen.sure_to_let_off(forfeit)
        await _change_buttons(request, forfeit, [press], sure)
    else:
        await request.update(forfeits_screen.ask_to_let_off(forfeit))


@on(KeepOwing)
async def keep_owing(request: Request, press: KeepOwing) -> None:
    """Put the button back in place of the question, or answer privately that nothing was changed."""
    yes = CrossOff(press.forfeit, "waived")
    if not _is_public(request):
        await request.update(seats.nothing_changed())
        return
    forfeit = await _owed_to(request, press.forfeit)
    if forfeit is None:
        await cross_off(request, yes)
        return
    with request.publicly():
        again = forfeits_screen.let_off(forfeit)
    await _change_buttons(request, forfeit, [yes, press], [again])


async def _owed_to(request: Request, number: int) -> Forfeit | None:
    """Return the forfeit with this number if it is open and owed to this person, otherwise None."""
    forfeit = await request.services.debts.forfeit(number)
    if forfeit is None or forfeit.state != "owed" or forfeit.creditor is None:
        return None
    return forfeit if forfeit.creditor.id == request.user else None


def _is_public(request: Request) -> bool:
    return request.is_on_card or notices.is_on_notice(request.interaction)


async def _change_buttons(
    request: Request, forfeit: Forfeit, presses: Sequence[Press], buttons: Sequence[Button]
) -> None:
    """Replace the creditor's buttons for a forfeit on the card or on the notice that was pressed."""
    if request.is_on_card:
        await request.change_buttons(presses, buttons)
        return
    with request.publicly():
        line = forfeits_screen.notice(forfeit, request.who)
    others = [button for button in line.buttons if button.press != LetOff(forfeit.id)]
    await notices.change(request.interaction, replace(line, buttons=(*others, *buttons)))


async def _knows_of(request: Request, number: int) -> bool:
    sees = partial(sights.sees, request)
    return await request.services.debts.knows_of(number, request.guild or 0, request.user, sees)


async def _not_theirs(request: Request, press: CrossOff) -> Trouble:
    """Return the refusal for a person who may not settle a forfeit in this way. It names the people who may.

    If the person may not know of the forfeit, the refusal says that there is no such forfeit.
    """
    forfeit = await request.services.debts.forfeit(press.forfeit, _game_of_card(request))
    if forfeit is None or not await _knows_of(request, press.forfeit):
        return Trouble(Code.NO_FORFEIT)
    debtor, winner = forfeit.debtor, forfeit.creditor
    return Trouble(
        Code.NOT_YOURS,
        how=press.how,
        debtor=debtor.name,
        winner=winner.name if winner is not None else "",
        owes=request.user == debtor.id,
        is_owed=winner is not None and request.user == winner.id,
    )


def _game_of_card(request: Request) -> int | None:
    """Return the id of the game whose result was pressed, or None if the press was made elsewhere."""
    if not request.is_on_card:
        return None
    return next((press.game for press in request.offered() if isinstance(press, OpenReplay)), None)


async def _bring_up_to_date(request: Request, number: int) -> None:
    """If the press was made on the card of a result, show the present state of the forfeit on that card.

    Forfeits that share a line with this forfeit are shown again, too.
    """
    if not request.is_on_card:
        return
    game, listed = _game_of_card(request), {press.forfeit for press in request.offered() if isinstance(press, CrossOff)}
    found = await request.services.debts.on_result(number, listed, game)
    if not found:
        return
    with request.publicly():
        shown = debts_screen.updated(found, game)
    with request.saved():
        await request.change_card([press for each in found for press in _presses(each.id)], shown)


def _presses(number: int) -> list[Press]:
    """Return the presses of all buttons that a result can have for a forfeit."""
    return [LetOff(number), *(CrossOff(number, how) for how in get_args(ForfeitWord))]


@on(OpenForfeits)
async def open_forfeits(request: Request, _press: OpenForfeits) -> None:
    """Show what this person owes and what others owe them, in a private message."""
    is_on_server, handle = request.guild is not None, request.services.usernames.handle
    owed = forfeits_screen.mine(request.user, *await _tab(request), is_on_server, handle)
    await request.reply_ephemeral(owed)


forfeits = app_commands.Group(
    name="forfeits",
    description=N_("What you owe and what you’re owed"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@forfeits.command(description=N_("What you owe, and what you’re owed."))
async def mine(interaction: Interaction) -> None:
    """Handle `/forfeits mine`: show what this person owes and what others owe them."""
    await open_forfeits(Request(interaction), OpenForfeits())


@forfeits.command(description=N_("Mark one as paid, let somebody off or say “not yet.”"))
async def settle(interaction: Interaction) -> None:
    """Handle `/forfeits settle`: show this person's forfeits with buttons to settle them."""
    request = Request(interaction)
    await request.reply_ephemeral(
        forfeits_screen.settle(request.user, *await _tab(request), request.services.usernames.handle)
    )


@forfeits.command(description=N_("All forfeits on this server, or just one person’s."))
@app_commands.describe(who=N_("only this person"), side=N_("what they owe, or what they’re owed"))
async def server(
    interaction: Interaction,
    who: discord.User | discord.Member | None = None,
    side: Literal["owes", "is owed"] = "owes",
) -> None:
    """Handle `/forfeits server`: show the open forfeits of the server, or only those that a person owes or is owed."""
    request = Request(interaction)
    if request.guild is None:
        await request.reply_ephemeral(forfeits_screen.mine(request.user, *await _tab(request), server=False))
        return
    press = ShowTab("all") if who is None else ShowTab("owes" if side == "owes" else "owed", who.id)
    await show_tab(request, press)


async def _tab(request: Request) -> tuple[tuple[Forfeit, ...], tuple[Forfeit, ...]]:
    """Return the open forfeits between this person and others, and those that others say they have paid."""
    await request.wait_for_curtains()
    people, asked = request.services.debts, (request.guild, request.user)
    return await people.forfeits(*asked), await people.said_paid(*asked)
