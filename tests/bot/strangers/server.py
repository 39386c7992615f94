"""Set up a server with private places in which insiders play.

All words of a place contain the place's root, which appears nowhere else. The tests recognize a leak by such a root.
"""

from typing import NamedTuple

import discord
from simcord import ChannelHandle
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.people.puzzles import of_day
from bot.presses.history import CrossOff, EndEvening, ShowDebts
from bot.presses.lobby import ChooseDeck, OpenLuckyWords, OpenStakes, Rematch, SendHouseRule, Start
from bot.presses.preferences import OpenDeck
from bot.presses.puzzle import AnswerPuzzle
from bot.tables.model import Deck, Forfeit
from tests.bot.games.test_whole_games import play_on
from tests.bot.places import closed
from tests.bot.places.unkind import as_invited
from tests.bot.plays import by_buttons, newest_result, play_to_the_end, told
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage

SEES = discord.Permissions.view_channel.flag

PLAIN, FORMER, FOREIGN = "Mallory", "Oscar", "Trudy"
"""The strangers: a member, a former player without access to the private places now, and a member of another server."""
THEIRS = "lemurbasin"
"""The root in the words of games in private places in which the former player took part."""
OPEN = "harborlantern"
"""The root in the words of the public channel."""
DARES = "marmotskyline"
"""The root in the server's own dares, which losers draw only in private places."""
EVERYWHERE = "Ann"
"""Somebody who plays in every place."""


class Place(NamedTuple):
    """A private place: the root of its words, the people who play only there (the host first), and its channel."""

    root: str
    people: tuple[str, ...]
    channel: ChannelHandle


class House(NamedTuple):
    """The private places, the public channels, and a channel of another server."""

    private: dict[str, Place]
    square: ChannelHandle
    garden: ChannelHandle
    abroad: ChannelHandle


CELLAR, SNUG, ATTIC, VAULT = "cellarium", "snuggery", "atticarium", "vaultage"
"""The names of the private places: a channel, a private thread, an archived thread, and a deleted channel."""
ROOTS = {
    CELLAR: ("zebrafjord", ("Ibexia", "Ibexus")),
    SNUG: ("quokkamesa", ("Tapira", "Tapiro")),
    ATTIC: ("okapidelta", ("Gibbona", "Gibbono")),
    VAULT: ("narwhalcove", ("Civetta", "Civetto")),
}

COMPANION = "Lemurio"
"""The former player's opponent."""


async def furnished(stage: Stage) -> House:
    """Set up the server, play all of its games, and return the places."""
    square, garden = stage.channel, stage.guild.create_text_channel("garden")
    stage.come(COMPANION, FORMER, *(name for _, people in ROOTS.values() for name in people))
    await write_dares(stage)
    private = dict[str, Place]()
    for name, (root, people) in ROOTS.items():
        stage.channel = square
        make = thread if name in (SNUG, ATTIC) else channel
        private[name] = Place(root, people, await make(stage, name, (*people, EVERYWHERE)))
    stage.come(PLAIN)
    await in_the_cellar(stage, private[CELLAR])
    await in_the_snug(stage, private[SNUG])
    await in_the_attic(stage, private[ATTIC])
    await in_the_vault(stage, private[VAULT])
    stage.channel = square
    await in_the_square(stage)
    return House(private, square, garden, go_abroad(stage))


# Places --------------------------------------------------------------------------------------------------------------


async def channel(stage: Stage, name: str, people: tuple[str, ...]) -> ChannelHandle:
    """Create a channel that only these people and the bot see."""
    made = stage.guild.create_text_channel(
        name,
        overwrites={
            stage.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            **{stage.people[who]: discord.PermissionOverwrite(view_channel=True) for who in people},
        },
    )
    backend = stage.env.backend
    backend.set_overwrite(made.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, SEES, 0))
    await stage.env.settle()
    return made


async def thread(stage: Stage, name: str, people: tuple[str, ...]) -> ChannelHandle:
    """Open a private thread of the public channel, with these people and the bot as its members."""
    backend = stage.env.backend
    closed.private_thread(stage)
    made = backend.channels[stage.channel.id]
    stay = {stage.people[who].id for who in people} | {backend.bot_user.id}
    for who in [each for each in made.thread_members if each not in stay]:
        del made.thread_members[who]
    backend.edit_channel(made.id, {"name": name})
    await stage.env.settle()
    return stage.channel


def go_abroad(stage: Stage) -> ChannelHandle:
    """Create another server and return its channel. Its only member is not on the first server."""
    other = stage.env.create_guild("The Lighthouse")
    as_invited(stage.env.backend, other.id)
    stage.people[FOREIGN] = other.add_member(stage.env.create_user(FOREIGN, global_name=FOREIGN))
    stage.private[FOREIGN] = []
    return other.create_text_channel("pier")


async def come_in(stage: Stage, place: Place, name: str, stays: bool) -> None:
    """Give somebody access to a place, or remove the access if `stays` is False."""
    backend, who = stage.env.backend, stage.people[name].id
    there = backend.channels[place.channel.id]
    if there.is_thread and stays:
        there.thread_members[who] = backend.now_iso()
    elif there.is_thread:
        del there.thread_members[who]
    elif stays:
        backend.set_overwrite(there.id, Overwrite(who, OverwriteType.MEMBER, SEES, 0))
    else:
        backend.delete_overwrite(there.id, who)
    if there.is_thread:
        backend.emit("THREAD_UPDATE", serializers.channel_payload(backend, there))
    await stage.env.settle()


# Games ---------------------------------------------------------------------------------------------------------------


async def write_dares(stage: Stage) -> None:
    """Have a manager write the server's own deck of dares."""
    manager = keeper(stage)
    card = await stage.slash(manager, "settings tables")
    form = await stage.press(manager, OpenDeck, card.ephemerals[0])
    await stage.fill(manager, form, dares0="\n".join(f"draw the {DARES} {number} times" for number in range(2, 12)))


async def seated(stage: Stage, place: Place, *names: str, game: str = "common", rounds: str = "1", about: str) -> None:
    """Open a lobby for these people. Its forfeit and the host's lucky words contain `about`."""
    stage.channel = place.channel
    await stage.sit(*names, game=game, rounds=rounds, forfeit=f"hum the {about} tune", clock="none")
    await stage.fill(names[0], await stage.press(names[0], OpenLuckyWords), words=f"lucky {about}")


async def play(stage: Stage, place: Place, *names: str, about: str, rounds: str = "1") -> None:
    """Play a game of these people to the end without settling its last forfeit."""
    await seated(stage, place, *names, rounds=rounds, about=about)
    await stage.press(names[0], Start)
    await play_on(stage, 3)


async def save_rules(stage: Stage, place: Place, host: str) -> None:
    """Have a host save rules of dudo under a name, with a stake that contains the root of the place."""
    stage.channel = place.channel
    await stage.slash(host, "play", game="dudo")
    await stage.forge_form(host, SendHouseRule((await stage.table()).id, "stake"), stake=f"carry the {place.root} flag")
    said = await stage.slash(host, "table rules save", name=rules_of(place.root))
    assert "Saved as" in said.words
    await stage.bot.services.tables.lobbies.end((await stage.table()).id, (await stage.table()).host, f"cleared {host}")


def rules_of(root: str) -> str:
    """Return the name under which rules are saved in the place whose words contain `root`."""
    return f"rules {root[:5]} club"


async def open_forfeits(stage: Stage, name: str) -> list[Forfeit]:
    """Return the open forfeits in the current channel that this person owes or is owed."""
    found = await stage.bot.services.debts.forfeits(stage.guild.id, stage.people[name].id)
    return [row for row in found if row.channel == stage.channel.id]


async def settle_one(stage: Stage, *names: str) -> None:
    """Pay one open forfeit that one of these people owes in the current channel."""
    for name in names:
        for row in await open_forfeits(stage, name):
            if row.debtor.id == stage.people[name].id:
                await stage.forge(name, CrossOff(row.id, "paid"))
                return
    raise AssertionError("nobody owes anything")


async def in_the_cellar(stage: Stage, place: Place) -> None:
    """Play games, pay a forfeit, save rules, play the former player's game and a puzzle, and open a lobby.

    Dice decide who owes whom, so games are played until the host still has a forfeit after one is paid.
    """
    host, guest = place.people
    await play(stage, place, host, guest, EVERYWHERE, about=place.root, rounds="3")
    while len(await open_forfeits(stage, host)) < 2:
        await stage.press(host, Rematch)
        await stage.press(host, Start)
        await play_on(stage, 3)
    await settle_one(stage, host, guest, EVERYWHERE)
    await stage.surely(host, await stage.press(host, EndEvening, newest_result(stage)))
    await save_rules(stage, place, host)
    await sit_and_go(stage, place)
    card = (await stage.slash(guest, "puzzle")).ephemerals[0]
    press = AnswerPuzzle.of(1, of_day(stage.bot.services.puzzles.today()).best)
    await stage.press(guest, AnswerPuzzle, card, said=press.said, letter=press.letter)
    await stage.slash(host, "forfeits mine")
    await seated(stage, place, host, guest, about=place.root)


async def sit_and_go(stage: Stage, place: Place) -> None:
    """Give the former player and their opponent access to a place, play a game of the two, and remove the access."""
    for name in (COMPANION, FORMER):
        await come_in(stage, place, name, stays=True)
    await play(stage, place, COMPANION, FORMER, about=THEIRS)
    for name in (COMPANION, FORMER):
        await come_in(stage, place, name, stays=False)


async def in_the_snug(stage: Stage, place: Place) -> None:
    """Play a game with dares from the server's deck, save rules, and leave another game unfinished."""
    host, guest = place.people
    stage.channel = place.channel
    await stage.sit(host, guest, EVERYWHERE, rounds="2", clock="none")
    page = await stage.press(host, OpenStakes)
    await stage.pick(host, page.ephemerals[0], ChooseDeck, deck=Deck.SERVER)
    await stage.press(host, Start)
    await play_on(stage, 3)
    await sit_and_go(stage, place)
    await save_rules(stage, place, host)
    await seated(stage, place, host, guest, about=place.root, rounds="3")
    await stage.press(host, Start)
    await stage.raise_once()
    await stage.raise_once()


async def in_the_attic(stage: Stage, place: Place) -> None:
    """Play a game of bids and one with the cup, save rules, and archive the thread."""
    host, guest = place.people
    await play(stage, place, host, guest, EVERYWHERE, about=place.root)
    await seated(stage, place, host, guest, about=place.root, game="cup")
    await stage.press(host, Start)
    await play_to_the_end(stage, by_buttons)
    await save_rules(stage, place, guest)
    stage.env.backend.edit_channel(place.channel.id, {}, thread_metadata={"archived": True})
    await stage.env.settle()


async def in_the_vault(stage: Stage, place: Place) -> None:
    """Play a game, save rules, begin another game, and delete the channel."""
    host, guest = place.people
    await play(stage, place, host, guest, EVERYWHERE, about=place.root)
    await save_rules(stage, place, host)
    await seated(stage, place, host, guest, about=place.root)
    await stage.press(host, Start)
    stage.env.backend.delete_channel(place.channel.id)
    await stage.env.settle()


async def in_the_square(stage: Stage) -> None:
    """Play a public game that leaves a forfeit open, and leave another game unfinished."""
    everybody = Place(OPEN, (), stage.channel)
    await play(stage, everybody, "Ben", EVERYWHERE, PLAIN, about=OPEN, rounds="3")
    (owed,) = (await stage.press(PLAIN, ShowDebts, newest_result(stage))).ephemerals
    assert OPEN in stage.text(owed)
    assert OPEN in told(stage)
    await seated(stage, everybody, "Ben", "Cleo", about=OPEN)
    await stage.press("Ben", Start)
    await stage.raise_once()
