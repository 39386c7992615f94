"""The figures of boards and profiles in words: what each board is called and counts, and which games it is of."""

import msgspec

from bot.history.boards import BoardName
from bot.history.ratings import PROVISIONAL
from bot.screens import variants
from bot.words.language import _, ngettext


class BoardWords(msgspec.Struct, frozen=True):
    """A board in words: its sign and name, what it counts, and what is said where nobody stands on it."""

    emoji: str
    title: str
    about: str
    empty: str

    def head(self) -> str:
        """Return its name with its sign."""
        return f"{self.emoji} {self.title}"


def board_words(board: BoardName) -> BoardWords:
    """Return a board in words."""
    match board:
        case "forfeits" | "paid":
            return _forfeits(board)
        case "goods" | "bads" | "net":
            return _goods_and_bads(board)
        case "caught" | "got_away":
            return _lies(board)
        case _:
            return _results(board)


def _forfeits(board: BoardName) -> BoardWords:
    nothing = _("Nobody owes anything. Open a table with `/play` and change that!")
    if board == "paid":
        return BoardWords("🍻", _("Forfeits paid"), _("Whoever loses pays. These did."), nothing)
    return BoardWords("📝", _("Forfeits owed"), _("What is still on the tab."), nothing)


def _goods_and_bads(board: BoardName) -> BoardWords:
    nothing = _("Nobody has been good or bad yet. `/play` a game of firehouse!")
    match board:
        case "goods":
            return BoardWords("😇", _("Goods"), _("One for every challenge won in games of goods and bads."), nothing)
        case "bads":
            return BoardWords("🚒", _("Bads"), _("One for every challenge lost in games of goods and bads."), nothing)
        case _:
            return BoardWords("⚖️", _("Net score"), _("Goods less bads."), nothing)


def _lies(board: BoardName) -> BoardWords:
    nothing = _("Nobody has finished a game yet. `/play` opens a table.")
    if board == "caught":
        return BoardWords("🕵️", _("Lies caught"), _("Challenges that were right, out of all."), nothing)
    return BoardWords(
        "🎭", _("Lies got away with"), _("False bids and claims that nobody called, out of all."), nothing
    )


def _results(board: BoardName) -> BoardWords:
    nothing = _("Nobody has finished a game yet. `/play` opens a table.")
    match board:
        case "win_rate":
            about = _("From five games on: the least share of wins that the games so far speak for.")
            return BoardWords("📈", _("Win rate"), about, _("Nobody has finished five games yet."))
        case "rating":
            about = _("From who finishes before whom. All begin at 1000; ten games make it more than a guess.")
            return BoardWords("⭐", _("Rating"), about, nothing)
        case "chips":
            about = _("Play chips, won and lost. They cannot be bought, sold or given.")
            return BoardWords("🪙", _("Chips"), about, _("Nobody has played for chips yet. `/play` a game of dudo!"))
        case "streak":
            return BoardWords("🔥", _("Longest streak"), _("Games won in a row."), nothing)
        case _:
            return BoardWords("🏆", _("Wins"), _("Games won, out of all that were played to their end."), nothing)


def figures(board: BoardName, first: int, second: int) -> str:
    """Return one person's figures on a board: the amount that ranks, and what stands beside it."""
    match board:
        case "forfeits":
            return _("{owed} owed, {paid} paid").format(owed=first, paid=second)
        case "paid":
            return _("{paid} paid, {owed} owed").format(owed=second, paid=first)
        case "goods":
            return _("{goods}, {bads}").format(goods=_goods(first), bads=_bads(second))
        case "bads":
            return _("{bads}, {goods}").format(bads=_bads(first), goods=_goods(second))
        case "net":
            return signed(first)
        case _:
            return _of_games(board, first, second)


def _of_games(board: BoardName, first: int, second: int) -> str:
    match board:
        case "win_rate":
            return _("{rate} % of {games}").format(rate=f"{first / 100:.1f}", games=_games(second))
        case "rating":
            return _rating(first, second)
        case "chips":
            return _("{chips} in {games}").format(chips=signed(first), games=_games(second))
        case "caught":
            return ngettext("{n} of {all} challenge", "{n} of {all} challenges", second).format(n=first, all=second)
        case "got_away":
            return ngettext("{n} of {all} lie", "{n} of {all} lies", second).format(n=first, all=second)
        case "streak":
            return _streak(first, second)
        case _:
            return _("{won} of {games}").format(won=first, games=_games(second))


def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def worth(rating: int, games: int) -> str:
    """Return a rating after a number of games; one that is still a guess has a question mark."""
    return str(rating) if games >= PROVISIONAL else _("{rating}?").format(rating=rating)


def _rating(rating: int, games: int) -> str:
    if games >= PROVISIONAL:
        return _("{rating} in {games}").format(rating=rating, games=_games(games))
    return _("{rating}? after {games}").format(rating=rating, games=_games(games))


def _streak(longest: int, now: int) -> str:
    if now:
        return ngettext("{n} win (now {now})", "{n} wins (now {now})", longest).format(n=longest, now=now)
    return ngettext("{n} win", "{n} wins", longest).format(n=longest)


def _games(many: int) -> str:
    return ngettext("{n} game", "{n} games", many).format(n=many)


def _bads(many: int) -> str:
    return ngettext("{n} bad", "{n} bads", many).format(n=many)


def _goods(many: int) -> str:
    return ngettext("{n} good", "{n} goods", many).format(n=many)


def which_games(game: str) -> str:
    """Return which games are meant: all (""), those of a family, or one by its name."""
    match game:
        case "":
            return _("all games")
        case "common-hand":
            return _("games of bids")
        case "single-cup":
            return _("the cup")
        case _:
            return variants.wording(game).title
