"""Everything that cannot be done, as one kind sentence that says what would be right."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.screens import cup_refusals
from bot.screens.cast import Cast
from bot.screens.terms import option_name, option_values, span
from bot.tables.model import Code, TableInfo, Trouble
from bot.words.cleaning import escaped, person
from bot.words.faces import bid_spoken, face_name
from bot.words.language import _, ngettext
from bot.words.lists import joined
from engine.core.refusals import Refused, Why


def sentence(refusal: Refused | Trouble, table: TableInfo | None = None) -> str:
    """A refusal in words; with the table, names stand where seats were."""
    if isinstance(refusal, Trouble):
        return _problem(refusal.code, refusal.facts)
    cast = Cast(table.seats) if table is not None else None
    return _Sentences(refusal.facts, cast).of(refusal.why)


class _Sentences:
    def __init__(self, facts: Mapping[str, Any], cast: Cast | None) -> None:
        self.facts, self.cast = facts, cast

    def name(self, fact: str) -> str:
        """The name of a seat among the facts."""
        seat = self.facts.get(fact)
        if self.cast is None or not isinstance(seat, int) or not 0 <= seat < len(self.cast.seats):
            return _("somebody else")
        return self.cast.name(seat)

    def of(self, why: Why) -> str:
        """The sentence for a reason."""
        if (teller := _SPECIAL.get(why)) is not None:
            return teller(self)
        if (with_the_cup := cup_refusals.SENTENCES.get(why)) is not None:
            return with_the_cup(self.facts)
        return _plain(why)

    def too_low(self) -> str:
        facts = self.facts
        standing, bids, face = facts["standing"], facts["bids"], facts["face"]
        beaten = bid_spoken(*standing)
        if facts["least"]:
            least = bid_spoken(facts["least"], face)
            return _("🔼 Too low after **{bid}**. The least on that face is **{least}**.").format(
                bid=beaten, least=least
            )
        best = [(bids[other], other) for other in range(1, 7) if bids[other]]
        if not best:
            return _("🫵 Nothing beats **{bid}** any more: call it.").format(bid=beaten)
        least = bid_spoken(*min(best))
        return _("🔼 That face cannot beat **{bid}**. The least raise is **{least}**.").format(bid=beaten, least=least)

    def waits(self) -> str:
        names = self.cast.names(self.facts["debtors"]) if self.cast else _("somebody")
        return ngettext(
            "📝 First the forfeit: {names} has yet to settle it.",
            "📝 First the forfeit: {names} have yet to settle it.",
            len(self.facts["debtors"]),
        ).format(names=names)


_SPECIAL: dict[Why, Callable[[_Sentences], str]] = {
    Why.TOO_LOW: _Sentences.too_low,
    Why.FORFEIT_WAITS: _Sentences.waits,
    Why.NOT_YOUR_TURN: lambda s: _("⏸️ Not your turn yet: {name} is thinking.").format(name=s.name("turn")),
    Why.OUT_OF_TURN: lambda s: _("⏸️ Only {name} may call it now: they are next.").format(name=s.name("turn")),
    Why.NOT_ASKED: lambda s: _("⏸️ {name} is asked first.").format(name=s.name("turn")),
    Why.CHALLENGED: lambda s: _("🗳️ The bid is called already; {name} is asked now.").format(name=s.name("turn")),
    Why.MORE_THAN_POOL: lambda s: ngettext(
        "🎲 There is only {n} die in play.", "🎲 There are only {n} dice in play.", s.facts["pool"]
    ).format(n=s.facts["pool"]),
    Why.FACE_FIXED: lambda s: _("🥁 Palifico: only {faces} may be bid this round.").format(
        faces=face_name(s.facts["face"])
    ),
    Why.NOT_YOURS_TO_SETTLE: lambda s: _("📝 {debtor} says when it is paid, {winner} may waive it.").format(
        debtor=s.name("debtor"), winner=s.name("creditor")
    ),
    Why.OPTION_VALUE: lambda s: _("⚙️ “{value}” does not fit {name}. It takes {allowed}.").format(
        value=escaped(str(s.facts["value"])),
        name=option_name(s.facts["name"]),
        allowed=option_values(s.facts["allowed"]),
    ),
    Why.UNKNOWN_OPTION: lambda s: _("⚙️ There is no option “{name}”.").format(name=escaped(str(s.facts["name"]))),
    Why.OPTIONS_CLASH: lambda s: _("⚙️ “{first}” and “{second}” do not go together at this table.").format(
        first=s.facts["first"], second=s.facts["second"]
    ),
    Why.UNKNOWN_VARIANT: lambda s: _("🎲 I don’t know “{name}”. I deal: {allowed}.").format(
        name=escaped(str(s.facts["name"])), allowed=s.facts["allowed"]
    ),
}


def _plain(why: Why) -> str:
    return {
        Why.GAME_OVER: _("🏁 This game is over. `/play` opens a new table."),
        Why.OTHER_GAME: _("🎲 There is no such move in this game."),
        Why.NOT_PLAYING: _("🪑 You are not in this game any more. Stay and watch!"),
        Why.NO_ROUND: _("🥁 The dice are not down yet. The next round comes at once."),
        Why.ROUND_RUNNING: _("🥁 A round is running: play it out first."),
        Why.OPENING_ACES: _("1️⃣ Ones may not open. Pick another face."),
        Why.TOO_FEW: _("🔼 Bid at least one die."),
        Why.NO_SUCH_QUANTITY: _("🔢 How many dice? A number, please: “5”, or “five”."),
        Why.NO_SUCH_FACE: _("🎲 A die has six faces: 1 to 6, or ace, duck, tripod, cow, horse, ant."),
        Why.NOTHING_TO_CHALLENGE: _("🫵 Nobody has bid yet, so there is no lie to call."),
        Why.OWN_BID: _("🫵 That is your own bid. Let the others worry about it."),
        Why.NO_EXACT: _("🎯 Exact calls are off at this table."),
        Why.NO_POLL: _("🗳️ Nobody is asked right now."),
        Why.NOTHING_OWED: _("📝 That forfeit is settled already."),
        Why.NO_GIFT: _("🎁 There is no gift to give now."),
        Why.GIFT_TO_WHOM: _("🎁 Name another player who is still in."),
        Why.SAID_ALREADY: _("🌙 You have said so already. It takes more than half of you."),
        Why.NOT_WAITED_FOR: _("⏸️ Nobody waits for you right now."),
        Why.PLAYERS: _("🪑 It takes 2 to 20 players."),
        Why.HOLDING: _("🎲 Everybody starts with at least one die, and with no more than the game has."),
    }[why]


def _problem(code: Code, facts: Mapping[str, Any]) -> str:
    return {
        Code.UNKNOWN_TABLE: _("🧹 I don’t know that table any more. `/play` opens a new one."),
        Code.NO_TABLE: _("🎲 No table is open here. `/play` opens one."),
        Code.TABLE_HERE: _("🪑 There is a table in this channel already. `/table show` brings it back up."),
        Code.NOT_HOST: _("👑 That is for {host}, who opened this table.").format(
            host=person(str(facts.get("host", "")))
        ),
        Code.LOBBY_FULL: _("🪑 The table is full ({most} seats). Stay and watch!").format(most=facts.get("most", 20)),
        Code.NOT_SEATED: _("🪑 You are not at this table. Join when the next lobby opens."),
        Code.ALREADY_SEATED: _("🪑 You sit here already."),
        Code.GAME_RUNNING: _("🎲 The game is on: that is for the lobby. Join when the next one opens."),
        Code.NOT_STARTED: _("🥁 The game has not started. The host presses **Start**."),
        Code.NEED_PLAYERS: _("🪑 One more player, please: a friend, or a computer player."),
        Code.NO_COMPUTER: _("🤖 There is no computer player to send away."),
        Code.STALE_PANEL: _("⏩ The table has moved on. The newest message has the buttons."),
        Code.NOT_YOURS: _("📝 That one is between other people."),
        Code.GONE: _("🏁 This table is done. `/play` opens a new one."),
        Code.STILL_RUNNING: _("🎲 The game is still on. A rematch comes after the result."),
        Code.SEALED: _("🔒 The dice stay sealed until the game is over. Then **Fair?** opens everything."),
        Code.ALREADY_SETTLED: _("✅ That one is settled already."),
        Code.NO_FORFEIT: _("📝 There is no such forfeit."),
        Code.TOO_MANY_TABLES: _("🪑 There are enough tables for now. Finish one first."),
        Code.CLOCK_RANGE: _("⏳ A turn takes {low} to {high}.").format(low=span(30), high=span(604800)),
        Code.FORFEIT_LENGTH: _("📝 Keep the forfeit to {most} characters, please.").format(most=facts.get("most", 80)),
    }[code]


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
        case _:
            return _("Send Messages")
