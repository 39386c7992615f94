"""Test failures that happen after a move was saved.

The player reads that the move counts, and the table shows the move.
"""

from typing import Any

import pytest
import sqlalchemy as sa

from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.game import CallLie
from bot.presses.history import CrossOff
from bot.presses.lobby import Join
from bot.storage import schema as db
from tests.bot.stage import Stage

ANSWER = ("POST", "/interactions/*/callback")
FOLLOW_UP = ("POST", "/webhooks/*/*")
POST = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
EDIT_BY_TOKEN = ("PATCH", "/webhooks/*/*/messages/*")


def it_counts(words: str) -> bool:
    return "That counts" in words and "try again" not in words and "My mistake, and nothing is lost: try" not in words


def neither_by(answer: tuple[str, str], stage: Stage, **how: Any) -> None:
    """Make the next answer fail, and the next post and edit with which the bot would show the same.

    All earlier tokens expire.
    """
    stage.tokens_expire()
    for call in (answer, POST, EDIT):
        stage.env.inject_error(*call, **how)


@pytest.mark.parametrize("call", [ANSWER, FOLLOW_UP])
@pytest.mark.parametrize("status", [500, 503, 429])
async def test_the_bot_shows_a_bid_with_its_own_request_if_only_the_answer_fails(
    stage: Stage, call: tuple[str, str], status: int
) -> None:
    await stage.start("Ann", "Ben")
    stage.tokens_expire()
    stage.env.inject_error(*call, status=status)
    await stage.press(await stage.to_move(), PlaceBid, quantity=1, face=5)
    assert "1 five" in stage.text()


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_the_token_of_an_earlier_press_shows_a_bid_if_the_answer_fails(stage: Stage, status: int) -> None:
    await stage.start("Ann", "Ben")
    for call in (ANSWER, POST, EDIT):
        stage.env.inject_error(*call, status=status)
    answer = await stage.press(await stage.to_move(), PlaceBid, quantity=1, face=5)
    assert answer.words == ""
    assert "1 five" in stage.text()


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_bid_that_discord_did_not_show_counts(stage: Stage, status: int) -> None:
    await stage.start("Ann", "Ben")
    name, table = await stage.to_move(), await stage.table()
    neither_by(ANSWER, stage, status=status)
    answer = await stage.press(name, PlaceBid, quantity=1, face=5)
    assert it_counts(answer.words)
    assert (await stage.table()).version == table.version + 1
    await stage.bot.services.announcer.show_again(table.id)
    assert "1 five" in stage.text()


async def test_a_bid_by_command_counts_even_if_it_is_not_shown(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    stage.env.inject_error(*EDIT_BY_TOKEN)
    stage.env.inject_error(*EDIT)
    assert it_counts((await stage.slash(name, "bid", what="1x5")).words)
    assert (await stage.view()).state.standing is not None


async def test_a_bid_by_form_counts_even_if_it_is_not_shown(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    form = await stage.pick(name, stage.panel(), OpenBidForm)
    neither_by(ANSWER, stage)
    assert it_counts((await stage.fill(name, form, quantity="1", face=["5"])).words)
    assert (await stage.view()).state.standing is not None


async def test_a_table_and_a_seat_count_even_if_they_are_not_shown(stage: Stage) -> None:
    neither_by(ANSWER, stage)
    assert it_counts((await stage.slash("Ann", "play")).words)
    table = await stage.table()
    await stage.bot.services.announcer.show_again(table.id)
    stage.env.inject_error(*ANSWER)
    stage.env.inject_error("PATCH", "/channels/*/messages/*")
    assert it_counts((await stage.press("Ben", Join)).words)
    assert len((await stage.table()).seats) == 2


async def test_a_bot_that_may_not_write_says_so_and_that_the_bid_counts(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    neither_by(ANSWER, stage, status=403, code=50013)
    answer = await stage.press(await stage.to_move(), PlaceBid)
    assert it_counts(answer.words)
    assert "**Send Messages**" in answer.words


async def test_a_fault_after_a_bid_is_logged_with_its_reference(
    stage: Stage, trap: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    trap += ["Fault", "could not be carried out"]
    await stage.start("Ann", "Ben")
    await patch(stage, db.events, body=b"{")
    await patch(stage, db.tables, writes=999)
    answer = await stage.press(await stage.to_move(), PlaceBid)
    assert it_counts(answer.words)
    assert f"Fault {answer.words.split('`')[1]} in showing" in caplog.text
    assert (await stage.view()).state.standing is not None


async def test_a_settled_forfeit_counts_even_if_it_is_not_shown(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    view = await stage.view()
    debtor = (await stage.table()).seats[view.state.debtors[0]].name
    menu = await stage.slash(debtor, "forfeits settle")
    stage.env.inject_error(*ANSWER)
    assert it_counts((await stage.pick(debtor, menu.ephemerals[0], CrossOff)).words)
    assert not (await stage.view()).state.debtors
    assert stage.kept, "Discord took no edit of the list, so that its menu still shows the choice"
    stage.kept.clear()


async def test_a_bid_is_saved_even_if_discord_refuses_every_message(stage: Stage) -> None:
    """Nobody can read about the bid, but it counts, and no error is logged."""
    await stage.start("Ann", "Ben")
    name, panel = await stage.to_move(), stage.panel()
    for call in (ANSWER, FOLLOW_UP, POST, ("PATCH", "/*")):
        stage.env.inject_error(*call, times=None)
    press = next(each for each in stage.presses() if isinstance(each, PlaceBid))
    with pytest.raises(AssertionError, match="interaction failed"):
        await stage.forge(name, press, message=panel)
    assert (await stage.view()).state.standing is not None


async def test_a_bid_that_was_never_saved_does_not_count(stage: Stage, trap: list[str]) -> None:
    trap.append("Fault")
    await stage.start("Ann", "Ben")
    await patch(stage, db.tables, setup=b"{", writes=999)  # the cached table is stale
    answer = await stage.press("Ann", PlaceBid)
    assert "My mistake, and nothing is lost: try" in answer.words
    assert "That counts" not in answer.words


async def patch(stage: Stage, what: sa.Table, **values: Any) -> None:
    """Change columns in all rows of a database table."""
    store = stage.bot._store
    assert store is not None
    await store.write(lambda connection: connection.execute(sa.update(what).values(values)))


async def test_a_bid_whose_own_token_expires_during_the_save_is_shown(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens if the machine sleeps during the save. All earlier tokens expire as well."""
    await stage.start("Ann", "Ben")
    store = stage.bot._store
    assert store is not None
    write = store.write

    async def sleeping(*what: Any) -> Any:
        done = await write(*what)
        stage.tokens_expire()
        return done

    monkeypatch.setattr(store, "write", sleeping)
    await stage.press(await stage.to_move(), PlaceBid, quantity=1, face=5)
    monkeypatch.undo()
    assert "1 five" in stage.text()
    await stage.raise_once()
