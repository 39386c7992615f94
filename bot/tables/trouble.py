"""The reasons why an operation on a table is refused: a code, and the facts for the sentence that explains it."""

from enum import StrEnum


class Code(StrEnum):
    """The reason for a refusal. The comment beside each code names its facts or explains it."""

    NEWER_VERSION = "newer version"  # a newer version of the bot has written it; see `NewerVersion`
    NO_TABLE = "no table"  # no table is open in this channel, or this person has no seat at any table
    IN_A_LESSON = "in a lesson"  # the same, and this person has a lesson open here
    NO_CHANNEL = "no channel"  # Discord does not give the channel of the request
    UNKNOWN_TABLE = "unknown table"  # no table has this id, for example after a backup was restored
    TABLE_HERE = "table here"  # table: the id of the table that is open in this channel
    NOT_HOST = "not host"  # host: their name; away: from when on, in seconds, anybody seated may start
    LOBBY_FULL = "lobby full"  # most
    NOT_SEATED = "not seated"
    LEFT_ALREADY = "left already"  # the person who should be put out is no longer there
    REMOVED = "removed"  # by: the name of the person who asked; is_vote: whether other people agreed
    NOT_NOW = "not now"  # nobody is removed during a poll or a showdown
    JUST_ASKED = "just asked"  # again: the time, in seconds since 1970, from which the table may be asked again
    NOBODY_VOTES = "nobody votes"  # leaves: whether people who miss two turns in a row leave the game
    VOTE_OVER = "vote over"  # the table has agreed to remove somebody, or the time for that is over
    NO_VOTE = "no vote"  # the host and the person who asked do not vote on a removal
    AGREED_ALREADY = "agreed already"
    INVITED_ONLY = "invited only"  # host: their name
    PUT_OUT = "put out"  # host: their name; until: from when on, in seconds, the person needs no invitation
    NOT_THERE = "not there"  # that player does not sit at this table, or is not a person
    ALREADY_SEATED = "already seated"  # plays: whether the person plays in a game that has begun
    SITS_HERE = "sits here"  # the invited person sits at the table already
    JUST_INVITED = "just invited"  # somebody was invited to that table a moment ago
    NOT_ON_SERVER = "not on server"  # name: a person who cannot be invited, because they are not on this server
    A_BOT = "a bot"  # bots cannot be invited
    NO_FREE_SEAT = "no free seat"  # that seat is not a computer player's, or another person waits for it
    NOT_WAITING = "not waiting"
    GAME_RUNNING = "game running"  # the request needs a lobby
    NOT_STARTED = "not started"  # the request needs a running game
    NEED_PLAYERS = "need players"  # least
    NO_COMPUTER = "no computer"  # no computer player sits here
    STALE_PANEL = "stale panel"  # the table has changed since that panel was shown
    NEXT_ROUND_IS_ON = "next round is on"  # the showdown that the person wants to hold is over
    CUPS_ARE_UP = "cups are up"  # a guess that came after the first cup went up
    OWN_SHOWDOWN = "own showdown"  # the bidder and the challenger may not guess
    HELD_ENOUGH = "held enough"  # most: how often one person may hold one showdown
    NOT_YOURS = "not yours"  # a forfeit of other people, or (how) a statement that only the other side may make
    JUST_BROUGHT = "just brought"  # the panel was moved down a moment ago
    NO_SERVER = "no server"  # tables are in servers' channels, and this is a direct message
    GONE = "gone"  # over: whether the game was played to its end; otherwise the table is closed
    STILL_RUNNING = "still running"  # there is no rematch before the game is over
    BEING_SEALED = "being sealed"  # Start was pressed, and the dice are not thrown yet
    SEALED = "sealed"  # the seed stays secret until the game is over
    ALREADY_SETTLED = "already settled"  # state
    NOT_SETTLED = "not settled"  # the forfeit is open
    LONG_SETTLED = "long settled"  # days: the number of days after which a settlement is final
    NO_FORFEIT = "no forfeit"
    TOO_MANY_TABLES = "too many tables"  # most
    SERVER_FULL = "as many tables on the server as may be"  # most
    CLOCK_RANGE = "clock range"  # low, high: seconds
    NO_PACE = "no pace"  # not the name of a pace
    NO_ROLE = "no role"  # the server has chosen no role to call
    NOT_EVERYONE = "not everyone"  # a manager chose @everyone as the role to call
    ROLE_SILENT = "role silent"  # role: its id; the bot may not mention it
    JUST_CALLED = "just called"  # again: the time, in seconds since 1970, from which the role may be called again
    DELAY_RANGE = "delay range"  # low, high: seconds until a game
    LENGTH = "length"  # said: typed text that is not a length of a game
    FORFEIT_LENGTH = "forfeit length"  # most: characters
    NOT_A_MANAGER = "not a manager"  # only a server manager may do that
    NOT_IN_THIS_CHANNEL = "not in this channel"  # channels: the ids of those where tables may be opened
    TOO_MANY_CHANNELS = "too many channels"  # most
    UNKNOWN_CHANNEL = "unknown channel"  # the channel no longer exists
    CLOSED_TO_ME = "closed to me"  # obstacle: the reason why the bot cannot post here
    NO_THREAD = "no thread"  # the server has as many threads as allowed, and the channel has a table
    SEASON_RUNS = "season runs"  # name: the running season
    NO_SEASON = "no season"  # no season is open
    SEASON_NAME = "season name"  # most: characters
    NO_EVENING = "no evening"  # the evening is over already, or another game is open in the channel
    NOT_DOZING = "not dozing"  # the table does not play for that person
    NO_REASON = "no reason"  # no computer player bid or called in the last showdown
    NO_SWAP = "no swap"  # the dare is settled, or the pause is over
    NOT_YOUR_SWAP = "not your swap"  # winner: the name of the player who may swap the dare
    OWN_DARE = "own dare"  # nobody claps for their own dare
    CLAPPED = "clapped"  # the person has clapped for this dare before
    NO_CLAP = "no clap"  # the evening of the dare is over, or the dare is not done
    NO_MOMENT = "no moment"  # no moment of that game is worth a picture
    ALREADY_SHARED = "already shared"  # the best moment of that game was shown
    NO_PAST_GAME = "no past game"  # no game that this person may see has ended on this server
    NO_GAME_NUMBERED = "no game numbered"  # number: higher than the number of games on this server
    GAME_NOT_KEPT = "game not kept"  # that game is no longer kept, or is another server's
    NOT_FOR_EVERYBODY = "not for everybody"  # not everybody can see the channel in which a game was played
    KEEPS_IT_PRIVATE = "keeps it private"  # name: a person whose profile is private
    A_COMPUTER = "a computer"  # the request is possible only for people, not for a computer player
    ONESELF = "oneself"  # the request needs a person other than the one who makes it
    JUST_POSTED = "just posted"  # again: when, in seconds; channel: whether the limit of this channel is reached
    JUST_GIVEN = "just given"  # this person got all data about them a moment ago
    NO_BID = "no bid"  # typed: the text; quantity and face, if they can be read; nearest: a bid after a slip, or ""
    NO_CLAIM = "no claim"  # typed: the text, which has a slip; nearest: the claim that was probably meant
    NO_DOUBLING = "no doubling"  # a call that doubles the price was typed, such as 劈; no game has one
    NO_NEGATIVE = "no negative"  # a typed number has a plus or minus sign
    NOTHING_WILD = "nothing wild"  # a bid on wild dice was typed, and no number is wild now
    UNCLEAR = "unclear"  # first and second: two meanings of the typed text, at several tables
    NOT_PLAYED_HERE = "not played here"  # the bot has no screens for that game
    NO_SUCH_GAME = "no such game"  # typed: the text; nearest: a similar name, or ""
    NO_SUCH_RULES = "no such rules"  # typed: the text; nearest: a similar name among the server's own rules, or ""
    RULES_UNREADABLE = "rules unreadable"  # name: rules that another version saved
    RULES_OF_ANOTHER = "rules of another"  # name, by: the person who saved them
    RULES_NAME = "rules name"  # most: characters
    NAME_OF_A_GAME = "name of a game"  # name
    OLD_PUZZLE = "old puzzle"  # the puzzle is neither today's nor yesterday's
    DECK_SIZE = "deck size"  # least, most, n: the number of dares typed
    TOO_MANY_RULES = "too many rules"  # most
    NO_SUCH_TIME = "no such time"  # months: the numbers of months for which replays may be kept
    STILL_SEATED = "still seated"  # channels: the ids of those in which a person who wants to be forgotten still plays
    DICE_LOCKED = "dice locked"  # asks: the number of achievements needed; has: the number that the person has


class Trouble(Exception):  # noqa: N818 - an answer to a person, not an error of the program
    """Raised if an operation refuses a request, with the facts for the sentence that explains the refusal.

    The refused request has changed nothing.
    """

    def __init__(self, code: Code, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.code.value} ({told})" if told else self.code.value


class NewerVersion(Trouble):
    """Raised for a table that a newer version of the bot has stored in a form that this version cannot read.

    Only the newer version works on that table.
    """

    def __init__(self) -> None:
        super().__init__(Code.NEWER_VERSION)


class Unconfirmed(Exception):  # noqa: N818 - a question to a person, not an error of the program
    """Raised instead of a change that the person has to confirm first. The request has changed nothing."""
