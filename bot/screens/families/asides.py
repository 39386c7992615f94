"""Write the small lines below a showdown: late callers, the reasons of computer players, and their remarks."""

from bot.screens.elements.amounts import times
from bot.screens.elements.cast import Cast
from bot.screens.families.guessing import saw
from bot.tables.model import TableView
from bot.words.language import _, labelled, ngettext, percent
from bot.words.talk import line
from engine.games import bid_events, cup_events


def asides(table: TableView, number: int, shown: bid_events.Revealed | cup_events.CupLifted) -> list[str]:
    """Return the small lines below the showdown of round `number`.

    The first line has the people who guessed right.
    """
    return [*saw(table, number), *_late(table, number), *_why(table, number, shown), *_remark(table, number, shown)]


def _late(table: TableView, number: int) -> list[str]:
    """Return a line about the players who called just after another player in round `number`, or [] if nobody did."""
    seats = [seat for round_, seat in table.annotations.late if round_ == number]
    names = Cast(table.seats).names(seats)
    # Translators: {names} are players who called just after somebody else had called.
    words = ngettext("-# ⏱️ {names} was a second late.", "-# ⏱️ {names} were a second late.", len(seats))
    return [words.format(names=names)] if seats else []


def _remark(table: TableView, number: int, shown: bid_events.Revealed | cup_events.CupLifted) -> list[str]:
    """Return a line with a computer player's remark on the showdown, or [] if no computer player makes one.

    The remark depends on whether that computer player won, lost or only watched.
    """
    remark = table.annotations.remark
    if remark is None or remark[0] != number:
        return []
    _number, seat, which = remark
    went = {shown.winner(): "won", shown.loser(): "lost"}.get(seat, "watched")
    said = line(table.seats[seat].name, went, which)
    return [f"-# {labelled(Cast(table.seats).quiet(seat), f'*{said}*')}"] if said else []


def _why(table: TableView, number: int, shown: bid_events.Revealed | cup_events.CupLifted) -> list[str]:
    """Return a line with a computer player's reason for its call, or for its bid that was called.

    Return [] if both the caller and the bidder are people.
    """
    why, cast = table.annotations.why, Cast(table.seats)
    accused = shown.bidder if isinstance(shown, bid_events.Revealed) else shown.passer
    if why is None or why.number != number or why.seat != (shown.challenger if why.reason.calls else accused):
        return []
    likely = percent(why.reason.likely)
    if not why.reason.calls:
        # Translators: a computer player says how likely it thought its own bid was to be true.
        words = _("-# 💭 {name}: “I gave my bid {percent}.”")
    elif why.reason.times > 1:
        # Translators: a computer player says why it called: {other} had bid this face {times} (“twice”, “3 times”).
        words = _("-# 💭 {name}: “{other} said it {times}. I gave it {percent}.”")
    else:
        # Translators: a computer player says how likely it thought the bid was that it called.
        words = _("-# 💭 {name}: “I gave it {percent}.”")
    names = {"name": cast.quiet(why.seat), "other": cast.plain(accused)}
    return [words.format(**names, times=times(why.reason.times), percent=likely)]
