"""Test how a forfeit is settled. A line in the game's channel says so in public, and the other side can object."""

import pytest

from bot.history import forfeits
from bot.history.counting import count
from bot.presses.game import CallLie, Clap
from bot.presses.history import CrossOff, KeepOwing, LetOff, SettleAll, ShowTab, SurelySettleAll
from bot.storage import Connection, ledger, personal
from bot.storage.ledger import ForfeitRow
from bot.words.cleaning import escaped
from bot.words.dares import decks
from tests.bot.answers import Answer
from tests.bot.plays import in_dm
from tests.bot.stage import Stage


async def owing(stage: Stage, forfeit: str = "sing a song") -> tuple[str, str, int]:
    """Play a game that leaves one forfeit on the tab.

    Return the debtor's name, the creditor's name and the forfeit's id.
    """
    await stage.start("Ann", "Ben", "Cleo", rounds="1", forfeit=forfeit)
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    table = await stage.table()
    lines = [
        line
        for name in stage.people
        for line in await stage.bot.services.debts.forfeits(table.place.guild, stage.people[name].id)
        if line.debtor.id == stage.people[name].id
    ]
    (line,) = lines
    assert line.creditor is not None
    return line.debtor.name, line.creditor.name, line.id


async def say(stage: Stage, name: str, how: str, forfeit: int) -> Answer:
    """Choose what happened to a forfeit from the menu of `/forfeits settle`."""
    menu = await stage.slash(name, "forfeits settle")
    return await stage.pick(name, menu.ephemerals[0], CrossOff, forfeit=forfeit, how=how)


async def test_a_payment_is_announced_in_the_games_channel_and_asks_the_creditor(both: Stage) -> None:
    debtor, creditor, forfeit = await owing(both)
    before, calls = len(both.public()), both.requests()
    answer = await say(both, debtor, "paid", forfeit)
    assert answer.words == "✅ Paid: **sing a song**."
    (line,) = both.public()[before:]
    assert f"**{debtor}** has paid <@{both.people[creditor].id}>: **sing a song**" in both.text(line)
    assert ":R> · 🎲 [Common hand](<https://" in both.text(line)
    assert "Right?" in both.text(line)
    assert both.kinds(line) == [CrossOff, Clap]
    assert [user.id for user in line.message.mentions] == [both.people[creditor].id]
    assert both.calls_since(calls) == [], "the interaction's own answer is the line"
    assert "All square. Cheers!" in (await both.slash(debtor, "forfeits mine")).words


async def test_the_not_yet_button_reopens_a_forfeit_and_updates_the_line(both: Stage) -> None:
    debtor, creditor, forfeit = await owing(both)
    await say(both, debtor, "paid", forfeit)
    line, calls = both.public()[-1], both.requests()
    answer = await both.press(debtor, CrossOff, line, how="unpaid")
    assert f"Only {creditor} can say that. Once you’ve paid, press **Done**." in answer.words
    others = f"Only {debtor} can say it’s paid; {creditor} can let them off."
    assert others in (await both.press("Dan", CrossOff, line, how="unpaid")).words
    assert "Right?" in both.text(line)
    await both.press(creditor, CrossOff, line, how="unpaid")
    assert f"Not yet, says **{creditor}**" in both.text(both.public()[-1])
    assert "You must: **sing a song**" in (await both.slash(debtor, "forfeits mine")).words
    assert others in (await both.press("Dan", CrossOff, line, how="paid")).words
    await both.press(debtor, CrossOff, line, how="paid")
    assert "Right?" in both.text(both.public()[-1])
    assert both.public()[-1].id == line.id
    await both.press(creditor, CrossOff, line, how="unpaid")
    await both.press(creditor, LetOff, line)
    await both.press(creditor, CrossOff, both.public()[-1], how="waived")
    assert f"**{creditor}** lets **{debtor}** off: **sing a song**" in both.text(both.public()[-1])
    assert both.kinds(both.public()[-1]) == []
    assert both.calls_since(calls) == []


async def test_waiving_a_forfeit_is_announced_too(stage: Stage) -> None:
    debtor, creditor, forfeit = await owing(stage)
    await let_off(stage, creditor, forfeit)
    assert f"**{creditor}** lets **{debtor}** off: **sing a song**" in stage.text(stage.public()[-1])


async def let_off(stage: Stage, creditor: str, forfeit: int) -> None:
    """Waive a forfeit with the menu of `/forfeits settle`, and confirm it."""
    menu = await stage.slash(creditor, "forfeits settle")
    asked = await stage.pick(creditor, menu.ephemerals[0], LetOff, forfeit=forfeit)
    assert "off for good?" in asked.words
    await stage.surely(creditor, asked)


async def test_a_creditor_who_does_not_confirm_a_waiver_is_still_owed(both: Stage) -> None:
    debtor, creditor, forfeit = await owing(both)
    menu = await both.slash(creditor, "forfeits settle")
    asked = await both.pick(creditor, menu.ephemerals[0], LetOff, forfeit=forfeit)
    assert "👍 Nothing changed." in (await both.press(creditor, KeepOwing, asked.ephemerals[0])).words
    await say(both, debtor, "paid", forfeit)
    line = both.public()[-1]
    await both.press(creditor, CrossOff, line, how="unpaid")
    assert f"Only {creditor} can say that." in (await both.press(debtor, LetOff, line)).words
    await both.press(creditor, LetOff, line)
    assert both.kinds(both.public()[-1]) == [CrossOff, CrossOff, KeepOwing]
    answer = await both.press("Dan", KeepOwing, both.public()[-1])
    assert f"Only {debtor} can say it’s paid; {creditor} can let them off." in answer.words
    await both.press(creditor, KeepOwing, both.public()[-1])
    assert both.kinds(both.public()[-1]) == [CrossOff, LetOff]
    assert "You must: **sing a song**" in (await both.slash(debtor, "forfeits mine")).words


async def test_a_forfeit_settled_elsewhere_is_announced_in_the_games_channel(stage: Stage) -> None:
    debtor, _, forfeit = await owing(stage)
    garden, calls, before = stage.guild.create_text_channel("garden"), stage.requests(), len(stage.public())
    menu = await stage.slash(debtor, "forfeits settle", channel=garden)
    await stage.pick(debtor, menu.ephemerals[0], CrossOff, forfeit=forfeit, how="paid")
    assert "Right?" in stage.text(stage.public()[before])
    assert stage.public(garden) == []
    assert len(stage.calls_since(calls)) == 1


async def test_a_forfeit_is_settled_quietly_if_the_games_channel_is_gone(stage: Stage) -> None:
    debtor, creditor, forfeit = await owing(stage)
    garden = stage.guild.create_text_channel("garden")
    stage.env.inject_error(
        "POST", f"/channels/{stage.channel.id}/messages", status=404, code=10003, message="Unknown", times=None
    )
    menu = await stage.slash(debtor, "forfeits settle", channel=garden)
    answer = await stage.pick(debtor, menu.ephemerals[0], CrossOff, forfeit=forfeit, how="paid")
    assert answer.words == "✅ Paid: **sing a song**."
    doubt = await stage.slash(creditor, "forfeits mine", channel=garden)
    assert "All square. Cheers!" in doubt.words
    await stage.pick(creditor, doubt.ephemerals[0], CrossOff, forfeit=forfeit, how="unpaid")
    assert "You must" in (await stage.slash(debtor, "forfeits mine", channel=garden)).words


async def test_each_forfeit_shows_its_words_date_and_game(stage: Stage) -> None:
    debtor, creditor, _ = await owing(stage)
    game = f"/{stage.channel.id}/{stage.panel().id}>)"
    mine = (await stage.slash(debtor, "forfeits mine")).words
    assert f"You must: **sing a song**, for {creditor} · <t:" in mine
    assert ":R> · 🎲 [Common hand](<https://" in mine
    assert game in mine
    theirs = (await stage.slash(creditor, "forfeits mine")).words
    assert f"{debtor} must: **sing a song**" in theirs
    assert game in theirs


async def test_a_forfeit_without_words_is_a_gentle_dare(stage: Stage) -> None:
    debtor, creditor, forfeit = await owing(stage, forfeit="")
    found = await stage.bot.services.debts.forfeit(forfeit)
    assert found is not None
    assert found.text in decks("en")["gentle"]
    dare = escaped(found.text)
    assert f"You must: **{dare}**, for {creditor}" in (await stage.slash(debtor, "forfeits mine")).words
    assert f"{debtor} must: **{dare}**" in (await stage.slash(creditor, "forfeits mine")).words


@pytest.mark.parametrize("first", ["paid", "waived"])
async def test_settling_a_forfeit_twice_shows_its_present_state(stage: Stage, first: str) -> None:
    debtor, creditor, forfeit = await owing(stage)
    late = await stage.slash(debtor, "forfeits settle")
    also_late = await stage.slash(creditor, "forfeits settle")
    await (say(stage, debtor, "paid", forfeit) if first == "paid" else let_off(stage, creditor, forfeit))
    answer = await stage.pick(debtor, late.ephemerals[0], CrossOff, forfeit=forfeit, how="paid")
    assert "That one" in answer.words
    assert "already" in answer.words
    answer = await stage.pick(creditor, also_late.ephemerals[0], LetOff, forfeit=forfeit)
    assert "already settled" in answer.words
    assert len([message for message in stage.public() if "sing a song" in message.content]) == 1


async def test_a_game_that_waits_for_a_forfeit_shows_its_payment_on_the_panel(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    view, seats = await stage.view(), (await stage.table()).seats
    debtor = seats[view.state.debtors[0]].name
    (line,) = await stage.bot.services.debts.forfeits(None, stage.people[debtor].id)
    await say(stage, debtor, "paid", line.id)
    said = "\n".join(stage.text(message) for message in stage.public())
    assert "has paid." in said
    assert "Right?" not in said
    assert (await stage.view()).state.debtors == ()


async def owes(stage: Stage, many: int, debtor: str = "Ann", creditor: str = "Ben") -> None:
    """Add this many open forfeits that one person owes another."""
    moment = stage.bot.now()
    stage.typed.add("sing a song")

    def work(connection: Connection) -> None:
        for name in (debtor, creditor):
            personal.remember_name(connection, stage.guild.id, stage.people[name].id, name)
        for _ in range(many):
            owed = ForfeitRow(
                guild=stage.guild.id,
                channel=stage.channel.id,
                table_id=1,
                debtor=stage.people[debtor].id,
                creditor=stage.people[creditor].id,
                text="sing a song",
                variant="common",
                at=moment,
                state=ledger.OWED,
            )
            count(connection, forfeits.owe(connection, owed))

    await stage.bot.services.tables.changes.store.write(work)


async def test_all_forfeits_can_be_settled_at_once_and_the_creditor_is_pinged(both: Stage) -> None:
    await owes(both, 12)
    (mine,) = (await both.slash("Ann", "forfeits mine")).ephemerals
    await both.press("Ann", SettleAll, mine, how="paid")
    await both.press("Ann", SurelySettleAll, mine, how="paid")
    assert "12 forfeits" in both.text(mine)
    assert "Not paid after all? `/forfeits settle" in both.text(both.public()[-1])
    assert [user.id for user in both.public()[-1].message.mentions] == [both.people["Ben"].id]
    assert "All square. Cheers!" in (await both.slash("Ann", "forfeits mine")).words
    not_yet = (await both.slash("Ben", "forfeits settle")).ephemerals[0]
    await both.pick("Ben", not_yet, CrossOff, how="unpaid")
    assert "sing a song" in (await both.slash("Ann", "forfeits mine")).words
    assert "1 owed, 11 paid" in (await both.slash("Ann", "leaderboard", board="paid")).words


async def test_the_tab_of_a_server_has_pages(stage: Stage) -> None:
    """Each pair of people has one row for all forfeits between them. The pair with the oldest forfeit comes first."""
    guests = [f"Guest {number}" for number in range(13)]
    stage.come(*guests)
    stage.typed |= {*guests}
    await owes(stage, 2, "Cleo", "Ann")
    for number in range(13):
        await owes(stage, 1 + number % 2, guests[number], "Ben")
    await owes(stage, 1, "Cleo", "Ann")
    (tab,) = (await stage.slash("Dan", "forfeits server")).ephemerals
    assert stage.text(tab).count("•") == 10
    assert "• Cleo owes Ann 3 forfeits" in stage.text(tab).splitlines()[1]
    await stage.press("Dan", ShowTab, tab, after=stage.presses(tab)[0].after)  # type: ignore[attr-defined]
    assert stage.text(tab).count("•") == 4
    assert "Cleo" not in stage.text(tab)
    (own,) = (await stage.slash("Cleo", "forfeits server")).ephemerals
    assert "• You owe Ann 3 forfeits" in stage.text(own).splitlines()[1]
    (hers,) = (await stage.slash("Ann", "forfeits server")).ephemerals
    assert "• Cleo owes you 3 forfeits" in stage.text(hers).splitlines()[1]
    (own,) = (await stage.slash("Cleo", "forfeits server", who=stage.people["Cleo"], side="owes")).ephemerals
    assert stage.text(own).startswith("## 📝 What you owe (3)")
    (hers,) = (await stage.slash("Ann", "forfeits server", who=stage.people["Ann"], side="is owed")).ephemerals
    assert stage.text(hers).startswith("## 🍻 What you’re owed (3)")
    (theirs,) = (await stage.slash("Dan", "forfeits server", who=stage.people["Cleo"], side="owes")).ephemerals
    assert stage.text(theirs).count("•") == 1
    assert "3 forfeits" in stage.text(theirs)


async def test_the_servers_tab_in_a_dm_shows_only_ones_own_forfeits(stage: Stage) -> None:
    asked = await in_dm(stage, "Ann", "forfeits server", who=stage.people["Ben"].user)
    assert "All square. Cheers!" in asked.words
