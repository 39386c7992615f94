"""Show the daily puzzle: the position with its possible answers, and the reaction to an answer."""

from collections.abc import Iterator

from bot.people.puzzles import LIAR, Puzzle, Tried
from bot.presses.puzzle import AnswerPuzzle
from bot.screens.elements.cards import Box, Button, Ephemeral, Part, Row, Style, Text, Tone
from bot.screens.elements.labels import CALL_LIAR, EXACTLY, YOU_AS_A_NAME
from bot.screens.families import variants
from bot.screens.families.bids.rules_in_words import what_is_wild
from bot.words.dice import as_called, bid_words, dice_pictures, die, digits
from bot.words.language import _, ngettext, percent
from engine.core.characters import CHARACTERS


def card(puzzle: Puzzle, day: int, yesterday: str = "") -> tuple[Part, ...]:
    """Return the public card with the puzzle of a day. `yesterday` is the text about the previous puzzle."""
    wording, before = variants.wording(puzzle.game), [f"-# {yesterday}"] if yesterday else []
    head = _("### 🧩 Puzzle of the day: {emoji} {game}").format(emoji=wording.emoji, game=wording.title)
    lines = [*before, head, *_table(puzzle), f"# {dice_pictures(puzzle.mine)}", f"-# {digits(puzzle.mine)}"]
    asked = Text("\n".join([*lines, _("What do you do?")]))
    return (Box((asked,), Tone.BRASS), Row(tuple(_answers(puzzle, day))))


def _table(puzzle: Puzzle) -> Iterator[str]:
    """Yield lines with each player's number of dice, the wild number, and the bids so far."""
    yield " · ".join(f"{name} ×{dice}" for name, dice in zip(_names(puzzle), puzzle.dice, strict=True))
    if puzzle.wild:
        yield f"-# {what_is_wild(puzzle.game)}"
    bids = (f"{_names(puzzle)[bid.seat]} {bid_words(bid)}" for bid in puzzle.bids)
    yield f"📢 {' → '.join(bids)}"


def _names(puzzle: Puzzle) -> list[str]:
    """Return the names of the players: "You", and then computer players in the order of their turns."""
    return [_(YOU_AS_A_NAME), *list(CHARACTERS)[: len(puzzle.dice) - 1]]


def _answers(puzzle: Puzzle, day: int) -> Iterator[Button]:
    for said in puzzle.answers:
        press = AnswerPuzzle.of(day, said)
        if (bid := puzzle.bid(said)) is None:
            yield Button(in_words(puzzle, said), press, "🫵" if said == LIAR else "🎯", Style.BAD)
        else:
            yield Button(as_called(f"×{bid.quantity}", bid), press, die(bid.face), Style.MAIN)


def in_words(puzzle: Puzzle, said: str) -> str:
    """Return an answer in words, such as "Liar!" or "5 threes"."""
    if (bid := puzzle.bid(said)) is None:
        return _(CALL_LIAR) if said == LIAR else _(EXACTLY)
    return bid_words(bid)


def answered(puzzle: Puzzle, said: str, tried: Tried) -> Ephemeral:
    """Return the reaction to an answer: the best answer, the reason for it, and how many people have found it."""
    best, worth = in_words(puzzle, puzzle.best), puzzle.answers
    if said == puzzle.best:
        # Translators: {best} is a bid or a call; {percent} says how often it costs nothing.
        words = _("✅ Right: **{best}** is safe {percent} of the time.")
    else:
        # Translators: {best} and {yours} are bids or calls; {percent} and {less} say how often each of them is safe.
        words = _("❌ **{best}** was better: safe {percent} of the time. {yours}: {less}.")
    most, less = percent(worth[puzzle.best] / 100), percent(worth.get(said, 0) / 100)
    first = words.format(best=best, percent=most, yours=in_words(puzzle, said), less=less)
    bid = puzzle.bids[-1]
    # Translators: {name} is a computer player; {percent} and {plain} are two estimates of the same chance.
    why = _("{name} bid **{bid}**. Going by the bids, that’s {percent} likely; by your dice alone, {plain}.")
    lines = [
        first,
        why.format(
            name=_names(puzzle)[bid.seat],
            bid=bid_words(bid),
            percent=percent(puzzle.said / 100),
            plain=percent(puzzle.plain / 100),
        ),
        f"-# {how_many(tried)}",
    ]
    return Ephemeral((Text("\n".join(lines)),))


def how_many(tried: Tried) -> str:
    """Return a sentence about how many people on this server found the best answer."""
    if not tried.right:
        # Translators: a puzzle, on this server.
        return _("Nobody here solved it.")
    # Translators: {n} people on this server tried the puzzle. The plural form follows {right}.
    return ngettext("{right} of {n} here solved it.", "{right} of {n} here solved it.", tried.right).format(
        right=tried.right, n=tried.people
    )


def yesterday(puzzle: Puzzle, tried: Tried) -> str:
    """Return the public text about yesterday's puzzle, or "" if nobody tried it."""
    if not tried.people:
        return ""
    # Translators: {best} is a bid or a call; {people} is a sentence such as “3 of 5 here solved it.”.
    return _("Yesterday: **{best}** · {people}").format(best=in_words(puzzle, puzzle.best), people=how_many(tried))
