"""Test house rules that a server saves under a name.

They are saved from a table, opened by `/play`, listed, overwritten and deleted.
"""

import pytest
from sqlalchemy import update

from bot.outbox.render import layout
from bot.people.named_rules import LONGEST_NAME, NamedRules
from bot.presses.base import BackToForm
from bot.presses.game import Stay
from bot.presses.learning import OpenTable
from bot.presses.lobby import Cancel, OpenHouseRules, Rematch, SendHouseRule, SendOptions, Start
from bot.presses.preferences import DeleteRules, ListRules, OpenNaming, SurelyKeep, UseRules
from bot.screens.elements.cards import MOST_COMPONENTS, components
from bot.screens.families.variants import offered
from bot.screens.pages import named_rules as screen
from bot.storage import Connection
from bot.storage import schema as db
from bot.tables.model import Setup, Who
from tests.bot.games.test_whole_games import play_on
from tests.bot.payloads import check
from tests.bot.screens.test_limits import NASTY, payload
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage

FRIDAY = "Friday rules"
SITTING = {"absence": "sit-out"}
"""The options that every game proposes."""


async def kept(stage: Stage, name: str = FRIDAY, game: str = "dudo", by: str = "Ann") -> None:
    """Save house rules of `game` with an ante of 37 under a name."""
    stage.typed.add(name)
    who = Who(stage.people[by].id, by)
    await stage.bot.services.house_rules.keep(stage.guild.id, name, Setup(game, SITTING | {"ante": "37"}), who)


async def names(stage: Stage) -> list[str]:
    return [rules.name for rules in await stage.bot.services.house_rules.of(stage.guild.id)]


async def test_a_tables_rules_are_saved_and_opened_by_their_name(both: Stage) -> None:
    both.typed.add(FRIDAY)
    await both.sit("Ann", "Ben", game="dudo")
    await both.forge_form("Ann", SendHouseRule((await both.table()).id, "ante"), ante="37")
    answer = await both.slash("Ann", "table rules save", name="Friday  rules")
    assert "Saved as **Friday rules**: Dudo (Ante of 37)" in answer.words
    await both.surely("Ann", await both.press("Ann", Cancel))
    await both.slash("Ben", "play", game="FRIDAY rules")
    table = await both.table()
    assert (table.host.name, table.setup.variant, table.setup.options["ante"]) == ("Ben", "dudo", "37")
    assert "*Friday rules* · Dudo" in both.text()
    assert "37 play chips each" in both.text()


async def test_a_rematch_keeps_the_name_of_its_rules_until_a_rule_is_changed(english_stage: Stage) -> None:
    stage = english_stage
    await stage.bot.services.house_rules.keep(
        stage.guild.id, FRIDAY, Setup("common", {"rounds": "1", "ante": "2"}), Who(1, "Ann")
    )
    await stage.sit("Ann", "Ben", game=FRIDAY)
    await stage.press("Ann", Start)
    await play_on(stage, 3)
    await stage.press("Ben", Rematch)
    assert "*Friday rules* · Common hand" in stage.text()
    table = (await stage.table()).id
    await stage.forge_form("Ben", SendOptions(table), rounds="1 round", clock=["600"])
    assert (await stage.table()).setup.called == FRIDAY, "the clock is each table's own"
    await stage.forge_form("Ben", SendHouseRule(table, "ante"), ante="3")
    assert "Friday" not in stage.text()


async def test_the_play_command_proposes_games_and_the_servers_saved_rules(stage: Stage) -> None:
    await kept(stage)
    await kept(stage, "Sunday", "cup")
    who, where = stage.people["Ben"], stage.channel
    every = await who.autocomplete(where, "play", "game", "")
    assert [choice["value"] for choice in every] == [*offered(), FRIDAY, "Sunday"]
    some = await who.autocomplete(where, "play", "game", "DUDO")
    assert FRIDAY in [each["value"] for each in await who.autocomplete(where, "table rules delete", "name", "")]
    assert [choice["value"] for choice in some] == ["dudo", FRIDAY]
    assert [choice["value"] for choice in await who.autocomplete(where, "table rules use", "name", "day")] == [
        FRIDAY,
        "Sunday",
    ]


@pytest.mark.parametrize("typed", ["dudo", "Dudo", " DUDO "])
async def test_a_preset_is_opened_by_its_word_or_its_title(english_stage: Stage, typed: str) -> None:
    await english_stage.slash("Ann", "play", game=typed)
    assert (await english_stage.table()).setup.variant == "dudo"


async def test_a_stranger_finds_the_cup_by_its_poker_hands_and_reads_what_each_game_is(english_stage: Stage) -> None:
    stage = english_stage
    who, where = stage.people["Ann"], stage.channel
    (found,) = await who.autocomplete(where, "play", "game", "poker")
    assert found == {"name": "The cup · One cup, poker hands: beat it or call Liar!", "value": "cup"}
    await stage.slash("Ann", "play", game="poker ")
    assert (await stage.table()).setup.variant == "cup"


async def test_an_unknown_name_is_refused_with_the_nearest_known_one(stage: Stage) -> None:
    await kept(stage)
    stage.typed |= {"firday rules", "dodo", "x"}
    assert "Did you mean **Friday rules**?" in (await stage.slash("Ann", "play", game="firday rules")).words
    assert "Did you mean **Dudo**?" in (await stage.slash("Ann", "play", game="dodo")).words
    assert "🎲 I don’t know “" in (await stage.slash("Ann", "play", game="x")).words
    for command in ("table rules use", "table rules delete"):
        assert "Did you mean **Friday rules**?" in (await stage.slash("Ann", command, name="firday rules")).words
        assert "No such house rules here. See `/table" in (await stage.slash("Ann", command, name="x")).words
    assert stage.public() == []


async def test_the_game_that_was_meant_is_opened_by_a_button_below_the_refusal(english_stage: Stage) -> None:
    refused = await english_stage.slash("Ann", "play", game="fierhouse")
    assert "Did you mean **Firehouse**?" in refused.words
    await english_stage.press("Ann", OpenTable, refused.ephemerals[0])
    assert (await english_stage.table()).setup.variant == "firehouse"


async def test_the_rules_that_were_meant_are_opened_by_a_button_below_the_refusal(stage: Stage) -> None:
    await kept(stage)
    stage.typed |= {"firday rules"}
    refused = await stage.slash("Ann", "play", game="firday rules")
    await stage.press("Ann", UseRules, refused.ephemerals[0])
    assert (await stage.table()).setup.variant == "dudo"


async def test_saved_rules_are_overwritten_only_after_a_confirmation(stage: Stage) -> None:
    await kept(stage)
    await stage.sit("Ann", "Ben", game="bar")
    asked = await stage.slash("Ann", "table rules save", name="friday RULES")
    assert "💾 **Friday rules** already exists: Dudo (Ante of 37)." in asked.words
    assert stage.kinds(asked.ephemerals[0]) == [SurelyKeep, Stay]
    assert (await stage.bot.services.house_rules.of(stage.guild.id))[0].variant == "dudo"
    await stage.surely("Ann", asked)
    (rules,) = await stage.bot.services.house_rules.of(stage.guild.id)
    assert (rules.name, rules.variant) == (FRIDAY, "bar")
    again = await stage.slash("Ann", "table rules save", name=FRIDAY)
    assert "Saved as" in again.words, "saving the same rules again needs no confirmation"


async def test_only_hosts_can_save_rules_and_only_their_author_can_change_them(stage: Stage) -> None:
    """A manager of the server may save rules, too, and delete those of others."""
    await kept(stage)
    manager = keeper(stage)
    await stage.sit("Ben", "Ann", game="bar")
    stage.typed.add("Mine")
    assert "Ben" in (await stage.slash("Ann", "table rules save", name="Mine")).words
    assert "was saved by Ann" in (await stage.slash("Ben", "table rules save", name=FRIDAY)).words
    assert "was saved by Ann" in (await stage.slash("Ben", "table rules delete", name=FRIDAY)).words
    (rules,) = await stage.bot.services.house_rules.of(stage.guild.id)
    table = await stage.table()
    assert "by Ann" in (await stage.forge("Ben", SurelyKeep(table.id, rules.id))).words
    await stage.slash(manager, "table rules save", name="Mine")
    await stage.surely(manager, await stage.slash(manager, "table rules delete", name=FRIDAY))
    assert await names(stage) == ["Mine"]


async def test_saved_rules_can_be_applied_to_ones_own_open_lobby(stage: Stage) -> None:
    await kept(stage)
    await stage.sit("Ben", "Ann", game="bar", clock="600")
    answer = await stage.slash("Ben", "table rules use", name=FRIDAY)
    assert "The table now plays **Friday rules**." in answer.words
    assert len(answer.ephemerals) == 1
    setup = (await stage.table()).setup
    assert (setup.variant, setup.options, setup.clock, setup.called) == ("dudo", SITTING | {"ante": "37"}, 600, FRIDAY)
    assert "*Friday rules* · Dudo" in stage.text()
    assert len((await stage.table()).seats) == 2
    assert "There’s already a table here. `/table" in (await stage.slash("Ann", "table rules use", name=FRIDAY)).words


async def test_the_list_shows_each_rules_differences_and_opens_a_table(stage: Stage) -> None:
    assert "No house rules saved yet. `/table rules" in (await stage.slash("Ann", "table rules list")).words
    for number in range(1, screen.A_PAGE + 2):
        await kept(stage, f"Rules {number}", by="Ann" if number == 1 else "Ben")
    answer = await stage.slash("Ann", "table rules list")
    shown = answer.ephemerals[0]
    assert "**Rules 1** · Dudo\n-# Ante of 37 · saved by Ann" in answer.words
    assert len([press for press in stage.presses(shown) if isinstance(press, DeleteRules)]) == 1
    await stage.press("Ann", ListRules, shown, page=1)
    shown = next(message for message in stage.messages() if message.id == shown.id)
    assert "Rules 7" in stage.text(shown)
    await stage.press("Ann", UseRules, shown)
    assert (await stage.table()).setup.called == "Rules 7"


async def test_deleting_saved_rules_needs_a_confirmation(stage: Stage) -> None:
    await kept(stage)
    listed = (await stage.slash("Ann", "table rules list")).ephemerals[0]
    await stage.press("Ann", DeleteRules, listed)
    asked = next(message for message in stage.messages() if message.id == listed.id)
    assert "Delete **Friday rules** (Dudo, Ante of 37)?" in stage.text(asked)
    await stage.press("Ann", ListRules, asked)
    assert await names(stage) == [FRIDAY]
    await stage.surely("Ann", await stage.slash("Ann", "table rules delete", name=FRIDAY))
    assert await names(stage) == []


async def test_saved_rules_of_another_version_are_refused_with_a_hint_to_delete_them(stage: Stage) -> None:
    await kept(stage)
    store = stage.bot._store
    assert store is not None

    def years_pass(connection: Connection) -> None:
        connection.execute(update(db.named_rules).values(options="teleport on", variant="poker"))

    await store.write(years_pass)
    stage.typed.add("poker")
    assert "anymore. Delete it with" in (await stage.slash("Ann", "play", game=FRIDAY)).words
    assert "anymore. Delete it with" in (await stage.slash("Ann", "table rules use", name=FRIDAY)).words
    listed = await stage.slash("Ann", "table rules list")
    assert "anymore. Delete it with" in listed.words
    assert UseRules not in stage.kinds(listed.ephemerals[0])
    assert "” anymore. Delete it with `/table rules delete" in listed.words
    await stage.surely("Ann", await stage.slash("Ann", "table rules delete", name=FRIDAY))
    assert await names(stage) == []


async def test_the_pages_of_house_rules_offer_to_save_them(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="firehouse")
    page = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    form = await stage.press("Ann", OpenNaming, page)
    refused = await stage.fill("Ann", form, name="The Cup")
    assert "💾 “The Cup” is a game. Pick another name, like" in refused.words
    again = await stage.press("Ann", BackToForm, refused.ephemerals[0])
    assert "Saved as **The station**:" in (await stage.fill("Ann", again, name="The station")).words
    assert any(isinstance(made, OpenHouseRules) for made in stage.offered(page)), "the page is unchanged"
    assert await names(stage) == ["The station"]
    assert "Ann" in (await stage.forge("Ben", OpenNaming((await stage.table()).id))).words


async def test_another_servers_saved_rules_cannot_be_used_or_deleted(english_stage: Stage) -> None:
    stage = english_stage
    other = await stage.bot.services.house_rules.keep(stage.guild.id + 1, "Theirs", Setup("cup"), Who(1, "Eve"))
    await stage.sit("Dan")
    for press in (UseRules(other.id), DeleteRules(other.id)):
        assert "No such house rules here. See `/table" in (await stage.forge("Ann", press)).words
    assert "don’t know" in (await stage.slash("Ann", "play", game="Theirs")).words


async def test_rules_cannot_be_saved_without_a_table(stage: Stage) -> None:
    assert "No table here. `/play` opens one." in (await stage.slash("Ann", "table rules save", name="x")).words


@pytest.mark.usefixtures("tongue")
def test_the_longest_list_of_saved_rules_fits_discords_limits() -> None:
    rules = [
        NamedRules(2**31 + n, NASTY[:LONGEST_NAME], "perudo", options, 2**62, NASTY)
        for n, options in enumerate(
            ["ante 1000000\ncrooked 0.0123456789\nstake " + "*" * 80 + "\nrounds 100\nminutes 10080\nwild red"] * 50
        )
    ]
    for number in (0, 99):
        parts = screen.page(rules, number, 2**62, manages=True)
        assert components(parts) <= MOST_COMPONENTS
        check(payload(layout(parts)))
    for parts in (screen.delete(rules[0]), screen.kept(rules[0])):
        check(payload(layout(parts)))
