"""Test commands that are not moves: boards, forfeits, showing, leaving and ending a table, and commands in a DM."""

import re

import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import AskToLetOff, CallLie, CallQuits, SettleForfeit
from bot.presses.history import CrossOff, ShowBoard, ShowTab
from bot.presses.lobby import Cancel, ChooseVariant, Join, OpenOptions, Rematch, StandUp, Start
from engine.bids import odds
from engine.bids.actions import Bid
from engine.core.actions import How
from tests.bot.games.test_whole_games import play_on
from tests.bot.pseudo import without_brackets
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage


async def owing(stage: Stage) -> tuple[str, str]:
    """Play a game that leaves one forfeit on the tab, and return the debtor's and the winner's names."""
    await stage.start("Ann", "Ben", rounds="1", forfeit="one song")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    table = await stage.table()
    (row,) = await stage.bot.services.debts.forfeits(table.place.guild, stage.people["Ann"].id)
    assert row.creditor is not None
    return row.debtor.name, row.creditor.name


async def test_the_leaderboard_opens_with_debtors_and_winners_and_leads_to_each_board(both: Stage) -> None:
    debtor, winner = await owing(both)
    answer = await both.slash(winner, "leaderboard")
    shown = answer.result.response
    assert shown is not None
    debts, wins = re.split(r"\n(?=\*\*)", both.text(shown))[1:]
    assert debtor in debts
    assert winner not in debts
    assert f"🥇 **{winner}**" in wins
    assert "one song" not in both.text(shown), "the page has only numbers"
    for board in ("forfeits", "wins"):
        await both.press(winner, ShowBoard, (await both.slash(winner, "leaderboard")).ephemerals[0], board=board)
    await both.press(winner, ShowTab, shown)
    assert f"{debtor} owes you 1 forfeit" in both.text(shown)
    assert "**one song**" in both.text(shown)


async def test_a_game_with_one_person_counts_on_no_board(stage: Stage) -> None:
    await stage.start("Ann", computers=1, rounds="1")
    await play_on(stage, 3)
    answer = await stage.slash("Ann", "leaderboard")
    assert answer.result.response is not None
    assert "🥇" not in stage.text(answer.result.response)


async def test_forfeits_are_listed_and_settled(both: Stage) -> None:
    debtor, winner = await owing(both)
    assert "one song" in (await both.slash(debtor, "forfeits mine")).words
    assert "On your tab" in (await both.slash(debtor, "forfeits mine")).words
    assert debtor in (await both.slash(winner, "forfeits mine")).words
    assert "All square. Cheers!" in (await both.slash("Dan", "forfeits mine")).words
    menu = await both.slash(debtor, "forfeits settle")
    table = await both.table()
    (row,) = await both.bot.services.debts.forfeits(table.place.guild, both.people[debtor].id)
    await both.pick(debtor, menu.ephemerals[0], CrossOff, forfeit=row.id, how="paid")
    assert "All square. Cheers!" in (await both.slash(debtor, "forfeits mine")).words
    assert "All square. Cheers!" in (await both.slash(winner, "forfeits settle")).words


async def test_the_winner_can_waive_a_forfeit_on_the_panel(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    view = await stage.view()
    seats = (await stage.table()).seats
    debtor, winner = seats[view.state.debtors[0]].name, seats[view.state.creditor].name
    assert debtor in (await stage.press(winner, SettleForfeit, debtor=view.state.debtors[0], how=How.PAID)).words
    assert f"**{winner}** can let them off" in (await stage.press(debtor, AskToLetOff)).words
    asked = await stage.press(winner, AskToLetOff, debtor=view.state.debtors[0])
    assert f"Let **{debtor}** off for good?" in asked.words
    await stage.surely(winner, asked)
    assert "lets" in stage.text(stage.public()[-2])
    assert "Round 2" in stage.text()


async def test_the_command_to_show_a_table_brings_a_lost_panel_back(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    lost = stage.panel()
    await lost.message.delete()
    await stage.env.settle()
    await stage.slash("Ben", "table show")
    assert PlaceBid in stage.kinds()
    await stage.raise_once()
    assert "or call" in stage.text()


async def test_the_command_to_show_a_table_leaves_one_panel_with_buttons(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    old = stage.panel()
    await stage.slash("Ben", "table show")
    assert old.id not in [message.id for message in stage.public()]
    assert PlaceBid in stage.kinds()


async def test_leaving_ends_a_game_of_two(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.surely("Ben", await stage.slash("Ben", "table leave"))
    everything = "\n".join(stage.text(message) for message in stage.public())
    assert "leaves the table" in everything
    assert Rematch in stage.kinds()


async def test_the_host_ends_a_game_against_computers_alone(stage: Stage) -> None:
    """The host needs nobody's consent, because no other person plays (L5)."""
    await stage.start("Ann", computers=1)
    assert "Ann" in (await stage.slash("Ben", "table end")).words
    asked = await stage.slash("Ann", "table end")
    assert "End this game for everyone, without a result?" in asked.words
    await stage.surely("Ann", asked)
    assert "`/play`" in (await stage.slash("Ann", "dice")).words
    assert all(PlaceBid not in stage.kinds(message) for message in stage.public())


async def test_a_host_who_ends_a_game_with_other_people_only_casts_a_vote(stage: Stage) -> None:
    """The game ends once more than half of the players want to stop (L5, E2)."""
    await stage.start("Ann", "Ben", "Cleo")
    await stage.surely("Ann", await stage.slash("Ann", "table end"))
    assert "Ann" in stage.text()
    assert "Votes to stop" in stage.text()
    assert PlaceBid in stage.kinds()
    await stage.surely("Ben", await stage.press("Ben", CallQuits))
    assert Rematch in stage.kinds()


async def test_a_manager_of_the_server_can_end_any_table(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    keeper(stage)
    await stage.surely("Dan", await stage.slash("Dan", "table end"))
    assert "`/play`" in (await stage.slash("Ann", "dice")).words


async def test_calling_it_quits_takes_more_than_half_of_the_players(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await stage.surely("Ann", await stage.press("Ann", CallQuits))
    assert "Ann" in stage.text()
    assert "🌙 You’ve already voted; it takes more than half of you." in (await stage.press("Ann", CallQuits)).words
    await stage.surely("Ben", await stage.press("Ben", CallQuits))
    assert Rematch in stage.kinds()


async def test_a_command_in_a_dm_asks_which_table(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    garden = stage.guild.create_text_channel("garden")
    await stage.slash("Cleo", "play", channel=garden)
    await stage.press("Ann", Join, channel=garden)
    await stage.press("Cleo", Start, channel=garden)
    asked = await stage.people["Ann"].user.slash("dice")
    assert asked.response is not None
    assert "several tables" in stage.text(asked.response)


async def proposed(stage: Stage, name: str, typed: str) -> list[str]:
    """Return the bids that `/bid` proposes to complete a text."""
    return [choice["value"] for choice in await stage.people[name].autocomplete(stage.channel, "bid", "what", typed)]


async def test_legal_bids_are_proposed_with_the_likeliest_first(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.slash(await stage.to_move(), "bid", what="3x4")
    name = await stage.to_move()
    view = await stage.view(name)
    legal = {f"{many}x{face}" for face in (4, 5, 6) for many in range(4, 11)}
    offered = await proposed(stage, name, "")
    bids = (map(int, bid.split("x")) for bid in offered)
    chances = [odds.holds(view, Bid(many, face)) for many, face in bids]
    assert set(offered) == legal
    assert chances == sorted(chances, reverse=True)
    assert set(await proposed(stage, name, "co")) == {f"{many}x4" for many in range(4, 11)}
    assert set(await proposed(stage, name, "horses")) == {"horses", *(f"{many}x5" for many in range(4, 11))}
    assert {"5x4", "5x5", "5x6"} < set(await proposed(stage, name, "5 "))
    assert await proposed(stage, name, "five si") == ["5x6"]
    assert await proposed(stage, name, "5 of 6") == ["5x6"]
    assert await proposed(stage, name, "3x4") == [], "too low"
    (bystander,) = await stage.others(name)
    assert await proposed(stage, bystander, "") == []
    await stage.slash(name, "bid", what=(await proposed(stage, name, "6 h"))[0])
    assert "6 fives" in stage.text()


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [("five", "5 of what? Name a face"), ("5", "5 of what?"), ("fives", "How many, and which face?")],
)
async def test_half_a_bid_is_asked_about_before_any_bid_is_proposed(stage: Stage, typed: str, refusal: str) -> None:
    """Discord marks the first suggestion, so Enter pressed twice takes and sends it."""
    await stage.start("Ann", "Ben")
    name, version = await stage.to_move(), (await stage.table()).version
    first, *others = await stage.people[name].autocomplete(stage.channel, "bid", "what", typed)
    assert without_brackets(first["name"]) == "🔢 How many, and which face?"
    assert others
    assert refusal in (await stage.slash(name, "bid", what=first["value"])).words
    assert (await stage.table()).version == version


async def test_the_host_changes_the_game_and_its_options(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="firehouse")
    assert "red die" in stage.text()
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds="4 bads", clock=["none"], switches=["playoff=on"])
    table = await stage.table()
    assert table.setup.options == {"bads": "4", "playoff": "on"}
    assert table.setup.clock is None
    assert "4 bads" in stage.text()


async def test_a_lobby_closes_if_its_host_cancels_or_its_last_player_leaves(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.press("Ann", StandUp)
    assert "👑" in stage.text()
    await stage.press("Ben", Cancel)
    assert "closed" in stage.text(stage.public()[-1])
    await stage.sit("Ann")
    await stage.surely("Ann", await stage.press("Ann", StandUp))
    assert "closed" in stage.text(stage.public()[-1])
    assert "**1:** Ann" in stage.text(stage.public()[-1]), "and never that nobody sits there"
