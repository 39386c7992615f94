"""Check at the end of every test that the bot kept its promises, such as sending only requests that Discord accepts."""

from gettext import GNUTranslations

from discord import app_commands

from bot.words.cleaning import escaped
from bot.words.language import catalogue, offered
from engine.core.characters import CHARACTERS
from tests.bot import controls
from tests.bot.payloads import check, check_request
from tests.bot.pseudo import texts, untranslated
from tests.bot.scenery import NAMES
from tests.bot.stage import Stage


def check_stage(stage: Stage) -> None:
    """Run all checks of this module on a stage."""
    check_payloads(stage)
    check_registry(stage)
    check_cache(stage)
    check_language(stage)
    check_errors(stage)
    check_outcomes(stage)
    check_tokens(stage)
    check_menus(stage)


def check_menus(stage: Stage) -> None:
    """Check that each menu had a new id after somebody chose from it.

    While a menu keeps its id, Discord shows the choice and sends nothing if the same option is chosen again.
    """
    assert stage.kept == []


def check_tokens(stage: Stage) -> None:
    """Check that no interaction's token was used while its first answer was under way."""
    assert stage.transit.overtaking == []


def check_outcomes(stage: Stage) -> None:
    """Check that each press that counts as carried out has saved or shown something.

    If a press did neither and was answered with only one sentence, it was refused. For such a press the bot has to
    raise a refusal.
    """
    for request in stage.env.http_requests:
        if request.method == "PUT" and request.path.endswith("/commands"):
            controls.offer(request.json or ())
    said = controls.note(stage.env.backend.transcript)
    assert not said, f"counted as done, although only a sentence answered it: {said}"


def check_errors(stage: Stage) -> None:
    """Check that no error was raised except in commands.

    Errors of commands are ignored here, because simcord also lists those that the bot has answered. The bot logs the
    others, and the fixture `trap` then fails the test.
    """
    assert [error for error in stage.env.errors if not isinstance(error, app_commands.AppCommandError)] == []


def check_registry(stage: Stage) -> None:
    """Check that discord.py keeps no view or form that was sent, because the bot's own dispatcher handles presses."""
    kept = stage.bot._connection._view_store
    assert not kept._views
    assert not kept._modals


def check_cache(stage: Stage) -> None:
    """Check that discord.py has cached no message, and no member except for the bot.

    Code that looks up people or messages in the cache would therefore fail.
    """
    me = stage.bot.user
    known = {member.id for guild in stage.bot.guilds for member in guild.members}
    assert known <= {me.id if me is not None else 0}
    assert not stage.bot.cached_messages


def check_payloads(stage: Stage) -> None:
    """Check that Discord would have accepted each request and each message that is now in a channel."""
    for sent in stage.env.http_requests:
        check_request(sent.method, sent.path, sent.json)
    for channel in stage.env.backend.messages.values():
        for message in channel.values():
            check(message.components, message.content)


def check_language(stage: Stage) -> None:
    """Check that every sentence was shown in the made-up language, if the test used it."""
    if not isinstance(catalogue("en-US"), GNUTranslations):
        return
    names = {*NAMES, *CHARACTERS, stage.guild.name, *stage.typed, *map(escaped, stage.typed), *offered().values()}
    names |= {channel.name for channel in stage.env.backend.channels.values() if channel.name}
    names |= {f"@{user.name}" for user in stage.env.backend.users.values()}
    shown = [text for sent in stage.env.http_requests for text in texts(sent.path, sent.json)]
    bare = {each: text for text in shown if (each := untranslated(text, names))}
    assert not bare, f"not translated: {bare}"
