"""Handle `/help`, `/learn` (a lesson for one person alone), and requests for the rules of a game."""

from discord import app_commands

from bot.inbox.commands import GAMES
from bot.inbox.dispatcher import handle, on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses.learning import ChooseLesson, HowTo, Lesson, ShowCommands, ShowRules
from bot.screens.families import variants
from bot.screens.pages import guide
from bot.screens.pages import learning as learning_screen
from bot.words.language import N_


@on(ChooseLesson)
async def choose(request: Request, _press: ChooseLesson) -> None:
    """Ask the person which game they want to learn."""
    await request.update(learning_screen.choice())


@on(Lesson)
async def lesson(request: Request, press: Lesson) -> None:
    """Show the next step of a lesson, in the same message."""
    if learning_screen.is_last(press):
        request.services.lessons.forget(request.user)
    else:
        request.services.lessons.note(request.user, request.channel)
    await request.update(learning_screen.lesson(press, in_server=request.guild is not None))


@on(ShowRules)
async def show_rules(request: Request, press: ShowRules) -> None:
    """Show the rules by which a table plays."""
    page = guide.this_table(await request.tables.queries.table(press.table), request.user)
    await request.update(page.parts)


@on(HowTo)
async def how_to(request: Request, press: HowTo) -> None:
    """Show the rules of a game."""
    await request.reply_ephemeral(guide.the_game(variants.played_here(press.variant)))


@on(ShowCommands)
async def show_commands(request: Request, _press: ShowCommands) -> None:
    """Show the list of all commands."""
    await request.reply_ephemeral(guide.commands_card())


@app_commands.command(description=N_("Learn by playing: a two-minute first game against two computers, just for you."))
@app_commands.describe(game=N_("which game you want to learn"))
@app_commands.choices(game=GAMES)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def learn(interaction: Interaction, game: str = "") -> None:
    """Handle `/learn`: begin the lesson of a game, or ask which game."""
    await handle(Request(interaction), Lesson(game, "") if game else ChooseLesson())


@app_commands.command(name="help", description=N_("What to type and tap, and how each game works."))
@app_commands.describe(game=N_("which game to explain"))
@app_commands.choices(game=GAMES)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def help_(interaction: Interaction, game: str = "") -> None:
    """Handle `/help`: show how to use the bot, or the rules of a game."""
    request = Request(interaction)
    if game:
        await handle(request, HowTo(game))
    else:
        here, support = await request.tables.queries.at(request.channel), request.services.pages.support
        await request.reply_ephemeral(guide.help_card(here, request.user, support))
