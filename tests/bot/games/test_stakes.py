"""Test stakes, which are the host's words or a dare from a deck. Test also the buttons for forfeits below a result."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from simcord import ResponseMessage

from bot.presses.game import CallLie, LeaveTable, NextRound, OpenMore
from bot.presses.history import LetOff, OpenForfeits, SettleInList, ShowDebts
from bot.presses.learning import ShowRules
from bot.presses.lobby import (
    ChooseDeck,
    ChooseVariant,
    Join,
    OpenOptions,
    OpenStakes,
    Rematch,
    StandUp,
    Start,
    UseWords,
)
from bot.presses.preferences import OpenDeck
from bot.screens.elements.amounts import times
from bot.screens.elements.cards import Button, Card, Ephemeral, Row, Text
from bot.screens.elements.widths import height
from bot.screens.table import debts, result
from bot.screens.table.cards import cards
from bot.screens.table.result import MOST_LINES
from bot.tables.model import Deck, Forfeit, Who
from bot.words.dares import decks
from engine.core.events import ForfeitOwed
from tests.bot.answers import BUTTON, SELECT, TEXT, walk, words
from tests.bot.games.test_whole_games import play_on
from tests.bot.plays import agreed, newest_result
from tests.bot.random_games import NOW, table_of
from tests.bot.screens.test_every_screen import played
from tests.bot.screens.test_less import controls, texts
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
    """The dare is in the record of the round, in the list of the result and on the tab."""
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
    below_the_result = both.text(await listed(both, "Ann")).replace("\\", "")
    for dare in dares:
        assert dare in told.replace("\\", "")
        assert dare in below_the_result
        assert dare in (await both.slash("Ann", "forfeits mine")).words.replace("\\", "")


async def play_one(stage: Stage) -> None:
    """Call the bid, and have both players press Next without settling the forfeit of this round."""
    await stage.press(await stage.to_move(), CallLie)
    for name in ("Ann", "Ben"):
        if any(kind is NextRound for kind in stage.kinds()):
            await stage.press(name, NextRound)


async def test_the_lobby_names_the_deck_from_which_losers_draw(stage: Stage) -> None:
    await drawing(stage, Deck.GENTLE, rounds="1")
    assert "📝 Gentle dares" in "".join(words(each) for each in stage.public())


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
    assert f" must: {dare}" in words(newest_result(stage)).replace("*", "").replace("\\", "")


def result_of_three(computer: bool, *dares: str) -> tuple[Card, Ephemeral]:
    """Return the result of a game of dudo in which everybody but the winner draws a dare, and the page behind More.

    If `computer` is set, Ben is a computer player.
    """
    table = table_of(3, "dudo", computers=computer, stake="draw a dare")
    over = list(played(table, luck=11))[-1]
    pending = over.pending()
    debts = [event for event in over.news if isinstance(event, ForfeitOwed)]
    assert len(debts) == 2
    drawn = {id(event): replace(event, what=what) for event, what in zip(debts, dares, strict=False)}
    *earlier, last = pending.chapters
    told = (*earlier, tuple(drawn.get(id(event), event) for event in last))
    owed = tuple(Forfeit(at, 1, Who(100 + at, ""), None, "sing", "owed", "dudo", NOW, 1) for at in range(2))
    assert pending.outcome is not None
    pending = replace(pending, chapters=told, outcome=replace(pending.outcome, owed=owed))
    return cards(pending)[-1], result.more(pending, may_end=False)


def test_the_result_names_what_the_losers_draw_and_counts_what_it_has_no_room_for() -> None:
    short, long = "hum a tune", "write the first line of a thriller about dice"
    for dares, hidden in (((short, long), 0), ((long, long + " " + "and cups " * 8), 1)):
        card, _more = result_of_three(False, *dares)
        told = "\n".join(texts(card.lasting))
        shown = dares[: 2 - hidden]
        assert [what for what in dares if what in told] == [*shown]
        assert sum(map(height, texts(card.lasting))) <= MOST_LINES
        labels = [each.label for each in controls(card.lasting) if isinstance(each, Button)]
        assert labels == ["1 more forfeit" if hidden else "Forfeits", "More"]


def test_a_computer_player_never_has_to_draw_a_dare() -> None:
    card, more = result_of_three(True, "hum a tune")
    told = "\n".join([*texts(card.lasting), *texts(more.parts)])
    assert "draw a dare" not in told
    assert not re.search(r"📝.*Ben", told)


async def test_a_deck_that_an_earlier_game_has_left_makes_no_dares_in_a_game_for_dice(stage: Stage) -> None:
    """Once Dudo after the common game dealt dares to all losers, as soon as the host had changed its length."""
    await stage.sit("Ann", "Ben", game="common")
    page = await stage.press("Ann", OpenStakes)
    await stage.pick("Ann", page.ephemerals[0], ChooseDeck, deck=Deck.SILLY)
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="dudo")
    assert "Silly dares" not in words(stage.panel())
    await stage.fill("Ann", await stage.press("Ann", OpenOptions), stake="", clock=["180"])
    assert "stake" not in (await stage.table()).setup.options
    assert "Silly dares" not in words(stage.panel())


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
    assert "Deleted" in await write(both, "", "")
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


async def listed(stage: Stage, name: str) -> ResponseMessage:
    """Press Forfeits on the newest result as this person. Return the private list that it opens."""
    (page,) = (await stage.press(name, ShowDebts, newest_result(stage))).ephemerals
    return page


async def first_owed(stage: Stage) -> tuple[int, str, str]:
    """Return the id of the oldest open forfeit of this server, the debtor's name, and the creditor's name."""
    people = [stage.people[name].id for name in ("Ann", "Ben", "Cleo")]
    found = [each for user in people for each in await stage.bot.services.debts.forfeits(stage.guild.id, user)]
    oldest = min(found, key=lambda each: each.id)
    assert oldest.creditor is not None
    return oldest.id, oldest.debtor.name, oldest.creditor.name


async def test_a_forfeit_is_settled_in_the_list_of_the_result_by_the_two_it_concerns(both: Stage) -> None:
    await a_result(both)
    assert ShowDebts in both.kinds()
    number, debtor, creditor = await first_owed(both)
    mine, theirs, onlooker = await listed(both, debtor), await listed(both, creditor), await listed(both, "Dan")
    assert SettleInList not in both.kinds(onlooker)
    refused = await both.forge(creditor, SettleInList((await both.table()).id, number, "paid"), message=theirs)
    assert f"Only {debtor} can say it’s paid. You can press **Let off**." in refused.words
    await both.press(debtor, SettleInList, mine, forfeit=number, how="paid")
    assert f"✅ You’ve paid {creditor}: **sing a song**" in both.text(mine)
    assert f"✅ {debtor} has paid {creditor}: **sing a song**" in both.text(await listed(both, "Dan"))
    paid = both.public()[-1]
    assert f"**{debtor}** has paid <@{both.people[creditor].id}>" in both.text(paid), "the winner is pinged"
    theirs = await listed(both, creditor)
    assert f"✅ {debtor} has paid you: **sing a song**" in both.text(theirs)
    await both.press(creditor, SettleInList, theirs, forfeit=number, how="unpaid")
    assert f"📝 {debtor} must: **sing a song**, for you" in both.text(theirs)
    assert f"📝 You must: **sing a song**, for {creditor}" in both.text(await listed(both, debtor))
    assert "Not yet, says" in both.text(both.public()[-1])
    await both.press(creditor, SettleInList, theirs, forfeit=number, how="ask")
    assert "off for good?" in both.text(theirs)
    await both.press(creditor, SettleInList, theirs, forfeit=number, how="keep")
    await both.press(creditor, SettleInList, theirs, forfeit=number, how="ask")
    await both.press(creditor, SettleInList, theirs, forfeit=number, how="waived")
    assert f"🕊️ You let {debtor} off: **sing a song**" in both.text(theirs)
    assert f"🕊️ {creditor} let you off: **sing a song**" in both.text(await listed(both, debtor))
    assert f"🕊️ {creditor} let {debtor} off: **sing a song**" in both.text(await listed(both, "Dan"))
    assert f"**{creditor}** lets **{debtor}** off" in both.text(both.public()[-1])


async def test_a_forfeit_owed_to_the_table_is_reopened_only_by_people_who_played(english_stage: Stage) -> None:
    """A player who washes up owes the table. Everybody else who sat there may say that it is not paid yet."""
    stage = english_stage
    await stage.start("Ann", "Ben", game="firehouse", forfeit="sing a song")
    await stage.surely("Ben", await stage.press("Ben", LeaveTable))
    (number,) = await _owed_by(stage, "Ben")
    mine = await listed(stage, "Ben")
    assert "📝 You must: sing a song" in _lines(stage, mine)
    forged = await stage.forge("Ann", SettleInList((await stage.table()).id, number, "paid"))
    assert "📝 Only Ben can say it’s paid." in forged.words
    await stage.press("Ben", SettleInList, mine, forfeit=number, how="paid")
    assert "✅ You’ve paid: sing a song" in _lines(stage, mine)
    assert "✅ Ben has paid: sing a song" in _lines(stage, await listed(stage, "Ann"))
    assert SettleInList not in stage.kinds(await listed(stage, "Dan"))
    await stage.press("Ann", SettleInList, await listed(stage, "Ann"), forfeit=number, how="unpaid")
    assert "📝 Ben must: sing a song" in _lines(stage, await listed(stage, "Ann"))


async def test_forfeits_with_equal_words_share_a_line_that_counts_them(english_stage: Stage) -> None:
    """Of nine forfeits between two players, at least five are owed by the same player."""
    stage = english_stage
    await stage.start("Ann", "Ben", rounds="9", forfeit="sing a song")
    for _ in range(9):
        await stage.raise_once()
        await play_one(stage)
    owed_by = {name: await _owed_by(stage, name) for name in ("Ann", "Ben")}
    debtor, creditor = sorted(owed_by, key=lambda name: -len(owed_by[name]))
    mine = await listed(stage, debtor)
    assert f"📝 You must: sing a song, for {creditor} · {times(len(owed_by[debtor]))}" in _lines(stage, mine)
    for how_often in ("", " · twice"):
        await stage.press(debtor, SettleInList, mine, how="paid")
        assert f"✅ You’ve paid {creditor}: sing a song{how_often}" in _lines(stage, mine)
    theirs = await listed(stage, creditor)
    await stage.press(creditor, SettleInList, theirs, forfeit=owed_by[debtor][1], how="unpaid")
    lines = _lines(stage, theirs)
    assert f"✅ {debtor} has paid you: sing a song" in lines
    assert f"📝 {debtor} must: sing a song, for you · {times(len(owed_by[debtor]) - 1)}" in lines
    assert len(lines) == len(set(lines))


async def _owed_by(stage: Stage, debtor: str) -> list[int]:
    """Return the ids of the open forfeits that a person owes, oldest first."""
    user = stage.people[debtor].id
    found = await stage.bot.services.debts.forfeits(stage.guild.id, user)
    return [each.id for each in found if each.debtor.id == user]


async def test_all_lines_of_the_list_stand_together_above_one_menu(english_stage: Stage) -> None:
    """A player who is owed dares and owes some settles them all in one menu, each line with its words."""
    stage = english_stage
    await drawing(stage, Deck.SILLY, rounds="6")
    for _ in range(6):
        await stage.raise_once()
        await play_one(stage)
    page = await listed(stage, "Ann")
    kinds = [part["type"] for part in walk(page.components) if part["type"] in (BUTTON, SELECT, TEXT)]
    assert kinds == [TEXT, SELECT, BUTTON]
    offered = [made for made in stage.offered(page) if isinstance(made, SettleInList)]
    assert {made.how for made in offered} <= {"paid", "ask"}
    assert len(offered) == len({made.forfeit for made in offered}) == 6


def _lines(stage: Stage, message: ResponseMessage) -> list[str]:
    """Return the lines of a message in its current state, without asterisks."""
    return stage.text(message).replace("*", "").splitlines()


async def test_forfeits_of_earlier_games_have_a_heading_of_their_own(english_stage: Stage) -> None:
    stage, heading = english_stage, "-# 📌 From earlier games"
    first, second = await _debts_of_a_game(stage, "sing a song"), await _debts_of_a_game(stage, "hum a tune")
    assert heading not in first
    (new,) = (at for at, line in enumerate(second) if "must: hum a tune" in line)
    (old,) = (at for at, line in enumerate(second) if "must: sing a song" in line)
    assert new < second.index(heading) < old


async def _debts_of_a_game(stage: Stage, forfeit: str) -> list[str]:
    """Play a game of one round with this forfeit, and return the lines of the list of forfeits behind its result."""
    stage.typed.add(forfeit)
    await stage.start("Ann", "Ben", rounds="1", forfeit=forfeit)
    await stage.raise_once()
    await play_one(stage)
    return _lines(stage, await listed(stage, "Dan"))


async def test_the_result_says_once_what_the_losers_of_a_game_owe(english_stage: Stage) -> None:
    """A stake in words is a forfeit for the whole game (E6)."""
    stage = english_stage
    stage.typed.add("hum a tune")
    await agreed(stage, "Ann", "Ben", game="dudo", stake="hum a tune")
    await stage.press("Ann", Start)
    await play_on(stage, 40)
    assert stage.text().count("must: **hum a tune**") == 1


async def test_a_forfeit_settled_elsewhere_is_brought_up_to_date_in_the_list(stage: Stage) -> None:
    await a_result(stage)
    number, debtor, creditor = await first_owed(stage)
    mine, tab = await listed(stage, debtor), await stage.slash(creditor, "forfeits settle")
    await stage.surely(creditor, await stage.pick(creditor, tab.ephemerals[0], LetOff, forfeit=number))
    answer = await stage.press(debtor, SettleInList, mine, forfeit=number, how="paid")
    assert "already settled" in answer.words
    assert "🕊️" in stage.text(mine)
    assert not [press for press in stage.presses(mine) if isinstance(press, SettleInList) and press.forfeit == number]


async def test_the_list_of_a_result_has_eight_lines_and_leads_to_the_rest(stage: Stage) -> None:
    await drawing(stage, Deck.SILLY, rounds="10")
    for _ in range(10):
        await stage.raise_once()
        await play_one(stage)
    page = await listed(stage, "Ann")
    assert stage.text(page).count("📝") == 8
    assert "… and 2 more" in stage.text(page)
    answer = await stage.press("Ann", OpenForfeits, page)
    assert "On your tab" in answer.words or "Owed to you" in answer.words or "All square" in answer.words


async def test_the_list_of_a_result_without_open_forfeits_says_that_all_is_square(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    assert ShowDebts not in stage.kinds()
    assert "All square. Cheers!" in (await stage.forge("Ann", ShowDebts((await stage.table()).id))).words


async def test_the_list_of_a_result_still_works_after_a_restart(both: Stage) -> None:
    await a_result(both)
    number, debtor, _creditor = await first_owed(both)
    mine = await listed(both, debtor)
    await both.restart()
    await both.press(debtor, SettleInList, mine, forfeit=number, how="paid")
    assert "✅" in both.text(mine)


async def test_a_button_of_an_earlier_version_below_a_result_answers_privately(stage: Stage) -> None:
    """Results used to have the buttons of each forfeit. Such a result stays as it is."""
    await a_result(stage)
    number, debtor, creditor = await first_owed(stage)
    before = stage.text(stage.panel())
    asked = await stage.forge(creditor, f"letoff:{number}", message=stage.panel())
    assert "off for good?" in asked.words
    answer = await stage.forge(debtor, f"crossoff:{number}:paid", message=stage.panel())
    assert answer.words == "✅ Paid: **sing a song**."
    assert "Right?" in stage.text(stage.public()[-1])
    assert stage.text(next(each for each in stage.public() if Rematch in stage.kinds(each))) == before


async def test_how_to_play_names_no_stakes_in_a_practice_game(english_stage: Stage) -> None:
    """A practice game has no stakes, even if its lobby proposed some in case more people joined (L4)."""
    stage = english_stage
    await stage.sit("Ann", computers=2, forfeit="buy the pizza")
    assert "The loser must: buy the pizza" in stage.text()
    assert "Against computers alone it’s practice: nobody owes anything." in stage.text()
    await stage.press("Ben", Join)
    assert "practice" not in stage.text()
    await stage.press("Ben", StandUp)
    await stage.press("Ann", Start)
    assert [part for part in map(stage.text, stage.public()) if "pizza" in part] == []
    assert (
        "A practice game against computers leaves nothing to pay." in (await stage.slash("Ann", "forfeits mine")).words
    )
    (page,) = (await stage.press("Ann", OpenMore)).ephemerals
    await stage.press("Ann", ShowRules, page)
    said = stage.text(page)
    assert stage.kinds(page) == [OpenMore], "only the way back to More: no other game is under the hand"
    assert "No stakes" in said
    assert "must" not in said
    assert "owes" not in said
    (asked,) = (await stage.press("Ann", LeaveTable)).ephemerals
    assert "Leave for good?" in stage.text(asked)
    assert "forfeits" not in stage.text(asked)


def test_the_readers_buttons_follow_the_readers_own_lines_in_the_list_of_a_result() -> None:
    """The lines of six other players would push them off a phone's screen."""
    owed = [Forfeit(at, 1, Who(100 + at, f"Eva {at}"), None, "sing", "owed", "bar", NOW, 1, 1) for at in range(7)]
    first, button, rest, _all = debts.listed(owed, 1, reader=103, sat=True)
    assert isinstance(button, Row)
    assert isinstance(first, Text)
    assert isinstance(rest, Text)
    assert (len(first.words.splitlines()), len(rest.words.splitlines())) == (1, 6)
