"""A thread of its own for a game: what it is called, and the line in the channel on which it stands."""

from bot.screens import options, variants
from bot.screens.model import Text
from bot.tables.model import Setup, Who
from bot.words.cleaning import clean, person, plain_person
from bot.words.language import _


def name(setup: Setup, host: Who) -> str:
    """What the thread is called."""
    told = variants.told(setup.variant)
    game = clean(setup.called) or told.title
    return _("{emoji} {title} with {host}").format(emoji=told.emoji, title=game, host=plain_person(host.name))


def line(setup: Setup, host: Who, thread: int | None = None) -> Text:
    """Who opens which game; and where, once the thread is there."""
    told, who, title = variants.told(setup.variant), person(host.name), options.table_title(setup)
    if thread is None:
        words = _("{emoji} **{host}** opens a table: {title}.")
        return Text(words.format(emoji=told.emoji, host=who, title=title))
    words = _("{emoji} **{host}** opens a table: {title}. Sit down in <#{thread}>!")
    return Text(words.format(emoji=told.emoji, host=who, title=title, thread=thread))
