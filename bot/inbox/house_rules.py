"""Handle `/table rules`: save, list, use and delete the named house rules of a server."""

from discord import app_commands

from bot.inbox import sights
from bot.inbox.commands import completion, tables_meant
from bot.inbox.dispatcher import handle, on
from bot.inbox.opening import open_table
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.people import NamedRules
from bot.people.named_rules import LONGEST_NAME, cleaned
from bot.presses.preferences import DeleteRules, ListRules, OpenNaming, SendNaming, SurelyDelete, SurelyKeep, UseRules
from bot.screens.elements.cards import Ephemeral
from bot.screens.pages import named_rules
from bot.screens.pages.named_rules import Completions
from bot.storage.sight import Venue
from bot.tables.model import LIVE, Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_


async def named(request: Request, typed: str) -> NamedRules:
    """Return the server's house rules with the typed name. Raises `Trouble` if there are none."""
    found = await request.services.house_rules.called(request.guild or 0, typed)
    if found is None:
        nearest = named_rules.nearest(await _kept(request), typed, presets=False)
        raise Trouble(Code.NO_SUCH_RULES, typed=typed, nearest=nearest)
    return found


async def keep_rules(request: Request, table: TableView, name: str) -> None:
    """Save the rules of a table under a name. If other rules have that name, first ask whether to replace them.

    Raises `Trouble` if the person neither hosts the table nor manages the server, or if the name is unsuitable.
    """
    _may_save(request, table)
    if named_rules.preset(cleaned(name)) is not None:
        raise Trouble(Code.NAME_OF_A_GAME, name=name)
    there = await request.services.house_rules.called(table.place.guild, name)
    if there is not None and not there.are_those_of(table.setup) and _may_change(request, there):
        await request.reply_ephemeral(named_rules.overwrite(sights.rules_as_seen(request, there), table))
    else:
        kept = await _keep(request, table, name)
        with request.saved():
            await request.reply_ephemeral(named_rules.kept(kept))


@on(SurelyKeep)
async def surely_keep(request: Request, press: SurelyKeep) -> None:
    """Replace saved rules with a table's rules, which get the same name."""
    table = await _of_this_server(request, press.table)
    _may_save(request, table)
    there = await request.services.house_rules.one(table.place.guild, press.rules)
    _must_be_theirs(request, there)
    kept = await _keep(request, table, there.name, there.id)
    with request.saved():
        await request.update(named_rules.kept(kept))


@on(OpenNaming)
async def open_naming(request: Request, press: OpenNaming) -> None:
    """Open the form that asks for a name for a table's rules."""
    table = await _of_this_server(request, press.table)
    _may_save(request, table)
    await request.open_form(named_rules.naming(table))


@on(SendNaming)
async def send_naming(request: Request, press: SendNaming) -> None:
    """Save a table's rules under the name that was typed into the form."""
    table = await _of_this_server(request, press.table)
    await keep_rules(request, table, request.typed().get("name", ""))


@on(ListRules)
async def list_rules(request: Request, press: ListRules) -> None:
    """Show a page of the rules that this server has saved."""
    kept = await _kept(request)
    here = kept[press.page * named_rules.A_PAGE :][: named_rules.A_PAGE] or kept[-named_rules.A_PAGE :]
    await sights.look_where_rules_are_from(request, here)
    shown = [sights.rules_as_seen(request, rules) for rules in kept]
    await request.update(named_rules.page(shown, press.page, request.user, request.may_manage))


@on(UseRules)
async def use_rules(request: Request, press: UseRules) -> None:
    """Play by saved rules.

    If this person hosts a lobby in this channel, the rules of the lobby are changed. Otherwise a new table opens.
    """
    rules = sights.rules_as_posted(request, await request.services.house_rules.one(request.guild or 0, press.rules))
    here = await request.tables.queries.at(request.channel)
    if here is not None and here.status is Status.LOBBY and here.host.id == request.user:
        setup = rules.setup(here.setup)
        await request.tables.lobbies.change(here.id, request.who, setup, request.key)
        await request.show(here.id, Ephemeral(named_rules.used(rules)))
    else:
        await open_table(request, rules)


@on(DeleteRules)
async def delete_rules(request: Request, press: DeleteRules) -> None:
    """Ask the person whether to delete these rules."""
    rules = await request.services.house_rules.one(request.guild or 0, press.rules)
    _must_be_theirs(request, rules)
    await request.update(named_rules.delete(sights.rules_as_seen(request, rules)))


@on(SurelyDelete)
async def surely_delete(request: Request, press: SurelyDelete) -> None:
    """Delete these rules after the confirmation."""
    rules = await request.services.house_rules.one(request.guild or 0, press.rules)
    _must_be_theirs(request, rules)
    await request.services.house_rules.forget(request.guild or 0, rules.id)
    with request.saved():
        await request.update(named_rules.deleted(rules))


async def _keep(request: Request, table: TableView, name: str, instead_of: int | None = None) -> NamedRules:
    venue = Venue(table.place.channel, table.place.parent, table.place.is_private)
    rules = request.services.house_rules
    return await rules.keep(table.place.guild, name, table.setup, request.who, instead_of, venue)


async def _kept(request: Request) -> tuple[NamedRules, ...]:
    return await request.services.house_rules.of(request.guild or 0)


async def _of_this_server(request: Request, table_id: int) -> TableView:
    """Return a live table of this server.

    Raises `Trouble` if the table belongs to another server, or if it is over.
    """
    table = await request.tables.queries.table(table_id)
    if table.place.guild != request.guild:
        raise Trouble(Code.UNKNOWN_TABLE)
    if table.status not in LIVE:
        raise Trouble(Code.GONE, over=table.status is Status.OVER)
    return table


def _may_save(request: Request, table: TableView) -> None:
    if table.host.id != request.user and not request.may_manage:
        raise Trouble(Code.NOT_HOST, host=table.host.name)


def _may_change(request: Request, rules: NamedRules) -> bool:
    """Return whether this person may replace and delete these rules.

    The person who saved the rules may do this, and server managers may.
    """
    return request.may_manage or rules.by == request.user


def _must_be_theirs(request: Request, rules: NamedRules) -> None:
    if not _may_change(request, rules):
        raise Trouble(Code.RULES_OF_ANOTHER, name=rules.name, by=rules.by_name)


@completion
async def names_proposed(request: Request, name: str) -> Completions:
    """Return the names of this server's house rules that begin with the text typed so far."""
    return named_rules.of_names(await request.services.house_rules.of(request.guild or 0), name)


Name = app_commands.Range[str, 1, LONGEST_NAME]

saved_rules = app_commands.Group(name="rules", description=N_("House rules saved on this server"))


@saved_rules.command(description=N_("Save this table’s rules under a name (host only)."))
@app_commands.describe(name=N_("what to call them, like Friday rules"))
async def save(interaction: Interaction, name: Name) -> None:
    """Handle `/table rules save`: save the table's rules under a name."""
    request = Request(interaction)
    await keep_rules(request, (await tables_meant(request))[0], name)


WHICH_ONES = N_("which ones")
"""The description of the command option that takes the name of saved rules."""


@saved_rules.command(description=N_("Open a table with saved rules, or use them in your lobby."))
@app_commands.describe(name=WHICH_ONES)
async def use(interaction: Interaction, name: str) -> None:
    """Handle `/table rules use`: open a table with saved rules, or change the person's lobby to them."""
    request = Request(interaction)
    await handle(request, UseRules((await named(request, name)).id))


@saved_rules.command(name="list", description=N_("See the rules saved on this server."))
async def list_(interaction: Interaction) -> None:
    """Handle `/table rules list`: show the rules saved on this server."""
    await handle(Request(interaction), ListRules(0))


@saved_rules.command(description=N_("Delete saved rules (server managers, or whoever saved them)."))
@app_commands.describe(name=WHICH_ONES)
async def delete(interaction: Interaction, name: str) -> None:
    """Handle `/table rules delete`: ask whether to delete saved rules."""
    request = Request(interaction)
    await handle(request, DeleteRules((await named(request, name)).id))


use.autocomplete("name")(names_proposed)

delete.autocomplete("name")(names_proposed)
