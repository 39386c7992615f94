"""Build the buttons and menus for moves with the cup: a row of five dice to mark, and the steps of choosing a claim."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from bot.presses.poker_cup import BeginClaim, MakeClaim
from bot.screens.elements.cards import Button, Choice, Menu, Part, Row, Style, Text, rows
from bot.screens.families.poker_cup.ranking import kind_name, spoken
from bot.tables.model import TableView
from bot.words.dice import covered, die, face_name, marked, on_table, under
from bot.words.language import N_, _
from engine.core.dice import FACES, Hand
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.quick import STILL, quick_claims
from engine.poker_cup.ranking import OWN_FACES, POKER_KINDS, Claim, Kind
from engine.poker_cup.view import CupView

ANOTHER_HAND = N_("Another hand")
ONE_LINE = 38
"""The most characters of a label that fit one line on a phone. The line above the buttons says what they do."""


class Die(msgspec.Struct, frozen=True):
    """One die of the row of five.

    `face` is 0 if the player has not seen the die. `free` is True if the die may be pulled out, put under the cup or
    rolled.
    """

    face: int
    is_under: bool
    free: bool = False

    def picture(self, is_marked: bool = False) -> str:
        """Return the picture of the die.

        It is covered if the player has not seen the die. Otherwise it is green if the die is marked, blue under the
        cup, and grey on the table.
        """
        if not self.face:
            return covered()
        if is_marked:
            return marked(self.face)
        return under(self.face) if self.is_under else on_table(self.face)


def dice_of(view: CupView) -> tuple[Die, ...]:
    """Return the row of dice as the seat of `view` knows them, with a note on each die whether the seat may move it."""
    state, may = view.state, view.legal
    known = state.rules.ranking.shown(view.mine[: state.under])
    hidden = [Die(face, is_under=True, free=bool(may.show)) for face in known]
    hidden += [Die(0, is_under=True)] * (state.under - len(known))
    table = [Die(face, is_under=False, free=bool(may.cover or may.throw)) for face in state.table]
    return (*hidden, *table, *(Die(face, is_under=False) for face in state.thrown))


def known(view: CupView) -> Hand:
    """Return the dice that the seat knows, sorted. After a look, the seat knows all dice."""
    return tuple(sorted(die.face for die in dice_of(view) if die.face))


def marked_places(marks: int, row: tuple[Die, ...]) -> tuple[int, ...]:
    """Return the places of the marked dice in the row. `marks` has a bit for each place.

    Dice that are not free do not count.
    """
    return tuple(at for at, die in enumerate(row) if marks >> at & 1 and die.free)


def marks_of(marked: str, row: tuple[Die, ...], under_cup: bool) -> int:
    """Return a bit for each place in the row whose die is one of the `marked` faces, under the cup or on the table."""
    left, marks = [*marked], 0
    for at, each in enumerate(row):
        if each.is_under is under_cup and str(each.face) in left:
            left.remove(str(each.face))
            marks |= 1 << at
    return marks


def faces(row: tuple[Die, ...], places: tuple[int, ...], under_cup: bool) -> str:
    """Return the faces of the marked dice under the cup or on the table, as digits: "225", or "" for none."""
    return "".join(str(row[at].face) for at in places if row[at].is_under is under_cup)


MOST_CHOICES = 25
"""The maximum number of choices in a menu of Discord."""

NOTHING = "none"
"""The word of a press if no part of a claim is chosen yet."""


def picker(table: TableView, view: CupView, begun: str = NOTHING, best: Claim | None = None) -> tuple[Part, ...]:
    """Return the choices for the next part of a claim.

    `begun` is the part chosen so far: "none", "pair" or "pair-5". `best`, if given, is a claim that has a button.
    """
    words = [] if begun == NOTHING else begun.split("-")
    is_begun = bool(words) and words[0] in view.state.rules.ranking.kinds
    chosen = Claim(Kind(words[0]), tuple(map(int, words[1:]))) if is_begun else None
    pick = _Picker(table, view)
    if chosen is None:
        return pick.first(best)
    return pick.faces(chosen.kind) if not chosen.faces else pick.others(chosen)


def held(view: CupView) -> Claim | None:
    """Return the hand of the dice with all its dice, or None if the seat does not know all dice.

    The buttons offer the hand in the same words: "four fives with a one".
    """
    dice, ranking = known(view), view.state.rules.ranking
    return ranking.hand(dice) if len(dice) == ranking.dice else None


class _Picker:
    """The steps of choosing a claim, among the claims that are high enough."""

    def __init__(self, table: TableView, view: CupView) -> None:
        self._table, self._view = table, view
        least = view.legal.least
        ranking = self._ranking = view.state.rules.ranking
        self._claims = tuple(each for each in ranking.claims if least is not None and ranking.reaches(each, least))

    def first(self, best: Claim | None) -> tuple[Part, ...]:
        """Return the first step: a few claims that take one tap, and a menu of all kinds of hands.

        The claim `best`, if given, is one of the claims that take one tap. It takes the place of the highest one. If
        all claims are of one kind, there are menus of all claims instead.
        """
        said = self._quick() if self._claims else ()
        if len(self._ranking.kinds) == 1:
            return self._all(said, best)
        if said and best is not None and best not in said:
            highest = max(said, key=self._ranking.worth)
            said = tuple(best if each == highest else each for each in said)
        kinds = dict.fromkeys(each.kind for each in self._claims)
        hands = tuple(Choice(self._begin(kind), kind_name(kind)) for kind in kinds)
        is_blind = self._view.legal.blind  # then the page says so above
        about = () if is_blind or not said else (Text(_("🗣️ Claim one of these, true or not, or another hand:")),)
        # Discord remembers a menu's choice by the menu's name, so the name changes with the table's version.
        return (*about, self._row(said), Menu(f"hands{self._table.version}", _(ANOTHER_HAND), hands))

    def _quick(self) -> tuple[Claim, ...]:
        """Return the claims that take one tap."""
        mine, state = known(self._view), self._view.state
        own = mine if len(mine) == self._ranking.dice else ()
        return quick_claims(state, own, self._table.lies or STILL)

    def _all(self, said: Sequence[Claim], best: Claim | None) -> tuple[Part, ...]:
        """Return buttons for the claims `said` and `best`, from low to high, and menus of all claims.

        The claim `best` is advice that the player has asked for.
        """
        said = sorted({*said, *([best] if best is not None else [])}, key=self._ranking.worth)
        about = () if self._view.legal.blind else (Text(_("🗣️ Claim one of these, true or not, or pick another:")),)
        return (*about, self._row(said), *self._ladder())

    def _ladder(self) -> Iterator[Menu]:
        """Yield menus of all claims, from low to high.

        If one menu cannot hold them, there are several menus of about the same length. The hint of each menu then names
        its lowest and its highest claim.
        """
        many = len(self._claims)
        menus = -(-many // MOST_CHOICES)
        for number in range(menus):
            some = self._claims[number * many // menus : (number + 1) * many // menus]
            choices = tuple(Choice(self._claim(each), spoken(each)) for each in some)
            hint = _("Pick a claim") if menus == 1 else f"{choices[0].label} – {choices[-1].label}"
            # Discord remembers a menu's choice by the menu's name, so the name changes with the table's version.
            yield Menu(f"claims{self._table.version}n{number}", hint, choices)

    def _row(self, said: Sequence[Claim]) -> Row:
        """Return buttons for claims from low to high, so that true ones come first. A true hand has a check mark."""
        mine, ranking = held(self._view), self._ranking
        buttons = []
        for each in sorted(said, key=ranking.worth):
            is_true = mine is not None and each.kind in POKER_KINDS and ranking.reaches(mine, each)
            buttons.append(replace(self._button(each, Style.PLAIN), emoji="✅" if is_true else ""))
        return Row(tuple(buttons))

    def faces(self, kind: Kind) -> tuple[Part, ...]:
        """Return the step that asks for the face of a hand.

        If the face completes the claim, its button makes the claim.
        """
        buttons = []
        for face in FACES:
            of_it = [each for each in self._claims if each.kind is kind and each.faces[0] == face]
            if not of_it:
                continue
            is_all = len(of_it) == 1 and kind in (Kind.QUINTS, Kind.STRAIGHT)
            press = self._claim(of_it[0]) if is_all else self._begin(kind, face)
            buttons.append(Button(face_name(face), press, die(face)))
        # Translators: {hand} is a kind of hand, such as “Pair”; the player chooses its face next.
        return (Text(_("**{hand}**: which face?").format(hand=kind_name(kind))), *rows(buttons, 3), self._afresh())

    def others(self, chosen: Claim) -> tuple[Part, ...]:
        """Return the last step: a button for each possible hand of that face, and menus of hands with other dice."""
        of_it = [each for each in self._claims if (each.kind, each.faces[0]) == (chosen.kind, chosen.faces[0])]
        plain = [each for each in of_it if not each.others]
        by_others = [each for each in of_it if each.others]
        buttons = [self._button(each, Style.MAIN) for each in plain]
        asked = (Text(self._asked_next(chosen.kind)),) if chosen.kind in OWN_FACES else ()
        return (*asked, *rows(buttons), *self._menus(by_others), self._afresh())

    def _asked_next(self, kind: Kind) -> str:
        """Return the question for the second face of a hand of this `kind`. The pair of a full house may be higher."""
        if kind is Kind.FULL:
            return _("**{hand}**: which face?").format(hand=kind_name(Kind.PAIR))
        ask = _("Lower pair?")
        return f"**{ask}**"

    def _menus(self, claims: Sequence[Claim]) -> Iterator[Menu]:
        """Yield menus of claims with other dice.

        If one menu cannot hold all these claims, they are split into two menus by their highest other die.
        """
        if len(claims) <= MOST_CHOICES:
            # Translators: the hint of a menu that adds other dice to the claimed hand; “name” is a verb.
            parts = [(_("Name the other dice"), claims)]
        else:
            top = max(each.others[0] for each in claims)
            with_top = [each for each in claims if each.others[0] == top]
            names = face_name(top)
            parts = [
                # Translators: the hint of a menu: {faces} is a face (“sixes”), and one of the other dice shows it.
                (_("Other dice, with {faces}").format(faces=names), with_top),
                # Translators: the hint of a menu: {faces} is a face (“sixes”), and none of the other dice shows it.
                (_("Other dice, without {faces}").format(faces=names), [c for c in claims if c not in with_top]),
            ]
        for number, (hint, some) in enumerate(parts):
            if some:
                choices = tuple(Choice(self._claim(each), spoken(each)) for each in some)
                # Discord remembers a menu's choice by the menu's name, so the name changes with the version.
                yield Menu(f"others{self._table.version}n{number}", hint, choices)

    def _button(self, claim: Claim, style: Style) -> Button:
        """Return the button of a claim. A whole throw has no verb, so that four throws fit one line on a phone."""
        hand, is_throw = spoken(claim), claim.kind not in POKER_KINDS
        # Translators: a button: {claim} is a claim such as “a pair of fives”.
        label = _("Claim {claim}").format(claim=hand)
        return Button(hand if is_throw or len(label) > ONE_LINE else label, self._claim(claim), style=style)

    def _claim(self, claim: Claim) -> MakeClaim:
        said = claim_in_words(claim).replace(" ", "-")
        return MakeClaim(self._table.id, self._table.version, said, self._view.legal.blind)

    def _begin(self, kind: Kind, *faces: int) -> BeginClaim:
        return BeginClaim(self._table.id, self._table.version, "-".join([kind, *map(str, faces)]))

    def _afresh(self) -> Row:
        press = BeginClaim(self._table.id, self._table.version, NOTHING)
        return Row((Button(_(ANOTHER_HAND), press, "↩️"),))
