"""Collect the checks of all sentences about rules, and the sentences that are true at every moment."""

from collections.abc import Iterator

from tests.truth import (
    of_any,
    of_bid_lessons,
    of_bids,
    of_cup_lessons,
    of_cup_options,
    of_help,
    of_house_rules,
    of_lessons,
    of_mia,
    of_mia_lesson,
    of_odds,
    of_palifico,
    of_prices,
    of_prompts,
    of_pure,
    of_questions,
    of_ranks,
    of_refusals,
    of_samples,
    of_shows,
    of_stakes,
    of_verdicts,
    of_word_lessons,
)
from tests.truth.asked import Check
from tests.truth.scope import sentences

CHECKS: dict[str, Check] = {
    **of_bids.CHECKS,
    **of_palifico.CHECKS,
    **of_pure.CHECKS,
    **of_prices.CHECKS,
    **of_odds.CHECKS,
    **of_any.CHECKS,
    **of_prompts.CHECKS,
    **of_ranks.CHECKS,
    **of_refusals.CHECKS,
    **of_shows.CHECKS,
    **of_stakes.CHECKS,
    **of_verdicts.CHECKS,
    **of_questions.CHECKS,
    **of_help.TABLES,
    **of_house_rules.CHECKS,
    **of_mia.CHECKS,
    **of_cup_options.CHECKS,
}
"""The checks of the sentences that tables show."""

LESSONS: dict[str, Check] = {
    **of_lessons.CHECKS,
    **of_bid_lessons.CHECKS,
    **of_cup_lessons.CHECKS,
    **of_mia_lesson.CHECKS,
    **of_word_lessons.CHECKS,
}
"""The checks of the sentences that only lessons show."""

SAMPLES: dict[str, Check] = {**of_samples.CHECKS, **of_mia_lesson.SAMPLES}
"""The checks of the sentences that sample rounds show."""

HELP: dict[str, Check] = of_help.CHECKS
"""The checks of the sentences that only help shows, and each game's line in menus."""

CHECKED = {**CHECKS, **LESSONS, **SAMPLES, **HELP}
"""All sentences that have a check."""

ALWAYS: dict[str, str] = {"**5. Pay.**": "P1"}
"""Sentences that are true at every table, with the number of the rule in RULES.md. They are at most `MOST_ALWAYS`."""
MOST_ALWAYS = 30


UNSHOWN: dict[str, str] = {
    "then {n} more": "only beside names that fill a line of a phone",
    "-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6": "only where faces have names, which no check reads",
}
"""Sentences with a check that no sweep shows, each with the reason."""


def faults() -> Iterator[str]:
    """Yield a line for each fault of the collection.

    A fault is a sentence without a check, a check without a sentence, or too many sentences in `ALWAYS`.
    """
    said = sentences()
    yield from (f"{where}: no check of “{msgid}”" for msgid, where in said.items() if msgid not in CHECKED)
    yield from (f"tests/truth: no screen in scope says “{msgid}”" for msgid in CHECKED if msgid not in said)
    yield from (f"tests/truth: “{msgid}” is always true, but has no check" for msgid in ALWAYS if msgid not in CHECKED)
    if len(ALWAYS) > MOST_ALWAYS:
        yield f"tests/truth: {len(ALWAYS)} sentences are marked as always true, at most {MOST_ALWAYS} are"
