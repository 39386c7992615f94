"""Write the sentences about the role that a host may call to a lobby."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.presses.lobby import CallRole
from bot.screens.elements.cards import Button, Ephemeral, ephemeral
from bot.screens.families import variants
from bot.tables.model import TableView
from bot.tables.trouble import Code
from bot.words.cleaning import clean, person
from bot.words.language import _

Facts = Mapping[str, Any]


def call_button(table: TableView, role: str) -> Button:
    """Return the button that calls the role with this name."""
    # Translators: a button that mentions a role of the server: “Ping @dice”.
    return Button(_("Ping @{role}").format(role=clean(role.removeprefix("@"), 60)), CallRole(table.id), "📣")


def call(table: TableView, role: int) -> str:
    """Return the line in the channel that mentions a role."""
    # Translators: {role} is a role of the server; {name} is a person; {title} is a game.
    return _("📣 {role}: {name} wants to play {title}. Join in!").format(
        role=f"<@&{role}>", name=person(table.host.name), title=variants.wording(table.setup.variant).title
    )


def called() -> Ephemeral:
    """Return the answer to a host who has called the role."""
    return ephemeral(_("📣 Pinged."))


def cannot_call(role: object) -> str:
    """Return the sentence that says how the bot can be allowed to mention a role."""
    words = _("📣 I can’t ping {role}. Allow anyone to @mention it, or give me **Mention Everyone**.")
    return words.format(role=f"<@&{role}>")


def _just_called(facts: Facts) -> str:
    # Translators: {when} is a phrase such as “in 12 minutes”.
    return _("📣 That role was just pinged. You can ping it again {when}.").format(
        when=f"<t:{facts.get('again', 0)}:R>"
    )


SENTENCES: dict[Code, Callable[[Facts], str]] = {
    Code.NO_ROLE: lambda _facts: _("📣 There’s no role to ping here. Server managers choose one: `/settings tables`."),
    Code.NOT_EVERYONE: lambda _facts: _("📣 That’s everyone. Pick a role that people opt into."),
    Code.ROLE_SILENT: lambda facts: cannot_call(facts.get("role", 0)),
    Code.JUST_CALLED: _just_called,
}
"""The functions that return the sentences for refusals about the role."""
