"""Write texts for leaderboards and profiles: the names of leaderboards, and people's statistics."""

from collections.abc import Iterable

import msgspec

from bot.history.boards import BoardName
from bot.history.ratings import PROVISIONAL
from bot.screens.elements import amounts
from bot.screens.elements.labels import BADS, CLEAN_SCORE, FORFEITS_OWED, NO_GAMES_YET, RATING
from bot.screens.families import variants
from bot.words.language import N_, _, listed, ngettext, number, percentage, signed

# Translators: {figure} is a rating, a percentage or a number; {games} is a phrase such as “12 games”.
FIGURE_IN_GAMES = N_("{figure} in {games}")
# Translators: {owed} and {paid} are numbers of forfeits.
OWED_AND_PAID = N_("{owed} owed, {paid} paid")


class BoardWords(msgspec.Struct, frozen=True):
    """The texts about a board: its emoji, its title, its description, and the text for an empty board."""

    emoji: str
    title: str
    about: str
    empty: str

    def head(self) -> str:
        """Return the title of the board after its emoji."""
        return f"{self.emoji} {self.title}"


def board_words(board: BoardName) -> BoardWords:
    """Return the texts about a board."""
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
    nothing = _("Nobody owes anything. Change that with `/play`!")
    if board == "paid":
        return BoardWords("🍻", _("Forfeits paid"), "", nothing)
    return BoardWords("📝", _(FORFEITS_OWED), "", nothing)


def _goods_and_bads(board: BoardName) -> BoardWords:
    nothing = _("No goods or bads yet. `/play` Firehouse!")
    match board:
        case "goods":
            return BoardWords("😇", _("Goods"), "", nothing)
        case "bads":
            return BoardWords("🚒", _(BADS), "", nothing)
        case _:
            return BoardWords("⚖️", _("Net score"), "", nothing)


def _lies(board: BoardName) -> BoardWords:
    nothing = _(NO_GAMES_YET)
    if board == "caught":
        return BoardWords("🕵️", _("Lies caught"), _("Calls that were right."), nothing)
    return BoardWords("🎭", _("Best liar"), _("Lies that nobody called."), nothing)


def _results(board: BoardName) -> BoardWords:
    nothing = _(NO_GAMES_YET)
    match board:
        case "win_rate":
            about = _("After five games: your win rate, adjusted for how many games you’ve played.")
            return BoardWords("📈", _("Win rate"), about, nothing)
        case "rating":
            about = _("It goes up when you finish ahead of others. Starts at 1000; “?” = fewer than 10 games.")
            return BoardWords("⭐", _(RATING), about, nothing)
        case "chips":
            return BoardWords("🪙", _("Chips"), "", nothing)
        case "streak":
            return BoardWords("🔥", _("Longest streak"), "", nothing)
        case _:
            return BoardWords("🏆", _("Wins"), "", nothing)


def figures(board: BoardName, first: int, second: int) -> str:
    """Return one person's figures on a board in words. `first` decides the rank, and `second` is shown after it."""
    match board:
        case "forfeits":
            return _(OWED_AND_PAID).format(owed=number(first), paid=number(second))
        case "paid":
            return _(OWED_AND_PAID).format(owed=number(second), paid=number(first))
        case "goods":
            return _sheet(_goods(first), _bads(second))
        case "bads":
            return _sheet(_bads(first), _goods(second))
        case "net":
            return signed(first)
        case _:
            return _of_games(board, first, second)


def _of_games(board: BoardName, first: int, second: int) -> str:
    match board:
        case "win_rate":
            return _(FIGURE_IN_GAMES).format(figure=percentage(f"{first / 100:.1f}"), games=_games(second))
        case "rating":
            return _rating(first, second)
        case "chips":
            return _(FIGURE_IN_GAMES).format(figure=signed(first), games=_games(second))
        case "caught":
            # Translators: a person called {all} bids a lie, and was right {n} times.
            return ngettext("{n} of {all} call", "{n} of {all} calls", second).format(
                n=number(first), all=number(second)
            )
        case "got_away":
            # Translators: a person told {all} lies, and {n} of them were believed.
            return ngettext("{n} of {all} lie", "{n} of {all} lies", second).format(n=number(first), all=number(second))
        case "streak":
            return _streak(first, second)
        case _:
            return _(FIGURE_IN_GAMES).format(figure=number(first), games=_games(second))


def worth(rating: int, games: int) -> str:
    """Return a rating as a number. A question mark follows if it is still uncertain after this number of games."""
    return f"{rating}?" if _is_guess(games) else str(rating)


def _is_guess(games: int) -> bool:
    return games < PROVISIONAL


def about_guesses(ratings: Iterable[tuple[int, int]]) -> list[str]:
    """Return a line that explains the question mark, or [] if none of these ratings (rating, games) has one."""
    return [_("-# “?” = fewer than 10 games")] if any(_is_guess(games) for _, games in ratings) else []


def _rating(rating: int, games: int) -> str:
    return _(FIGURE_IN_GAMES).format(figure=worth(rating, games), games=_games(games))


def _streak(longest: int, now: int) -> str:
    if now:
        # Translators: {n} is the longest streak of wins; {now} is the current streak.
        return ngettext("{n} win (now {now})", "{n} wins (now {now})", longest).format(
            n=number(longest), now=number(now)
        )
    return ngettext("{n} win", "{n} wins", longest).format(n=number(longest))


def _games(many: int) -> str:
    return ngettext("{n} game", "{n} games", many).format(n=number(many))


def _bads(many: int) -> str:
    return amounts.bads(many) if many else ""


def _goods(many: int) -> str:
    return amounts.goods(many) if many else ""


def _sheet(*figures: str) -> str:
    """Return these figures as one list. Empty figures are left out, and if all are empty, the text is "no bads"."""
    return listed([figure for figure in figures if figure]) or _(CLEAN_SCORE)


def which_games(game: str) -> str:
    """Return the name of a game, of a family of games, or of all games ("")."""
    match game:
        case "":
            return _("all games")
        case "common-hand":
            return _("bidding games")
        case "single-cup":
            return _("cup games")
        case _:
            return variants.wording(game).title
