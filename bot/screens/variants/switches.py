"""The house rules that several variants share, each said once."""

from bot.screens.variants.told import Switch
from bot.tables.model import WAIT_SETTLED
from bot.words.language import _


def counterclockwise() -> Switch:
    """S3."""
    return Switch("direction", "counterclockwise", _("Counterclockwise"), _("Turns go the other way round"))


def exact_calls() -> Switch:
    """C5."""
    about = _("Say “exactly!” instead of raising or doubting")
    return Switch("exact", "on", _("Exact calls"), about)


def crooked_dice() -> Switch:
    """T2."""
    about = _("Once in fifty throws a die lands crooked for all to see")
    return Switch("crooked", "0.02", _("Crooked dice"), about)


def anyone_may_doubt() -> Switch:
    """C1."""
    return Switch("challenge", "anyone", _("Anyone may doubt"), _("Not only the next in turn"))


def winners_gift() -> Switch:
    """P5."""
    about = _("The winner may name one more who gets a forfeit")
    return Switch("gift", "on", _("Winner’s gift"), about)


def play_off() -> Switch:
    """E4."""
    return Switch("playoff", "on", _("Play-off"), _("Two who would wash up together play it out"))


def any_face() -> Switch:
    """B4: the other reading of source 000."""
    return Switch("raising", "quantity", _("Any face"), _("A raise needs more dice, of any face"))


def who_is_away_sits_out() -> Switch:
    """L2: proposed to every new table."""
    about = _("Somebody asleep is played for; else they are out after two turns")
    return Switch("absence", "sit-out", _("Who is away sits out"), about, _("away for two turns is out"))


def wait_until_settled() -> Switch:
    """P1: as long as a forfeit waits, the table waits with it."""
    about = _("The next round waits for the forfeit, and the clock alone ends that")
    return Switch(WAIT_SETTLED, "on", _("Forfeits first"), about)
