"""Whoever leaves, calls it quits or ends a table is asked first, privately; and what they are told then."""

from bot.presses.base import Press
from bot.presses.game import Stay, SurelyEnd, SurelyLeave, SurelyQuit
from bot.screens.controls import voices
from bot.screens.model import Button, Part, Row, Style, Text
from bot.tables.model import Seen, TableInfo
from bot.words.language import _
from engine.core.state import Phase


def leave(seen: Seen) -> tuple[Part, ...]:
    """Before somebody leaves a game (L1)."""
    return _asked(seen.table, _what_leaving_brings(seen), _("Yes, leave"), SurelyLeave(seen.table.id))


def _what_leaving_brings(seen: Seen) -> str:
    """L1: for who is out already nothing changes; else it depends on where the game is."""
    if seen.view is not None and seen.seat is not None and not seen.view.state.is_in(seen.seat):
        return _("🚪 Leave for good? You keep your place in this game, and have no seat in the next.")
    match seen.view.state.phase if seen.view is not None else None:
        case Phase.PASSING:
            return _("🚪 Leave for good? The cup goes on without you; a forfeit of yours goes on the tab.")
        case Phase.BETWEEN:
            return _("🚪 Leave for good? You are out then; a forfeit of yours goes on the tab.")
        case _:
            return _(
                "🚪 Leave for good? Your dice stay in this round, then you are out; a forfeit of yours goes on the tab."
            )


def quits(seen: Seen) -> tuple[Part, ...]:
    """Before somebody calls it quits (E2)."""
    said, people = voices(seen.table, seen.view) if seen.view is not None else (0, 0)
    words = _("🌙 Call it a night? The game ends once more than half of you say so: {said}/{people} so far.")
    words = words.format(said=said, people=people)
    return _asked(seen.table, words, _("Yes, call it a night"), SurelyQuit(seen.table.id))


def end(table: TableInfo) -> tuple[Part, ...]:
    """Before a game is ended in which others play (L5)."""
    words = _("🛑 End this game for everybody, without a result? What is owed stays owed.")
    return _asked(table, words, _("Yes, end it"), SurelyEnd(table.id))


def left() -> tuple[Part, ...]:
    """Somebody has left."""
    return (Text(_("🚪 You have left the table. Until next time!")),)


def said() -> tuple[Part, ...]:
    """A voice counts."""
    return (Text(_("🌙 Said. The table shows who would call it a night.")),)


def ended() -> tuple[Part, ...]:
    """A table is ended."""
    return (Text(_("🛑 The table is ended.")),)


def stays() -> tuple[Part, ...]:
    """Nothing has changed."""
    return (Text(_("👍 Good, nothing has changed.")),)


def _asked(table: TableInfo, words: str, yes: str, press: Press) -> tuple[Part, ...]:
    buttons = (Button(yes, press, style=Style.BAD), Button(_("No, stay"), Stay(table.id)))
    return (Text(words), Row(buttons))
