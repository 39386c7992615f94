"""Forfeits in words are for the table's people, and for those who see its place; others see only how many there are."""

from simcord import ChannelHandle, ResponseMessage
from sqlalchemy import update

from bot.presses.game import CallLie
from bot.presses.history import ShareBoard, ShareTab, ShowBoard, ShowTab
from bot.presses.lobby import OpenOptions
from bot.presses.preferences import ListRules
from bot.storage import Connection, schema
from bot.tables.bookkeeping import place_debts
from tests.bot.boards.test_places_of_games import secret
from tests.bot.places import closed
from tests.bot.plays import agreed, forged_in_dm, in_dm
from tests.bot.stage import Stage

WORDS = "sing the song of the den"


async def owed_in(stage: Stage, channel: ChannelHandle, words: str = WORDS) -> None:
    """Ann and Ben play a round there in which one comes to owe the other these words; the usual channel stays usual."""
    usual, stage.channel = stage.channel, channel
    await stage.start("Ann", "Ben", rounds="1", forfeit=words)
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    await stage.time_passes(minutes=20)
    stage.channel = usual


def private_thread(stage: Stage) -> ChannelHandle:
    """A private thread of the usual channel, with everybody in it who is here by now."""
    usual = stage.channel
    closed.private_thread(stage)
    thread, stage.channel = stage.channel, usual
    return thread


async def told(stage: Stage, name: str) -> str:
    """Return the answers to somebody who asks for the board and for the tab of the server."""
    answers = [await stage.slash(name, "leaderboard"), await stage.slash(name, "forfeits server")]
    return "\n".join(answer.words for answer in answers)


def posted(stage: Stage, channel: ChannelHandle | None = None) -> str:
    """The newest public message of a channel."""
    return stage.text(stage.public(channel)[-1])


async def test_what_is_owed_in_a_private_channel_is_a_number_for_whoever_cannot_see_it(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    den = secret(stage, "Ann", "Ben", "Dan")
    await owed_in(stage, den)
    assert WORDS not in await told(stage, "Eve")
    assert "1 forfeit" in await told(stage, "Eve")
    assert str(den.id) not in await told(stage, "Eve"), "nor a link to it"
    for name in ("Ann", "Ben", "Dan"):
        assert WORDS in await told(stage, name)


async def test_words_are_posted_where_they_arose_and_nowhere_else(english_stage: Stage) -> None:
    stage = english_stage
    den = secret(stage, "Ann", "Ben", "Dan")
    await owed_in(stage, den)
    (tab,) = (await stage.slash("Ann", "forfeits server")).ephemerals
    await stage.press("Ann", ShareTab, tab)
    assert "1 forfeit" in posted(stage)
    assert WORDS not in posted(stage)
    (tab,) = (await stage.slash("Dan", "forfeits server", den)).ephemerals
    await stage.press("Dan", ShareTab, tab)
    assert WORDS in posted(stage, den)


async def test_words_that_everybody_sees_may_stand_anywhere(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await owed_in(stage, stage.channel)
    assert WORDS in await told(stage, "Eve")
    garden = stage.guild.create_text_channel("garden")
    (tab,) = (await stage.slash("Ann", "forfeits server", garden)).ephemerals
    await stage.press("Ann", ShareTab, tab)
    assert WORDS in posted(stage, garden)


async def test_in_a_private_thread_discord_says_who_is_in_it(english_stage: Stage) -> None:
    stage = english_stage
    nook = private_thread(stage)
    stage.come("Eve")
    await owed_in(stage, nook)
    before = stage.requests()
    assert WORDS in await told(stage, "Dan")
    assert stage.calls_since(before).count(f"GET /channels/{nook.id}/thread-members/{stage.people['Dan'].id}") == 1
    assert WORDS not in await told(stage, "Eve")
    path = f"/channels/{nook.id}/thread-members/{stage.people['Ben'].id}"
    stage.env.inject_error("GET", path, status=400, code=0, message="Bad", times=1)
    assert WORDS in await told(stage, "Ben"), "who sat there, always"
    assert "`1.`" in (await stage.slash("Dan", "history")).words
    assert "`1.`" not in (await stage.slash("Eve", "history")).words


async def test_whoever_discord_says_nothing_of_is_not_there(english_stage: Stage) -> None:
    stage = english_stage
    nook = private_thread(stage)
    await owed_in(stage, nook)
    path = f"/channels/{nook.id}/thread-members/{stage.people['Dan'].id}"
    stage.env.inject_error("GET", path, status=400, code=0, message="Bad", times=1)
    answer = await stage.slash("Dan", "forfeits server")
    assert WORDS not in answer.words
    assert WORDS in (await stage.slash("Dan", "forfeits server")).words, "it is not remembered"


async def test_a_debt_of_an_earlier_version_is_private_until_its_game_says_where_it_arose(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await owed_in(stage, stage.channel)
    store = stage.bot.services.tables.changes.store

    def earlier(connection: Connection) -> None:
        connection.execute(update(schema.forfeits).values(parent=None, private=None))
        connection.execute(schema.forfeit_people.delete())

    await store.write(earlier)
    assert WORDS not in await told(stage, "Eve")
    assert WORDS in await told(stage, "Ann")
    await place_debts(store)
    assert WORDS in await told(stage, "Eve")


async def test_nobody_reads_the_tabs_of_all_servers_in_a_dm(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await owed_in(stage, stage.channel)
    (shown,) = (await in_dm(stage, "Eve", "forfeits mine")).ephemerals
    for press in (ShowTab("all"), ShowTab("owes", stage.people["Ann"].id), ShowTab("owed", stage.people["Ann"].id)):
        said = await forged_in_dm(stage, "Eve", press, shown)
        assert WORDS not in said.words
        assert "Ann" not in said.words
    assert "server" in (await forged_in_dm(stage, "Eve", ShareTab(), shown)).words


async def test_the_boards_of_a_hidden_channel_are_empty(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    den = secret(stage, "Ann", "Ben")
    await owed_in(stage, den)
    for press in (ShowBoard("forfeits", 1, den.id), ShowBoard("wins", 1, den.id), ShareBoard("wins", 1, den.id)):
        words = (await stage.forge("Eve", press, message=await own(stage, "Eve"))).words
        assert "Ann" not in words
        assert "Ben" not in words
    assert "Ann" in (await stage.forge("Ann", ShowBoard("wins", 1, den.id), message=await own(stage, "Ann"))).words
    before = len(stage.public())
    refused = await stage.forge("Ann", ShareBoard("wins", 1, den.id), message=await own(stage, "Ann"))
    assert "Not everyone here can see" in refused.words
    assert len(stage.public()) == before


async def own(stage: Stage, name: str) -> ResponseMessage:
    """A message in the usual channel on which somebody may press."""
    (shown,) = (await stage.slash(name, "leaderboard")).ephemerals
    return shown


async def test_the_stake_of_saved_rules_is_for_those_who_see_where_they_are_from(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    usual, stage.channel = stage.channel, secret(stage, "Ann", "Ben")
    den = stage.channel
    await agreed(stage, "Ann", "Ben", game="dudo", dice="1")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds="", clock=["180"], stake=WORDS, switches=[])
    saved = await stage.slash("Ann", "table rules save", den, name="Den rules")
    assert WORDS in saved.words
    stage.channel = usual
    assert WORDS not in (await stage.slash("Eve", "table rules list")).words
    assert "Den rules" in (await stage.slash("Eve", "table rules list")).words
    assert WORDS in (await stage.slash("Ben", "table rules list")).words
    assert WORDS not in (await stage.forge("Eve", ListRules(0), message=await own(stage, "Eve"))).words
    await stage.slash("Ben", "play", game="Den rules")
    assert WORDS not in posted(stage), "those who see it may play by the rules here, and do not post its words"
    assert (await stage.table()).setup.called == "Den rules"
