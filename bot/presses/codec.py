"""Presses as ids and back. Nobody else puts such a string together or takes one apart.

A press is written as its tag and its fields, colons between: "bid:12:7:4:5" is four fives at table 12, version 7.
"""

import re
from collections.abc import Sequence

import msgspec

from bot.presses import base, bids, game, history, learning, lobby, poker_cup, preferences
from bot.presses.base import AtTable, Move, Press

AnyPress = (
    lobby.Join
    | lobby.StandUp
    | lobby.AddComputer
    | lobby.RemoveComputer
    | lobby.ChooseVariant
    | lobby.OpenOptions
    | lobby.SendOptions
    | lobby.OpenHouseRules
    | lobby.ChooseHouseRule
    | lobby.OpenHouseRule
    | lobby.SendHouseRule
    | lobby.OpenLuckyWords
    | lobby.SendLuckyWords
    | lobby.Start
    | lobby.Cancel
    | lobby.Rematch
    | bids.PlaceBid
    | bids.OpenBidForm
    | bids.SendBid
    | game.CallLie
    | bids.CallExact
    | game.CastVote
    | game.SettleForfeit
    | game.OpenGifts
    | game.GiveGift
    | game.NextRound
    | game.HoldOn
    | game.WakeUp
    | game.CallQuits
    | game.LeaveTable
    | game.EndTable
    | game.ShowTable
    | game.BringDown
    | poker_cup.PeekUnder
    | poker_cup.OpenBlind
    | poker_cup.MarkDice
    | poker_cup.BeginClaim
    | poker_cup.PullOut
    | poker_cup.PutUnder
    | poker_cup.RollDice
    | poker_cup.ShakeCup
    | poker_cup.LookUnder
    | poker_cup.MakeClaim
    | poker_cup.BlameThePass
    | game.ShowDice
    | game.LookIn
    | learning.ShowRules
    | learning.HowTo
    | learning.ShowCommands
    | game.ShowSeal
    | game.ShowFairness
    | base.BackToForm
    | lobby.AskForSeat
    | lobby.TakeSeat
    | lobby.WaitForNext
    | lobby.GiveUpSeat
    | game.SurelyLeave
    | game.SurelyQuit
    | game.SurelyEnd
    | game.Stay
    | lobby.Invite
    | lobby.AcceptInvite
    | lobby.PassOnHost
    | learning.ChooseLesson
    | learning.Lesson
    | learning.OpenTable
    | history.ShowBoard
    | history.ShareBoard
    | history.CrossOff
    | history.ShowTab
    | history.SettleAll
    | history.SurelySettleAll
    | history.ShowProfile
    | history.PaintProfile
    | history.PostProfile
    | history.ShowRivals
    | history.PostRivals
    | preferences.ListRules
    | preferences.UseRules
    | preferences.DeleteRules
    | preferences.SurelyDelete
    | preferences.SurelyKeep
    | preferences.OpenNaming
    | preferences.SendNaming
    | history.ListGames
    | history.OpenReplay
    | history.TurnReplay
    | history.ShowStep
    | history.SaveRecord
    | history.ShowProof
    | preferences.UsualGame
    | preferences.UsualPace
    | preferences.UsualClock
    | preferences.KeepReplays
    | preferences.AllowChannels
    | preferences.SwitchForServer
    | preferences.ServerDefaults
    | preferences.ChooseDms
    | preferences.ChooseHints
    | preferences.SwitchPings
    | preferences.ChooseOthersSee
    | preferences.PaintCharts
    | preferences.WearDice
    | preferences.OpenKeptWords
    | preferences.SendKeptWords
    | preferences.MyDefaults
    | preferences.AboutMe
    | preferences.ForgetMe
    | preferences.ForgetMeThen
    | preferences.SurelyForgetMe
    | preferences.KeepMe
)
"""Everything that can be pressed."""

LONGEST = 100
"""The characters that Discord takes as an id, or as the value of a choice."""

_MENU = "menu:"
_BEFORE = re.compile(r"ld:(?P<tag>[a-z]+):(?P<table>\d+):(?P<version>\d+):(?P<rest>[\w.,-]*)")


def encode(press: Press) -> str:
    """The id of a press, at most `LONGEST` characters."""
    return ":".join(str(int(part) if isinstance(part, bool) else part) for part in msgspec.to_builtins(press))


def decode(text: str, chosen: Sequence[str] = ()) -> AnyPress | None:
    """The press that an id stands for, None where it is none of ours.

    What was chosen in a menu stands for itself: the id of such a menu (`menu_id`) says nothing.
    """
    parts = _before(text, chosen) or (chosen[0] if chosen and text.startswith(_MENU) else text).split(":")
    try:
        press: AnyPress = msgspec.convert(parts, AnyPress, strict=False)
    except msgspec.ValidationError:
        return None
    return press


def menu_id(name: str) -> str:
    """The id of a menu each of whose choices is a press; `name` sets it apart from others in the same message."""
    return f"{_MENU}{name}"


def _before(text: str, chosen: Sequence[str]) -> list[str]:
    """The parts of an id as it was written until 2026-11-21, which still stand in panels; [] for any other id.

    All had a table and a version then, needed or not, and what was chosen came beside them.
    """
    match = _BEFORE.fullmatch(text)
    if match is None:
        return []
    kind = _KINDS.get(match["tag"])
    head = [match["table"]] if kind and issubclass(kind, AtTable) else []
    head += [match["version"]] if kind and issubclass(kind, Move) else []
    rest = ".".join(filter(None, (match["rest"], *chosen)))
    return [match["tag"], *head, *(rest.split(".") if rest else ())]


def tag(kind: type[Press]) -> str:
    """The word with which the ids of such a press begin."""
    return str(kind.__struct_config__.tag)


_KINDS = {tag(kind): kind for kind in AnyPress.__args__}
