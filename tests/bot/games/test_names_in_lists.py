"""Test lists that contain people with the same name: within a message, each person always has the same name."""

import re

import pytest
from simcord import ResponseMessage

from bot.history import forfeits
from bot.history.counting import count
from bot.presses.game import CallLie
from bot.presses.history import CrossOff, OpenReplay, SettleInList, ShareTab, ShowDebts, ShowStep
from bot.storage import Connection, ledger, personal
from bot.storage.ledger import ForfeitRow
from bot.tables.model import Setup, Who
from tests.bot import unkind
from tests.bot.answers import words
from tests.bot.games.test_names import ALEXES, come, described
from tests.bot.plays import newest_result
from tests.bot.stage import Stage


@pytest.fixture(autouse=True)
def whole() -> None:
    """Make Discord send all names. In other tests it may leave out a display name, and the bot uses the username."""
    unkind.begin(None)


OLD = 999
"""The id of the table of a game that has been deleted."""


async def owe(stage: Stage, *pairs: tuple[str, str], table: int = OLD) -> None:
    """Add an open forfeit for each pair of names: the debtor and the creditor."""
    stage.typed.add("sing")
    moment, users = stage.bot.now(), {name: who.id for name, who in stage.people.items()}

    def work(connection: Connection) -> None:
        for name in {name for pair in pairs for name in pair}:
            personal.remember_name(connection, stage.guild.id, users[name], re.sub(r" \d$", "", name))
        for debtor, creditor in pairs:
            people = users[debtor], users[creditor]
            row = ForfeitRow(stage.guild.id, stage.channel.id, table, *people, "sing", "common", moment, ledger.OWED)
            count(connection, forfeits.owe(connection, row))

    await stage.bot.services.tables.changes.store.write(work)


async def play_a_game(stage: Stage, *names: str) -> None:
    await stage.start(*names, rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)


def said(message: ResponseMessage) -> str:
    """Return the text of a message without asterisks."""
    return words(message).replace("*", "")


async def test_a_servers_tab_gives_two_people_with_one_name_the_same_number_in_all_lines(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await owe(stage, ("Alex", "Ben"), ("Alex 2", "Ben"), ("Alex 2", "Cleo"), ("Ann", "Alex 2"), ("Cleo", "Alex"))
    (page,) = (await stage.slash("Dan", "forfeits server")).ephemerals
    await stage.press("Dan", ShareTab, page)
    pairs = [
        ("Alex", "Ben"),
        ("Alex 2", "Ben"),
        ("Alex 2", "Cleo"),
        ("Ann", "Alex 2"),
        ("Cleo", "Alex"),
    ]
    for message in (page, stage.public()[-1]):
        assert re.findall(r"• (.+) owes (.+) 1 forfeit", said(message)) == pairs


async def test_the_heading_of_a_persons_tab_names_them_as_its_lines_do(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await owe(stage, ("Alex", "Alex 2"), ("Ben", "Alex 2"))
    answer = await stage.slash("Dan", "forfeits server", who=stage.people["Alex 2"], side="is owed")
    assert "What Alex 2 is owed (2)" in answer.words
    assert "Alex owes Alex 2 1 forfeit" in answer.words
    assert "Ben owes Alex 2 1 forfeit" in answer.words


async def test_a_tab_keeps_the_numbers_that_people_had_at_their_table(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await play_a_game(stage, "Alex", "Alex 2", "Ben")
    game = (await stage.table()).id
    await owe(stage, ("Alex 2", "Cleo"), ("Alex", "Cleo"), table=game)
    answer = await stage.slash("Cleo", "forfeits server", who=stage.people["Cleo"], side="is owed")
    assert re.findall(r"• (.+) owes you", answer.words) == ["Alex 2", "Alex"]


async def test_two_people_who_were_alex_2_at_different_tables_get_different_numbers(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await play_a_game(stage, "Alex", "Alex 2")
    await owe(stage, ("Alex 2", "Cleo"), table=(await stage.table()).id)
    come(stage, "Alex 2", name="Alex")
    await play_a_game(stage, "Alex", "Alex 2")
    await owe(stage, ("Alex 2", "Cleo"), ("Alex", "Cleo"), table=(await stage.table()).id)
    answer = await stage.slash("Cleo", "forfeits server", who=stage.people["Cleo"], side="is owed")
    assert re.findall(r"• (.+) owes you", answer.words) == ["Alex", "Alex 2", "Alex 3"]


async def test_debts_behind_a_result_name_people_as_the_result_does(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await owe(stage, ("Alex", "Ben"))
    await play_a_game(stage, "Alex", "Alex 2", "Ben")
    await owe(stage, ("Alex 2", "Ben"), table=(await stage.table()).id)
    (shown,) = (await stage.press("Alex 2", ShowDebts)).ephemerals
    assert "📝 You must: sing, for Ben" in said(shown)
    (theirs,) = (await stage.press("Dan", ShowDebts, newest_result(stage))).ephemerals
    assert "📝 Alex 2 must: sing, for Ben" in said(theirs)
    assert "📝 Alex must: sing, for Ben" in said(theirs)
    found = await stage.bot.services.debts.forfeits(stage.guild.id, stage.people["Alex 2"].id)
    (mine,) = (each for each in found if each.text == "sing")
    await stage.press("Alex 2", SettleInList, shown, forfeit=mine.id, how="paid")
    assert "✅ You’ve paid Ben: sing" in stage.text(shown).replace("*", "")
    (theirs,) = (await stage.press("Dan", ShowDebts, newest_result(stage))).ephemerals
    assert "✅ Alex 2 has paid Ben: sing" in said(theirs), "the line keeps the name when it changes"


async def test_the_line_about_a_payment_names_the_debtor_as_their_table_did(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await play_a_game(stage, "Alex", "Alex 2")
    await owe(stage, ("Alex 2", "Cleo"), table=(await stage.table()).id)
    menu = await stage.slash("Alex 2", "forfeits settle")
    forfeit = next(each for each in stage.offered(menu.ephemerals[0]) if isinstance(each, CrossOff))
    await stage.pick("Alex 2", menu.ephemerals[0], CrossOff, forfeit=forfeit.forfeit, how="paid")
    assert "✅ Alex 2 has paid" in said(stage.public()[-1])


async def test_a_list_of_games_gives_each_person_one_name(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await play_a_game(stage, "Alex", "Alex 2")
    stage.people["Alex"], other = stage.people["Alex 2"], stage.people["Alex"]
    await play_a_game(stage, "Alex", "Ben")
    stage.people["Alex"] = other
    (page,) = (await stage.slash("Ann", "history")).ephemerals
    assert list(described(page, OpenReplay)) == ["2. with Alex and Ben", "1. with Alex 2 and Alex"]


async def test_a_posted_step_of_a_replay_names_its_poster_as_the_game_does(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, *ALEXES, name="Alex")
    await play_a_game(stage, "Alex", "Alex 2")
    for name in ("Alex 2", "Alex 3"):
        (mine,) = (await stage.slash(name, "history", show="replay", number=1)).ephemerals
        await stage.press(name, ShowStep, mine)
        assert f"📣 {name} shares a moment from a game" in said(stage.public()[-1])


async def test_saved_house_rules_are_listed_with_different_names_for_their_owners(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    for name, rules in (("Alex", "Friday"), ("Alex 2", "Monday"), ("Alex", "Sunday")):
        stage.typed.add(rules)
        who = Who(stage.people[name].id, "Alex")
        await stage.bot.services.house_rules.keep(stage.guild.id, rules, Setup("dudo", {"ante": "37"}), who)
    answer = await stage.slash("Ben", "table rules list")
    assert re.findall(r"saved by (.+)", answer.words) == ["Alex", "Alex 2", "Alex"]
