"""Who asks, and by which request: what every handler reads off its interaction."""

from bot.outbox.interaction import Interaction
from bot.outbox.language import language_of_person
from bot.tables.model import Who


def who(interaction: Interaction) -> Who:
    """The person, by the name they go by on this server, and the language they read."""
    return Who(interaction.user.id, interaction.user.display_name, language_of_person(interaction))


def key(interaction: Interaction) -> str:
    """The name of the request: the same interaction never counts twice."""
    return f"i:{interaction.id}"


def may_manage(interaction: Interaction) -> bool:
    """Whether they may manage the server, and so end anybody's table."""
    return interaction.permissions.manage_guild
