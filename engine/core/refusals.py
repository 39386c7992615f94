"""Why a move was refused: a code and the facts that a sentence about it needs.

The engine speaks no language. Whoever shows a refusal finds the words (and translates them).
"""

from enum import StrEnum


class Why(StrEnum):
    """The reasons for a refusal."""

    GAME_OVER = "game over"
    OTHER_GAME = "other game"  # no such move in this game, or not for a player (the table)
    NOT_PLAYING = "not playing"  # left, out, or never at this table
    NOT_YOUR_TURN = "not your turn"  # turn: whose it is
    NO_ROUND = "no round"  # nothing is bid between rounds
    ROUND_RUNNING = "round running"  # that is for between rounds
    FORFEIT_WAITS = "forfeit waits"  # debtors: who has not settled (P1)
    OPENING_ACES = "opening aces"  # aces may not open (B4)
    TOO_FEW = "too few"  # quantity below 1
    NO_SUCH_QUANTITY = "no such quantity"  # what was typed is no number
    NO_SUCH_FACE = "no such face"  # a face is 1-6
    MORE_THAN_POOL = "more than the pool"  # B3; pool
    TOO_LOW = "too low"  # B4; least: quantity for that face, 0 if it cannot be bid
    FACE_FIXED = "face fixed"  # C6; face
    NOTHING_TO_CHALLENGE = "nothing to challenge"
    OWN_BID = "own bid"  # its bidder cannot challenge it (C1)
    OUT_OF_TURN = "out of turn"  # C1 where only the next player may challenge; turn
    CHALLENGED = "challenged"  # a poll is on
    NO_EXACT = "no exact call"  # C5 is off
    NO_POLL = "no poll"  # nobody asked
    NOT_ASKED = "not asked"  # it is another's turn to say; turn (C4)
    NOTHING_OWED = "nothing owed"  # that player has no waiting forfeit
    NOT_YOURS_TO_SETTLE = "not yours to settle"  # paid is for the debtor, waived for the winner (P1)
    NO_GIFT = "no gift"  # P5 is off, given already, or not yours
    GIFT_TO_WHOM = "gift to whom"  # to another player still in (P5)
    SAID_ALREADY = "said already"  # one voice each (E2)
    NOT_WAITED_FOR = "not waited for"  # it is not that player's turn (L2)
    CLAIM_TOO_LOW = "claim too low"  # K9; standing: the claim to beat
    CLAIM_MALFORMED = "claim malformed"  # K11; what
    NO_STRAIGHTS = "no straights"  # K10
    CUP_STEP = "cup step"  # not at this step; step: what would be right now (K2-K9)
    NO_SUCH_DIE = "no such die"  # the named die is not there
    MUST_THROW = "must throw"  # K4, K7
    FIVE_SIXES = "five sixes"  # K13
    NO_PROTEST = "no protest"  # K15
    UNKNOWN_VARIANT = "unknown variant"  # name
    UNKNOWN_OPTION = "unknown option"  # name
    OPTION_VALUE = "option value"  # name, value, allowed
    OPTIONS_CLASH = "options clash"  # first, second: two options that make no sense together
    PLAYERS = "players"  # 2 to 20
    HOLDING = "holding"  # a starting position that cannot be


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A move that the rules do not allow. The game is as it was.

    `why` is the code, `facts` what a sentence about it needs (seats, quantities, words).
    """

    def __init__(self, why: Why, **facts: object) -> None:
        super().__init__(why.value)
        self.why = why
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.why.value} ({told})" if told else self.why.value
