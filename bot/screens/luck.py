"""How lucky somebody's dice were, in words."""

from bot.history.profiles import SIDES, USUAL, Luck
from bot.words.faces import face_name
from bot.words.language import _, ngettext

CROWDS = (100, 1000, 10_000, 100_000, 1_000_000)
"""Of how many people it is said to how many something comes: the first of these of which it is at least one."""


def lines(luck: Luck) -> tuple[str, str]:
    """The average, and how evenly the faces fell; each with how many people have the like by chance."""
    average = _("🍀 {mean} on average over {dice} dice; {usual} is usual.").format(
        mean=f"{luck.mean:.2f}", dice=f"{luck.dice:,}", usual=f"{USUAL:.2f}"
    )
    faces = _("🎲 Most often {faces}: {share} % of them; {even} % is usual.").format(
        faces=face_name(luck.most), share=f"{100 * luck.share:.1f}", even=f"{100 / SIDES:.1f}"
    )
    return f"{average} {_as_lucky(luck)}", f"{faces} {_as_uneven(luck)}"


def _as_lucky(luck: Luck) -> str:
    n, crowd = _people(luck.as_lucky)
    if luck.mean >= USUAL:
        words = ngettext(
            "So much luck or more comes to {n} person of {all}.",
            "So much luck or more comes to {n} people of {all}.",
            n,
        )
    else:
        words = ngettext(
            "So little luck or less comes to {n} person of {all}.",
            "So little luck or less comes to {n} people of {all}.",
            n,
        )
    return words.format(n=n, all=f"{crowd:,}")


def _as_uneven(luck: Luck) -> str:
    n, crowd = _people(luck.as_uneven)
    words = ngettext("Dice so uneven come to {n} person of {all}.", "Dice so uneven come to {n} people of {all}.", n)
    return words.format(n=n, all=f"{crowd:,}")


def _people(share: float) -> tuple[int, int]:
    """A share of all people as so many of a round number."""
    crowd = next((each for each in CROWDS if round(share * each)), CROWDS[-1])
    return max(1, round(share * crowd)), crowd
