"""Test the dares of an evening: each comes up once, the winner may swap one, and the others clap for it."""

from msgspec.structs import replace

from bot.presses.game import CallLie, Clap, OpenMore, SettleForfeit, SwapDare
from bot.presses.history import CrossOff
from bot.presses.lobby import Start
from bot.storage import event_rows, ledger
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.dares import LATELY
from bot.tables.model import Deck
from bot.tables.pace import AT_ONCE
from bot.words.cleaning import escaped
from bot.words.dares import decks
from engine.core.actions import How
from engine.core.events import ForfeitOwed
from tests.bot.games.test_evening import again, nights
from tests.bot.games.test_stakes import drawing, write
from tests.bot.games.test_whole_games import play_on
from tests.bot.plays import agreed
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage


async def a_showdown(stage: Stage) -> tuple[str, str]:
    """Bid and call. Return the names of the loser and the winner. The pause goes on for a while after the forfeit."""
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, pause=30)
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    state, seats = (await stage.view()).state, (await stage.table()).seats
    return seats[state.debtors[0]].name, seats[state.creditor].name


def offered(stage: Stage) -> str:
    """Return the other dare, which is on the button that swaps the dares."""
    (label,) = [str(each["label"]) for each in stage.buttons() if str(each.get("emoji")).count("🔁")]
    return label.removeprefix("Or: ")


async def the_pause_ends(stage: Stage) -> None:
    """Let the pause after a showdown end, and let later pauses take no time."""
    stage.bot.services.tables.changes.pace = AT_ONCE
    await stage.time_passes(minutes=1)


def stored(stage: Stage) -> Store:
    assert stage.bot._store is not None
    return stage.bot._store


async def all_words(stage: Stage) -> list[str]:
    """Return the words of all forfeits of this server, oldest first."""
    found = await stored(stage).read(lambda connection: ledger.of_server(connection, stage.guild.id, 0, 100))
    return [row.text for row in found]


async def test_the_winner_swaps_a_dare_until_it_is_settled(english_stage: Stage) -> None:
    """The chosen dare is on the panel, in the ledger and in the kept game. The other one goes back into the deck."""
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", rounds="2")
    loser, winner = await a_showdown(stage)
    (stated,), other = await all_words(stage), offered(stage)
    assert {stated, other} < set(decks("en")["gentle"])
    assert f"{loser} must: **{escaped(stated)}**" in stage.text().replace(f"**{loser}**", loser)
    refused = await stage.press(loser, SwapDare)
    assert f"Only {winner} can swap that dare." in refused.words
    await stage.press(winner, SwapDare)
    assert (await all_words(stage), offered(stage)) == ([other], stated)
    assert escaped(other) in stage.text()
    assert escaped(stated) not in stage.text()
    swap = next(press for press in stage.presses() if isinstance(press, SwapDare))
    await stage.press(loser, SettleForfeit, how=How.PAID)
    assert SwapDare not in stage.kinds()
    assert "Too late to swap that dare." in (await stage.forge(winner, swap)).words
    await the_pause_ends(stage)
    await play_on(stage, 2)
    assert (await all_words(stage))[0] == other
    game = (await stage.table()).id
    rows = await stored(stage).read(lambda connection: event_rows.events(connection, game))
    kept = [event.what for row in rows if isinstance(event := encoding.event(row), ForfeitOwed)]
    assert kept == await all_words(stage)


async def test_a_computer_that_wins_never_swaps(english_stage: Stage) -> None:
    """Ben bids all dice, and the computer after him calls."""
    stage = english_stage
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, pause=30)
    await agreed(stage, "Ann", "Ben", game="common", seating="joined", computers=1)
    await stage.press("Ann", Start)
    while await stage.to_move() != "Ben":
        await stage.raise_once()
    await stage.slash("Ben", "bid", what="15 sixes")
    view, table = await stage.view(), await stage.table()
    assert table.seats[view.state.creditor].user is None
    assert [table.seats[seat].name for seat in view.state.debtors] == ["Ben"]
    (dare,) = await all_words(stage)
    assert escaped(dare) in stage.text()
    assert table.annotations.swap is None
    assert SwapDare not in stage.kinds()
    for name in ("Ann", "Ben"):
        assert "Too late to swap" in (await stage.forge(name, SwapDare(table.id, view.state.round))).words
    assert await all_words(stage) == [dare]


async def test_words_of_the_host_are_for_all_and_are_not_swapped(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    await a_showdown(stage)
    assert SwapDare not in stage.kinds()
    assert await all_words(stage) == ["sing a song"]


async def test_no_dare_comes_up_twice_in_an_evening_until_the_deck_runs_out(english_stage: Stage) -> None:
    """The server's deck has seven dares. Seven rounds deal all of them, and two games make one evening."""
    stage = english_stage
    keeper(stage)
    mine = [f"do number {number}" for number in range(7)]
    stage.typed.update(mine)
    await write(stage, "\n".join(mine))
    await drawing(stage, Deck.SERVER, rounds="3")
    await play_on(stage, 3)
    await again(stage)
    assert len(set(await all_words(stage))) == 6
    await again(stage)
    words = await all_words(stage)
    assert set(words[:7]) == set(mine)
    assert len(words) == 9, "the deck has run out, and is dealt again"


async def test_nobody_draws_one_of_their_newest_dares_again(english_stage: Stage) -> None:
    """Another evening begins, so that the table knows nothing of the first one."""
    stage = english_stage
    keeper(stage)
    mine = [f"do number {number}" for number in range(LATELY + 1)]
    stage.typed.update(mine)
    await write(stage, "\n".join(mine))
    for _evening in range(2):
        await drawing(stage, Deck.SERVER, rounds="5")
        await play_on(stage, 5)
        await stage.time_passes(hours=3)
    found = await stored(stage).read(lambda connection: ledger.of_server(connection, stage.guild.id, 0, 100))
    assert len(found) == 10
    for at, row in enumerate(found[5:], 5):
        tonight = [each.text for each in found[5:at]]
        lately = [each.text for each in found[:at] if each.debtor == row.debtor][-LATELY:]
        others = set(mine) - set(tonight) - set(lately)
        assert row.text in others or not others, "the deck had others"


async def test_the_others_clap_for_a_dare_and_the_night_card_names_it(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", rounds="2")
    loser, winner = await a_showdown(stage)
    (dare,) = await all_words(stage)
    assert Clap not in stage.kinds()
    await stage.press(loser, SettleForfeit, how=How.PAID)
    assert "let the others clap" in (await stage.press(loser, Clap)).words
    assert "Noted" in (await stage.press(winner, Clap)).words
    assert "You’ve already clapped for that one." in (await stage.press(winner, Clap)).words
    assert "Noted" in (await stage.press("Dan", Clap)).words, "onlookers clap too"
    assert "2" not in [each["label"] for each in stage.buttons()]
    clap = next(press for press in stage.presses() if isinstance(press, Clap))
    await the_pause_ends(stage)
    await play_on(stage, 2)
    await again(stage)
    await stage.time_passes(hours=3)
    (card,) = nights(stage)
    assert f"👏 Dare of the night: {loser}, for “{dare}” (2 claps)" in card
    *_, last = await all_words(stage)
    assert last
    closed = Clap((await stage.table()).id, clap.forfeit)
    assert "Too late to clap for that one." in (await stage.forge("Dan", closed)).words


async def test_a_clap_counts_although_the_next_round_has_begun(english_stage: Stage) -> None:
    """The pause ends while Ben reaches for the button. His press comes from the panel of the round before."""
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    loser, winner = await a_showdown(stage)
    await stage.press(loser, SettleForfeit, how=How.PAID)
    panel = stage.panel()
    clap = next(press for press in stage.presses() if isinstance(press, Clap))
    await the_pause_ends(stage)
    assert (await stage.view()).state.round == 2
    assert "Noted" in (await stage.forge(winner, clap, message=panel)).words
    ((_forfeit, people),) = (await stage.table()).annotations.claps.items()
    assert people == (stage.people[winner].id,)


async def test_the_line_about_a_dare_from_the_tab_has_a_button_to_clap(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    debt = next(iter(await stage.bot.services.debts.forfeits(stage.guild.id, stage.people["Ann"].id)))
    menu = (await stage.slash(debt.debtor.name, "forfeits settle")).ephemerals[0]
    await stage.pick(debt.debtor.name, menu, CrossOff, forfeit=debt.id, how="paid")
    (line,) = [each for each in stage.public() if Clap in stage.kinds(each)]
    assert "Noted" in (await stage.press("Cleo", Clap, line)).words
    assert (await stage.table()).annotations.claps == {debt.id: (stage.people["Cleo"].id,)}


async def test_a_pause_has_hold_on_on_its_card_and_on_the_tab_behind_more(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", rounds="3")
    loser, _winner = await a_showdown(stage)
    page = (await stage.press(loser, OpenMore)).ephemerals[0]
    labels = [str(each["label"]) for each in stage.buttons(page)]
    assert {"Hold on", "On the tab"} & set(labels) == {"On the tab"}
    assert {"Hold on", "On the tab"} & {str(each["label"]) for each in stage.buttons()} == {"Hold on"}
    await stage.press(loser, SettleForfeit, how=How.TAB)
    assert f"📌 On the tab: **{loser}**" in stage.text()
