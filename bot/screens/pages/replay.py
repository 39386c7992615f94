"""Replay a finished game, step by step, with the dice that one player or everybody saw, or with all dice."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from bot.history.game import Player
from bot.history.past import Replay
from bot.presses.base import Press
from bot.presses.history import ALL, TABLE, OpenReplay, SaveRecord, ShowProof, ShowStep, TurnReplay
from bot.screens.elements.cards import (
    Box,
    Button,
    Choice,
    Download,
    Ephemeral,
    Menu,
    Part,
    Row,
    Rule,
    Text,
    Tone,
    oldest,
)
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import FAIR_DICE, REPLAY, ROUND, SHOW_HERE
from bot.screens.elements.widths import height
from bot.screens.families import narration, variants
from bot.screens.families.narration import Narrator, Scene
from bot.screens.families.presenters import presenter
from bot.screens.pages import advice
from bot.screens.table import result
from bot.tables.model import Seat
from bot.tables.past_seats import seat_in_round
from bot.tables.pending import Chapter
from bot.words.cleaning import clean, person
from bot.words.language import N_, _, pgettext
from engine.core.events import GameOver, Hidden
from engine.core.replay_steps import Step

ALL_DICE_OPEN = N_("All dice face up")
# Translators: a replay that shows only the dice of this player.
AS_NAME_SAW_IT = N_("As {name} saw it")
AS_THE_TABLE_SAW_IT = N_("As the table saw it")

MOST_CHOICES = 25
"""The maximum number of choices in a menu of Discord."""

FEW = 3
"""The number of players whose costliest move the menu lists."""

STANDING = 6
"""The maximum number of lines on a phone for all positions at the end. It is also the maximum number of reports."""

STORY = 6
"""The maximum number of lines on a phone for the highlights at the end."""

NOT_KEPT = None
"""A record contains no words about what losers owe, so a replay shows "a forfeit"."""


class Look(msgspec.Struct, frozen=True):
    """A step of a replay, and the point of view from which it is shown.

    `at` is the index of the step. `eye` is a seat's number from 1, `TABLE` for what everybody saw, or `ALL` for all
    dice. The step and the seat always exist.
    """

    replay: Replay
    at: int
    eye: int

    @property
    def step(self) -> Step:
        """Return the step that is shown."""
        return self.replay.replayed.steps[self.at]

    def turned(self, at: int, jump: bool = False) -> TurnReplay:
        """Return the press that shows another step."""
        return TurnReplay(self.replay.game.id, at, self.eye, jump)


def look(replay: Replay, at: int, eye: int) -> Look:
    """Return a step of a replay with a point of view.

    A button's id may be forged, so the step or the seat may not exist. Then the last step or the point of view of the
    table is used instead.
    """
    is_seat = 0 < eye <= len(replay.game.players)
    return Look(replay, min(at, len(replay.replayed.steps) - 1), eye if is_seat or eye == ALL else TABLE)


def replayed(seen: Look) -> Ephemeral:
    """Return a step of a replay for one person, with the buttons that lead to other steps."""
    box = Box(_told(seen), Tone.BRASS if _is_end(seen.step) else Tone.FELT)
    return Ephemeral((box, _to_and_fro(seen), *_menus(seen), Row(_besides(seen))))


def posted(seen: Look, by: str) -> tuple[Part, ...]:
    """Return a step of a replay for a channel; `by` is the name of the person who posts it."""
    # Translators: {name} is a person.
    shows = Text(_("-# 📣 {name} shares a moment from a game").format(name=person(by)))
    again = Button(_(REPLAY), OpenReplay(seen.replay.game.id, seen.at), "📼")
    return (Box((shows, *_told(seen), Row((again,))), Tone.FELT),)


def _told(seen: Look) -> tuple[Text | Rule, ...]:
    return (*_head(seen), *_body(seen), *_opinion(seen), *_marks(seen))


def saved(number: int, record: str) -> Ephemeral:
    """Return the answer with the record of a game as a file."""
    words = _("💾 The record of game {n}: every roll and every move, in plain text.")
    return Ephemeral((Text(words.format(n=number)),), Download(file_name(number), record.encode()))


def file_name(number: int) -> str:
    """Return the name of the file with the record of a game."""
    return f"game-{number}.dice"


def cast_of(players: Sequence[Player], number: int = 0) -> Cast:
    """Return the names of these players, or of those who sat there in round `number` if it is given.

    A forgotten person is called "Somebody", and does not count as a computer player.
    """
    seats = (
        Seat(None if each.computer else each.user or 0, each.name, since=each.since, instead_of=each.instead_of)
        for each in players
    )
    return Cast(tuple(seat_in_round(seat, number) if number else seat for seat in seats))


def _head(seen: Look) -> Iterator[Text]:
    """Yield the head of a page: the game, the number of the step, and the point of view."""
    replay, wording = seen.replay, variants.wording(seen.replay.game.variant)
    when = f"<t:{int(replay.game.ended.timestamp())}:f>"
    # Translators: {n} is the number of a game.
    game = _("📼 Game {n}").format(n=replay.number)
    # Translators: the reader's place in a replay: step {n} of {all}.
    where = _("{n} of {all}").format(n=seen.at + 1, all=len(replay.replayed.steps))
    yield Text(f"-# {game} · {wording.emoji} {wording.title} · {when}\n-# {where} · {_eye(seen)}")


def _eye(seen: Look) -> str:
    match seen.eye:
        case eye if eye == TABLE:
            sign, words = "👁️", _(AS_THE_TABLE_SAW_IT)
        case eye if eye == ALL:
            sign, words = "🔮", _(ALL_DICE_OPEN)
        case eye:
            saw = _(AS_NAME_SAW_IT)
            who = cast_of(seen.replay.game.players, seen.step.round)
            sign, words = "👤", saw.format(name=who.brief(eye - 1))
    return f"{sign} {words}"


def _is_end(step: Step) -> bool:
    return any(isinstance(event, GameOver) for event in step.events)


def _body(seen: Look) -> tuple[Text | Rule, ...]:
    game, step = seen.replay.game, seen.step
    shown = presenter(game.rules)
    if shown is None:
        return ()
    who = cast_of(game.players, step.round or 1)
    if _is_end(step) or not step.round:
        return tuple(_end(seen, Narrator(who, game.rules, NOT_KEPT)))
    follows = step.round < seen.replay.replayed.steps[-1].round
    return shown.replayed(Scene(who, game.rules, NOT_KEPT, _chapter(seen), step, seen.eye, follows))


def _chapter(seen: Look) -> Chapter:
    """Return the public events of the step's round, up to the end of the step."""
    steps, number = seen.replay.replayed.steps, seen.step.round
    of_round = [*takewhile(lambda step: step.round == number, reversed(steps[: seen.at + 1]))][::-1]
    return tuple(event for step in of_round for event in step.events if not isinstance(event, Hidden))


def _end(seen: Look, by: Narrator) -> Iterator[Text]:
    """Yield the names of the players before the first round, or the result after the last round."""
    view, shown = seen.step.view, presenter(seen.replay.game.rules)
    news = narration.narrate(
        by, [event for event in seen.step.events if not isinstance(event, Hidden)], narration.LINES
    )
    if not _is_end(seen.step):
        seated = _("### 🪑 {names} sit down").format(names=by.cast.names(range(len(by.cast.seats))))
        yield Text("\n".join([seated, *news]))
        return
    yield Text(f"## {result.headline(by.cast, view)}")
    if shown is not None:
        story = oldest(shown.moments(by.cast, seen.replay.replayed.highlights), STORY, height)
        yield Text("\n".join([shown.standing(by.cast, view, STANDING), *news]))
        if story:
            yield Text("\n".join(story))


def _opinion(seen: Look) -> Iterator[Text]:
    """Yield the computer's opinion of the step's move, if the dice of the player who made it are shown.

    At the end of the game, yield the computer's reports on the players.
    """
    shown, analysis = presenter(seen.replay.game.rules), seen.replay.analysis
    if _is_end(seen.step):
        who = cast_of(seen.replay.game.players)
        lines = advice.reports({who.brief(seat): each for seat, each in [*analysis.reports.items()][:STANDING]})
        yield from [Text("\n".join(lines))] if lines else []
        return
    made = analysis.decisions.get(seen.at)
    if shown is not None and made is not None and seen.eye in (ALL, made.seat + 1):
        yield Text(advice.opinion(made, partial(shown.in_words, seen.replay.game.rules), shown.judged()))


def _marks(seen: Look) -> Iterator[Text]:
    """Yield the names of the game's highlights that happened in this step."""
    turning = seen.replay.replayed.highlights.turning_point
    *others, (at_turn, _name, _sign) = _worth_a_look(seen)
    lines = [f"{sign} **{words}**" for at, words, sign in others if at == seen.at]
    if turning is not None and seen.at == at_turn:
        lines.append(narration.turning_point(cast_of(seen.replay.game.players), turning.seats, turning.lost))
    if lines:
        yield Text("\n".join(lines))


def _worth_a_look(seen: Look) -> tuple[tuple[int | None, str, str], ...]:
    """Return the highlights of the game as (step, words, emoji). The turning point is the last one.

    If the game does not have a highlight, its step is None.
    """
    marks = seen.replay.replayed.marks
    return (
        (marks.boldest_lie, _("The boldest lie"), "🎭"),
        (marks.worst_call, _("The worst call"), "🙈"),
        (marks.turning_point, _("The turning point"), "🔀"),
    )


def _to_and_fro(seen: Look) -> Row:
    """Return the four buttons for the first, the previous, the next and the last step. Each button keeps its place."""
    last = len(seen.replay.replayed.steps) - 1
    ways = (
        (pgettext("the first step of a replay", "Start"), "⏮️", 0, True, seen.at > 0),
        (pgettext("the step before", "Back"), "◀️", seen.at - 1, False, seen.at > 0),
        (pgettext("the step that follows", "Next"), "▶️", seen.at + 1, False, seen.at < last),
        (pgettext("the last step of a replay", "End"), "⏭️", last, True, seen.at < last),
    )
    return Row(
        tuple(
            Button(label, seen.turned(at, jump) if leads else None, emoji, disabled=not leads)
            for label, emoji, at, jump, leads in ways
        )
    )


def _besides(seen: Look) -> tuple[Button, ...]:
    game = seen.replay.game.id
    return (
        Button(_(SHOW_HERE), ShowStep(game, seen.at, seen.eye), "📣"),
        Button(_("Record"), SaveRecord(game), "💾"),
        Button(_(FAIR_DICE), ShowProof(game), "⚖️"),
    )


def _menus(seen: Look) -> Iterator[Menu]:
    """Yield the menus of steps and of points of view.

    The names of these menus contain the current choice, because Discord remembers a menu's choice by the menu's name.
    """
    players = cast_of(seen.replay.game.players, seen.step.round)
    eyes = [(TABLE, _(AS_THE_TABLE_SAW_IT), "👁️"), (ALL, _(ALL_DICE_OPEN), "🔮")]
    eyes += [(seat + 1, _(AS_NAME_SAW_IT).format(name=players.label(seat)), "👤") for seat in range(len(players.seats))]
    choices = tuple(
        Choice(TurnReplay(seen.replay.game.id, seen.at, eye), clean(label, 100), "", emoji, chosen=eye == seen.eye)
        for eye, label, emoji in eyes
    )
    if places := tuple(_places(seen)):
        yield Menu(f"to{seen.at}", _("Go to…"), places)
    yield Menu(f"eye{seen.at}-{seen.eye}", _("Whose view?"), choices)


def _places(seen: Look) -> Iterator[Choice]:
    """Yield choices for the highlights and for the rounds.

    If there are too many rounds, only the rounds near this step are listed.
    """
    worth = [
        Choice(seen.turned(at, jump=True), label, "", emoji)
        for at, label, emoji in _worth_a_look(seen)
        if at is not None
    ]
    known: dict[Press | str, Choice] = {}
    for choice in (*worth, *_costliest(seen)):
        known.setdefault(choice.value, choice)  # a step may have two highlights, but Discord allows each value once
    yield from known.values()
    rounds = _rounds(seen)
    room = MOST_CHOICES - len(known)
    first = max(0, min(seen.step.round - 1 - room // 2, len(rounds) - room))
    for number, at in rounds[first : first + room]:
        label = _(ROUND).format(n=number)
        yield Choice(seen.turned(at), label, "", "🎲")


def _costliest(seen: Look) -> Iterator[Choice]:
    """Yield a choice for the costliest move of each of the first `FEW` players."""
    who = cast_of(seen.replay.game.players)
    for seat, report in [*seen.replay.analysis.reports.items()][:FEW]:
        if report.costliest is not None:
            # Translators: a line of a menu, which leads to that move.
            label = _("Costliest move: {name}").format(name=who.label(seat))
            there = replace(seen.turned(report.costliest.step, jump=True), eye=seat + 1)
            yield Choice(there, clean(label, 100), "", "🧮")


def _rounds(seen: Look) -> list[tuple[int, int]]:
    """Return the number of each round and the index of its first step."""
    steps = seen.replay.replayed.steps
    return [(step.round, at) for at, step in enumerate(steps) if step.round and step.round != steps[at - 1].round]
