"""What is said where something broke, where the bot is not as it was, or may not do what it must."""

from collections.abc import Sequence

from bot.words.language import _
from bot.words.lists import joined


def fault(reference: str) -> str:
    """Something broke; nothing is lost."""
    return _("🔧 That went wrong on my side, and nothing is lost: try again. (Reference `{id}`)").format(id=reference)


def unknown_press() -> str:
    """A button of another time, or of nobody's making."""
    return _("🧹 That button is out of use. `/table show` brings the newest ones.")


def outdated_command() -> str:
    """A command that Discord still shows as it was before an update."""
    return _("🔄 That command has changed. Restart Discord (Ctrl+R on a computer) and try it again.")


def counts() -> str:
    """What was asked is saved, and showing it failed for a reason that is told beside this."""
    return _("✔️ That counts.")


def unshown(reference: str) -> str:
    """What was asked is saved; only showing it failed."""
    words = _("✔️ That counts, though I couldn’t show it just now: the table will catch up. (Reference `{id}`)")
    return words.format(id=reference)


def closing() -> str:
    """The bot is about to stop, and takes nothing new."""
    return _("🔄 I’m being restarted, so that didn’t count. Press again in a moment.")


def not_so_fast() -> str:
    """Somebody presses on while much of what they pressed is still being done; this one press is not carried out."""
    return _("🐢 Not so fast: I’m still busy with what you pressed before, and this one didn’t count. Wait a moment.")


def closed_dm_public(user: int) -> str:
    """Somebody cannot be written to; said once, in the channel."""
    return _("📪 <@{user}>, I can’t send you a DM. **My dice** on the panel shows them to you alone.").format(user=user)


def missing_permissions(names: Sequence[str]) -> str:
    """What the bot may not do in this channel and must; `names` are Discord's English ones."""
    needed = joined([f"**{_permission(name)}**" for name in names])
    return _("🔒 I can’t play here yet. Please give me: {names}.").format(names=needed)


def _permission(name: str) -> str:
    """A permission as the person's Discord calls it."""
    match name:
        case "View Channel":
            return _("View Channel")
        case "Send Messages in Threads":
            return _("Send Messages in Threads")
        case "Read Message History":
            return _("Read Message History")
        case "Create Public Threads":
            return _("Create Public Threads")
        case _:
            return _("Send Messages")
