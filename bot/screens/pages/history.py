"""Build the list of finished games (/history), with their winners, their lengths and links to replays."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.history.past import PastGame, PastPage
from bot.presses.history import ListGames, OpenReplay
from bot.screens.elements.amounts import players
from bot.screens.elements.cards import Box, Button, Choice, Ephemeral, Menu, Part, Row, Text, Tone
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import NO_GAMES_YET
from bot.screens.elements.option_values import length
from bot.screens.families import variants
from bot.screens.pages.replay import cast_of
from bot.words.cleaning import clean
from bot.words.language import _, day, joined

NAMED = 3
"""The maximum number of winners that a line names."""


def history(page: PastPage, press: ListGames) -> Ephemeral:
    """Return a page of the list of games. `press` contains the filters."""
    lines = [_game_line(game, anywhere=not press.channel) for game in page.games] or [_no_games(page)]
    head = _("## 📜 Games played here")
    facts = [f"<@{press.who}>"] if press.who else []
    facts += [variants.wording(press.game).title] if press.game else []
    box = Box(
        (Text("\n".join([head, *([f"-# {' · '.join(facts)}"] if facts else [])])), Text("\n".join(lines))), Tone.BRASS
    )
    return Ephemeral((box, *_games_menu(page), *_other_pages(page, press)))


def _no_games(page: PastPage) -> str:
    if page.older is not None:
        return _("Nothing on this page, but there are older games.")
    if page.newer is not None:
        return _("No more games.")
    return _(NO_GAMES_YET)


def _game_line(game: PastGame, anywhere: bool) -> str:
    """Return a line about a game: its number, variant and time, the winners, and the number of rounds."""
    facts = [f"<t:{int(game.ended.timestamp())}:f>", _whose(cast_of(game.players), game), _rounds_played(game)]
    facts += [f"<#{game.channel}>"] if anywhere else []
    return f"`{game.number}.` {variants.wording(game.variant).emoji} {' · '.join(facts)}"


def _whose(who: Cast, game: PastGame) -> str:
    if game.winners:
        return f"🏆 {_who(who, game.winners)}"
    return f"🌊 {_who(who, game.losers)}" if game.losers else _("no winner")


def _who(who: Cast, seats: tuple[int, ...]) -> str:
    if len(seats) > NAMED:
        return players(len(seats))
    return joined([f"**{who.brief(seat)}**" for seat in seats])


def _rounds_played(game: PastGame) -> str:
    return length("rounds", game.rounds)


def _games_menu(page: PastPage) -> Iterator[Part]:
    """Yield the menu that opens replays of the games on this page, if any of them still has a replay."""
    choices = tuple(
        Choice(OpenReplay(game.id), _label(game), day(game.ended), variants.wording(game.variant).emoji)
        for game in page.games
        if game.is_kept
    )
    if choices:
        yield Menu(f"past{page.games[0].number}", _("Replay a game"), choices)


def _label(game: PastGame) -> str:
    who = cast_of(game.players)
    names = [who.label(seat) for seat in range(len(who.seats))]
    # Translators: a line of a menu: the number of a game, and the names of its players.
    return clean(_("{n}. with {names}").format(n=game.number, names=joined(names)), 100)


def _other_pages(page: PastPage, press: ListGames) -> Iterator[Part]:
    """Yield the buttons for newer games, for older games, and for games with or without practice."""
    newer = replace(press, edge=page.newer or 0, newer=True)
    older = replace(press, edge=page.older or 0, newer=False)
    turns: tuple[Button, ...] = ()
    if page.newer is not None or page.older is not None:
        turns = (
            Button(_("Newer"), newer if page.newer is not None else None, "◀️", disabled=page.newer is None),
            Button(_("Older"), older if page.older is not None else None, "▶️", disabled=page.older is None),
        )
    words = _("Hide practice games") if press.practice else _("Show practice games")
    yield Row((*turns, Button(words, replace(press, practice=not press.practice, edge=0, newer=False), "🤖")))
