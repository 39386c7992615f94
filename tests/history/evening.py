"""Play evenings with random events.

People settle forfeits in every way, leave, vote to stop, time out, and end tables.
"""

import contextlib
from random import Random

from bot.tables.model import LIVE
from engine.core.refusals import Refused
from tests.tables.house import GUILD, House, Sitting, person

PEOPLE = ("ann", "bob", "cid", "dora")
OPTIONS: dict[str, list[dict[str, object]]] = {
    "common": [{"rounds": 6}, {"rounds": 4, "gift": "on", "stake": "polish my p1 boots # twice"}, {"exact": "on"}],
    "firehouse": [{"bads": 3}, {"rounds": 4, "playoff": "on"}, {"bads": 2, "challenge": "next"}],
    "dudo": [{}, {"dice": 2, "ante": 25}, {"crooked": "0.2", "rounds": 5}],
    "bar": [{}, {"dice": 2, "stake": "the next round"}],
    "joker": [{"dice": 3}, {"rounds": 4}],
    "perudo": [{"dice": 2}, {"exact": "on", "dice": 3}],
    "cup": [{"rounds": 4}, {"rounds": 3, "slippery": "0.3", "gift": "on"}],
    "bluff": [{"dice": 2}, {"dice": 3, "show": "off"}, {"price": "lives", "loss": "one", "lives": 2}],
    "dahua": [{"rounds": 4}, {"rounds": 3, "show": "on"}, {"price": "die", "dice": 2}],
    "mia": [{"lives": 2}, {"rounds": 4, "give-up": "off"}, {"price": "forfeit", "mia": "double", "rounds": 4}],
}
"""Some sets of options for each preset. An evening chooses one of them at random."""


async def evening(house: House, luck: Random, variant: str, channel: int = 0) -> Sitting:
    """Play one game from the lobby to its end, with random events."""
    options = luck.choice(OPTIONS[variant])
    names = PEOPLE[: luck.randint(1 if luck.random() < 0.2 else 2, 4)]
    computers = luck.randint(1, 2) if len(names) == 1 else luck.randint(0, 1)
    clock = luck.choice([180, 180, None])
    sitting = await house.game(
        variant, *names, computers=computers, channel=channel, clock=clock, forfeit="sing", **options
    )
    for _ in range(600):
        if (await sitting.info()).status not in LIVE:
            break
        with contextlib.suppress(Refused):
            await _step(sitting, luck, names)
    else:
        await house.tables.lobbies.end(sitting.id, person(names[0]), house.key(), manager=True)
    assert (await sitting.info()).status not in LIVE
    return sitting


async def later(house: House, luck: Random) -> None:
    """Settle some randomly chosen forfeits on the tab, 20 hours later."""
    house.wait(hours=20)
    for name in PEOPLE:
        for line in await house.debts.forfeits(GUILD, person(name).id):
            if luck.random() < 0.6:
                waived = line.creditor is not None and luck.random() < 0.5
                who = line.creditor if waived and line.creditor else line.debtor
                await house.debts.settle_forfeit(line.id, who.id, "waived" if waived else "paid", house.key())


async def _step(sitting: Sitting, luck: Random, names: tuple[str, ...]) -> None:
    house, view = sitting.house, (await sitting.see()).view
    assert view is not None
    match luck.randrange(40):
        case 0:
            await sitting.leave(luck.choice(names))
        case 1:
            await sitting.quit(luck.choice(names))
        case 2 | 3:
            house.wait(seconds=601)
            await house.clock_strikes()
        case 4 if luck.random() < 0.1:
            await house.tables.lobbies.end(sitting.id, person(names[0]), house.key(), manager=True)
        case _ if view.state.debtors:
            await _about_debts(sitting, luck, view.state.debtors[0], view.state.creditor)
        case _:
            await sitting.play_on(luck, 1)


async def _about_debts(sitting: Sitting, luck: Random, debtor: int, creditor: int | None) -> None:
    """Settle a debt in a random way (P1), or let the time for it run out.

    The debtor may pay it, the winner may waive it, and either of them may put it on the tab.
    """
    table = await sitting.info()
    owes = sitting.name(table, debtor)
    wins = sitting.name(table, creditor) if creditor is not None and creditor >= 0 else owes
    by, how = luck.choice([(owes, "paid"), (owes, "tab"), (wins, "tab"), (wins, "waived"), ("", "")])
    if by in PEOPLE and owes in PEOPLE:
        await sitting.settle(by, owes, how)
    else:
        sitting.house.wait(seconds=601)
        await sitting.house.clock_strikes()
