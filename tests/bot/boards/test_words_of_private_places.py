"""Test which people read the words of a forfeit. They are the table's players, and people who can see its channel.

Everybody else sees only the number of forfeits.
"""

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
    """Play a round of Ann and Ben in another channel, so that the loser owes `words`.

    Afterwards the stage uses its usual channel again.
    """
    usual, stage.channel = stage.channel, channel
    await stage.start("Ann", "Ben", rounds="1", forfeit=words)
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    await stage.time_passes(minutes=20)
    stage.channel = usual


def private_thread(stage: Stage) -> ChannelHandle:
    """Open a private thread of the usual channel, add everybody who is on the server now, and return it."""
    usual = stage.channel
    closed.private_thread(stage)
    thread, stage.channel = stage.channel, usual
    return thread


async def told(stage: Stage, name: str) -> str:
    """Open the leaderboard and the server's tab as this person, and return the text of both."""
    answers = [await stage.slash(name, "leaderboard"), await stage.slash(name, "forfeits server")]
    return "\n".join(answer.words for answer in answers)


def posted(stage: Stage, channel: ChannelHandle | None = None) -> str:
    """Return the text of the newest public message in a channel."""
    return stage.text(stage.public(channel)[-1])


async def test_people_outside_a_private_channel_see_only_the_number_of_its_forfeits(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    den = secret(stage, "Ann", "Ben", "Dan")
    await owed_in(stage, den)
    assert WORDS not in await told(stage, "Eve")
    assert "1 forfeit" in await told(stage, "Eve")
    assert str(den.id) not in await told(stage, "Eve"), "nor a link to it"
    for name in ("Ann", "Ben", "Dan"):
        assert WORDS in await told(stage, name)


async def test_a_private_forfeits_words_are_posted_only_in_its_own_channel(english_stage: Stage) -> None:
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


async def test_a_public_forfeits_words_may_be_posted_anywhere(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await owed_in(stage, stage.channel)
    assert WORDS in await told(stage, "Eve")
    garden = stage.guild.create_text_channel("garden")
    (tab,) = (await stage.slash("Ann", "forfeits server", garden)).ephemerals
    await stage.press("Ann", ShareTab, tab)
    assert WORDS in posted(stage, garden)


async def test_the_bot_asks_discord_who_is_in_a_private_thread(english_stage: Stage) -> None:
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
    assert WORDS in await told(stage, "Ben"), "Ben played there, which is enough"
    assert "`1.`" in (await stage.slash("Dan", "history")).words
    assert "`1.`" not in (await stage.slash("Eve", "history")).words


async def test_a_person_counts_as_absent_from_a_thread_if_discord_does_not_answer(english_stage: Stage) -> None:
    stage = english_stage
    nook = private_thread(stage)
    await owed_in(stage, nook)
    path = f"/channels/{nook.id}/thread-members/{stage.people['Dan'].id}"
    stage.env.inject_error("GET", path, status=400, code=0, message="Bad", times=1)
    answer = await stage.slash("Dan", "forfeits server")
    assert WORDS not in answer.words
    assert WORDS in (await stage.slash("Dan", "forfeits server")).words, "the failed answer is not remembered"


async def test_a_debt_of_an_earlier_version_is_private_until_its_games_place_is_known(english_stage: Stage) -> None:
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
    """Open the leaderboard in the usual channel as this person, and return its message."""
    (shown,) = (await stage.slash(name, "leaderboard")).ephemerals
    return shown


async def test_only_people_who_see_their_channel_read_the_stake_of_saved_rules(english_stage: Stage) -> None:
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
    assert WORDS not in posted(stage), "Ben may play by these rules here, but their words are not posted"
    assert (await stage.table()).setup.called == "Den rules"
