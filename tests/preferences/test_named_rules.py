"""Test the house rules that a server stores under a name.

Each server has its own named rules. They are stored as words, so that later versions can read them.
"""

import asyncio

import pytest
from sqlalchemy import update

from bot.people import NamedRulesRepository
from bot.people.named_rules import LONGEST_NAME, MOST
from bot.storage import Connection
from bot.storage import schema as db
from bot.tables.model import FACE_NAMES, WAIT_SETTLED, Setup
from bot.tables.trouble import Code, Trouble
from tests.tables.house import GUILD, House, person

FRIDAY = Setup("dudo", {"ante": "20", "stake": "polish my  boots", "crooked": "0.03"}, clock=60, wait_settled=True)
ANN, BOB = person("ann"), person("bob")


async def test_rules_are_stored_as_words_and_read_back_unchanged(house: House) -> None:
    await NamedRulesRepository(house.store).keep(GUILD, " Friday\nrules ", FRIDAY, ANN)
    await house.reopen()
    (kept,) = await NamedRulesRepository(house.store).of(GUILD)
    assert (kept.name, kept.by, kept.by_name) == ("Friday rules", ANN.id, ANN.name)
    assert kept.options == "crooked 0.03\nante 20\nstake polish my boots\nwait-settled on"
    setup = kept.setup(Setup("bar", clock=600, forfeit="sing"))
    assert setup.rules() == FRIDAY.rules()
    assert (setup.wait_settled, setup.called, setup.clock, setup.forfeit) == (True, "Friday rules", 600, "sing")
    assert await NamedRulesRepository(house.store).of(GUILD + 1) == ()


async def test_names_of_rules_are_case_insensitive(house: House) -> None:
    rules = NamedRulesRepository(house.store)
    kept = await rules.keep(GUILD, "Straße nach Ⅳ", FRIDAY, ANN)
    assert await rules.called(GUILD, "STRASSE  nach iv") == kept
    with pytest.raises(Trouble) as trouble:
        await rules.keep(GUILD, "strasse NACH IV", Setup("bar"), BOB)
    assert (trouble.value.code, trouble.value.facts["by"]) == (Code.RULES_OF_ANOTHER, ANN.name)
    again = await rules.keep(GUILD, "strasse NACH IV", Setup("bar"), BOB, instead_of=kept.id)
    assert (again.id, again.name, again.variant, again.by) == (kept.id, kept.name, "bar", ANN.id)


async def test_if_two_rules_are_stored_under_one_name_at_once_one_is_refused(house: House) -> None:
    one, other = NamedRulesRepository(house.store), NamedRulesRepository(house.store)
    kept = (one.keep(GUILD, "late", FRIDAY, ANN), other.keep(GUILD, "LATE", Setup("bar"), BOB))
    done = await asyncio.gather(*kept, return_exceptions=True)
    assert sorted(isinstance(each, Trouble) for each in done) == [False, True]
    assert len(await one.of(GUILD)) == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Code.RULES_NAME),
        ("\u200b <@1>", Code.RULES_NAME),
        ("x" * (LONGEST_NAME + 1), Code.RULES_NAME),
        ("DUDO", Code.NAME_OF_A_GAME),
    ],
)
async def test_an_invalid_name_is_refused(sqlite_house: House, name: str, code: Code) -> None:
    with pytest.raises(Trouble) as trouble:
        await NamedRulesRepository(sqlite_house.store).keep(GUILD, name, FRIDAY, ANN)
    assert trouble.value.code is code


async def test_a_server_stores_at_most_fifty_rules(sqlite_house: House) -> None:
    rules = NamedRulesRepository(sqlite_house.store)
    kept = [await rules.keep(GUILD, f"{'x' * (LONGEST_NAME - 2)}{number:02}", FRIDAY, ANN) for number in range(MOST)]
    with pytest.raises(Trouble) as trouble:
        await rules.keep(GUILD, "one more", FRIDAY, ANN)
    assert (trouble.value.code, trouble.value.facts["most"]) == (Code.TOO_MANY_RULES, MOST)
    await rules.keep(GUILD + 1, "one more", FRIDAY, ANN)
    await rules.forget(GUILD, kept[0].id)
    assert (await rules.keep(GUILD, "one more", FRIDAY, ANN)).name == "one more"


@pytest.mark.parametrize("changed", [{"options": "teleport on"}, {"options": "ante 1 2"}, {"variant": "poker"}])
async def test_rules_that_can_no_longer_be_read_raise_a_named_error(
    sqlite_house: House, changed: dict[str, str]
) -> None:
    rules = NamedRulesRepository(sqlite_house.store)
    kept = await rules.keep(GUILD, "Friday rules", FRIDAY, ANN)

    def years_pass(connection: Connection) -> None:
        connection.execute(update(db.named_rules).values(**changed))

    await sqlite_house.store.write(years_pass)
    with pytest.raises(Trouble) as trouble:
        (await rules.one(GUILD, kept.id)).setup(Setup("bar"))
    assert (trouble.value.code, trouble.value.facts["name"]) == (Code.RULES_UNREADABLE, "Friday rules")


def test_named_rules_that_are_changed_at_a_table_lose_their_name() -> None:
    friday = Setup("dudo").with_rules("dudo", {"ante": "20"}, called="Friday rules")
    assert friday.with_rules("dudo", {"ante": "20"}).called == "Friday rules"
    assert friday.with_rules("dudo", {"ante": "30"}).called == ""
    assert friday.with_rules("bar", {"ante": "20"}).called == ""
    for own in (WAIT_SETTLED, FACE_NAMES):
        assert friday.with_rules("dudo", {"ante": "20"}, {own}).called == ""
    assert friday.with_rules("dudo", {"ante": "30"}, called="Friday rules").called == "Friday rules"
