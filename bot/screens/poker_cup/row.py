"""The row of five dice as one person sees it: under the cup, on the table, and those just rolled there."""

import msgspec

from bot.words.pictures import covered, marked, on_table, under
from engine.core.dice import Hand
from engine.poker_cup.view import CupView


class Die(msgspec.Struct, frozen=True):
    """One die of the row; `face` is 0 where the person has not seen it. `free`: it may be pulled out, put or rolled."""

    face: int
    is_under: bool
    free: bool = False

    def picture(self, is_marked: bool = False) -> str:
        """Blue under the cup, grey on the table, green where it is marked."""
        if not self.face:
            return covered()
        if is_marked:
            return marked(self.face)
        return under(self.face) if self.is_under else on_table(self.face)


def dice_of(view: CupView) -> tuple[Die, ...]:
    """The row, by what `view` knows and what its seat may do now."""
    state, may = view.state, view.legal
    known = view.mine[: state.under]
    hidden = [Die(face, is_under=True, free=bool(may.show)) for face in known]
    hidden += [Die(0, is_under=True)] * (state.under - len(known))
    table = [Die(face, is_under=False, free=bool(may.cover or may.throw)) for face in state.table]
    return (*hidden, *table, *(Die(face, is_under=False) for face in state.thrown))


def known(view: CupView) -> Hand:
    """The dice that the seat knows, sorted: all five after a look."""
    return tuple(sorted(die.face for die in dice_of(view) if die.face))


def marked_places(marks: int, row: tuple[Die, ...]) -> tuple[int, ...]:
    """The places of the row that are marked, those left out that may not be."""
    return tuple(at for at, die in enumerate(row) if marks >> at & 1 and die.free)


def faces(row: tuple[Die, ...], places: tuple[int, ...], under_cup: bool) -> str:
    """What the marked dice under the cup, or those of the table, show: "225"; "" for none."""
    return "".join(str(row[at].face) for at in places if row[at].is_under is under_cup)
