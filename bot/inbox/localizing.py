"""Translate the descriptions of commands for Discord into every language that the bot has.

The names of commands stay English, and so do the values of choices.
"""

from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from discord import Locale
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.inbox.commands import GAMES
from bot.screens.families import variants
from bot.words import language
from bot.words.language import ENGLISH, _, offered_for, pgettext, speaking

DESCRIPTIONS = (
    TranslationContextLocation.command_description,
    TranslationContextLocation.group_description,
    TranslationContextLocation.parameter_description,
)
LONGEST = 100
"""The most characters that Discord accepts in a description or in a choice."""


class Localizing(Translator):
    """Translates the descriptions, the options and the choices of commands for discord.py."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return the translation of `string` into the language `locale`.

        Return None if `string` is a name, if the bot does not have the language, or if the translation equals the
        English text.
        """
        spoken = offered_for(str(locale))
        is_choice = context.location is TranslationContextLocation.choice_name
        if spoken in ("", ENGLISH) or not (is_choice or context.location in DESCRIPTIONS):
            return None
        with speaking(spoken):
            said = _choices(spoken).get(string.message, _(string.message)) if is_choice else _(string.message)
        return said[:LONGEST] if said != string.message else None


def fingerprint() -> str:
    """Return a hash of the translations and of the code that reads them.

    It changes whenever a translation of a command may have changed. Comparing the translations themselves would
    require loading all languages, which would take a fifth of the start-up time.
    """
    return _fingerprint(language.FOLDER)


@cache
def _fingerprint(folder: Path) -> str:
    code = [Path(__file__), *Path(language.__file__).parent.glob("*.py")]
    files = [*sorted(code), *sorted(folder.glob("*/LC_MESSAGES/*.po"))]
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()


@lru_cache(maxsize=16)
def _choices(_language: str) -> dict[str, str]:
    """Return the translations of choices in commands, by their English words."""
    games = {each.name: variants.wording(str(each.value)).title for each in GAMES}
    return {**games, **_of_the_cup(), **_of_boards(), **_of_lists()}


def _of_the_cup() -> dict[str, str]:
    return {
        "show": pgettext("choice in /cup", "show"),
        "peek": pgettext("choice in /cup", "peek"),
        "pull out": pgettext("choice in /cup", "pull out"),
        "put under": pgettext("choice in /cup", "put under"),
        "roll": pgettext("choice in /cup", "roll"),
        "shake": pgettext("choice in /cup", "shake"),
        "shake unseen": pgettext("choice in /cup", "shake unseen"),
        "look": pgettext("choice in /cup", "look"),
        "protest": pgettext("choice in /cup", "blame the pass"),
    }


def _of_boards() -> dict[str, str]:
    return {
        "forfeits owed": pgettext("choice in /leaderboard", "forfeits owed"),
        "forfeits paid": pgettext("choice in /leaderboard", "forfeits paid"),
        "goods": pgettext("choice in /leaderboard", "goods"),
        "bads": pgettext("choice in /leaderboard", "bads"),
        "net score": pgettext("choice in /leaderboard", "net score"),
        "wins": pgettext("choice in /leaderboard", "wins"),
        "win rate": pgettext("choice in /leaderboard", "win rate"),
        "rating": pgettext("choice in /leaderboard", "rating"),
        "chips": pgettext("choice in /leaderboard", "chips"),
        "lies caught": pgettext("choice in /leaderboard", "lies caught"),
        "best liar": pgettext("choice in /leaderboard", "best liar"),
        "longest streak": pgettext("choice in /leaderboard", "longest streak"),
        "all time": pgettext("choice in /leaderboard", "all time"),
        "this month": pgettext("choice in /leaderboard", "this month"),
        "this season": pgettext("choice in /leaderboard", "this season"),
    }


def _of_lists() -> dict[str, str]:
    return {
        "easy": pgettext("how well a computer plays", "easy"),
        "medium": pgettext("how well a computer plays", "medium"),
        "hard": pgettext("how well a computer plays", "hard"),
        "profile": pgettext("choice in /profile", "profile"),
        "rivals": pgettext("choice in /profile", "rivals"),
        "achievements": pgettext("choice in /profile", "achievements"),
        "owes": pgettext("choice in /forfeits", "owes"),
        "is owed": pgettext("choice in /forfeits", "is owed"),
        "list": pgettext("choice in /history", "list"),
        "replay": pgettext("choice in /history", "replay"),
        "verify": pgettext("choice in /history", "verify"),
    }
