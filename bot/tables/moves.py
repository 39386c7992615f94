"""The use cases of a running game, each one transaction."""

from bot.tables import lobby, playing
from bot.tables.changes import Changes
from bot.tables.draft import Draft
from bot.tables.model import LIVE, Code, Status, TableInfo, Trouble, Who
from engine.core.actions import Action, Leave, Quit


class Moves:
    """What people do in a game."""

    def __init__(self, changes: Changes) -> None:
        self._change = changes.change

    async def act(
        self, table_id: int, user: int, action: Action | tuple[Action, ...], key: str, version: int | None = None
    ) -> TableInfo:
        """Do `action` for a person, or several in a row, all or none; `version`, where given, must be the table's."""
        actions = action if isinstance(action, tuple) else (action,)

        def work(draft: Draft) -> None:
            draft.running()
            if version is not None and version != draft.row.version:
                raise Trouble(Code.STALE_PANEL)
            for each in actions:
                playing.act(draft, draft.seat_of(user), each)

        return await self._change(table_id, key, work)

    async def leave(self, table_id: int, user: int, key: str) -> TableInfo:
        """Leave the lobby, or the game for good (L1)."""

        def work(draft: Draft) -> None:
            if draft.status == Status.LOBBY:
                lobby.stand_up(draft, user)
            else:
                draft.running()
                playing.act(draft, draft.seat_of(user), Leave())

        return await self._change(table_id, key, work)

    async def end(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableInfo:
        """End a lobby or a game without a result: for who manages the server, and for the host of a lobby.

        In a game the host may do so while no other person plays; else the host's wish is a voice for quitting (L5).
        """

        def work(draft: Draft) -> None:
            if draft.status not in LIVE:
                raise Trouble(Code.GONE)
            if not manager and draft.row.host != who.id:
                raise Trouble(Code.NOT_HOST, host=draft.row.host_name)
            if not manager and _others_play(draft, who.id):
                playing.act(draft, draft.seat_of(who.id), Quit())
            else:
                lobby.close(draft, who.name)

        return await self._change(table_id, key, work)


def _others_play(draft: Draft, user: int) -> bool:
    """Whether another person is in the game that runs here."""
    if draft.status is not Status.PLAYING:
        return False
    seated = (draft.seats[seat].user for seat in draft.running().state.seats_in())
    return any(other not in (None, user) for other in seated)
