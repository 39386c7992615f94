"""Handle `/puzzle`, the daily puzzle, and people's answers to it."""

from discord import app_commands

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.people.puzzles import of_day
from bot.presses.puzzle import AnswerPuzzle
from bot.screens.elements.cards import Ephemeral
from bot.screens.pages import puzzle as screen
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_


@on(AnswerPuzzle)
async def answer(request: Request, press: AnswerPuzzle) -> None:
    """Store a person's answer if it is their first, and show them the best answer.

    Raises `Trouble` if the puzzle does not offer the answer, or if the puzzle is neither today's nor yesterday's.
    """
    puzzles, puzzle = request.services.puzzles, of_day(press.day)
    if press.chosen not in puzzle.answers or not 0 <= puzzles.today() - press.day <= 1:
        raise Trouble(Code.OLD_PUZZLE)
    said = await puzzles.answer(press.day, request.guild or 0, request.user, press.chosen)
    await request.reply_ephemeral(screen.answered(puzzle, said, await puzzles.tried(press.day, request.guild or 0)))


@app_commands.command(description=N_("The puzzle of the day: find the best bid or call."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def puzzle(interaction: Interaction) -> None:
    """Handle `/puzzle`: show the puzzle of the day."""
    request = Request(interaction)
    day = request.services.puzzles.today()
    await request.reply_ephemeral(Ephemeral(screen.card(of_day(day), day)))
