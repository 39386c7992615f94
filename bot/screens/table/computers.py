"""Describe the computer players and their levels, and build the page on which a host adds them."""

from bot.presses.lobby import AddCharacter, ChooseLevel, HushComputers, ShowAdvice
from bot.screens.elements.cards import Choice, Menu, Part, Row, Text
from bot.screens.elements.controls import switch
from bot.screens.elements.labels import TALK
from bot.screens.table.house_rules import COMPUTERS, leaves
from bot.tables.model import TableView
from bot.words.language import _, labelled
from engine.core.characters import CHARACTERS, GOOD, Level


def level_name(level: Level) -> str:
    """Return the name of a level."""
    match level:
        case Level.EASY:
            return _("Easy")
        case Level.GOOD:
            return _("Medium")
        case Level.STRONG:
            return _("Hard")


def _about(level: Level) -> str:
    match level:
        case Level.EASY:
            return _("Believes too much and bids what it holds")
        case Level.GOOD:
            return _("Listens, and bluffs now and then")
        case Level.STRONG:
            return _("Reads every bid you make")


def stories() -> dict[str, str]:
    """Return a one-line description of each computer player, by name."""
    return {
        "Marlowe": _("Never hurries. Suspects everyone."),
        "Trixie": _("Has never held the dice she talks about."),
        "Old Salt": _("Says what the last one said, only louder."),
        "Rosie": _("Believes every word you say."),
        "Fidget": _("A squirrel who can’t sit still or bid small."),
        "Bosun": _("Too honest for this game."),
        "Duchess": _("Bids small and true, and looks down on yours."),
        "Ghost": _("You won’t see the bluff coming."),
        "Professor": _("Counts your dice before you do."),
    }


def page(table: TableView) -> tuple[Part, ...]:
    """Return the page on which the host adds computer players and chooses their level.

    It also has switches for the computer players' remarks and for advice to everyone.
    """
    now = table.setup.level or GOOD
    levels = tuple(
        Choice(ChooseLevel(table.id, level), level_name(level), _about(level), chosen=level is now) for level in Level
    )
    told, seated = stories(), {seat.name for seat in table.seats}
    characters = tuple(
        Choice(AddCharacter(table.id, each.word()), f"{name} · {level_name(each.level)}", told[name], each.emoji)
        for name, each in sorted(CHARACTERS.items(), key=lambda pair: list(Level).index(pair[1].level))
        if name not in seated
    )
    title = Text(_("### 🤖 Computers\n-# **Add a computer** adds the next one at this level."))
    who = (Menu(f"who-{table.version}", _("Pick who to add"), characters),) if characters else ()
    talks, advised = not table.setup.quiet, table.setup.advice
    ways = (
        switch(_(TALK), talks, HushComputers(table.id, talks)),
        switch(_("Advice for everyone"), advised, ShowAdvice(table.id, not advised)),
    )
    level = Menu(f"level-{table.version}", labelled(_("Level"), level_name(now)), levels)
    return (title, level, *who, Row(ways), leaves(table, COMPUTERS))
