"""Show one step in the replay of the poker cup: the acts, the claim, its likelihood, and the dice."""

from bot.presses.history import ALL, TABLE
from bot.screens.elements.cards import Rule, Text, newest
from bot.screens.elements.labels import LIKELY_TO_NAME
from bot.screens.elements.widths import height
from bot.screens.families.narration import Scene
from bot.screens.families.poker_cup import narrator
from bot.screens.families.poker_cup.narrator import CupNarrator, RoundSummary, rungs, summarized
from bot.screens.families.poker_cup.panel import head
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.poker_cup.ranking import words as words_about
from bot.screens.families.poker_cup.showdown import NEWEST_RUNGS, called, lifted, unlifted
from bot.screens.families.poker_cup.standing import sheet
from bot.words.dice import covered, on_table, under
from bot.words.language import _, percent_of_deed
from engine.core.dice import Hand
from engine.core.events import Challenged, Hidden
from engine.poker_cup.events import Claimed, Slipped
from engine.poker_cup.ranking import Ranking
from engine.poker_cup.rules import CupRules

MOST_RUNGS, MOST_RUNG_LINES = 3, 5
"""The maximum number of claims below the dice, and of the lines that they take on a phone."""


def replayed(scene: Scene) -> tuple[Text | Rule, ...]:
    """Return one step of a replay: the acts, their likelihood, and the dice known from this point of view."""
    assert isinstance(scene.rules, CupRules)
    by, summary = CupNarrator(scene.cast, scene.rules, scene.forfeit), summarized(scene.chapter)
    if summary.shown is not None:
        return lifted(by, summary, summary.shown, scene.follows, NEWEST_RUNGS)
    if summary.given_up is not None:
        return unlifted(by, summary, summary.given_up, scene.follows, MOST_RUNGS)
    lines = [head(by, scene.step.view), *_done(by, scene, summary), *_besides(by, scene)]
    said = newest([f"-# {rung}" for rung in rungs(by, summary, MOST_RUNGS)], MOST_RUNG_LINES, height)
    ladder = [Text("\n".join(said))] if said else []
    return (Text("\n".join(lines)), Text(_dice(scene, by.rules.ranking)), *ladder)


def _done(by: CupNarrator, scene: Scene, summary: RoundSummary) -> list[str]:
    """Return lines about the acts of the step.

    For a claim or a call, one line says how likely it was to be right, given what its player could see.
    """
    said = next((event for event in scene.step.events if isinstance(event, Claimed | Challenged)), None)
    turn, likely = summary.going_on(), percent_of_deed(scene.step.likely or 0.0)
    if isinstance(said, Claimed):
        words = _("### {name} claims {claim}").format(name=by.cast.brief(said.seat), claim=spoken(said.claim))
        hint = _(LIKELY_TO_NAME)
    elif isinstance(said, Challenged):
        words = f"### {called(by, said, scene.step.view.state.standing.claim, summary.beaten())}"
        hint = _("🔎 From what {name} could see: **{percent}** likely to be right")
    elif turn is not None:
        return [f"### {narrator.so_far(by, turn)}"]
    else:
        thrown = _(words_about(by.rules.ranking).all_are_rolled).format(name=by.cast.brief(scene.step.view.state.turn))
        return [thrown, sheet(by.cast, scene.step.view)]
    return [words, hint.format(name=by.cast.brief(said.seat), percent=likely)]


def _besides(by: CupNarrator, scene: Scene) -> list[str]:
    """Return small lines about the other events of this step. A slip (K14) is shown only if all dice are visible."""
    public = [event for event in scene.step.events if not isinstance(event, Hidden)]
    lines = narrator.other_news(by, public)
    for event in scene.step.events if scene.eye == ALL else ():
        if isinstance(event, Slipped):
            lines.append(
                # Translators: {was} and {now} are pictures of one die under the cup.
                _("🫨 During the pass, {was} rolled over to {now}, unseen.").format(
                    was=under(event.was), now=under(event.now)
                )
            )
    return [f"-# {line}" for line in lines]


def _dice(scene: Scene, ranking: Ranking) -> str:
    """Return all dice. Under the cup, only the dice known from this point of view are visible."""
    state = scene.step.view.state
    known = ranking.shown(_known(scene))
    hidden = [under(face) for face in known] + [covered()] * (state.under - len(known))
    row = " ".join([*hidden, *(on_table(face) for face in state.on_table())])
    digits = "".join(map(str, ranking.shown((*known, *state.on_table()))))
    return f"# {row}\n-# {digits}" if digits else f"# {row}"


def _known(scene: Scene) -> Hand:
    """Return the dice under the cup that are known from this point of view. After a slip (K14) they may be wrong."""
    step, eye = scene.step, scene.eye
    if eye == ALL:
        return step.dice[0]
    known: Hand = step.view.mine if eye == TABLE else step.seen[eye - 1]
    return known[: step.view.state.under]
