"""Checks at the end of every scene: nothing that Discord would refuse, nothing kept in memory, nothing untranslated."""

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
    """Check that each menu got a fresh id after somebody chose in it.

    Until then Discord shows the choice, and choosing the same option again sends nothing.
    """
    assert stage.kept == []


def check_tokens(stage: Stage) -> None:
    """Check that no interaction's token was used while its first answer was under way."""
    assert stage.transit.overtaking == []


def check_outcomes(stage: Stage) -> None:
    """Check that every press that counts as done did something.

    If a press saved and showed nothing, and one sentence answered it, it is a refusal and must be raised as one.
    """
    for request in stage.env.http_requests:
        if request.method == "PUT" and request.path.endswith("/commands"):
            controls.offer(request.json or ())
    said = controls.note(stage.env.backend.transcript)
    assert not said, f"counted as done, although only a sentence answered it: {said}"


def check_errors(stage: Stage) -> None:
    """Check that no error was raised, except by commands.

    simcord lists the errors of commands even if the bot has answered them. If the bot has not answered one, the log
    has it, and the fixture `trap` fails the scene.
    """
    assert [error for error in stage.env.errors if not isinstance(error, app_commands.AppCommandError)] == []


def check_registry(stage: Stage) -> None:
    """Check that discord.py keeps no view or form that was sent: the bot's own dispatcher receives the presses."""
    kept = stage.bot._connection._view_store
    assert not kept._views
    assert not kept._modals


def check_cache(stage: Stage) -> None:
    """Check that discord.py has cached no message, and no member except the bot. So no code can look them up there."""
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
    """If the scene was played in the made-up language, check that every sentence ever shown was in it."""
    if not isinstance(catalogue("en-US"), GNUTranslations):
        return
    names = {*NAMES, *CHARACTERS, stage.guild.name, *stage.typed, *map(escaped, stage.typed), *offered().values()}
    names |= {channel.name for channel in stage.env.backend.channels.values() if channel.name}
    names |= {f"@{user.name}" for user in stage.env.backend.users.values()}
    shown = [text for sent in stage.env.http_requests for text in texts(sent.path, sent.json)]
    bare = {each: text for text in shown if (each := untranslated(text, names))}
    assert not bare, f"not translated: {bare}"
