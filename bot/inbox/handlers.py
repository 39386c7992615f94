"""Who answers which press. A new button is one line here."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.inbox import (
    cup,
    forms,
    game,
    history,
    inviting,
    latecomers,
    learning,
    leaving,
    lobby,
    named_rules,
    preferences,
    privacy,
    private,
    profiles,
    replaying,
)
from bot.inbox.back import keep, reopened
from bot.inbox.errors import UnknownPress
from bot.inbox.forms import Filled
from bot.inbox.here import here
from bot.inbox.request import Request
from bot.presses import base, bids
from bot.presses import game as game_press
from bot.presses import game as leaving_press
from bot.presses import game as private_press
from bot.presses import history as history_press
from bot.presses import history as profile_press
from bot.presses import history as replay_press
from bot.presses import learning as learning_press
from bot.presses import lobby as invite_press
from bot.presses import lobby as late_press
from bot.presses import lobby as lobby_press
from bot.presses import poker_cup as cup_press
from bot.presses import preferences as chosen
from bot.presses import preferences as privacy_press
from bot.presses import preferences as rules_press
from bot.presses.base import BackToForm, Move
from bot.presses.codec import AnyPress
from bot.tables.trouble import Trouble
from engine.core.refusals import Refused

Handlers = Mapping[type[AnyPress], Callable[[Request, Any], Awaitable[None]]]

PUBLIC: Handlers = {
    lobby_press.Join: lobby.join,
    lobby_press.StandUp: lobby.stand_up,
    lobby_press.AddComputer: lobby.add_computer,
    lobby_press.RemoveComputer: lobby.remove_computer,
    lobby_press.ChooseVariant: lobby.choose_variant,
    lobby_press.Start: lobby.start,
    lobby_press.Cancel: lobby.cancel,
    lobby_press.Rematch: lobby.rematch,
    bids.PlaceBid: game.play,
    game_press.CallLie: game.call_lie,
    bids.CallExact: game.play,
    game_press.CastVote: game.vote,
    game_press.SettleForfeit: game.settle_forfeit,
    game_press.NextRound: game.next_round,
    game_press.HoldOn: game.hold_on,
    game_press.WakeUp: game.wake_up,
    game_press.ShowTable: game.show_table,
    game_press.BringDown: game.bring_down,
    cup_press.PeekUnder: cup.play,
    cup_press.PullOut: cup.play,
    cup_press.PutUnder: cup.play,
    cup_press.RollDice: cup.play,
    cup_press.ShakeCup: cup.play,
    cup_press.LookUnder: cup.play,
    cup_press.MakeClaim: cup.play,
    cup_press.BlameThePass: game.play,
    history_press.ShowBoard: history.show_board,
    history_press.ShareBoard: history.share_board,
    replay_press.ShowStep: replaying.show_step,
    profile_press.PostProfile: profiles.post_profile,
    profile_press.PostRivals: profiles.post_rivals,
    invite_press.AcceptInvite: inviting.accept,
    learning_press.OpenTable: learning.open_one,
    rules_press.UseRules: named_rules.use,
}
"""What everybody sees the outcome of."""

PRIVATE: Handlers = {
    invite_press.Invite: inviting.invite,
    invite_press.PassOnHost: inviting.pass_on,
    game_press.CallQuits: leaving.call_quits,
    game_press.LeaveTable: leaving.leave_table,
    game_press.EndTable: leaving.end_table,
    leaving_press.SurelyQuit: leaving.surely_quit,
    leaving_press.SurelyLeave: leaving.surely_leave,
    leaving_press.SurelyEnd: leaving.surely_end,
    leaving_press.Stay: leaving.stay,
    lobby_press.OpenHouseRules: lobby.open_house_rules,
    lobby_press.ChooseHouseRule: lobby.choose_house_rule,
    late_press.AskForSeat: latecomers.ask_for_seat,
    late_press.TakeSeat: latecomers.take_seat,
    late_press.WaitForNext: latecomers.wait_for_next,
    late_press.GiveUpSeat: latecomers.give_up_seat,
    cup_press.OpenBlind: private.turn,
    cup_press.MarkDice: private.turn,
    cup_press.BeginClaim: private.turn,
    game_press.OpenGifts: private.open_gifts,
    game_press.GiveGift: game.give_gift,
    private_press.ShowDice: private.show_dice,
    private_press.LookIn: private.look_in,
    learning_press.ShowRules: private.show_rules,
    learning_press.HowTo: private.how_to,
    learning_press.ShowCommands: private.show_commands,
    private_press.ShowSeal: private.show_seal,
    private_press.ShowFairness: private.show_fairness,
    history_press.CrossOff: history.cross_off,
    history_press.ShowTab: history.show_tab,
    history_press.SettleAll: history.settle_all,
    history_press.SurelySettleAll: history.surely_settle_all,
    replay_press.ListGames: replaying.list_games,
    replay_press.OpenReplay: replaying.open_replay,
    replay_press.TurnReplay: replaying.turn_replay,
    replay_press.SaveRecord: replaying.save_record,
    replay_press.ShowProof: replaying.show_proof,
    profile_press.ShowProfile: profiles.show_profile,
    profile_press.PaintProfile: profiles.paint_profile,
    profile_press.ShowRivals: profiles.show_rivals,
    learning_press.ChooseLesson: learning.choose,
    rules_press.ListRules: named_rules.list_rules,
    rules_press.DeleteRules: named_rules.delete,
    rules_press.SurelyDelete: named_rules.surely_delete,
    rules_press.SurelyKeep: named_rules.surely_keep,
    learning_press.Lesson: learning.lesson,
    chosen.UsualGame: preferences.choose_game,
    chosen.UsualPace: preferences.choose_pace,
    chosen.UsualClock: preferences.choose_clock,
    chosen.KeepReplays: preferences.keep_replays,
    chosen.SwitchForServer: preferences.switch_for_server,
    chosen.ServerDefaults: preferences.server_defaults,
    chosen.ChooseDms: preferences.choose_dms,
    chosen.ChooseHints: preferences.choose_hints,
    chosen.SwitchPings: preferences.switch_pings,
    chosen.ChooseOthersSee: preferences.choose_others_see,
    chosen.PaintCharts: preferences.paint_charts,
    chosen.WearDice: preferences.wear_dice,
    chosen.MyDefaults: preferences.my_defaults,
    privacy_press.AboutMe: privacy.about_me,
    privacy_press.ForgetMe: privacy.forget_me,
    privacy_press.ForgetMeThen: privacy.forget_me_then,
    privacy_press.SurelyForgetMe: privacy.surely_forget_me,
    privacy_press.KeepMe: privacy.keep_me,
}
"""What is answered to one person alone."""


async def back_to_form(request: Request, press: BackToForm) -> None:
    """The form that was refused, as it was filled in."""
    opening = await reopened(request, press)
    if opening is None:
        raise UnknownPress
    await OPENING[type(opening)](request, opening)


OPENING: Handlers = {
    base.BackToForm: back_to_form,
    bids.OpenBidForm: forms.open_form,
    lobby_press.OpenOptions: forms.open_options,
    lobby_press.OpenHouseRule: lobby.open_house_rule,
    lobby_press.OpenLuckyWords: forms.open_lucky_words,
    rules_press.OpenNaming: named_rules.open_naming,
    chosen.OpenKeptWords: preferences.open_kept_words,
}
"""What opens a form: this must be the first answer, so none is promised to who presses it."""

FILLED: Handlers = {
    bids.SendBid: forms.send_bid,
    lobby_press.SendOptions: forms.send_options,
    lobby_press.SendHouseRule: lobby.send_house_rule,
    lobby_press.SendLuckyWords: forms.send_lucky_words,
    rules_press.SendNaming: named_rules.send_naming,
    chosen.AllowChannels: preferences.allow_channels,
    chosen.SendKeptWords: preferences.send_kept_words,
}
"""What is done with a form that was sent, or with what was chosen of Discord's own things, as `Filled`."""


async def pressed(request: Request, press: AnyPress) -> None:
    """Do what a press stands for. Raises what cannot be done; the caller tells it."""
    kind = type(press)
    async with here(request, press, moves=issubclass(kind, Move) and kind in PUBLIC):
        if kind in OPENING:
            await OPENING[kind](request, press)
            return
        handler = PUBLIC.get(kind) or PRIVATE.get(kind)
        if handler is None:
            raise UnknownPress
        await handler(request, press)


async def sent(request: Request, filled: Filled[Any]) -> None:
    """Do what a form that was sent stands for. Raises what cannot be done; the caller tells it."""
    handler = FILLED.get(type(filled.press))
    if handler is None:
        raise UnknownPress
    async with here(request, filled.press, moves=isinstance(filled.press, Move)):
        try:
            await handler(request, filled)
        except (Refused, Trouble) as refusal:
            keep(request, filled, refusal)
            raise
