"""Write sentences for refusals by a table, a server or the bot itself, and for requests that failed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.screens.elements import amounts, obstacles
from bot.screens.elements.cards import Ephemeral, ephemeral
from bot.screens.elements.labels import (
    LOBBY_IS_CLOSED,
    NO_GAMES_YET,
    ONE_MORE_TO_START,
    READY_TO_PLAY,
    SETTLED_ALREADY,
    UNKNOWN_GAME,
)
from bot.screens.elements.option_values import span
from bot.screens.families.variants import offered, wording
from bot.screens.table import door, forfeits, roles
from bot.tables.trouble import Code
from bot.words.cleaning import escaped, person
from bot.words.dice import dice_words, typed_bid
from bot.words.language import N_, _, before, either, joined, ngettext, sentences

DID_YOU_MEAN = N_("🎲 I don’t know “{typed}”. Did you mean **{nearest}**?")
MOVED_ON = N_("⏩ The table has moved on: use the newest buttons.")
TABLE_IS_GONE = N_("🧹 That table is gone. `/play` opens a new one.")

Facts = Mapping[str, Any]


def sentence(code: Code, facts: Facts) -> str:
    """Return the sentence for a code and its facts. Raises `KeyError` if the code has no sentence."""
    return SENTENCES[code](facts)


def _most(facts: Facts) -> int:
    """Return the limit that was reached or exceeded."""
    return int(facts.get("most", 0))


def _too_long(facts: Facts) -> str:
    most = _most(facts)
    return ngettext("✂️ Keep it to {n} character, please.", "✂️ Keep it to {n} characters, please.", most).format(n=most)


def _name(facts: Facts) -> str:
    """Return the name that the refusal mentions, escaped for Discord."""
    return escaped(str(facts.get("name", "")))


def _no_such_game(facts: Facts) -> str:
    typed, nearest = escaped(str(facts.get("typed", ""))), escaped(str(facts.get("nearest", "")))
    if nearest:
        return _(DID_YOU_MEAN).format(typed=typed, nearest=nearest)
    words = _(UNKNOWN_GAME)
    return words.format(typed=typed, games=joined([wording(name).title for name in offered()]))


def _no_such_rules(facts: Facts) -> str:
    typed, nearest = escaped(str(facts.get("typed", ""))), escaped(str(facts.get("nearest", "")))
    if nearest:
        return _(DID_YOU_MEAN).format(typed=typed, nearest=nearest)
    return _("📜 No such house rules here. See `/table rules list`.")


def _elsewhere(channels: Sequence[int]) -> str:
    """Return the sentence about the channels where tables may be opened.

    `channels` contains those of them that this person can see.
    """
    if not channels:
        return _("📍 No tables in this channel, please. Ask a server manager where to play.")
    # Translators: {channels} is a list of channels.
    return _("📍 No tables in this channel, please. Open yours in {channels}.").format(
        channels=either([f"<#{channel}>" for channel in channels])
    )


def _no_bid(facts: Facts) -> str:
    """Return the sentence that says what is missing in a typed bid."""
    quantity, face, typed = facts.get("quantity"), facts.get("face"), escaped(str(facts.get("typed", "")), 40)
    if nearest := facts.get("nearest"):
        return _(DID_YOU_MEAN).format(typed=typed, nearest=nearest)
    if face:
        # Translators: a face was typed, but no number; {bid} is a complete bid: “5 fives”.
        return _("🔢 How many, and which face? Try “{bid}” or “4x3”.").format(bid=dice_words(5, face))
    if quantity is not None:
        # Translators: a number was typed, but no face; {bid} is a complete bid with this number: “7 fives”.
        return _("🎲 {n} of what? Name a face, as in “{bid}”.").format(n=quantity, bid=typed_bid(quantity or 5))
    # Translators: {bid} is a bid: “5 fives”.
    return _("🗣️ I can’t read “{typed}” as a bid. Try “{bid}” or “4x3”.").format(typed=typed, bid=typed_bid())


def _just_posted(facts: Facts) -> str:
    when = f"<t:{facts.get('again', 0)}:R>"
    if facts.get("channel"):
        # Translators: {when} is a phrase such as “in 40 seconds”.
        return _("📣 A lot was just posted here. You can post yours {when}.").format(when=when)
    # Translators: {when} is a phrase such as “in 40 seconds”.
    return _("📣 You just posted something. You can post again {when}.").format(when=when)


NO_BRACKETS = {ord(sign): f"%{ord(sign):02X}" for sign in "()<>[]"}
"""How an address is written in a link of Discord's markdown, where brackets end the address."""


def fault(reference: str, support: str) -> str:
    """Return the sentence for a request that failed and changed nothing.

    The bot's log contains the same `reference`. `support` is the address at which the operator helps, or "".
    """
    # Translators: {id} is a number that is also in the bot’s log.
    said = _("🔧 My mistake, and nothing is lost: try again. (Reference `{id}`)").format(id=reference)
    return sentences(said, _help_at(support))


def _help_at(support: str) -> str:
    if not support:
        return ""
    # Translators: keep the brackets: the words in the square ones become a link.
    return _("Still stuck? [Ask for help]({address}).").format(address=support.translate(NO_BRACKETS))


def unknown_press() -> str:
    """Return the sentence for a button that this version of the bot cannot read."""
    return _("🧹 That button is too old. `/table show` gets you new ones.")


def outdated_command() -> str:
    """Return the sentence for a command that the person's Discord app still shows in an outdated form."""
    return _("🔄 That command has changed. Restart Discord and try again.")


def counts() -> str:
    """Return the sentence for a request that is saved. The next sentence says why the table does not show it."""
    return _("✔️ That counts.")


def unshown(reference: str, support: str) -> str:
    """Return the sentence for a request that is saved but could not be shown, with the same arguments as `fault`."""
    words = _("✔️ That counts, and the table will catch up soon. (Reference `{id}`)")
    return sentences(words.format(id=reference), _help_at(support))


def closing() -> str:
    """Return the sentence for a request that arrives while the bot is stopping."""
    return _("🔄 I’m restarting, so that didn’t count. Try again in a moment.")


def after_the_showdown() -> Ephemeral:
    """Return the sentence for a new table that opens in this channel as soon as a showdown is over."""
    return ephemeral(_("🥁 One moment: a showdown’s on. Your table opens right below it."))


def not_so_fast() -> str:
    """Return the sentence for a press that is ignored, because too many presses of this person are still running."""
    return _("🐢 Not so fast! That one didn’t count. Try again in a moment.")


SENTENCES: dict[Code, Callable[[Facts], str]] = {
    Code.NEWER_VERSION: lambda _facts: _("🔄 A newer version of me is moving in here. Try again in a moment."),
    # Tables and the people at them.
    Code.UNKNOWN_TABLE: lambda _facts: _(TABLE_IS_GONE),
    Code.NO_CHANNEL: lambda _facts: _("🤷 Discord didn’t say which channel you’re in. Try again in a text channel."),
    Code.NO_TABLE: lambda _facts: _("🎲 No table here. `/play` opens one."),
    Code.IN_A_LESSON: lambda _facts: _("🎓 The lesson is played with its buttons. `/play` opens a table."),
    Code.TABLE_HERE: lambda _facts: _("🪑 There’s already a table here. `/table show` brings it into view."),
    Code.LOBBY_FULL: lambda facts: ngettext(
        "🪑 The table is full ({n} seat). Enjoy the show!",
        "🪑 The table is full ({n} seats). Enjoy the show!",
        _most(facts),
    ).format(n=_most(facts)),
    Code.NOT_SEATED: lambda _facts: _("🪑 You’re not at this table."),
    **door.SENTENCES,
    Code.NOT_THERE: lambda _facts: _("👑 Only a person at this table can be host."),
    Code.NO_FREE_SEAT: lambda _facts: _("🪑 That seat is taken."),
    Code.NOT_WAITING: lambda _facts: _("👋 You’re not waiting for a seat."),
    Code.ALREADY_SEATED: lambda facts: (
        _("🪑 You’re in this game already. Computers’ seats are for people who aren’t.")
        if facts.get("plays")
        else _("🪑 You’re already here.")
    ),
    Code.SITS_HERE: lambda _facts: _("🪑 They’re already here."),
    Code.JUST_INVITED: lambda _facts: _("📨 They were just invited: give them a few minutes."),
    Code.NOT_ON_SERVER: lambda facts: _("🚪 {name} isn’t on this server yet.").format(
        name=person(str(facts.get("name", "")))
    ),
    Code.A_BOT: lambda _facts: _("🤖 That’s a bot. **Add a computer** in the lobby instead."),
    Code.NEED_PLAYERS: lambda _facts: _(ONE_MORE_TO_START),
    Code.NO_COMPUTER: lambda _facts: _("🤖 That computer has already left."),
    Code.TOO_MANY_TABLES: lambda facts: ngettext(
        "🪑 You’re already at {n} table. Finish or leave it first.",
        "🪑 You’re already at {n} tables. Finish or leave one first.",
        _most(facts),
    ).format(n=_most(facts)),
    Code.SERVER_FULL: lambda facts: ngettext(
        "🪑 This server already has {n} table open. Try again later.",
        "🪑 This server already has {n} tables open. Try again later.",
        _most(facts),
    ).format(n=_most(facts)),
    # A game and its phase.
    Code.GAME_RUNNING: lambda _facts: _("🎲 Too late: the game is on."),
    Code.BEING_SEALED: lambda _facts: _(LOBBY_IS_CLOSED),
    Code.NOT_STARTED: lambda _facts: _("🥁 The game hasn’t started yet."),
    Code.STALE_PANEL: lambda _facts: _(MOVED_ON),
    Code.NEXT_ROUND_IS_ON: lambda _facts: _(MOVED_ON),
    # Translators: {times} is a phrase such as “once” or “3 times”.
    Code.CUPS_ARE_UP: lambda _facts: _("👁️ Too late: the cups are going up."),
    Code.OWN_SHOWDOWN: lambda _facts: _("👁️ You’re in this one. Let the others guess."),
    Code.HELD_ENOUGH: lambda facts: _("👀 You’ve paused this one {times}. On we go!").format(
        times=amounts.times(_most(facts))
    ),
    Code.JUST_BROUGHT: lambda _facts: _("⬇️ It was just moved to the bottom. Try again in a minute."),
    Code.NO_SERVER: lambda _facts: _(READY_TO_PLAY),
    Code.GONE: lambda facts: (
        # Translators: the bold word is a button.
        _("🏁 The game is over. **Again**, below the result, starts another.")
        if facts.get("over")
        else _(TABLE_IS_GONE)
    ),
    Code.STILL_RUNNING: lambda _facts: _("🎲 The game is on: press **Again** after the result."),
    Code.SEALED: lambda _facts: _("🔒 The dice stay sealed until the game is over."),
    Code.NO_BID: _no_bid,
    Code.NO_CLAIM: lambda facts: _(DID_YOU_MEAN).format(
        typed=escaped(str(facts.get("typed", "")), 40), nearest=facts.get("nearest", "")
    ),
    Code.UNCLEAR: lambda facts: before(
        str(facts.get("second", "")),
        # Translators: two bids or claims that somebody may have typed.
        _("🤔 Did you mean {first} or {second}? Type the one you meant."),
    ).format(first=escaped(str(facts.get("first", ""))), second=escaped(str(facts.get("second", "")))),
    # Translators: somebody typed a call that would double the price of being wrong, as some play it in bars.
    Code.NO_DOUBLING: lambda _facts: _("🫵 Nobody can double the price at this table. Go higher, or call it."),
    Code.NO_NEGATIVE: lambda _facts: _("🔢 Just a plain number, please: 1 or more."),
    # Translators: {bid} is a bid: “5 fives”.
    Code.NOTHING_WILD: lambda _facts: _("🎲 Nothing’s wild right now: name a face, as in “{bid}”.").format(
        bid=typed_bid()
    ),
    Code.NOT_PLAYED_HERE: lambda _facts: _("🧩 That game can’t be played here yet. Pick another."),
    # Requests of the host.
    # Translators: {low} and {high} are such as “30 seconds”, “7 days”.
    Code.CLOCK_RANGE: lambda _facts: _("⏳ A turn can last from {low} to {high}.").format(
        low=span(30), high=span(604800)
    ),
    Code.DELAY_RANGE: lambda facts: _("⏰ Pick a time between {low} and {high} from now.").format(
        low=span(facts["low"]), high=span(facts["high"])
    ),
    Code.LENGTH: lambda facts: _("⏳ How long is “{said}”? Try “10 rounds” or “45 minutes”, or leave it empty.").format(
        said=escaped(str(facts.get("said", "")))
    ),
    Code.NO_PACE: lambda _facts: _("🚶 Pick a quick, easy or ceremonial pace."),
    Code.FORFEIT_LENGTH: _too_long,
    # Games and saved house rules that somebody asks for by name.
    Code.NO_SUCH_GAME: _no_such_game,
    Code.NO_SUCH_RULES: _no_such_rules,
    Code.RULES_UNREADABLE: lambda facts: _(
        "📜 I can’t read “{name}” anymore. Delete it with `/table rules delete` and save it again."
    ).format(name=_name(facts)),
    # Translators: it takes {n} achievements; the reader has {has}.
    Code.DICE_LOCKED: lambda facts: ngettext(
        "🔒 These dice need {n} achievement; you have {has}. See `/profile`.",
        "🔒 These dice need {n} achievements; you have {has}. See `/profile`.",
        int(facts.get("asks", 0)),
    ).format(n=facts.get("asks", 0), has=facts.get("has", 0)),
    Code.RULES_OF_ANOTHER: lambda facts: _("💾 “{name}” was saved by {by}. Pick another name.").format(
        name=_name(facts), by=person(str(facts.get("by", "")))
    ),
    Code.RULES_NAME: _too_long,
    Code.NAME_OF_A_GAME: lambda facts: _("💾 “{name}” is a game. Pick another name, like “Friday rules”.").format(
        name=_name(facts)
    ),
    # Translators: {n} dares were typed.
    Code.DECK_SIZE: lambda facts: _("🃏 That’s {n}. A deck needs {least} to {most} dares, one per line.").format(
        n=facts.get("n", 0), least=facts.get("least", 0), most=_most(facts)
    ),
    Code.TOO_MANY_RULES: lambda facts: ngettext(
        "💾 This server already has {n} set of house rules. Make room with `/table rules delete`.",
        "💾 This server already has {n} sets of house rules. Make room with `/table rules delete`.",
        _most(facts),
    ).format(n=_most(facts)),
    # Forfeits.
    Code.NOT_YOURS: forfeits.not_yours,
    Code.ALREADY_SETTLED: lambda _facts: _(SETTLED_ALREADY),
    Code.NOT_SETTLED: lambda _facts: _("📝 That one is still on the tab."),
    Code.LONG_SETTLED: lambda facts: ngettext(
        "📝 That was paid more than {n} day ago. It stays paid.",
        "📝 That was paid more than {n} days ago. It stays paid.",
        facts.get("days", 0),
    ).format(n=facts.get("days", 0)),
    Code.NO_FORFEIT: lambda _facts: _("📝 There’s no such forfeit."),
    # Games that are over.
    Code.NO_EVENING: lambda _facts: _("🌙 You can’t call it a night now: the night’s already over, or a game’s on."),
    Code.NOT_DOZING: lambda _facts: _("👍 You’re not dozing. That button is for players who are."),
    Code.NO_REASON: lambda _facts: _("💭 The last showdown didn’t involve a computer."),
    Code.NO_SWAP: lambda _facts: _("🔁 Too late to swap that dare."),
    Code.NOT_YOUR_SWAP: lambda facts: _("🔁 Only {winner} can swap that dare.").format(
        winner=person(str(facts.get("winner", "")))
    ),
    Code.OWN_DARE: lambda _facts: _("👏 You did it, so let the others clap."),
    Code.CLAPPED: lambda _facts: _("👏 You’ve already clapped for that one."),
    Code.NO_CLAP: lambda _facts: _("👏 Too late to clap for that one."),
    Code.NO_MOMENT: lambda _facts: _("📸 There’s nothing to share from that game."),
    Code.ALREADY_SHARED: lambda _facts: _("📸 That moment’s been shared already."),
    Code.NO_PAST_GAME: lambda _facts: _(NO_GAMES_YET),
    Code.NO_GAME_NUMBERED: lambda facts: _("📜 There’s no game {n} on this server. See `/history`.").format(
        n=facts.get("number", 0)
    ),
    Code.GAME_NOT_KEPT: lambda _facts: _(
        "🍂 I have no record of that game: it’s gone, or it wasn’t played where you can see it. Try `/history`."
    ),
    Code.OLD_PUZZLE: lambda _facts: _("🧩 That one is over. `/puzzle` has today’s."),
    Code.NOT_FOR_EVERYBODY: lambda _facts: _(
        "🔒 Not everyone here can see where that game was played. Post it in its own channel instead."
    ),
    # A server and its limits.
    Code.NOT_A_MANAGER: lambda _facts: _("⚙️ You need the **Manage Server** permission for that."),
    Code.NOT_IN_THIS_CHANNEL: lambda facts: _elsewhere(facts.get("channels", ())),
    Code.TOO_MANY_CHANNELS: lambda facts: ngettext(
        "📍 Pick up to {n} channel.",
        "📍 Pick up to {n} channels.",
        _most(facts),
    ).format(n=_most(facts)),
    **roles.SENTENCES,
    Code.UNKNOWN_CHANNEL: lambda _facts: _("📍 One of these channels is gone. See `/settings`."),
    # Translators: {name} is a season.
    Code.SEASON_RUNS: lambda facts: _("🏁 **{name}** is still on. End it first: `/settings season close`.").format(
        name=_name(facts)
    ),
    Code.NO_SEASON: lambda _facts: _("🏁 There’s no season right now. Start one: `/settings season open`."),
    Code.SEASON_NAME: _too_long,
    # Translators: {months} is a list such as “1, 3 or 12”.
    Code.NO_SUCH_TIME: lambda facts: _("🗄️ Replays are kept for {months} months, or for good.").format(
        months=either([str(months) for months in facts.get("months", ())])
    ),
    Code.STILL_SEATED: lambda facts: _(
        "🪑 You’re still at a table in {channels}. Leave it first: `/table leave`."
    ).format(channels=joined([f"<#{channel}>" for channel in facts.get("channels", ())])),
    Code.CLOSED_TO_ME: lambda facts: obstacles.sentence(facts["obstacle"]),
    Code.NO_THREAD: lambda _facts: obstacles.no_thread_and_no_room(),
    # People's results, data and posts.
    Code.KEEPS_IT_PRIVATE: lambda facts: _("🤫 {name} keeps that private.").format(
        name=person(str(facts.get("name", "")))
    ),
    Code.JUST_POSTED: _just_posted,
    Code.JUST_GIVEN: lambda _facts: _("📦 I just sent it: scroll up. Ask again in five minutes."),
    Code.A_COMPUTER: lambda _facts: _("🤖 Computers don’t have profiles. See the ratings leaderboard."),
    Code.ONESELF: lambda _facts: _("🪞 You against yourself? That’s a draw. Name somebody else."),
}
"""For each code, the function that returns its sentence from the facts. A test checks that each code has one."""
