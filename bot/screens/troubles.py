"""What a table, a game, a server or the bot itself cannot do for somebody, in a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.screens.option_values import span
from bot.screens.variants import offered, wording
from bot.tables.trouble import Code
from bot.words.cleaning import escaped, person
from bot.words.dice import face_name
from bot.words.language import _, either, joined, ngettext

Facts = Mapping[str, Any]

Sentences = dict[Code, str]


def sentence(code: Code, facts: Facts) -> str:
    """The sentence for a code. Raises `LookupError` for one that has none; a test looks at all of them."""
    topics = (_table, _game, _set_up, _named_rules, _forfeit, _past, _server, _people)
    return {code: words for tell in topics for code, words in tell(facts).items()}[code]


def _table(facts: Facts) -> Sentences:
    """Of tables, and who sits at them."""
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
        Code.NEED_PLAYERS: _("🪑 One more player, please: a friend, or a computer player."),
        Code.NO_COMPUTER: _("🤖 There is no computer player to send away."),
        Code.TOO_MANY_TABLES: ngettext(
            "🪑 You sit at {n} table already, and that is as many as I deal you in. Finish or leave it first.",
            "🪑 You sit at {n} tables already, and that is as many as I deal you in. Finish or leave one first.",
            most,
        ).format(n=most),
        Code.SERVER_FULL: ngettext(
            "🪑 {n} table is open on this server, and there is no room for more. Once it is done, try again.",
            "🪑 {n} tables are open on this server, and there is no room for more. Once one is done, try again.",
            most,
        ).format(n=most),
    }


def _game(facts: Facts) -> Sentences:
    """Of a game, and where it stands."""
    most = facts.get("most", 0)
    return {
        Code.GAME_RUNNING: _("🎲 The game is on, and that is for the lobby."),
        Code.NOT_STARTED: _("🥁 The game has not started yet."),
        Code.STALE_PANEL: _("⏩ The table has moved on: the newest message has the buttons."),
        Code.NEXT_ROUND_IS_ON: _("🥁 The next round is on already: its message is the newest one."),
        Code.HELD_ENOUGH: ngettext(
            "👀 You have held this one for {n} good look. On we go!",
            "👀 You have held this one for {n} good looks. On we go!",
            most,
        ).format(n=most),
        Code.GONE: _("🏁 This table is done. `/play` opens a new one."),
        Code.STILL_RUNNING: _("🎲 The game is still on. A rematch comes after the result."),
        Code.SEALED: _("🔒 The dice stay sealed until the game is over. Then **Fair?** opens everything."),
        Code.NO_BID: _no_bid(facts),
        Code.NOT_PLAYED_HERE: _("🧩 That game cannot be played here yet. Pick another one from the menu."),
    }


def _set_up(facts: Facts) -> Sentences:
    """Of what a host asks for."""
    most = facts.get("most", 0)
    return {
        Code.CLOCK_RANGE: _("⏳ A turn takes {low} to {high}.").format(low=span(30), high=span(604800)),
        Code.LENGTH: _("⏳ How long is “{said}”? Try “10 rounds” or “45 minutes”, or leave it empty.").format(
            said=escaped(str(facts.get("said", "")))
        ),
        Code.NO_PACE: _("🚶 A table plays at a quick, an easy or a ceremonious pace."),
        Code.FORFEIT_LENGTH: ngettext(
            "📝 Keep the forfeit to {n} character, please.", "📝 Keep the forfeit to {n} characters, please.", most
        ).format(n=most),
    }


def _named_rules(facts: Facts) -> Sentences:
    """Of the games that are asked for by a name, and of the house rules that a server keeps by one."""
    most, name, by = facts.get("most", 0), escaped(str(facts.get("name", ""))), person(str(facts.get("by", "")))
    return {
        Code.NO_SUCH_GAME: _no_such_game(facts),
        Code.NO_SUCH_RULES: _no_such_rules(facts),
        Code.RULES_UNREADABLE: _(
            "📜 “{name}” was kept by another version of me, and I can’t read it any more. "
            "`/houserules delete` clears it away; set up a table and save it anew."
        ).format(name=name),
        Code.DICE_LOCKED: ngettext(
            "🔒 These dice come with {n} achievement; you have {has}. `/achievements` says what brings one.",
            "🔒 These dice come with {n} achievements; you have {has}. `/achievements` says what brings one.",
            int(facts.get("asks", 0)),
        ).format(n=facts.get("asks", 0), has=facts.get("has", 0)),
        Code.RULES_OF_ANOTHER: _(
            "💾 “{name}” is kept already, by {by}: they or who manages the server may change that. Take another name."
        ).format(name=name, by=by),
        Code.RULES_NAME: ngettext(
            "💾 A name has 1 to {n} character.", "💾 A name has 1 to {n} characters: “Friday rules”.", most
        ).format(n=most),
        Code.NAME_OF_A_GAME: _("💾 “{name}” is a game already. Take another name: “Friday rules”.").format(name=name),
        Code.TOO_MANY_RULES: ngettext(
            "💾 This server keeps {n} set of house rules, and no more. `/houserules delete` makes room.",
            "💾 This server keeps {n} sets of house rules, and no more. `/houserules delete` makes room.",
            most,
        ).format(n=most),
    }


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


def _forfeit(facts: Facts) -> Sentences:
    """Of forfeits."""
    return {
        Code.NOT_YOURS: _not_yours(facts),
        Code.ALREADY_SETTLED: _settled(facts),
        Code.NOT_SETTLED: _("📝 Nobody says that one is paid: it is on the tab."),
        Code.LONG_SETTLED: ngettext(
            "📝 That was paid more than {n} day ago, and stands.",
            "📝 That was paid more than {n} days ago, and stands.",
            facts.get("days", 0),
        ).format(n=facts.get("days", 0)),
        Code.NO_FORFEIT: _("📝 There is no such forfeit."),
    }


def _past(facts: Facts) -> Sentences:
    """Of games that are over."""
    return {
        Code.NO_PAST_GAME: _("📜 No game has come to its end here yet. `/play` opens a table."),
        Code.NO_GAME_NUMBERED: _("📜 There is no game {n} on this server. `/history` has them all.").format(
            n=facts.get("number", 0)
        ),
        Code.GAME_NOT_KEPT: _(
            "🍂 I have no record of that game: it is not kept any more, or was not played on this server. "
            "`/history` has those that are."
        ),
    }


def _server(facts: Facts) -> Sentences:
    """Of a server, and what it allows."""
    most = facts.get("most", 0)
    return {
        Code.NOT_A_MANAGER: _("⚙️ That is for whoever may manage this server (the permission **Manage Server**)."),
        Code.NOT_IN_THIS_CHANNEL: _elsewhere(facts.get("channels", ())),
        Code.TOO_MANY_CHANNELS: ngettext(
            "📍 Choose {n} channel at most, please.", "📍 Choose {n} channels at most, please.", most
        ).format(n=most),
        Code.UNKNOWN_CHANNEL: _("📍 One of these channels is gone. `/settings` shows those that are there."),
        Code.SEASON_RUNS: _("🏁 **{name}** is still open. `/season close` ends it first.").format(
            name=escaped(str(facts.get("name", "")))
        ),
        Code.NO_SEASON: _("🏁 No season is open. `/season open` begins one."),
        Code.SEASON_NAME: ngettext(
            "🏁 A season needs a name, of {n} character at most.",
            "🏁 A season needs a name, of {n} characters at most.",
            most,
        ).format(n=most),
        Code.NO_SUCH_TIME: _("🗄️ Replays are kept for {months} months, or for good.").format(
            months=either([str(months) for months in facts.get("months", ())])
        ),
        Code.STILL_SEATED: _(
            "🪑 You still sit at a table, in {channels}: others play with you there. "
            "Leave it first (`/table leave`), and press again."
        ).format(channels=joined([f"<#{channel}>" for channel in facts.get("channels", ())])),
        Code.MISSING_PERMISSIONS: missing_permissions(facts.get("names", ())),
    }


def _people(facts: Facts) -> Sentences:
    """Of what people have done."""
    name = person(str(facts.get("name", "")))
    return {
        Code.KEEPS_IT_PRIVATE: _("🤫 {name} would rather not show that. Ask over a drink.").format(name=name),
        Code.A_COMPUTER: _("🤖 Computers keep no profile. Their ratings stand below the board of ratings."),
        Code.ONESELF: _("🪞 You against yourself? That one ends in a draw. Name somebody else."),
    }


def _elsewhere(channels: Sequence[int]) -> str:
    """Where tables may be opened, of the channels that this person can see."""
    if not channels:
        return _("📍 No tables in this channel, please: this server keeps them elsewhere. Ask who manages it.")
    return _("📍 No tables in this channel, please. Open yours in {channels}.").format(
        channels=either([f"<#{channel}>" for channel in channels])
    )


def _no_bid(facts: Facts) -> str:
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


def _not_yours(facts: Facts) -> str:
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


def _settled(facts: Facts) -> str:
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


def not_so_fast() -> str:
    """Somebody presses on while much of what they pressed is still being done; this one press is not carried out."""
    return _("🐢 Not so fast: I’m still busy with what you pressed before, and this one didn’t count. Wait a moment.")


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
