"""What somebody did with the cup, in words for everybody: peeked or not, how many dice they rolled."""

from collections.abc import Sequence

from bot.screens.dice import whole
from bot.screens.poker_cup.claims import spoken
from bot.screens.poker_cup.reading import Act, Turn
from bot.screens.poker_cup.telling import Telling
from bot.words.language import _
from bot.words.lists import listed
from bot.words.pictures import on_table
from engine.core.dice import Hand
from engine.poker_cup import events as c


def rung(by: Telling, turn: Turn, is_last: bool) -> str:
    """A claim and how it came about: "Ben three fours · peeked, rolled 2, looked"."""
    return f"{claim(by, turn, is_last)} · {in_short(turn)}"


def in_short(turn: Turn) -> str:
    """How a turn went: "peeked, rolled 2, looked"."""
    return listed(_in_short(turn))


def claim(by: Telling, turn: Turn, is_last: bool = True) -> str:
    """A claim alone: "Ben three fours", the last one bold."""
    claimed = turn.claimed
    assert claimed is not None
    said = spoken(claimed.claim)
    return f"{by.cast.brief(turn.seat)} {f'**{said}**' if is_last else said}"


def _in_short(turn: Turn) -> list[str]:
    """K3 to K8 in a few words."""
    claimed, facts = turn.claimed, []
    if claimed is not None and claimed.blind:
        return [_("blind")]
    rolled = sum(act.dice for act in turn.acts if isinstance(act, c.Shook))
    rolled += sum(isinstance(act, c.RolledOnTable) for act in turn.acts)
    if any(isinstance(act, c.Peeked) for act in turn.acts):
        facts.append(_("peeked"))
    else:
        rolled = 5  # K1: who opens has thrown all
    if rolled:
        facts.append(_("rolled {n}").format(n=rolled))
    if claimed is not None:
        facts.append(_("looked") if claimed.looked else _("unseen"))
    return facts


def so_far(by: Telling, turn: Turn) -> str:
    """A turn that goes on, act by act, with the dice that everybody saw."""
    return f"🥤 {by.name(turn.seat)}: {listed(_acts(turn.acts))}"


def so_far_in_short(by: Telling, turn: Turn) -> str:
    """The same where there is little room, without the dice."""
    return f"🥤 {by.cast.brief(turn.seat)}: {in_short(turn)}"


def _acts(acts: Sequence[Act]) -> list[str]:
    said: list[str] = []
    for act in acts:
        match act:
            case c.Peeked():
                said.append(_("peeked"))
            case c.Shown(dice=dice):
                said.append(_("pulled out {dice}").format(dice=_shown(dice)))
            case c.Covered(dice=dice):
                said.append(_("put {dice} under").format(dice=_shown(dice)))
            case c.RolledOnTable(was=was, now=now):
                said.append(_("rolled {was} to {now}").format(was=on_table(was), now=on_table(now)))
            case c.Shook(dice=many):
                said.append(_("rolled {n} under the cup").format(n=many))
            case c.Looked():
                said.append(_("looked"))
            case _:
                pass
    return said


def _shown(dice: Hand) -> str:
    """Dice that everybody saw."""
    return whole(" ".join(on_table(face) for face in dice))
