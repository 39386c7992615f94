"""Handle `/me`: the card with a person's own settings. After each choice, the bot shows the updated card."""

from typing import Any

from discord import app_commands

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.people import Preferences
from bot.presses.preferences import (
    ChooseDms,
    ChooseHints,
    ChooseLanguage,
    ChooseMisclicks,
    ChooseOthersSee,
    ChooseReminders,
    MyDefaults,
    MyPage,
    OpenKeptWords,
    PaintCharts,
    SendKeptWords,
    SurelyMyDefaults,
    SwitchPings,
    WearDice,
)
from bot.screens.elements.controls import with_receipt
from bot.screens.pages import preferences as preferences_screen
from bot.words.language import N_, offered, speak


@on(MyPage)
async def turn_my_page(request: Request, press: MyPage) -> None:
    """Show a page of this person's choices."""
    await _show_mine(request, await request.services.preferences.of_one(request.user), press.page)


@on(ChooseDms)
async def choose_dms(request: Request, press: ChooseDms) -> None:
    """Set how this person gets their dice by DM."""
    await _change_mine(request, dms=press.style)


@on(ChooseHints)
async def choose_hints(request: Request, press: ChooseHints) -> None:
    """Set when this person sees the probability of a bid."""
    await _change_mine(request, hints=press.when)


@on(SwitchPings)
async def switch_pings(request: Request, press: SwitchPings) -> None:
    """Set whether this person is pinged when it is their turn."""
    await _change_mine(request, pings=press.on)


@on(ChooseMisclicks)
async def choose_misclicks(request: Request, press: ChooseMisclicks) -> None:
    """Set when this person has to confirm moves that look like misclicks."""
    await _change_mine(request, 2, misclicks=press.when)


@on(ChooseReminders)
async def choose_reminders(request: Request, press: ChooseReminders) -> None:
    """Set when this person is reminded of a slow turn."""
    await _change_mine(request, 2, reminders=press.when)


@on(ChooseOthersSee)
async def choose_others_see(request: Request, press: ChooseOthersSee) -> None:
    """Set how much of this person's results other people may see."""
    await _change_mine(request, 1, others_see=press.what)


@on(PaintCharts)
async def paint_charts(request: Request, press: PaintCharts) -> None:
    """Set whether this person's charts are dark or light."""
    await _change_mine(request, 1, charts=press.charts)


@on(WearDice)
async def wear_dice(request: Request, press: WearDice) -> None:
    """Set the look of this person's dice. It applies from the next table on."""
    await _change_mine(request, 1, dice=press.look)


@on(ChooseLanguage)
async def choose_my_language(request: Request, press: ChooseLanguage) -> None:
    """Set the language of messages that only this person sees, beginning with this answer."""
    language = press.language if press.language in offered() else ""
    speak(language or str(request.interaction.locale))
    await _change_mine(request, 1, language=language)


@on(OpenKeptWords)
async def open_kept_words(request: Request, _press: OpenKeptWords) -> None:
    """Open the form for the lucky words that this person brings to every table."""
    await request.open_form(preferences_screen.lucky_form(await request.services.preferences.of_one(request.user)))


@on(SendKeptWords)
async def send_kept_words(request: Request, _press: SendKeptWords) -> None:
    """Store the lucky words that this person brings to every table."""
    mine = await request.services.preferences.change(request.user, lucky=request.typed().get("words", ""))
    with request.saved():
        await request.edit_message(with_receipt(preferences_screen.my_preferences(mine)))


@on(MyDefaults)
async def my_defaults(request: Request, _press: MyDefaults) -> None:
    """Ask whether to reset everything that this person chose."""
    await request.edit_message(preferences_screen.ask_for_defaults(SurelyMyDefaults(), MyPage(2)))


@on(SurelyMyDefaults)
async def surely_my_defaults(request: Request, _press: SurelyMyDefaults) -> None:
    """Reset all of this person's choices to the defaults."""
    await _show_mine(request, await request.services.preferences.forget(request.user), 2)


async def _change_mine(request: Request, page: int = 0, /, **chosen: Any) -> None:
    await _show_mine(request, await request.services.preferences.change(request.user, **chosen), page)


async def _show_mine(request: Request, mine: Preferences, page: int = 0) -> None:
    with request.saved():
        await request.edit_message(preferences_screen.my_preferences(mine, page))


@app_commands.command(description=N_("Choose your DMs, hints, pings, dice and lucky words."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def me(interaction: Interaction) -> None:
    """Handle `/me`: show this person's choices."""
    request = Request(interaction)
    await request.reply_ephemeral(
        preferences_screen.my_preferences(await request.services.preferences.of_one(request.user))
    )
