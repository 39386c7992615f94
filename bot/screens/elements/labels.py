"""Collect the sentences and labels that more than one screen shows. Each screen translates them with `_`."""

from bot.words.language import N_

AGAIN = N_("Again")
ALL_SQUARE = N_("🍻 All square. Cheers!")
BACK = N_("Back")
BACK_TO_THE_TABLE = N_("Back to the table")
BADS = N_("Bads")
BEST_CALL = N_("🎯 Best call: **{name}** on {bid}")
BLIND = N_("Blind")
CALLER_DOUBTS = N_("🫵 Liar! {caller} doubts {bidder}: {bid}?")
# Translators: a score without any bads or goods.
CLEAN_SCORE = N_("no bads")
CLOSE_THE_TABLE = N_("Close the table")
DONE = N_("Done")
END_THE_GAME = N_("End the game")
EXACTLY = N_("Exactly!")
FAIR_DICE = N_("Fair dice?")
# Translators: {figure} is a phrase such as “3 dice”, “2 forfeits” or “1 bad”; the player has left the table.
FIGURE_OF_WHO_LEFT = N_("{figure} (left the table)")
FORFEITS_OWED = N_("Forfeits owed")
# Translators: it stands after one or several names, in place of a number of dice: those players have left.
HAS_LEFT = N_("left the table")
HOW_TO_PLAY = N_("How to play")
# Translators: {name} is a computer player.
IS_THINKING = N_("💭 {name} is thinking…")
ITS_YOUR_TURN = N_("It’s your turn.")
JOIN = N_("Join")
LEARN_BY_PLAYING = N_("Learn by playing")
LEAVE = N_("Leave")
LET_OFF = N_("Let off")
CALL_LIAR = N_("Liar!")
# Translators: how likely it was that a bid was true, judged by the dice that {name} could see.
LIKELY_TO_NAME = N_("🔎 From what {name} could see: **{percent}** likely")
# Translators: how likely it is that the bid is true, judged by the reader’s own dice and the dice on the table.
LIKELY_TO_YOU = N_("🔎 From what you can see: **{percent}** likely")
LOBBY_IS_CLOSED = N_("🔒 The lobby is closed: I’m sealing the dice.")
LUCKY_WORDS = N_("Lucky words")
MORE = N_("More")
MY_CUP = N_("My cup")
MY_DICE = N_("My dice")
# Translators: {name} is a person or a computer player; {rating} is a number.
NAME_AND_RATING = N_("{name} {rating}")
NO = N_("No")
NOT_IN_THE_GAME = N_("🪑 You’re out of this game. Enjoy the show!")
# Translators: a button that confirms the question whether somebody’s forfeit is forgiven.
YES_LET_OFF = N_("Yes, let them off")
NO_GAMES_YET = N_("No games yet. `/play` opens a table.")
ONE_MORE_TO_START = N_("One more and you can start: a friend or a computer.")
ONLY_THIS_CHANNEL = N_("only this channel")
ONLY_THIS_GAME = N_("only this game")
PACE = N_("Pace")
# Translators: {debtor} owes {winner} a forfeit.
PAID_OR_LET_OFF = N_("📝 Only {debtor} can say it’s paid; {winner} can let them off.")
PEEK = N_("Peek")
PRACTICE = N_("-# Practice game: doesn’t count.")
RATING = N_("Rating")
READY_TO_PLAY = N_("🎲 Ready? Type `/play` in a server channel.")
REPLAY = N_("Replay")
ROUND = N_("Round {n}")
# Translators: {n} is “3”, or “3/10” in a game of ten rounds.
ROUND_IN_BOLD = N_("**Round {n}**")
SAVE_THESE_RULES = N_("Save these rules")
SERVERS_DARES = N_("This server’s dares")
SETTLED_ALREADY = N_("✅ That one is already settled.")
SHARE = N_("Share")
SHOW_HERE = N_("Show here")
SHOW_THE_TABLE = N_("Show the table")
SING_A_SONG = N_("sing a song")
VOTE_TO_STOP = N_("Vote to stop")
# Translators: a button that opens the page of the people who run the bot.
SUPPORT = N_("Support")
TALK = N_("Talk")
# Translators: {name} is the next player to move. Keep it short: the same line shows the time left.
THEN_NAME = N_("then {name}")
THE_CUP = N_("The cup")
UNKNOWN_GAME = N_("🎲 I don’t know “{typed}”. I know {games}.")
PRICE = N_("What being wrong costs")
ONE_PLAYER_LEFT = N_("one player left")
# Translators: it stands after a name: that player has lost all dice, or all lives.
IS_OUT = N_("out")
# Translators: {name} lost after making or doubting {bid}, although their chance of being right was {percent}.
UNLUCKIEST = N_("🌧️ Unluckiest: **{name}**, wrong despite {percent} odds ({bid})")
WHAT_LOSERS_OWE = N_("What losers owe")
WINNERS_GIFT = N_("Winner’s gift")
WORST_CALL = N_("🙈 Worst call: **{name}** on {bid}")
YOUR_LUCKY_WORDS = N_("🍀 Your lucky words: {words}")
# Translators: the reader in a list of names: “You 2 · Domino 1”. Whole sentences have their own “you”.
YOU_AS_A_NAME = N_("You")
YOU_HAVE_LEFT = N_("🚪 You’ve left this game. Join the next one!")
YOU_WERE_FIRST = N_("✔️ You were first: it counts.")
# Translators: {by} is a person who asked the other players to remove {name}.
REMOVED_BY_VOTE = N_("🚪 {name} is out: {by} asked, and the table agreed.")
REMOVED_UNASKED = N_("🚪 {name} is out: {by} removed them after two missed turns.")
