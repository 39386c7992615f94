"""Make the rows of `rows.json`. Play each preset, and store a row for every phase that the game reaches."""

import contextlib
import json
from functools import partial
from random import Random
from typing import Any

from bot.history import archive
from bot.history.packing import unpacked
from bot.history.worth import stored, worth
from bot.people import NamedRulesRepository, PreferencesRepository, SettingsRepository
from bot.people.preferences import DmStyle, Hints, OthersSee
from bot.storage import Connection
from bot.storage import servers as seasons
from bot.storage.schema import metadata
from bot.storage.store import Store
from bot.tables.model import LIVE, Setup, TableView
from bot.tables.pace import PaceName
from bot.tables.trouble import Trouble
from engine import games
from engine.core.actions import Action, Gift, Leave, Quit, Vote
from engine.core.refusals import Refused
from engine.core.state import POLL, Phase
from engine.poker_cup.actions import Protest, Throw
from tests.stored import Plain
from tests.stored.rows import saved
from tests.tables.house import GUILD, NOON, House, Sitting, person

PEOPLE = ("ann", "bob", "cid")
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "common": ("common", {"rounds": 4, "gift": "on", "stake": "the next round", "wait_settled": True}),
    "common, short": ("common", {"minutes": 2, "exact": "on", "challenge": "anyone", "ante": 5}),
    "dudo": ("dudo", {"dice": 2, "ante": 10, "absence": "sit-out"}),
    "firehouse": ("firehouse", {"dice": 2, "playoff": "on", "pair_bads": 2}),
    "bar": ("bar", {"dice": 2, "crooked": "0.2", "wild": "ones-until-bid", "stake": "the washing-up"}),
    "joker": ("joker", {"dice": 2}),
    "perudo": ("perudo", {"dice": 2, "exact_by": "anyone", "palifico": "always"}),
    "cup": ("cup", {"rounds": 5, "slippery": "0.3", "gift": "on", "straights": "on", "wait_settled": True}),
    "bluff": ("bluff", {"dice": 3, "ante": 5}),
    "dahua": ("dahua", {"rounds": 4, "gift": "on"}),
}
"""The preset and the options of each game, by its name in the file."""
TOLD = (
    *("debtors", "gift_open", "votes", "palifico", "playing_off", "bids", "claims", "table", "thrown", "showdown"),
    *("time_up", "protested", "open"),
)
"""Parts of a game's state that are sometimes empty."""
NOT_LISTED = (
    *("tables", "events", "seated", "table_people", "levels", "identifies", "outages", "processes", "shards"),
    "last_ids",
)
"""Tables that are left out, because their rows are stored with the games or have only numbers and times."""
SEED = 4
"""The random seed of an evening in which every kind of event happens."""
MOST = 40
"""The greatest number of rows to keep of a table that is not about games."""
WHOLE = ("games", "players", "forfeits", "forfeit_changes")
"""Tables of which every row is kept."""


async def played(url: str, seed: int) -> Plain:
    """Play an evening on an empty database, and return everything that `rows.json` holds."""
    house = await House(url, luck=f"stored {seed}").open()
    found: Plain = {"games": {}, "rows": {}, "worth": {}}
    await _choose(house.store)
    found["games"]["not played"] = await _others(house)
    for channel, (name, (variant, options)) in enumerate(GAMES.items(), 10):
        sitting = await house.lobby(variant, *PEOPLE, computers=1, channel=channel, forfeit="one song", **options)
        sleepy = 0.95 if "absence" in options else 0.2
        found["games"][name] = await _Evening(sitting, Random(seed), sleepy, takes_seat=channel % 2 > 0).play()
    await house.reach.closed_dm(person("bob").id)
    (owed, *_) = await house.debts.forfeits(GUILD, person("ann").id)
    await house.debts.settle_forfeit(owed.id, owed.debtor.id, "paid", house.key())
    found["rows"] = await house.store.read(_rest)
    found["worth"] = await house.store.read(_worth)
    await house.close()
    return found


async def _choose(store: Store) -> None:
    """Make choices for people and for a server, such as settings and house rules."""
    servers, persons, ann = SettingsRepository(store), PreferencesRepository(store), person("ann")
    await servers.change(
        GUILD,
        game="perudo",
        pace=PaceName.QUICK,
        clock=None,
        stakes=False,
        channels=(7, 2**62),
        threads=True,
        replays=12,
    )
    await persons.change(ann.id, dms=DmStyle.ONE, pings=False, hints=Hints.ON, lucky="seven, come eleven")
    await persons.change(person("bob").id, others_see=OthersSee.BOARDS, hints=Hints.OFF, dms=DmStyle.NONE)
    setup = Setup("firehouse", {"bads": "4", "playoff": "on"}, wait_settled=True)
    await NamedRulesRepository(store).keep(GUILD, "The long night", setup, ann)
    await store.write(lambda connection: seasons.begin_season(connection, GUILD, "Winter", NOON))


async def _others(house: House) -> Plain:
    """Return the rows of a table in the lobby, of a table that was cancelled there, and of one that a manager ended."""
    rows, ann = {}, person("ann")
    sitting = await house.lobby("perudo", "ann", "bob", computers=1, forfeit="sing", clock=None, pace=PaceName.QUICK)
    await house.tables.lobbies.bring_luck(sitting.id, person("bob"), "black cat", house.key())
    rows["lobby"] = await house.store.read(partial(_row, table=sitting.id))
    await house.tables.lobbies.cancel(sitting.id, ann, house.key())
    rows["cancelled"] = await house.store.read(partial(_row, table=sitting.id))
    sitting = await house.game("common", "ann", "bob")
    await house.tables.lobbies.end(sitting.id, ann, house.key(), manager=True)
    rows["ended"] = await house.store.read(partial(_row, table=sitting.id))
    return {"tables": rows, "events": await house.store.read(partial(saved, name="events", table_id=sitting.id))}


class _Evening:
    """Plays one game, and stores its table's row in every state that was not seen before.

    Dora comes late, and waits for the computer player's seat or for the next game. Bob lets some of his turns time
    out.
    """

    def __init__(self, sitting: Sitting, luck: Random, sleepy: float, takes_seat: bool) -> None:
        self.sitting, self.house, self.luck = sitting, sitting.house, luck
        self.sleepy, self.takes_seat = sleepy, takes_seat
        self.found: Plain = {}

    async def play(self) -> Plain:
        house, table, late = self.house, self.sitting.id, person("dora")
        await house.start(table, person(PEOPLE[0]))
        await self._note()
        if self.takes_seat:
            await house.tables.latecomers.take(table, late, len(PEOPLE))
        else:
            await house.tables.latecomers.wait(table, late)
        while (await self.sitting.info()).status in LIVE:
            await self._step()
            await self._note()
        return {"tables": self.found, "events": await house.store.read(partial(saved, name="events", table_id=table))}

    async def _step(self) -> None:
        """Make a rare move, carry out the next duty, or make an ordinary move.

        Rare moves are those that computer players hardly ever make.
        """
        house, seats, view = self.house, (await self.sitting.info()).seats, (await self.sitting.see()).view
        assert view is not None
        if self.luck.random() < 0.4:
            for name in PEOPLE:
                with contextlib.suppress(Refused, Trouble):
                    await self._whim(name, view.state.round, self._rarely(view.state.phase))
                    return
        if await house.one_step(self.sitting.id):
            return
        people = [seats[seat].name for seat in view.awaited if seats[seat].user is not None]
        if not people or (people[0] == "bob" and self.luck.random() < self.sleepy):
            await house.next_duty(self.sitting.id)
        else:
            await a_move(self.sitting, people[0], self.luck)

    def _rarely(self, phase: Phase) -> Action:
        gift, throw = Gift(self.luck.randrange(3)), Throw(self.luck.randint(1, 6))
        vote = Vote(self.luck.random() < 0.5)
        return vote if phase is POLL else self.luck.choice([*[gift, Protest()] * 3, throw, Quit(), Leave()])

    async def _whim(self, name: str, round_: int, action: Action) -> None:
        """Make a rare move if it is allowed. Only Cid ever leaves or votes to stop."""
        moves, table, who, key = self.house.tables.moves, self.sitting.id, person(name), self.house.key()
        if isinstance(action, Vote):
            await moves.vote(table, who.id, round_, action, key)
        elif not isinstance(action, Quit | Leave):
            await moves.act(table, who.id, action, key)
        elif name == "cid" and round_ == self.luck.randint(2, 4):
            if isinstance(action, Quit):
                await moves.act(table, who.id, action, key)
            else:
                await self.house.tables.lobbies.leave(table, who.id, key)

    async def _note(self) -> None:
        """Store the table's row if it shows a phase or a part of the state that was not seen before."""
        row = await self.house.store.read(partial(_row, table=self.sitting.id))
        state = json.loads(row["public"])
        phase = " ".join(dict.fromkeys([row["status"], state.get("phase", "between"), *_words(state, "step")]))
        beside = {*json.loads(row["meanwhile"])} & {"missed", "dozing", "called", "ahead"}
        late = ["waiting"] if row["waiting"] != "[]" else []
        words = [phase, *(f"{phase}, {word}" for word in (*_words(state, *TOLD), *sorted(beside), *late))]
        if new := next((word for word in reversed(words) if word not in self.found), None):
            self.found[new] = row


def _words(state: Plain, *names: str) -> list[str]:
    """Return those of `names` for which the state has a value. The name "step" is replaced by its value."""
    return [str(state[name]) if name == "step" else name for name in names if state.get(name)]


async def a_move(sitting: Sitting, name: str, luck: Random) -> TableView:
    """Make the move that a computer player would make in this person's place."""
    house, mine = sitting.house, (await sitting.see(name)).view
    assert mine is not None
    return await house.tables.moves.act(sitting.id, person(name).id, games.choose(mine, luck.random()), house.key())


def _row(connection: Connection, table: int) -> Plain:
    (row,) = saved(connection, "tables", id=table)
    return row


def _rest(connection: Connection) -> Plain:
    """Return the rows of all other tables of the database."""
    return {
        name: rows if name in WHOLE else rows[:MOST]
        for name in sorted(metadata.tables)
        if name not in NOT_LISTED and (rows := saved(connection, name))
    }


def _worth(connection: Connection) -> Plain:
    """Return the figures of each stored game, by its number."""
    return {str(game.id): unpacked(stored(worth(game))).decode() for game in archive.games(connection)}
