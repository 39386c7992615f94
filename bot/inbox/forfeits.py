"""Handle `/forfeits`: show the forfeits between people, and settle them one by one or all at once."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.inbox import members, posting, sights
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.inbox.settings import managed
from bot.outbox import notices
from bot.people.debts import Settlement
from bot.people.members import Near
from bot.presses.game import Clap, SwapDare
from bot.presses.history import (
    CrossOff,
    KeepOwing,
    LetGo,
    LetOff,
    OpenForfeits,
    SettleAll,
    SettleInList,
    ShareTab,
    ShowDebts,
    ShowTab,
    SurelySettleAll,
)
from bot.screens.elements import controls
from bot.screens.elements.cards import Button
from bot.screens.elements.cast import with_left
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
    if press.side == "left":
        managed(request)
    debts = request.services.debts
    await members.look_for(request, await debts.near(guild, press.side, user, request.user, press.after))
    found = await sights.seen(request, lambda sight: debts.tab(guild, press.side, user, sight, press.after))
    is_own = press.side in ("owes", "owed") and user == request.user
    left = await request.services.presence.left(guild) if is_own else frozenset[int]()
    can_waive = press.side == "all" and request.may_manage
    debts_of_left = await debts.many_open(guild, "left", 0) if can_waive else 0
    await request.update(tabs.tab_page(found, left, debts_of_left, request.user))


@on(LetGo)
async def let_go(request: Request, _press: LetGo) -> None:
    """Waive all forfeits on the server whose people have left it. Only server managers may do this."""
    waived = await request.services.debts.let_go(managed(request), request.user)
    with request.saved():
        await request.update(forfeits_screen.all_settled("waived", waived))


@on(ShareTab)
async def share_tab(request: Request, _press: ShareTab) -> None:
    """Post the open forfeits of this server. The post contains only words that everybody in the channel may read."""
    if request.guild is None:
        raise Trouble(Code.NO_SERVER)
    await request.wait_for_curtains()
    await members.look_for(request, await request.services.debts.near(request.guild, "all", 0, 0))
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


@on(ShowDebts)
async def show_debts(request: Request, press: ShowDebts) -> None:
    """Show the forfeits among the people of a finished game, in a private list with this person's buttons."""
    await request.wait_for_curtain(press.table)
    await _show_list(request, press.table)


async def _show_list(request: Request, table_id: int) -> None:
    """Show the list of the forfeits of a game in a private message, or update it if it was pressed there."""
    found = await request.services.debts.of_game(table_id)
    sat = (await request.tables.queries.table(table_id)).seat_of(request.user) is not None
    await request.update(debts_screen.listed(found, table_id, request.user, sat))


@on(CrossOff)
async def cross_off(request: Request, press: CrossOff) -> None:
    """Settle one forfeit, or record the answer that it is not paid yet.

    The change is announced where the game was played, or shown in the game if the game waits for the forfeit.
    """
    await _cross_off(request, press.forfeit, press.how)


@on(SettleInList)
async def settle_in_list(request: Request, press: SettleInList) -> None:
    """Settle or reopen a forfeit in the list of a finished game, or ask the creditor whether to waive it."""
    forfeit = await _owed_to(request, press.forfeit) if press.how == "ask" else None
    if forfeit is not None:
        await request.update(forfeits_screen.ask_to_let_off(forfeit, press.table))
    elif press.how == "keep":
        await _show_list(request, press.table)
    else:
        await _cross_off(request, press.forfeit, "waived" if press.how == "ask" else press.how, press.table)


async def _cross_off(request: Request, number: int, how: ForfeitWord, table_id: int = 0) -> None:
    """Settle one forfeit, or record the answer that it is not paid yet, and announce the change.

    If the person may not know of the forfeit, the refusal says that there is no such forfeit. `table_id` is the game
    whose list of forfeits was pressed, or 0.
    """
    try:
        settled = await request.services.debts.settle_forfeit(number, request.user, how, request.key)
    except Trouble as trouble:
        if table_id and trouble.code in (Code.ALREADY_SETTLED, Code.NOT_SETTLED):  # it was settled elsewhere
            await _show_list(request, table_id)
        if trouble.code is Code.NOT_YOURS:
            raise await _not_theirs(request, number, how, table_id) from None
        raise
    await _announce(request, settled, table_id)


async def _announce(request: Request, settled: Settlement, table_id: int) -> None:
    """Show that a forfeit was settled or reopened, where it was pressed and where its game was played.

    If it was pressed in the list of forfeits of the game `table_id`, the list is brought up to date.
    """
    forfeit = settled.forfeit
    with request.publicly():
        line = forfeits_screen.notice(forfeit, request.who)
    with request.saved():
        if notices.is_on_notice(request.interaction) and request.channel == forfeit.channel:
            await notices.change(request.interaction, line)
            return
        if table_id:
            await _show_list(request, table_id)
        else:
            await request.update(forfeits_screen.settled(forfeit).parts)
        if settled.in_game:
            await request.services.announcer.show(forfeit.table)
        else:
            await notices.post(request.interaction, line, forfeit.channel, request.key)


@on(LetOff)
async def let_off(request: Request, press: LetOff) -> None:
    """Ask the creditor whether to waive a forfeit.

    Below a public line, the question replaces the button that was pressed. Elsewhere it is private. Other people are
    refused. The creditor is refused too if the forfeit is settled already.
    """
    forfeit = await _owed_to(request, press.forfeit)
    if forfeit is None:
        await _cross_off(request, press.forfeit, "waived")
    elif notices.is_on_notice(request.interaction):
        with request.publicly():
            sure = forfeits_screen.sure_to_let_off(forfeit)
        await _change_buttons(request, forfeit, sure)
    else:
        await request.update(forfeits_screen.ask_to_let_off(forfeit))


@on(KeepOwing)
async def keep_owing(request: Request, press: KeepOwing) -> None:
    """Put the button back in place of the question, or answer privately that nothing was changed."""
    if not notices.is_on_notice(request.interaction):
        await request.update(seats.nothing_changed(), passes=True)
        return
    forfeit = await _owed_to(request, press.forfeit)
    if forfeit is None:
        await _cross_off(request, press.forfeit, "waived")
        return
    with request.publicly():
        again = forfeits_screen.let_off(forfeit)
    await _change_buttons(request, forfeit, [again])


async def _owed_to(request: Request, number: int) -> Forfeit | None:
    """Return the forfeit with this number if it is open and owed to this person, otherwise None."""
    forfeit = await request.services.debts.forfeit(number)
    if forfeit is None or forfeit.state != "owed" or forfeit.creditor is None:
        return None
    return forfeit if forfeit.creditor.id == request.user else None


async def _change_buttons(request: Request, forfeit: Forfeit, buttons: Sequence[Button]) -> None:
    """Replace the creditor's buttons for a forfeit on the notice that was pressed."""
    with request.publicly():
        line = forfeits_screen.notice(forfeit, request.who)
    others = [button for button in line.buttons if button.press != LetOff(forfeit.id)]
    await notices.change(request.interaction, replace(line, buttons=(*others, *buttons)))


async def _knows_of(request: Request, number: int) -> bool:
    sees = partial(sights.sees, request)
    return await request.services.debts.knows_of(number, request.guild or 0, request.user, sees)


async def _not_theirs(request: Request, number: int, how: ForfeitWord, table_id: int) -> Trouble:
    """Return the refusal for a person who may not settle a forfeit in this way. It names the people who may.

    If the person may not know of the forfeit, the refusal says that there is no such forfeit.
    """
    forfeit = await request.services.debts.forfeit(number, table_id or None)
    if forfeit is None or not await _knows_of(request, number):
        return Trouble(Code.NO_FORFEIT)
    debtor, winner = forfeit.debtor, forfeit.creditor
    return Trouble(
        Code.NOT_YOURS,
        how=how,
        debtor=debtor.name,
        winner=winner.name if winner is not None else "",
        owes=request.user == debtor.id,
        is_owed=winner is not None and request.user == winner.id,
    )


@on(SwapDare)
async def swap_dare(request: Request, press: SwapDare) -> None:
    """Swap the loser's dare for the other one, on behalf of the winner."""
    await request.tables.dares.swap(press.table, request.user, press.number, request.key)
    await request.show(press.table)


@on(Clap)
async def clap(request: Request, press: Clap) -> None:
    """Count the person's applause for a dare that was done. Nobody sees a number before the night card."""
    await request.tables.dares.clap(press.table, press.forfeit, request.user, request.key)
    await request.notify(controls.clapped())


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


@forfeits.command(description=N_("What you owe and what you’re owed."))
async def mine(interaction: Interaction) -> None:
    """Handle `/forfeits mine`: show what this person owes and what others owe them."""
    await open_forfeits(Request(interaction), OpenForfeits())


@forfeits.command(description=N_("Mark a forfeit as paid, let somebody off or say “Not yet”."))
async def settle(interaction: Interaction) -> None:
    """Handle `/forfeits settle`: show this person's forfeits with buttons to settle them."""
    request = Request(interaction)
    await request.reply_ephemeral(
        forfeits_screen.settle(request.user, *await _tab(request), request.services.usernames.handle)
    )


@forfeits.command(description=N_("All forfeits on this server, or just one person’s."))
@app_commands.describe(who=N_("only this person"), side=N_("what they owe or what they’re owed"))
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
    """Return the open forfeits between this person and others, and those that others say they have paid.

    The names of people who have left the server say so.
    """
    await request.wait_for_curtains()
    debts, asked = request.services.debts, (request.guild, request.user)
    found = await debts.forfeits(*asked), await debts.said_paid(*asked)
    both = [*found[0], *found[1]]
    people = [who.id for each in both for who in (each.debtor, each.creditor) if who is not None]
    await members.look_for(request, Near(tuple(people)))
    left = {guild: await request.services.presence.left(guild) for guild in {each.guild for each in both}}
    mine, said_paid = (tuple(with_left(each, left[each.guild]) for each in side) for side in found)
    return mine, said_paid
