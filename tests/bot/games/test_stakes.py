"""Test stakes, which are the host's words or a dare from a deck. Test also the buttons for forfeits below a result."""

from typing import Any

import pytest
from simcord import ResponseMessage

from bot.presses.game import CallLie, LeaveTable, NextRound
from bot.presses.history import CrossOff, KeepOwing, LetOff, OpenForfeits
from bot.presses.learning import ShowRules
from bot.presses.lobby import ChooseDeck, OpenOptions, OpenStakes, Rematch, Start, UseWords
from bot.presses.preferences import OpenDeck
from bot.screens.elements.amounts import times
from bot.tables.model import Deck
from bot.words.dares import decks
from tests.bot.answers import words
from tests.bot.games.test_whole_games import play_on
from tests.bot.plays import agreed
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage


async def drawing(stage: Stage, deck: Deck, **options: Any) -> None:
    """Start a game of Ann and Ben in which losers draw a dare from a deck."""
    await stage.sit("Ann", "Ben", **options)
    page = await stage.press("Ann", OpenStakes)
    await stage.pick("Ann", page.ephemerals[0], ChooseDeck, deck=deck)
    await stage.press("Ann", Start)


async def owed(stage: Stage) -> list[str]:
    """Return the words of the open forfeits of Ann, oldest first."""
    return [each.text for each in await stage.bot.services.debts.forfeits(stage.guild.id, stage.people["Ann"].id)]


async def test_the_dare_that_a_loser_draws_is_shown_everywhere(both: Stage) -> None:
    """The dare is in the record of the round, in the result and on the tab."""
    await drawing(both, Deck.SILLY, rounds="3")
    for _ in range(3):
        await both.raise_once()
        both_before = both.public()[-1]
        await play_one(both)
        assert "must:" in both.text(both_before) or "must:" in "".join(both.text(each) for each in both.public())
    told = "\n".join(both.text(each) for each in both.public())
    dares = await owed(both)
    assert len(dares) == len(set(dares)) == 3, "no dare is drawn twice"
    assert set(dares) <= set(decks("en")["silly"])
    for dare in dares:
        assert told.replace("\\", "").count(dare) >= 2, "in its round's record and below the result"
        assert dare in (await both.slash("Ann", "forfeits mine")).words.replace("\\", "")


async def play_one(stage: Stage) -> None:
    """Call the bid, and have both players press Next without settling the forfeit of this round."""
    await stage.press(await stage.to_move(), CallLie)
    for name in ("Ann", "Ben"):
        if any(kind is NextRound for kind in stage.kinds()):
            await stage.press(name, NextRound)


async def test_the_lobby_names_the_deck_from_which_losers_draw(stage: Stage) -> None:
    await drawing(stage, Deck.GENTLE, rounds="1")
    assert "draw a dare \\(Gentle dares\\)" in "".join(words(each) for each in stage.public()).replace("**", "")


async def test_the_hosts_own_words_replace_a_deck(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    page = await stage.press("Ann", OpenStakes)
    await stage.pick("Ann", page.ephemerals[0], ChooseDeck, deck=Deck.SILLY)
    assert (await stage.table()).setup.deck is Deck.SILLY
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, forfeit="sing a song", rounds="3", clock=["180"])
    setup = (await stage.table()).setup
    assert (setup.deck, setup.forfeit) == (None, "sing a song")
    page = await stage.press("Ann", OpenStakes)
    await stage.pick("Ann", page.ephemerals[0], ChooseDeck, deck=Deck.KEYBOARD)
    page = await stage.press("Ann", OpenStakes)
    form = await stage.pick("Ann", page.ephemerals[0], UseWords)
    assert (await stage.table()).setup.deck is Deck.KEYBOARD, "a form that is closed changes nothing"
    await stage.fill("Ann", form, forfeit="hum a tune")
    setup = (await stage.table()).setup
    assert (setup.deck, setup.forfeit) == (None, "hum a tune")


async def test_in_games_for_dice_every_player_who_does_not_win_draws_a_dare(stage: Stage) -> None:
    """The game here is dudo, in which losing a round costs no forfeit (E6)."""
    await drawing(stage, Deck.KEYBOARD, game="dudo")
    assert (await stage.table()).setup.options["stake"] == "draw a dare"
    await play_on(stage, 3)
    (dare,) = await owed(stage)
    assert dare in decks("en")["keyboard"]


# The server's own deck --------------------------------------------------------------------------------------------


async def write(stage: Stage, *fields: str) -> str:
    """Have a manager type these dares into the form for the server's own deck. Return the answer."""
    card = await stage.slash("Dan", "settings tables")
    form = await stage.press("Dan", OpenDeck, card.ephemerals[0])
    answer = await stage.fill("Dan", form, **{f"dares{number}": typed for number, typed in enumerate(fields)})
    return answer.words


async def test_a_server_can_write_its_own_deck(both: Stage) -> None:
    keeper(both)
    mine = [f"do number {number}" for number in range(7)]
    assert "Saved: 7 dares." in await write(both, "\n".join(mine[:5]), "\n".join(mine[5:]) + "\n\n" + mine[0])
    await drawing(both, Deck.SERVER, rounds="3")
    assert "Gone" in await write(both, "", "")
    await play_on(both, 3)
    drawn = [each.text for each in await both.bot.services.debts.forfeits(both.guild.id, both.people["Ann"].id)]
    told = "".join(both.text(each) for each in both.public())
    assert "do number" in told, "the game keeps the deck with which it began"
    assert set(drawn) <= set(mine)
    await both.sit("Cleo", "Ben")
    page = await both.press("Cleo", OpenStakes)
    assert ChooseDeck.__name__ in str(both.offered(page.ephemerals[0]))
    assert not [each for each in both.offered(page.ephemerals[0]) if getattr(each, "deck", None) is Deck.SERVER]


@pytest.mark.parametrize(("lines", "said"), [(4, "That’s 4."), (201, "That’s 201.")])
async def test_too_few_and_too_many_dares_are_refused(stage: Stage, lines: int, said: str) -> None:
    keeper(stage)
    answer = await write(stage, "\n".join(f"do {number}" for number in range(lines)))
    assert said in answer
    assert "5 to 200 dares" in answer


async def test_only_managers_can_write_the_deck(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    answer = await stage.forge("Ben", OpenDeck())
    assert "Manage Server" in answer.words


# Below the result -------------------------------------------------------------------------------------------------


async def a_result(stage: Stage, rounds: int = 2) -> None:
    """Play a game to its result, with one open forfeit from each round."""
    await stage.start("Ann", "Ben", "Cleo", rounds=str(rounds), forfeit="sing a song")
    for _ in range(rounds):
        await stage.raise_once()
        await play_three(stage)
    assert Rematch in stage.kinds()


async def play_three(stage: Stage) -> None:
    await stage.press(await stage.to_move(), CallLie)
    for name in ("Ann", "Ben", "Cleo"):
        if any(kind is NextRound for kind in stage.kinds()):
            await stage.press(name, NextRound)


def shown(stage: Stage, result: ResponseMessage) -> ResponseMessage:
    """Return a result as the channel shows it now."""
    return next(each for each in stage.public() if each.id == result.id)


async def first_owed(stage: Stage) -> tuple[int, str, str]:
    """Return the id of the first forfeit below the result, the debtor's name, and the creditor's name."""
    (number, *_) = [press.forfeit for press in stage.presses() if isinstance(press, CrossOff)]
    found = await stage.bot.services.debts.forfeit(number)
    assert found is not None
    assert found.creditor is not None
    return number, found.debtor.name, found.creditor.name


async def test_a_forfeit_is_settled_below_the_result_and_loses_its_buttons(both: Stage) -> None:
    await a_result(both)
    result, (number, debtor, creditor) = both.panel(), await first_owed(both)
    refused = await both.press(creditor, CrossOff, result, forfeit=number, how="paid")
    assert f"Only {debtor} can say it’s paid. You can press **Let off**." in refused.words
    assert _said(both, result, number) == ["paid"], "nothing is paid yet, so nobody can say Not yet"
    unpaid = await both.forge(debtor, CrossOff(number, "unpaid"), message=result)
    assert "still on the tab" in unpaid.words
    await both.press(debtor, CrossOff, result, forfeit=number, how="paid")
    assert _said(both, result, number) == ["unpaid"], "the winner may still say Not yet"
    assert f"✅ {debtor} has paid {creditor}: **sing a song**" in both.text(shown(both, result))
    assert f"**{debtor}** has paid <@{both.people[creditor].id}>" in both.text(both.public()[-1]), (
        "the winner is pinged"
    )
    await both.press(creditor, CrossOff, shown(both, result), forfeit=number, how="unpaid")
    assert "Not yet, says" in both.text(both.public()[-1])
    again = shown(both, result)
    assert _said(both, result, number) == ["paid"]
    await both.press(creditor, LetOff, again, forfeit=number)
    await both.press(creditor, KeepOwing, shown(both, result), forfeit=number)
    await both.press(creditor, LetOff, shown(both, result), forfeit=number)
    assert KeepOwing in both.kinds(shown(both, result))
    await both.press(creditor, CrossOff, shown(both, result), forfeit=number, how="waived")
    done = shown(both, result)
    assert _said(both, result, number) == []
    assert f"🕊️ {creditor} let {debtor} off: **sing a song**" in both.text(done)
    assert Rematch in both.kinds(done), "the other buttons stay"


def _said(stage: Stage, result: ResponseMessage, forfeit: int) -> list[str]:
    """Return what the buttons of a result offer to say about a forfeit."""
    offered = stage.presses(shown(stage, result))
    return [press.how for press in offered if isinstance(press, CrossOff) and press.forfeit == forfeit]


async def test_a_forfeit_owed_to_the_table_is_settled_below_the_result(english_stage: Stage) -> None:
    """A player who washes up owes the table. Everybody else who sat there may say that it is not paid yet."""
    stage = english_stage
    await stage.start("Ann", "Ben", game="firehouse", forfeit="sing a song")
    await stage.surely("Ben", await stage.press("Ben", LeaveTable))
    result, (number,) = stage.panel(), await _owed_by(stage, "Ben")
    assert "📝 Ben must: sing a song" in _lines(stage, result)
    assert "📝 Only Ben can say it’s paid." in (await stage.press("Ann", CrossOff, result, how="paid")).words
    await stage.press("Ben", CrossOff, result, forfeit=number, how="paid")
    assert "✅ Ben has paid: sing a song" in _lines(stage, result)
    refused = await stage.press("Dan", CrossOff, shown(stage, result), forfeit=number, how="unpaid")
    assert "📝 Only players from that game can say it isn’t paid." in refused.words
    await stage.press("Ann", CrossOff, shown(stage, result), forfeit=number, how="unpaid")
    assert "📝 Ben must: sing a song" in _lines(stage, result)


async def test_forfeits_with_equal_words_share_a_line_that_counts_them(english_stage: Stage) -> None:
    """Of nine forfeits between two players, at least five are owed by the same player."""
    stage = english_stage
    await stage.start("Ann", "Ben", rounds="9", forfeit="sing a song")
    for _ in range(9):
        await stage.raise_once()
        await play_one(stage)
    result, owed_by = stage.panel(), {name: await _owed_by(stage, name) for name in ("Ann", "Ben")}
    debtor, creditor = sorted(owed_by, key=lambda name: -len(owed_by[name]))
    assert f"📝 {debtor} must: sing a song, for {creditor} · {times(len(owed_by[debtor]))}" in _lines(stage, result)
    for paid, how_often in ((0, ""), (1, " · twice")):
        await stage.press(debtor, CrossOff, shown(stage, result), forfeit=owed_by[debtor][paid], how="paid")
        assert f"✅ {debtor} has paid {creditor}: sing a song{how_often}" in _lines(stage, result)
    await stage.press(creditor, CrossOff, shown(stage, result), forfeit=owed_by[debtor][1], how="unpaid")
    lines = _lines(stage, result)
    assert f"✅ {debtor} has paid {creditor}: sing a song" in lines
    assert f"📝 {debtor} must: sing a song, for {creditor} · {times(len(owed_by[debtor]) - 1)}" in lines
    assert len(lines) == len(set(lines))


async def _owed_by(stage: Stage, debtor: str) -> list[int]:
    """Return the ids of the open forfeits that a person owes, oldest first."""
    user = stage.people[debtor].id
    found = await stage.bot.services.debts.forfeits(stage.guild.id, user)
    return [each.id for each in found if each.debtor.id == user]


def _lines(stage: Stage, result: ResponseMessage) -> list[str]:
    """Return the lines of a result in its current state, without asterisks."""
    return stage.text(shown(stage, result)).replace("*", "").splitlines()


async def test_forfeits_of_earlier_games_have_a_heading_of_their_own(english_stage: Stage) -> None:
    stage, heading = english_stage, "-# 📌 From earlier games"
    first, second = await _result_of_a_game(stage, "sing a song"), await _result_of_a_game(stage, "hum a tune")
    assert heading not in first
    (new,) = (at for at, line in enumerate(second) if "must: hum a tune" in line)
    (old,) = (at for at, line in enumerate(second) if "must: sing a song" in line)
    assert new < second.index(heading) < old


async def _result_of_a_game(stage: Stage, forfeit: str) -> list[str]:
    """Play a game of one round with this forfeit, and return the lines of its result."""
    stage.typed.add(forfeit)
    await stage.start("Ann", "Ben", rounds="1", forfeit=forfeit)
    await stage.raise_once()
    await play_one(stage)
    return _lines(stage, stage.panel())


async def test_the_result_says_once_what_the_losers_of_a_game_owe(english_stage: Stage) -> None:
    """A stake in words is a forfeit for the whole game (E6)."""
    stage = english_stage
    stage.typed.add("hum a tune")
    await agreed(stage, "Ann", "Ben", game="dudo", stake="hum a tune")
    await stage.press("Ann", Start)
    await play_on(stage, 40)
    assert stage.text().count("must: **hum a tune**") == 1


async def test_a_forfeit_settled_elsewhere_says_so_and_loses_its_buttons(stage: Stage) -> None:
    await a_result(stage)
    result, (number, debtor, creditor) = stage.panel(), await first_owed(stage)
    tab = await stage.slash(creditor, "forfeits settle")
    await stage.surely(creditor, await stage.pick(creditor, tab.ephemerals[0], LetOff, forfeit=number))
    answer = await stage.press(debtor, CrossOff, result, forfeit=number, how="paid")
    assert "already settled" in answer.words
    done = shown(stage, result)
    assert not [press for press in stage.presses(done) if isinstance(press, CrossOff) and press.forfeit == number]


async def test_the_result_lists_five_forfeits_and_leads_to_the_rest(stage: Stage) -> None:
    await drawing(stage, Deck.SILLY, rounds="7")
    for _ in range(7):
        await stage.raise_once()
        await play_one(stage)
    numbers = {press.forfeit for press in stage.presses() if isinstance(press, CrossOff)}
    assert len(numbers) == 5
    answer = await stage.press("Ann", OpenForfeits)
    assert "On your tab" in answer.words or "Owed to you" in answer.words or "All square" in answer.words


async def test_the_buttons_below_a_result_still_work_after_a_restart(both: Stage) -> None:
    await a_result(both)
    result, (number, debtor, _creditor) = both.panel(), await first_owed(both)
    await both.restart()
    await both.press(debtor, CrossOff, result, forfeit=number, how="paid")
    assert "✅" in both.text(shown(both, result))


async def test_how_to_play_names_no_stakes_in_a_practice_game(english_stage: Stage) -> None:
    """A practice game has no stakes, even if its lobby proposed some in case more people joined (L4)."""
    stage = english_stage
    await stage.sit("Ann", computers=2, forfeit="buy the pizza")
    assert "The loser must: buy the pizza" in stage.text()
    await stage.press("Ann", Start)
    (shown,) = (await stage.press("Ann", ShowRules)).ephemerals
    said = stage.text(shown)
    assert "No stakes" in said
    assert "must" not in said
    assert "owes" not in said
    (asked,) = (await stage.press("Ann", LeaveTable)).ephemerals
    assert "Leave for good?" in stage.text(asked)
    assert "forfeits" not in stage.text(asked)
