"""The use cases of a running game, each one transaction."""

from bot.tables import lobby, playing
from bot.tables.changes import Changes
from bot.tables.model import LIVE, Code, Status, TableInfo, Trouble
from bot.tables.sheet import Sheet
from engine.core.actions import Action, Leave, Quit


class Moves:
    """What people do in a game."""

    def __init__(self, changes: Changes) -> None:
        self._change = changes.change

    async def act(self, table_id: int, user: int, action: Action, key: str, version: int | None = None) -> TableInfo:
        """Do `action` for a person; `version`, where given, must still be the table's."""

        def work(sheet: Sheet) -> None:
            sheet.running()
            if version is not None and version != sheet.row.version:
                raise Trouble(Code.STALE_PANEL)
            playing.act(sheet, sheet.seat_of(user), action)

        return await self._change(table_id, key, work)

    async def leave(self, table_id: int, user: int, key: str) -> TableInfo:
        """Leave the lobby, or the game for good (L1)."""

        def work(sheet: Sheet) -> None:
            if sheet.status == Status.LOBBY:
                lobby.stand_up(sheet, user)
            else:
                sheet.running()
                playing.act(sheet, sheet.seat_of(user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, user: int, key: str, manager: bool = False) -> TableInfo:
        """End a lobby or a game without a result: for who manages the server, and for the host of a lobby.

        In a game the host may do so while no other person plays; else the host's wish is a voice for quitting (L5).
        """

        def work(sheet: Sheet) -> None:
            if sheet.status not in LIVE:
                raise Trouble(Code.GONE)
            if not manager and sheet.row.host != user:
                raise Trouble(Code.NOT_HOST, host=sheet.row.host_name)
            if not manager and _others_play(sheet, user):
                playing.act(sheet, sheet.seat_of(user), Quit())
            else:
                lobby.close(sheet)

        return await self._change(table_id, key, work)


def _others_play(sheet: Sheet, user: int) -> bool:
    """Whether another person is in the game that runs here."""
    if sheet.status is not Status.PLAYING:
        return False
    seated = (sheet.seats[seat].user for seat in sheet.running().state.seats_in())
    return any(other not in (None, user) for other in seated)
