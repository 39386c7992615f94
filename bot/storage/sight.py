"""The parts of a server that a person may see.

The bot shows finished games, and the words of forfeits, only to people who may see their place.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, and_, or_, select

from bot.storage import schema as db


class Venue(msgspec.Struct, frozen=True):
    """The place of a game: a channel, or a thread with its channel (`parent`).

    `private` says whether the thread is private, or is None if that is unknown.
    """

    channel: int
    parent: int | None = None
    private: bool | None = None


class Sight(msgspec.Struct, frozen=True):
    """The parts of a server that a person may see now.

    - `channels`: the channels and threads that the person sees.
    - `threads`: those of the channels in which the person may manage threads.
    - `there`: all channels and threads that exist. The place of an old game may have been deleted.
    - `manages`: whether the person manages the server.
    - `inside`: the private threads of which Discord has said that the person is a member.
    - `here`: a place whose games and forfeits may all be shown, or None.
    """

    user: int
    channels: frozenset[int]
    threads: frozenset[int] = frozenset()
    there: frozenset[int] = frozenset()
    manages: bool = False
    inside: frozenset[int] = frozenset()
    here: int | None = None

    def sees(self, venue: Venue) -> bool:
        """Return whether the person sees a place, by the same rule as `in_sight`.

        If `private` is unknown, the place counts as private.
        """
        if venue.channel == self.here:
            return True
        if venue.private is False and {venue.channel, venue.parent} & self.channels:
            return True
        is_in = venue.parent in self.threads or venue.channel in self.inside
        if venue.private and venue.parent in self.channels and is_in:
            return True
        return self.manages and not {venue.channel, venue.parent} & self.there

    def is_unsure(self, venue: Venue) -> bool:
        """Return whether only Discord knows if the person sees a place.

        This is so for a private thread in a channel that the person sees.
        """
        return bool(venue.private) and venue.parent in self.channels and not self.sees(venue)


def in_sight(sight: Sight, ids: Sequence[int]) -> ColumnElement[bool]:
    """Return a condition for games that the person played in, or whose channel or thread they can see.

    It covers only games with these ids.

    The person sees their channels, and the public threads of these channels. They see a private thread if they are in
    it or manage threads there. They also see the place `here`. If they manage the server, they see deleted channels
    too, with the threads of these channels. A game for which `private` is unknown counts as public.
    """
    it, seat = db.games.c, db.players.c
    is_public, there, seen = it.private.is_not(True), sorted(sight.there), sorted(sight.channels)
    ways = [
        it.id.in_(select(seat.game).where(seat.user == sight.user, seat.game.in_(ids))),
        and_(or_(it.channel.in_(seen), it.parent.in_(seen)), is_public),
        and_(it.parent.in_(sorted(sight.threads)), it.private.is_(True)),
        and_(it.parent.in_(seen), it.channel.in_(sorted(sight.inside)), it.private.is_(True)),
    ]
    if sight.here is not None:
        ways.append(it.channel == sight.here)
    if sight.manages:
        is_gone = or_(it.parent.is_(None), it.parent.not_in(there))
        ways.append(and_(it.channel.not_in(there), is_gone))
    return or_(*ways)
