"""Test that a person outside of three private places learns nothing about them from any control or command.

The places are a channel with a running game, a private thread with a lobby, and an archived private thread whose
finished game has left a debt. The words in `SECRETS` are used only there.
"""

from collections.abc import Iterator
from typing import Any, get_args

import discord
import msgspec
import pytest
from discord import app_commands
from simcord import ChannelHandle, ResponseMessage

from bot.inbox.tree import COMMANDS
from bot.presses.base import AtTable, BackToForm, Choosing, Press
from bot.presses.codec import PRESSES, decode, encode
from bot.presses.history import CrossOff, EndEvening, OfBoard, ShareMoment, ShareTab
from bot.presses.lobby import AddComputer, OpenOptions, Rematch
from bot.presses.puzzle import AnswerPuzzle
from bot.tables.model import ForfeitWord
from tests.bot.answers import Answer
from tests.bot.boards.test_places_of_games import secret
from tests.bot.boards.test_words_of_private_places import owed_in, private_thread
from tests.bot.plays import agreed, forged_in_dm, in_dm
from tests.bot.presses.test_forged import every_press
from tests.bot.stage import Stage

RUNNING, STAKE, OWED = "hum the tune of the den", "paint the nook", "sing in the archive"
SECRETS = (RUNNING, STAKE, OWED, "the-den", "corner")
ABSENT = 4_000_000


class Scene(msgspec.Struct):
    """The three private places, and the id of the table in each."""

    stage: Stage
    places: list[ChannelHandle]
    tables: list[int]

    def texts(self) -> list[list[str]]:
        """Return the texts of the public messages in each place."""
        return [[self.stage.text(each) for each in self.stage.public(place)] for place in self.places]


@pytest.fixture
async def scene(english_stage: Stage) -> Scene:
    stage, usual = english_stage, english_stage.channel
    attic = private_thread(stage)
    nook = private_thread(stage)
    den = secret(stage, "Ann", "Ben", "Cleo", "Dan")
    stage.come("Eve")
    await owed_in(stage, attic, OWED)
    stage.channel = nook
    await agreed(stage, "Cleo", "Dan", game="dudo", dice="1")
    form = await stage.press("Cleo", OpenOptions)
    await stage.fill("Cleo", form, rounds="", clock=["180"], stake=STAKE, switches=[])
    await stage.slash("Cleo", "table rules save", nook, name="Ours")
    stage.channel = den
    await stage.start("Ann", "Ben", forfeit=RUNNING)
    await stage.raise_once()
    stage.channel = usual
    stage.env.backend.edit_channel(attic.id, {}, thread_metadata={"archived": True})
    await stage.env.settle()
    places = [den, nook, attic]
    return Scene(stage, places, [(await stage.table(place)).id for place in places])


async def own(stage: Stage, name: str) -> ResponseMessage:
    """Have this person open a private page in the usual channel, and return its message for forged presses."""
    (shown,) = (await stage.slash(name, "help")).ephemerals
    return shown


async def forged(stage: Stage, name: str, press: Press, on: ResponseMessage) -> Answer:
    if press.opened_by is not None:
        return await stage.forge_form(name, press, quantity="5", face=["5"], name="Ours", words="seven")
    chosen = [str(stage.people["Dan"].id)] if isinstance(press, Choosing) else []
    return await stage.forge(name, press, *chosen, message=on)


FITTING = {"period": "", "dice": "12", "kept": "abcd", "said": "liar", "show": "5", "marked": "34"}
"""A valid value for each field that does not accept every text."""
FORMS = [tag for tag, kind in PRESSES.items() if kind.opened_by is not None and issubclass(kind, AtTable)]


def presses(table: int, version: int, number: int) -> Iterator[Press]:
    """Yield a press of each kind with valid words.

    For each form, also yield a press of the button that leads back to it.
    """
    for press in every_press(table, version, number):
        words = {name: word for name, word in FITTING.items() if getattr(press, name, None) == "told"}
        if isinstance(press, BackToForm):
            yield from (msgspec.structs.replace(press, form=form, **words) for form in FORMS)
        else:
            yield msgspec.structs.replace(press, **words)


def test_every_press_that_these_tests_forge_can_be_decoded() -> None:
    assert {type(press) for press in presses(1, 1, 1)} == set(PRESSES.values())
    assert {type(press) for press in presses(1, 1, 1) if decode(encode(press)) is None} <= {AnswerPuzzle}
    assert FORMS


def learnt(stage: Stage, name: str) -> list[str]:
    """Return the secrets in all private answers to this person and in all public messages."""
    everything = "\n".join([*stage.private[name], *(stage.text(message) for message in stage.public())])
    return [word for word in SECRETS if word in everything]


def at_table(table: int, version: int) -> Iterator[Press]:
    """Yield a press of each kind about a table."""
    return (press for press in presses(table, version, 1) if isinstance(press, AtTable | BackToForm))


async def test_no_press_shows_an_outsider_that_a_table_exists(scene: Scene) -> None:
    stage = scene.stage
    await stage.slash("Eve", "play")
    mine, before = await own(stage, "Eve"), scene.texts()
    public = len(stage.public())
    for table, place in zip(scene.tables, scene.places, strict=True):
        was = await stage.table(place)
        for press, at_none in zip(at_table(table, was.version), at_table(ABSENT, was.version), strict=True):
            said = (await forged(stage, "Eve", press, mine)).words
            assert said == (await forged(stage, "Eve", at_none, mine)).words, press
            assert "That table is gone." in said, press
        assert await stage.table(place) == was
    assert scene.texts() == before
    assert len(stage.public()) == public
    assert not learnt(stage, "Eve")


async def test_buttons_that_post_work_only_in_the_tables_own_place(scene: Scene) -> None:
    stage = scene.stage
    await stage.slash("Eve", "play")
    mine, before, public = await own(stage, "Ann"), scene.texts(), len(stage.public())
    for kind in [each for each in PRESSES.values() if issubclass(each, AtTable) and each.posts]:
        for table in scene.tables:
            assert "That table is gone." in (await forged(stage, "Ann", kind(table), mine)).words, kind
    assert scene.texts() == before
    assert len(stage.public()) == public
    assert {ShareMoment, EndEvening, Rematch} <= {each for each in PRESSES.values() if getattr(each, "posts", False)}


async def test_players_of_a_private_table_can_press_from_anywhere(scene: Scene) -> None:
    stage = scene.stage
    mine = await own(stage, "Cleo")
    await forged(stage, "Cleo", AddComputer(scene.tables[1]), mine)
    assert len((await stage.table(scene.places[1])).seats) == 3


async def test_members_of_a_private_thread_can_press_from_its_channel(scene: Scene) -> None:
    """The thread belongs to the usual channel. Ann is a member of it but does not play there."""
    stage = scene.stage
    mine = await own(stage, "Ann")
    await forged(stage, "Ann", PRESSES["join"](scene.tables[1]), mine)
    assert (await stage.table(scene.places[1])).seat_of(stage.people["Ann"].id) is not None


async def test_an_outsider_learns_no_secret_by_any_other_press(scene: Scene) -> None:
    """The outsider sends every press that names no table, with the ids of the private tables and channels."""
    stage = scene.stage
    await stage.slash("Eve", "play")
    mine = await own(stage, "Eve")
    for number in (1, *scene.tables, *(place.id for place in scene.places)):
        for press in presses(number, 1, number):
            if not isinstance(press, AtTable | BackToForm):
                await forged(stage, "Eve", press, mine)
                if isinstance(press, OfBoard):
                    await forged(stage, "Eve", msgspec.structs.replace(press, page=1, game=""), mine)
    assert not learnt(stage, "Eve")


async def test_a_private_debt_does_not_exist_for_an_outsider(scene: Scene) -> None:
    """Eve gets the same answer as for a debt that does not exist.

    Dan is a member of the archived thread in which the debt arose, so he gets a different answer.
    """
    stage = scene.stage
    (debt,) = await stage.bot.services.debts.forfeits(stage.guild.id, stage.people["Ann"].id)
    (shown,) = (await in_dm(stage, "Eve", "forfeits mine")).ephemerals
    for name in ("Eve", "Dan"):
        mine = await own(stage, name)
        for how in get_args(ForfeitWord):
            absent = (await forged(stage, name, CrossOff(ABSENT, how), mine)).words
            assert "no such forfeit" in absent
            assert ((await forged(stage, name, CrossOff(debt.id, how), mine)).words == absent) is (name == "Eve"), how
    for how in get_args(ForfeitWord):
        assert "no such forfeit" in (await forged_in_dm(stage, "Eve", CrossOff(debt.id, how), shown)).words
    assert await stage.bot.services.debts.forfeit(debt.id) == debt


async def test_no_command_shows_an_outsider_a_secret(scene: Scene) -> None:
    stage = scene.stage
    for command in commands():
        for options in ways(stage, command):
            await stage.slash("Eve", command.qualified_name, **options)
        for parameter in command.parameters:
            if parameter.autocomplete:
                where, name, before = stage.channel, command.qualified_name, stage.requests()
                found = await stage.people["Eve"].autocomplete(where, name, parameter.display_name, "")
                assert not [word for word in SECRETS if word in str(found)]
                assert not [call for call in stage.calls_since(before) if "thread-members" in call]
    assert not learnt(stage, "Eve")


async def test_pages_that_an_insider_shares_show_outsiders_no_secret(scene: Scene) -> None:
    stage = scene.stage
    (tab,) = (await stage.slash("Ann", "forfeits server")).ephemerals
    assert OWED in stage.text(tab)
    assert OWED in (await stage.slash("Cleo", "forfeits server")).words, "Cleo is in the archived thread"
    await stage.press("Ann", ShareTab, tab)
    await stage.slash("Dan", "play", game="Ours")
    assert not learnt(stage, "Eve")


def commands() -> list[app_commands.Command[Any, ..., Any]]:
    """Return every command that anybody may use, including those in groups."""
    found: list[Any] = []
    for each in COMMANDS:
        if each.default_permissions is None:
            found += [each] if isinstance(each, app_commands.Command) else list(each.walk_commands())
    return [each for each in found if isinstance(each, app_commands.Command)]


def ways(stage: Stage, command: app_commands.Command[Any, ..., Any]) -> Iterator[dict[str, Any]]:
    """Yield sets of options for a command.

    The first set has only the required options. Each further set adds one value of one option to them.
    """
    must = {each.display_name: next(values(stage, each)) for each in command.parameters if each.required}
    yield must
    for each in command.parameters:
        for value in values(stage, each):
            yield must | {each.display_name: value}


def values(stage: Stage, option: app_commands.Parameter) -> Iterator[Any]:
    """Yield the choices of an option. If it has no choices, yield one value of its type."""
    yield from (choice.value for choice in option.choices)
    match option.type:
        case discord.AppCommandOptionType.user:
            yield stage.people["Ann"]
        case discord.AppCommandOptionType.integer:
            yield 1
        case discord.AppCommandOptionType.boolean:
            yield True
        case _ if not option.choices:
            yield "Ours"
