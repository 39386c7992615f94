"""Everything that cannot be done, as one kind sentence that says what would be right."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.screens.cast import Cast
from bot.screens.families import MOMENTS, REFUSALS
from bot.screens.now import now
from bot.screens.terms import option_name, option_values, span
from bot.screens.variants import told
from bot.tables.model import Code, Seen, Trouble
from bot.words.cleaning import escaped, person
from bot.words.faces import face_name
from bot.words.language import _, ngettext
from bot.words.lists import either, joined, listed
from engine.core import refusals as r

OF_THE_MOMENT: tuple[object, ...] = (
    *(r.NotPlaying, r.NoRound, r.RoundRunning, r.NoSuchMove, r.NothingToChallenge, r.OwnBid),
    *(r.NothingOwed, r.NotYoursToSettle, r.NoGift, r.SaidAlready, r.NotWaitedFor),
    *MOMENTS,
    *(Code.STALE_PANEL, Code.NOT_STARTED, Code.GAME_RUNNING, Code.NOT_SEATED),
)
"""Refusals that leave one wondering what goes on instead: they are followed by it (`now.py`). The others say it."""


def sentence(refusal: r.Refused | Trouble, seen: Seen | None = None) -> str:
    """A refusal in words; with the table as this person sees it, names stand where seats were, and what goes on now."""
    kind: object
    if isinstance(refusal, Trouble):
        said, kind = _problem(refusal.code, refusal.facts), refusal.code
    else:
        cast = Cast(seen.table.seats) if seen is not None else None
        said, kind = of(refusal.reason, _naming(cast)), type(refusal.reason)
    present = now(seen) if seen is not None and kind in OF_THE_MOMENT else ""
    return f"{said} {present}".strip()


def _naming(cast: Cast | None) -> r.Naming:
    """The name of a seat, where it is known whose it is."""

    def name(seat: int) -> str:
        known = cast is not None and 0 <= seat < len(cast.seats)
        return cast.name(seat) if cast is not None and known else _("somebody else")

    return name


def of(reason: r.Reason, name: r.Naming) -> str:
    """The sentence for a reason. Raises `LookupError` for one that has none; a test looks at all of them."""
    for tell in (_in_any_game, _at_the_lobby, *REFUSALS):
        if said := tell(reason, name):
            return said
    raise LookupError(type(reason).__name__)


def _in_any_game(reason: r.Reason, name: r.Naming) -> str | None:
    """What may be refused in every game, in one sentence each."""
    match reason:
        case r.NotYourTurn(turn=turn):
            return _("⏸️ Not your turn yet: {name} is on.").format(name=name(turn))
        case r.OutOfTurn(turn=turn):
            return _("⏸️ Only {name} may call it now: they are next.").format(name=name(turn))
        case r.ForfeitWaits(debtors=debtors):
            waits = ngettext(
                "📝 First the forfeit: {names} has yet to settle it.",
                "📝 First the forfeits: {names} have yet to settle them.",
                len(debtors),
            )
            return waits.format(names=joined([name(debtor) for debtor in debtors]))
        case r.NotYoursToSettle(debtor=debtor, creditor=creditor):
            return _("📝 {debtor} says when it is paid, {winner} may let them off.").format(
                debtor=name(debtor), winner=name(creditor)
            )
        case _:
            return _plain(reason)


def _plain(reason: r.Reason) -> str | None:
    """Reasons without facts that a sentence would name."""
    said: dict[type[r.Reason], str] = {
        r.GameIsOver: _("🏁 This game is over. **Rematch** below its result begins another, or `/play` does."),
        r.NoSuchMove: _("🎲 There is no such move in this game."),
        r.NotPlaying: _("🪑 You are not in this game any more. Stay and watch!"),
        r.NoRound: _("🥁 No dice are down right now."),
        r.RoundRunning: _("🥁 That is for between rounds, and this one runs."),
        r.NoSuchFace: _("🎲 A die has six faces: 1 to 6, or ace, duck, tripod, cow, horse, ant."),
        r.NothingToChallenge: _("🫵 Nobody has bid yet, so there is no lie to call."),
        r.OwnBid: _("🫵 That is your own bid. Let the others worry about it."),
        r.NothingOwed: _("📝 No forfeit of theirs waits here: it is settled, or on the tab."),
        r.NoGift: _("🎁 There is no gift to give now."),
        r.GiftToWhom: _("🎁 Give it to somebody else who is still in the game."),
        r.SaidAlready: _("🌙 You have said so already; it takes more than half of you."),
        r.NotWaitedFor: _("⏸️ Nobody waits for you right now."),
        r.HowManyPlayers: _("🪑 It takes 2 to 20 players."),
        r.Holding: _("🎲 Everybody starts with at least one die, and with no more than the game has."),
    }
    return said.get(type(reason))


def _at_the_lobby(reason: r.Reason, _name: r.Naming) -> str | None:
    """What may be refused of a game's name and options."""
    match reason:
        case r.OptionValue(name=name, value=value, allowed=allowed):
            return _("⚙️ “{value}” does not fit {name}. It takes {allowed}.").format(
                value=escaped(value), name=option_name(name), allowed=option_values(allowed)
            )
        case r.UnknownOption(name=name):
            return _("⚙️ There is no option “{name}”.").format(name=escaped(name))
        case r.OptionsClash(first=first, second=second):
            return _("⚙️ “{first}” and “{second}” do not go together at this table.").format(
                first=option_name(first), second=option_name(second)
            )
        case r.UnknownVariant(name=name, allowed=allowed):
            return _("🎲 I don’t know “{name}”. I deal: {allowed}.").format(
                name=escaped(name), allowed=listed([told(variant).title for variant in allowed])
            )
        case _:
            return None


def _problem(code: Code, facts: Mapping[str, Any]) -> str:
    most = facts.get("most", 0)
    return {
        Code.UNKNOWN_TABLE: _("🧹 I don’t know that table any more. `/play` opens a new one."),
        Code.NO_TABLE: _("🎲 No table is open here. `/play` opens one."),
        Code.TABLE_HERE: _("🪑 There is a table in this channel already. `/table show` brings it into view."),
        Code.NOT_HOST: _("👑 That is for {host}, the host of this table.").format(
            host=person(str(facts.get("host", "")))
        ),
        Code.LOBBY_FULL: ngettext(
            "🪑 The table is full ({n} seat). Stay and watch!",
            "🪑 The table is full ({n} seats). Stay and watch!",
            most,
        ).format(n=most),
        Code.NOT_SEATED: _("🪑 You are not at this table."),
        Code.NOT_THERE: _("👑 Only a person at this table can be its host."),
        Code.NO_FREE_SEAT: _("🪑 That seat is not free any more."),
        Code.NOT_WAITING: _("👋 You are not waiting for a seat."),
        Code.ALREADY_SEATED: _("🪑 You sit here already."),
        Code.GAME_RUNNING: _("🎲 The game is on, and that is for the lobby."),
        Code.NOT_STARTED: _("🥁 The game has not started yet."),
        Code.NEED_PLAYERS: _("🪑 One more player, please: a friend, or a computer player."),
        Code.NO_COMPUTER: _("🤖 There is no computer player to send away."),
        Code.STALE_PANEL: _("⏩ The table has moved on: the newest message has the buttons."),
        Code.NEXT_ROUND_IS_ON: _("🥁 The next round is on already: its message is the newest one."),
        Code.HELD_ENOUGH: ngettext(
            "👀 You have held this one for {n} good look. On we go!",
            "👀 You have held this one for {n} good looks. On we go!",
            most,
        ).format(n=most),
        Code.NOT_YOURS: _not_yours(facts),
        Code.GONE: _("🏁 This table is done. `/play` opens a new one."),
        Code.STILL_RUNNING: _("🎲 The game is still on. A rematch comes after the result."),
        Code.SEALED: _("🔒 The dice stay sealed until the game is over. Then **Fair?** opens everything."),
        Code.ALREADY_SETTLED: _settled(facts),
        Code.NOT_SETTLED: _("📝 Nobody says that one is paid: it is on the tab."),
        Code.LONG_SETTLED: ngettext(
            "📝 That was paid more than {n} day ago, and stands.",
            "📝 That was paid more than {n} days ago, and stands.",
            facts.get("days", 0),
        ).format(n=facts.get("days", 0)),
        Code.NO_FORFEIT: _("📝 There is no such forfeit."),
        Code.TOO_MANY_TABLES: _("🪑 There are enough tables for now. Finish one first."),
        Code.CLOCK_RANGE: _("⏳ A turn takes {low} to {high}.").format(low=span(30), high=span(604800)),
        Code.LENGTH: _("⏳ How long is “{said}”? Try “10 rounds” or “45 minutes”, or leave it empty.").format(
            said=escaped(str(facts.get("said", "")))
        ),
        Code.NO_PACE: _("🚶 A table plays at a quick, an easy or a ceremonious pace."),
        Code.FORFEIT_LENGTH: ngettext(
            "📝 Keep the forfeit to {n} character, please.", "📝 Keep the forfeit to {n} characters, please.", most
        ).format(n=most),
        Code.NOT_A_MANAGER: _("⚙️ That is for whoever may manage this server (the permission **Manage Server**)."),
        Code.NOT_IN_THIS_CHANNEL: _elsewhere(facts.get("channels", ())),
        Code.TOO_MANY_CHANNELS: ngettext(
            "📍 Choose {n} channel at most, please.", "📍 Choose {n} channels at most, please.", most
        ).format(n=most),
        Code.UNKNOWN_CHANNEL: _("📍 One of these channels is gone. `/settings` shows those that are there."),
        Code.MISSING_PERMISSIONS: missing_permissions(facts.get("names", ())),
        Code.NO_BID: _no_bid(facts),
        Code.NOT_PLAYED_HERE: _("🧩 That game cannot be played here yet. Pick another one from the menu."),
    }[code]


def _elsewhere(channels: Sequence[int]) -> str:
    """Where tables may be opened, of the channels that this person can see."""
    if not channels:
        return _("📍 No tables in this channel, please: this server keeps them elsewhere. Ask who manages it.")
    return _("📍 No tables in this channel, please. Open yours in {channels}.").format(
        channels=either([f"<#{channel}>" for channel in channels])
    )


def _no_bid(facts: Mapping[str, Any]) -> str:
    """What is missing in a bid that somebody typed."""
    quantity, face, typed = facts.get("quantity"), facts.get("face"), escaped(str(facts.get("typed", "")), 40)
    if face:
        return _("🔢 How many {faces}? Say it all: “5 ducks”, “4x3” or “five sixes”.").format(faces=face_name(face))
    if quantity is not None:
        words = _(
            "🎲 {n} of what? A die has six faces: 1 to 6, or ace, duck, tripod, cow, horse, ant. So say “{n} ducks”."
        )
        return words.format(n=quantity)
    return _("🗣️ I can’t read “{typed}” as a bid. How many, and of what: “5 ducks”, “4x3” or “five sixes”.").format(
        typed=typed
    )


def _not_yours(facts: Mapping[str, Any]) -> str:
    """Whose word it takes."""
    match facts.get("how"):
        case "paid":
            return _("📝 Only whoever owes it can say that it is paid.")
        case "waived":
            return _("📝 Only whoever it is owed to can let somebody off.")
        case "unpaid":
            return _("📝 Only whoever it is owed to can say “not yet”.")
        case _:
            return _("🎁 A gift is for whoever won the round, before its forfeits are settled.")


def _settled(facts: Mapping[str, Any]) -> str:
    """How a forfeit that is settled became so."""
    if facts.get("state") == "waived":
        return _("🕊️ That one is off the tab already: it was let off.")
    return _("✅ That one is off the tab already: it is paid.")


def fault(reference: str) -> str:
    """Something broke; nothing is lost."""
    return _("🔧 That went wrong on my side, and nothing is lost: try again. (Reference `{id}`)").format(id=reference)


def unknown_press() -> str:
    """A button of another time, or of nobody's making."""
    return _("🧹 That button is out of use. `/table show` brings the newest ones.")


def outdated_command() -> str:
    """A command that Discord still shows as it was before an update."""
    return _("🔄 That command has changed. Restart Discord (Ctrl+R on a computer) and try it again.")


def counts() -> str:
    """What was asked is saved, and showing it failed for a reason that is told beside this."""
    return _("✔️ That counts.")


def unshown(reference: str) -> str:
    """What was asked is saved; only showing it failed."""
    words = _("✔️ That counts, though I couldn’t show it just now: the table will catch up. (Reference `{id}`)")
    return words.format(id=reference)


def closing() -> str:
    """The bot is about to stop, and takes nothing new."""
    return _("🔄 I’m being restarted, so that didn’t count. Press again in a moment.")


def closed_dm_public(user: int) -> str:
    """Somebody cannot be written to; said once, in the channel."""
    return _("📪 <@{user}>, I can’t send you a DM. **My dice** on the panel shows them to you alone.").format(user=user)


def missing_permissions(names: Sequence[str]) -> str:
    """What the bot may not do in this channel and must; `names` are Discord's English ones."""
    needed = joined([f"**{_permission(name)}**" for name in names])
    return _("🔒 I can’t play here yet. Please give me: {names}.").format(names=needed)


def _permission(name: str) -> str:
    """A permission as the person's Discord calls it."""
    match name:
        case "View Channel":
            return _("View Channel")
        case "Send Messages in Threads":
            return _("Send Messages in Threads")
        case "Read Message History":
            return _("Read Message History")
        case "Create Public Threads":
            return _("Create Public Threads")
        case _:
            return _("Send Messages")
