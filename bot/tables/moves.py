"""The use cases of a running game, each one transaction."""

from bot.tables import lobby, playing
from bot.tables.changes import Changes
from bot.tables.draft import Draft
from bot.tables.model import LIVE, Code, Status, TableInfo, Trouble, Who
from engine.core.actions import Action, Leave, Quit, Vote


class Moves:
    """What people do in a game."""

    def __init__(self, changes: Changes) -> None:
        self._change = changes.change

    async def act(self, table_id: int, user: int, action: Action, key: str, version: int | None = None) -> TableInfo:
        """Do `action` for a person; `version`, where given, must still be the table's."""

        def work(draft: Draft) -> None:
            draft.running()
            if version is not None and version != draft.row.version:
                raise Trouble(Code.STALE_PANEL)
            playing.act(draft, draft.seat_of(user), action)

        return await self._change(table_id, key, work)

    async def vote(self, table_id: int, user: int, round_: int, vote: Vote, key: str) -> tuple[TableInfo, bool]:
        """Say in the poll of a round (0: of this one) what a person believes; whether it is kept until they are asked.

        Raises `Trouble` where another round is played by now.
        """
        kept = False

        def work(draft: Draft) -> None:
            nonlocal kept
            if round_ and round_ != draft.running().state.round:
                raise Trouble(Code.STALE_PANEL)
            kept = playing.vote(draft, draft.seat_of(user), vote)

        return await self._change(table_id, key, work), kept

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
