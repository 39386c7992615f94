"""Make the games of a season, and store each in one transaction with the bot's own code."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

import msgspec

from bot.history import archive, forfeits
from bot.history.counting import Count, count
from bot.history.game import Game, Player
from bot.people.privacy import Privacy
from bot.storage import Connection, ledger, personal, servers
from bot.storage.ledger import ForfeitRow
from bot.storage.store import Store
from bot.tables import Tables
from engine.core import events as e
from engine.fairness import Seed
from engine.games import AnyRules
from engine.options import different
from engine.record import Header, head
from engine.variants import VARIANTS
from tests.season.playing import house_rules, played

GUILD, ELSEWHERE = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002
"""The server, and another server on which some of the same people play."""
CHANNELS = (1_200_000_000_000_000_001, 1_200_000_000_000_000_002, 1_200_000_000_000_000_003)
FIRST_PERSON = 1_300_000_000_000_000_000
BEGAN = datetime(2026, 7, 20, 18, tzinfo=UTC)
LASTS = timedelta(days=150)
COMPUTERS = ("Old Bill", "Maggie", "Ragetti", "Pintel", "Tia", "Gibbs", "Cotton")
NAMES = ("ann", "Bob-o", "שרה הגדולה", "a" * 32, "محمد", "Zoë 🎲", "p1", "李小龍")
"""People's names, to which a number is added."""
FORGOTTEN = 0.04
"""The share of games after which a player asks the bot to forget them."""
TURNING_POINTS = ((0.1, "Summer"), (0.45, ""), (0.5, "Autumn storms"), (0.85, ""))
"""The shares of all games after which a season begins. If there is no name, the season ends then."""


class Evening(msgspec.Struct, frozen=True):
    """Holds one game of the season, and what happens on the server around it.

    If a season begins with the game, `season` is its name. If a season ends, `season` is "". `later` is the random
    seed for what people do afterwards.
    """

    game: Game
    seed: str
    season: str | None
    later: int
    forgets: int | None = None
    """A player whom the bot forgets after the game. This player may return as somebody new."""


def evenings(seed: int, many: int) -> Iterator[Evening]:
    """Yield the games of a season, which take the presets in turn. The same seed gives the same games."""
    luck, names = Random(seed), dict[int, str]()
    turning = {int(at * many): name for at, name in TURNING_POINTS}
    for number in range(1, many + 1):
        began = BEGAN + LASTS * ((number - luck.random()) / many)
        variant = list(VARIANTS)[number % len(VARIANTS)]
        rules, players, seeded = house_rules(variant, luck), _who(luck, number, many, names), luck.randbytes(16).hex()
        yield Evening(
            Game(
                id=number,
                guild=ELSEWHERE if luck.random() < 0.05 else GUILD,
                channel=luck.choice(CHANNELS),
                number=1,
                variant=variant,
                began=began,
                ended=began + timedelta(minutes=luck.randint(3, 200)),
                players=players,
                events=played(rules, len(players), Seed(bytes.fromhex(seeded)), luck),  # type: ignore[arg-type]
                rules=rules,
            ),
            seeded,
            turning.get(number),
            luck.randrange(2**32),
            luck.choice([player.user for player in players]) if luck.random() < FORGOTTEN else None,
        )


class Names(dict[tuple[int, int], str]):
    """Maps each server and person to the name that the person used last."""


async def keep_and_settle(store: Store, evening: Evening, names: Names) -> None:
    """Store a game in one transaction, settle some forfeits in another, and store everybody's names in `names`.

    If a player wants to be forgotten, the bot then deletes their data.
    """
    await store.write(partial(keep, evening=evening))
    await store.write(partial(settle, evening=evening))
    names.update({(evening.game.guild, seat.user): seat.name for seat in evening.game.players if seat.user})
    if evening.forgets is not None:
        tables = Tables(store, lambda: evening.game.ended, Random(evening.later).randbytes)
        await Privacy(tables.changes, tables.queries).forget(evening.forgets)


def keep(connection: Connection, evening: Evening) -> None:
    """Store a game with its forfeits, its record and its figures, as the bot does when a game ends."""
    game = evening.game
    _turn(connection, evening)
    for player in game.players:
        if player.user is not None:
            personal.remember_name(connection, game.guild, player.user, player.name)
    found: list[Count] = []
    if sum(player.user is not None and not player.since for player in game.players) >= 2:
        found += _forfeits(connection, game)
    found += archive.keep(connection, game, head(_header(evening, game.rules)))
    count(connection, found)


def settle(connection: Connection, evening: Evening) -> None:
    """Settle or waive some forfeits on the tab, up to 90 hours after the game."""
    game, luck = evening.game, Random(evening.later)
    oldest = luck.randrange(game.id * 2)
    found: list[Count] = []
    for row in ledger.tab(connection, game.guild, "all", 0, oldest, 8):
        if luck.random() < 0.5:
            how = luck.choice((ledger.PAID, ledger.PAID, ledger.WAIVED))
            by = row.debtor if how == ledger.PAID else row.creditor
            found += forfeits.settle(connection, row, how, by, game.ended + timedelta(hours=luck.randint(1, 90)))
    count(connection, found)


def _who(luck: Random, number: int, many: int, names: dict[int, str]) -> tuple[Player, ...]:
    """Return the players of a game: people who have joined the season so far, and some computer players.

    There are two to eight seats. Rarely, only one of the players is a person (L4).
    """
    seats = luck.choice((2, 3, 3, 4, 4, 4, 5, 6, 8))
    people = 1 if luck.random() < 0.08 else luck.randint(2, seats)
    crowd = 10 + many // 20
    here = range(crowd * number // many // 3, 8 + (crowd - 8) * number // many)
    sitting = [Player(user, _called(luck, user, names)) for user in luck.sample(_ids(here), people)]
    computers = [Player(None, name, computer=True) for name in luck.sample(COMPUTERS, min(seats - people, 7))]
    if computers and luck.random() < 0.1:
        late = next(user for user in _ids(here) if user not in [player.user for player in sitting])
        computers[0] = Player(late, _called(luck, late, names), since=2)
    return tuple(luck.sample([*sitting, *computers], len(sitting) + len(computers)))


def _ids(here: range) -> Sequence[int]:
    return [FIRST_PERSON + number for number in here]


def _called(luck: Random, user: int, names: dict[int, str]) -> str:
    """Return a person's name in this game. The name changes now and then."""
    if user not in names or luck.random() < 0.1:
        names[user] = f"{luck.choice(NAMES)} {user - FIRST_PERSON}.{luck.randrange(100)}"
    return names[user]


def _turn(connection: Connection, evening: Evening) -> None:
    """Begin or end a season of the server, if it is time for that at this game."""
    guild, at = evening.game.guild, evening.game.began
    if evening.season is None:
        return
    for row in servers.latest_seasons(connection, guild, 1):
        if row.closed is None:
            servers.close_season(connection, row, at)
    if evening.season:
        servers.begin_season(connection, guild, evening.season, at)


def _header(evening: Evening, rules: AnyRules) -> Header:
    variant = evening.game.variant
    seats = tuple(f"p{seat}" for seat in range(1, len(evening.game.players) + 1))
    return Header(variant, seats, options=different(rules, VARIANTS[variant].rules), seed=evening.seed)


def _forfeits(connection: Connection, game: Game) -> list[Count]:
    """Store the game's forfeits and their settlements in the order of the events. Return their counts.

    Forfeits that are open at the end of the game go on the tab.
    """
    found: list[Count] = []
    for at, event in enumerate(game.events):
        moment = game.began + (game.ended - game.began) * (at / len(game.events))
        match event:
            case e.ForfeitOwed(seat=seat, to=to):
                found += _owe(connection, game, seat, to, moment)
            case e.Settled(debtor=debtor, how=how, by=by):
                state = ledger.OWED if how == "tab" else how
                found += _settle(connection, game, game.players[debtor].user, state, game.players[by].user, moment)
            case e.Left(seat=seat):
                user = game.players[seat].user
                found += _settle(connection, game, user, ledger.OWED, user, moment)
            case _:
                pass
    for row in ledger.waiting(connection, game.id):
        found += forfeits.settle(connection, row, ledger.OWED, None, game.ended)
    return found


def _owe(connection: Connection, game: Game, seat: int, to: int | None, at: datetime) -> list[Count]:
    debtor, creditor = game.players[seat].user, game.players[to].user if to is not None else None
    if debtor is None:
        return []
    row = ForfeitRow(game.guild, game.channel, game.id, debtor, creditor, "sing", game.variant, at)
    return forfeits.owe(connection, row)


def _settle(
    connection: Connection, game: Game, debtor: int | None, state: str, by: int | None, at: datetime
) -> list[Count]:
    if debtor is None:
        return []
    waiting = ledger.waiting(connection, game.id, debtor)
    return [told for row in waiting for told in forfeits.settle(connection, row, state, by, at)]
