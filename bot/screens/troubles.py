"""What a table, a game, a server or the bot itself cannot do for somebody, in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.screens.option_values import span
from bot.screens.variants import offered, wording
from bot.tables.trouble import Code
from bot.words.cleaning import escaped, person
from bot.words.dice import face_name
from bot.words.language import _, either, joined, ngettext

Facts = Mapping[str, Any]


def sentence(code: Code, facts: Facts) -> str:
    """Return the sentence for a code, with its facts. Raises `KeyError` for a code that has none."""
    return SENTENCES[code](facts)


def _most(facts: Facts) -> int:
    """Return the limit that was met."""
    return int(facts.get("most", 0))


def _name(facts: Facts) -> str:
    """Return the name that was asked for."""
    return escaped(str(facts.get("name", "")))


def _no_such_game(facts: Facts) -> str:
    typed, nearest = escaped(str(facts.get("typed", ""))), escaped(str(facts.get("nearest", "")))
    if nearest:
        return _("🎲 I know no game “{typed}”. Did you mean **{nearest}**?").format(typed=typed, nearest=nearest)
    words = _("🎲 I know no game “{typed}”. I deal {games}, and what `/houserules list` shows.")
    return words.format(typed=typed, games=joined([wording(name).title for name in offered()]))


def _no_such_rules(facts: Facts) -> str:
    typed, nearest = escaped(str(facts.get("typed", ""))), escaped(str(facts.get("nearest", "")))
    if nearest:
        return _("📜 No house rules “{typed}” here. Did you mean **{nearest}**?").format(typed=typed, nearest=nearest)
    return _("📜 This server keeps no such house rules. `/houserules list` shows what it does keep.")


def _elsewhere(channels: Sequence[int]) -> str:
    """Say where tables may be opened, of the channels that this person can see."""
    if not channels:
        return _("📍 No tables in this channel, please: this server keeps them elsewhere. Ask who manages it.")
    return _("📍 No tables in this channel, please. Open yours in {channels}.").format(
        channels=either([f"<#{channel}>" for channel in channels])
    )


def _no_bid(facts: Facts) -> str:
    """Say what is missing in a bid that somebody typed."""
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


def _not_yours(facts: Facts) -> str:
    """Say whose word it takes to settle a forfeit."""
    match facts.get("how"):
        case "paid":
            return _("📝 Only whoever owes it can say that it is paid.")
        case "waived":
            return _("📝 Only whoever it is owed to can let somebody off.")
        case "unpaid":
            return _("📝 Only whoever it is owed to can say “not yet”.")
        case _:
            return _("🎁 A gift is for whoever won the round, before its forfeits are settled.")


def _settled(facts: Facts) -> str:
    """Say how a forfeit that is off the tab was settled."""
    if facts.get("state") == "waived":
        return _("🕊️ That one is off the tab already: it was let off.")
    return _("✅ That one is off the tab already: it is paid.")


def fault(reference: str) -> str:
    """Say that something broke, and that nothing is lost."""
    return _("🔧 That went wrong on my side, and nothing is lost: try again. (Reference `{id}`)").format(id=reference)


def unknown_press() -> str:
    """Say that a button is out of use: it is of another version, or forged."""
    return _("🧹 That button is out of use. `/table show` brings the newest ones.")


def outdated_command() -> str:
    """Say that Discord shows a command as it was before an update."""
    return _("🔄 That command has changed. Restart Discord (Ctrl+R on a computer) and try it again.")


def counts() -> str:
    """Say that what was asked is saved; the reason why it was not shown is given beside this."""
    return _("✔️ That counts.")


def unshown(reference: str) -> str:
    """Say that what was asked is saved, but could not be shown."""
    words = _("✔️ That counts, though I couldn’t show it just now: the table will catch up. (Reference `{id}`)")
    return words.format(id=reference)


def closing() -> str:
    """Say that the bot is about to stop and takes nothing new."""
    return _("🔄 I’m being restarted, so that didn’t count. Press again in a moment.")


def not_so_fast() -> str:
    """Say that this press is not carried out, because much of what the person pressed before is still being done."""
    return _("🐢 Not so fast: I’m still busy with what you pressed before, and this one didn’t count. Wait a moment.")


def closed_dm_public(user: int) -> str:
    """Say in the channel, once, that somebody cannot be sent direct messages."""
    return _("📪 <@{user}>, I can’t send you a DM. **My dice** on the panel shows them to you alone.").format(user=user)


def missing_permissions(names: Sequence[str]) -> str:
    """Return what the bot may not do in this channel and must; `names` are Discord's English ones."""
    needed = joined([f"**{_permission(name)}**" for name in names])
    return _("🔒 I can’t play here yet. Please give me: {names}.").format(names=needed)


def _permission(name: str) -> str:
    """Return a permission as it is called in the person's Discord."""
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


SENTENCES: dict[Code, Callable[[Facts], str]] = {
    # Of tables, and who sits at them.
    Code.UNKNOWN_TABLE: lambda _facts: _("🧹 I don’t know that table any more. `/play` opens a new one."),
    Code.NO_TABLE: lambda _facts: _("🎲 No table is open here. `/play` opens one."),
    Code.TABLE_HERE: lambda _facts: _(
        "🪑 There is a table in this channel already. `/table show` brings it into view."
    ),
    Code.NOT_HOST: lambda facts: _("👑 That is for {host}, the host of this table.").format(
        host=person(str(facts.get("host", "")))
    ),
    Code.LOBBY_FULL: lambda facts: ngettext(
        "🪑 The table is full ({n} seat). Stay and watch!",
        "🪑 The table is full ({n} seats). Stay and watch!",
        _most(facts),
    ).format(n=_most(facts)),
    Code.NOT_SEATED: lambda _facts: _("🪑 You are not at this table."),
    Code.NOT_THERE: lambda _facts: _("👑 Only a person at this table can be its host."),
    Code.NO_FREE_SEAT: lambda _facts: _("🪑 That seat is not free any more."),
    Code.NOT_WAITING: lambda _facts: _("👋 You are not waiting for a seat."),
    Code.ALREADY_SEATED: lambda _facts: _("🪑 You sit here already."),
    Code.NEED_PLAYERS: lambda _facts: _("🪑 One more player, please: a friend, or a computer player."),
    Code.NO_COMPUTER: lambda _facts: _("🤖 There is no computer player to send away."),
    Code.TOO_MANY_TABLES: lambda facts: ngettext(
        "🪑 You sit at {n} table already, and that is as many as I deal you in. Finish or leave it first.",
        "🪑 You sit at {n} tables already, and that is as many as I deal you in. Finish or leave one first.",
        _most(facts),
    ).format(n=_most(facts)),
    Code.SERVER_FULL: lambda facts: ngettext(
        "🪑 {n} table is open on this server, and there is no room for more. Once it is done, try again.",
        "🪑 {n} tables are open on this server, and there is no room for more. Once one is done, try again.",
        _most(facts),
    ).format(n=_most(facts)),
    # Of a game, and where it stands.
    Code.GAME_RUNNING: lambda _facts: _("🎲 The game is on, and that is for the lobby."),
    Code.NOT_STARTED: lambda _facts: _("🥁 The game has not started yet."),
    Code.STALE_PANEL: lambda _facts: _("⏩ The table has moved on: the newest message has the buttons."),
    Code.NEXT_ROUND_IS_ON: lambda _facts: _("🥁 The next round is on already: its message is the newest one."),
    Code.HELD_ENOUGH: lambda facts: ngettext(
        "👀 You have held this one for {n} good look. On we go!",
        "👀 You have held this one for {n} good looks. On we go!",
        _most(facts),
    ).format(n=_most(facts)),
    Code.GONE: lambda _facts: _("🏁 This table is done. `/play` opens a new one."),
    Code.STILL_RUNNING: lambda _facts: _("🎲 The game is still on. A rematch comes after the result."),
    Code.SEALED: lambda _facts: _("🔒 The dice stay sealed until the game is over. Then **Fair?** opens everything."),
    Code.NO_BID: _no_bid,
    Code.NOT_PLAYED_HERE: lambda _facts: _("🧩 That game cannot be played here yet. Pick another one from the menu."),
    # Of what a host asks for.
    Code.CLOCK_RANGE: lambda _facts: _("⏳ A turn takes {low} to {high}.").format(low=span(30), high=span(604800)),
    Code.LENGTH: lambda facts: _("⏳ How long is “{said}”? Try “10 rounds” or “45 minutes”, or leave it empty.").format(
        said=escaped(str(facts.get("said", "")))
    ),
    Code.NO_PACE: lambda _facts: _("🚶 A table plays at a quick, an easy or a ceremonious pace."),
    Code.FORFEIT_LENGTH: lambda facts: ngettext(
        "📝 Keep the forfeit to {n} character, please.", "📝 Keep the forfeit to {n} characters, please.", _most(facts)
    ).format(n=_most(facts)),
    # Of the games that are asked for by a name, and of the house rules that a server keeps by one.
    Code.NO_SUCH_GAME: _no_such_game,
    Code.NO_SUCH_RULES: _no_such_rules,
    Code.RULES_UNREADABLE: lambda facts: _(
        "📜 “{name}” was kept by another version of me, and I can’t read it any more. "
        "`/houserules delete` clears it away; set up a table and save it anew."
    ).format(name=_name(facts)),
    Code.DICE_LOCKED: lambda facts: ngettext(
        "🔒 These dice come with {n} achievement; you have {has}. `/achievements` says what brings one.",
        "🔒 These dice come with {n} achievements; you have {has}. `/achievements` says what brings one.",
        int(facts.get("asks", 0)),
    ).format(n=facts.get("asks", 0), has=facts.get("has", 0)),
    Code.RULES_OF_ANOTHER: lambda facts: _(
        "💾 “{name}” is kept already, by {by}: they or who manages the server may change that. Take another name."
    ).format(name=_name(facts), by=person(str(facts.get("by", "")))),
    Code.RULES_NAME: lambda facts: ngettext(
        "💾 A name has 1 to {n} character.", "💾 A name has 1 to {n} characters: “Friday rules”.", _most(facts)
    ).format(n=_most(facts)),
    Code.NAME_OF_A_GAME: lambda facts: _("💾 “{name}” is a game already. Take another name: “Friday rules”.").format(
        name=_name(facts)
    ),
    Code.TOO_MANY_RULES: lambda facts: ngettext(
        "💾 This server keeps {n} set of house rules, and no more. `/houserules delete` makes room.",
        "💾 This server keeps {n} sets of house rules, and no more. `/houserules delete` makes room.",
        _most(facts),
    ).format(n=_most(facts)),
    # Of forfeits.
    Code.NOT_YOURS: _not_yours,
    Code.ALREADY_SETTLED: _settled,
    Code.NOT_SETTLED: lambda _facts: _("📝 Nobody says that one is paid: it is on the tab."),
    Code.LONG_SETTLED: lambda facts: ngettext(
        "📝 That was paid more than {n} day ago, and stands.",
        "📝 That was paid more than {n} days ago, and stands.",
        facts.get("days", 0),
    ).format(n=facts.get("days", 0)),
    Code.NO_FORFEIT: lambda _facts: _("📝 There is no such forfeit."),
    # Of games that are over.
    Code.NO_PAST_GAME: lambda _facts: _("📜 No game has come to its end here yet. `/play` opens a table."),
    Code.NO_GAME_NUMBERED: lambda facts: _("📜 There is no game {n} on this server. `/history` has them all.").format(
        n=facts.get("number", 0)
    ),
    Code.GAME_NOT_KEPT: lambda _facts: _(
        "🍂 I have no record of that game: it’s gone, or it wasn’t played where you can see it. Try `/history`."
    ),
    Code.NOT_FOR_EVERYBODY: lambda _facts: _(
        "🔒 Not everyone here can see where that game was played. Post it in its own channel instead."
    ),
    # Of a server, and what it allows.
    Code.NOT_A_MANAGER: lambda _facts: _(
        "⚙️ That is for whoever may manage this server (the permission **Manage Server**)."
    ),
    Code.NOT_IN_THIS_CHANNEL: lambda facts: _elsewhere(facts.get("channels", ())),
    Code.TOO_MANY_CHANNELS: lambda facts: ngettext(
        "📍 Choose {n} channel at most, please.",
        "📍 Choose {n} channels at most, please.",
        _most(facts),
    ).format(n=_most(facts)),
    Code.UNKNOWN_CHANNEL: lambda _facts: _("📍 One of these channels is gone. `/settings` shows those that are there."),
    Code.SEASON_RUNS: lambda facts: _("🏁 **{name}** is still open. `/season close` ends it first.").format(
        name=_name(facts)
    ),
    Code.NO_SEASON: lambda _facts: _("🏁 No season is open. `/season open` begins one."),
    Code.SEASON_NAME: lambda facts: ngettext(
        "🏁 A season needs a name, of {n} character at most.",
        "🏁 A season needs a name, of {n} characters at most.",
        _most(facts),
    ).format(n=_most(facts)),
    Code.NO_SUCH_TIME: lambda facts: _("🗄️ Replays are kept for {months} months, or for good.").format(
        months=either([str(months) for months in facts.get("months", ())])
    ),
    Code.STILL_SEATED: lambda facts: _(
        "🪑 You still sit at a table, in {channels}: others play with you there. "
        "Leave it first (`/table leave`), and press again."
    ).format(channels=joined([f"<#{channel}>" for channel in facts.get("channels", ())])),
    Code.MISSING_PERMISSIONS: lambda facts: missing_permissions(facts.get("names", ())),
    # Of what people have done.
    Code.KEEPS_IT_PRIVATE: lambda facts: _("🤫 {name} would rather not show that. Ask over a drink.").format(
        name=person(str(facts.get("name", "")))
    ),
    Code.A_COMPUTER: lambda _facts: _("🤖 Computers keep no profile. Their ratings stand below the board of ratings."),
    Code.ONESELF: lambda _facts: _("🪞 You against yourself? That one ends in a draw. Name somebody else."),
}
"""The sentence for each code, from the facts that its `Trouble` carries; a test looks at all of them."""
