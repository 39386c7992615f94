"""Write sentences about obstacles that keep the bot from posting in a channel, and about who can remove them."""

from bot.tables.obstacles import Kind, Obstacle
from bot.words.language import _, joined


def sentence(obstacle: Obstacle) -> str:
    """Return a sentence about an obstacle, the channel, and the people who can remove the obstacle."""
    channel = f"<#{obstacle.channel}>"
    match obstacle.kind:
        case Kind.OUTSIDE:
            return _("🚧 I’m not in {channel}. Mention me there first, and I’ll play.").format(channel=channel)
        case Kind.LOCKED:
            # Translators: {channel} is a link to a locked thread.
            return _("🚧 {channel} is locked. Ask a moderator to unlock it.").format(channel=channel)
        case Kind.ARCHIVED:
            # Translators: {channel} is a link to an archived thread.
            return _("🚧 {channel} is archived. Post something there and it’ll reopen.").format(channel=channel)
        case Kind.UNINVITED:
            words = _("🚧 I can’t post in {channel} yet. Ask a server manager to invite me as a bot too.")
            return words.format(channel=channel)
        case Kind.TIMED_OUT:
            until = f"<t:{int(obstacle.until.timestamp())}:R>" if obstacle.until is not None else "…"
            # Translators: {when} is such as “in 5 minutes”.
            words = _("🚧 I’m timed out. The game in {channel} picks up {when}, or when a moderator lifts the timeout.")
            return words.format(channel=channel, when=until)
        case Kind.PERMISSIONS:
            names = joined([f"**{_permission(name)}**" for name in obstacle.permissions])
            # Translators: {names} is a list of permissions, with the names that Discord gives them.
            words = _("🚧 I can’t play in {channel} yet. Ask a server manager to give me: {names}.")
            return words.format(channel=channel, names=names)


def _permission(name: str) -> str:
    """Return the name of a permission as Discord shows it in the reader's language."""
    match name:
        case "View Channel":
            return _("View Channel")
        case "Send Messages in Threads":
            return _("Send Messages in Threads")
        case "Read Message History":
            return _("Read Message History")
        case "Create Public Threads":
            return _("Create Public Threads")
        case "Attach Files":
            return _("Attach Files")
        case _:
            return _("Send Messages")


def no_thread_left() -> str:
    """Return the sentence for a game that has to be played in the channel, because the server has no threads left."""
    return _("🧵 This server can’t open more threads, so we’ll play right here. A moderator can close old ones.")


def no_thread_and_no_room() -> str:
    """Return the sentence for a game that has no place: the server has no threads left, and the channel has a table."""
    return _(
        "🧵 This server can’t open more threads, and there’s already a table here. Ask a moderator to close old ones."
    )
