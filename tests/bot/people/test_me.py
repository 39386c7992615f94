"""Test the preferences of one person. Their private card works on every server and in the DM with the bot."""

from simcord import ResponseMessage

from bot.people import DmStyle, Hints, Preferences
from bot.people.preferences import Reminders
from bot.presses.codec import encode
from bot.presses.lobby import Join
from bot.presses.preferences import (
    ChooseDms,
    ChooseHints,
    ChooseReminders,
    MyDefaults,
    MyPage,
    OpenKeptWords,
    SendKeptWords,
    SurelyMyDefaults,
    SwitchPings,
)
from tests.bot.answers import words
from tests.bot.stage import Stage


async def card(stage: Stage, name: str) -> ResponseMessage:
    """Open the preferences of this person in the channel, and return the card."""
    (shown,) = (await stage.slash(name, "me")).ephemerals
    return shown


def now(stage: Stage, shown: ResponseMessage) -> ResponseMessage:
    """Return the same card in its current state."""
    return next(message for message in stage.messages() if message.id == shown.id)


async def mine(stage: Stage, name: str) -> Preferences:
    return await stage.bot.services.preferences.of_one(stage.people[name].id)


async def test_every_choice_of_a_preference_updates_the_card(both: Stage) -> None:
    shown = await card(both, "Ann")
    await both.pick("Ann", shown, ChooseDms, style=DmStyle.ONE)
    await both.pick("Ann", shown, ChooseHints, when=Hints.OFF)
    await both.press("Ann", SwitchPings, now(both, shown))
    await both.pick("Ann", now(both, shown), ChooseReminders, when=Reminders.BOTH)
    await both.press("Ann", MyPage, now(both, shown), page=1)
    await both.press("Ann", MyPage, now(both, shown), page=0)
    form = await both.press("Ann", OpenKeptWords, now(both, shown))
    await both.fill("Ann", form, words="  three\nblind mice")
    assert "three blind mice" in words(now(both, shown))
    assert await mine(both, "Ann") == Preferences(
        DmStyle.ONE, False, Hints.OFF, "three blind mice", reminders=Reminders.BOTH
    )
    assert await mine(both, "Ben") == Preferences()
    assert len(both.messages()) == 1, "everything in one message"
    assert both.public() == []
    await both.press("Ann", MyDefaults, now(both, shown))
    assert await mine(both, "Ann") != Preferences(), "asked first"
    await both.press("Ann", SurelyMyDefaults, now(both, shown))
    assert await mine(both, "Ann") == Preferences()
    assert MyDefaults not in both.kinds(now(both, shown)), "the choices are the defaults already"


async def test_preferences_can_be_set_in_a_dm_too(stage: Stage) -> None:
    ann = stage.people["Ann"].user
    answer = await ann.slash("me")
    assert answer.response is not None
    await ann.click(answer.response, custom_id=encode(SwitchPings(on=False)))
    assert not (await mine(stage, "Ann")).pings


async def test_preferences_survive_a_restart(stage: Stage) -> None:
    await stage.pick("Ann", await card(stage, "Ann"), ChooseDms, style=DmStyle.NONE)
    await stage.restart()
    assert (await mine(stage, "Ann")).dms is DmStyle.NONE


async def test_the_form_for_lucky_words_opens_with_the_saved_words(stage: Stage) -> None:
    shown = await card(stage, "Ann")
    await stage.fill("Ann", await stage.press("Ann", OpenKeptWords, shown), words="seven")
    form = await stage.press("Ann", OpenKeptWords, now(stage, shown))
    assert form.result.modal is not None
    assert "seven" in str(form.result.modal)
    await stage.fill("Ann", form, words="")
    assert "lucky words" not in words(now(stage, shown)).lower()


async def test_saved_lucky_words_come_with_every_join(stage: Stage) -> None:
    for name in ("Ann", "Ben"):
        form = await stage.press(name, OpenKeptWords, await card(stage, name))
        await stage.fill(name, form, words=f"{name} wins")
    await stage.slash("Ann", "play")
    told = (await stage.press("Ben", Join)).words
    assert "Your lucky words: Ben wins" in told
    assert stage.text().count("🍀") == 2
    assert [seat.brought.lucky for seat in (await stage.table()).seats] == ["Ann wins", "Ben wins"]


async def test_lucky_words_that_were_forged_are_cleaned(stage: Stage) -> None:
    await stage.slash("Ann", "play")
    await stage.forge_form("Ann", SendKeptWords(), words="7\u202e" * 60)
    kept = (await mine(stage, "Ann")).lucky
    assert len(kept) == 40
    assert "\u202e" not in kept
