"""Why a use case says no: a code, and the facts that a sentence about it needs."""

from enum import StrEnum


class Code(StrEnum):
    """Why a use case said no; beside each the facts that come with it."""

    NEWER_VERSION = "newer version"  # a newer version of the bot has written that; see `NewerVersion`
    NO_TABLE = "no table"  # none is open in this channel, or none of this person's
    NO_CHANNEL = "no channel"  # Discord does not say where somebody asks
    UNKNOWN_TABLE = "unknown table"  # no table has this id, as after a backup was restored
    TABLE_HERE = "table here"  # table: the id of the live one
    NOT_HOST = "not host"  # host: their name
    LOBBY_FULL = "lobby full"  # most
    NOT_SEATED = "not seated"
    NOT_THERE = "not there"  # somebody else does not sit at this table, or is no person
    ALREADY_SEATED = "already seated"
    SITS_HERE = "sits here"  # whoever is invited sits at the table already
    JUST_INVITED = "just invited"  # somebody was invited to that table a moment ago
    NOT_ON_SERVER = "not on server"  # name: somebody who cannot be invited, for they are not on this server
    A_BOT = "a bot"  # no bot can be invited
    NO_FREE_SEAT = "no free seat"  # that seat is no computer player's, or somebody else waits for it
    NOT_WAITING = "not waiting"
    GAME_RUNNING = "game running"  # that is for the lobby
    NOT_STARTED = "not started"  # that is for a running game
    NEED_PLAYERS = "need players"  # least
    NO_COMPUTER = "no computer"  # none sits here to be removed
    STALE_PANEL = "stale panel"  # version: the table's now
    NEXT_ROUND_IS_ON = "next round is on"  # the showdown to be held is over
    HELD_ENOUGH = "held enough"  # most: how often one person may hold one showdown
    NOT_YOURS = "not yours"  # a forfeit between two others, or a way that is the other side's to say; how
    JUST_BROUGHT = "just brought"  # the panel was brought down a moment ago
    NO_SERVER = "no server"  # a table stands in a server's channel, and this is a direct message
    GONE = "gone"  # the table is closed, or its game is over
    STILL_RUNNING = "still running"  # no rematch before the end
    BEING_SEALED = "being sealed"  # Start was pressed, and the dice are not thrown yet
    SEALED = "sealed"  # the seed opens at the end
    ALREADY_SETTLED = "already settled"  # state
    NOT_SETTLED = "not settled"  # a forfeit that nobody says is paid
    LONG_SETTLED = "long settled"  # days: the number after which it stands
    NO_FORFEIT = "no forfeit"
    TOO_MANY_TABLES = "too many tables"  # most
    SERVER_FULL = "as many tables on the server as may be"  # most
    CLOCK_RANGE = "clock range"  # low, high: seconds
    NO_PACE = "no pace"  # a word that is none
    LENGTH = "length"  # said: what names no length of a game
    FORFEIT_LENGTH = "forfeit length"  # most: characters
    NOT_A_MANAGER = "not a manager"  # only a server manager may do that
    NOT_IN_THIS_CHANNEL = "not in this channel"  # channels: the ids of those where tables may be opened
    TOO_MANY_CHANNELS = "too many channels"  # most
    UNKNOWN_CHANNEL = "unknown channel"  # one that is not there any more
    CLOSED_TO_ME = "closed to me"  # obstacle: what keeps the bot from posting here
    NO_THREAD = "no thread"  # the server has all the threads that it may have, and the channel has a table
    SEASON_RUNS = "season runs"  # name: of the one that is open
    NO_SEASON = "no season"  # none is open
    SEASON_NAME = "season name"  # most: characters
    NO_EVENING = "no evening"  # it is over, or goes on
    NO_MOMENT = "no moment"  # nothing of that game is worth a picture
    ALREADY_SHARED = "already shared"  # its best moment was shown
    NO_PAST_GAME = "no past game"  # none has come to its end here
    NO_GAME_NUMBERED = "no game numbered"  # number: fewer games were played on this server
    GAME_NOT_KEPT = "game not kept"  # any more, or it is another server's
    NOT_FOR_EVERYBODY = "not for everybody"  # not everybody sees the place where a game was played
    KEEPS_IT_PRIVATE = "keeps it private"  # name: of whoever lets nobody see their profile
    A_COMPUTER = "a computer"  # that is for people
    ONESELF = "oneself"  # that takes somebody else
    JUST_POSTED = "just posted"  # again: when, in seconds; channel: whether enough was posted here, by whomever
    JUST_GIVEN = "just given"  # somebody got all that is kept of them a moment ago
    NO_BID = "no bid"  # typed, and of it quantity and face where they can be read
    NOT_PLAYED_HERE = "not played here"  # nobody has written how that game is shown
    NO_SUCH_GAME = "no such game"  # typed, and nearest: the name that comes near it, "" for none
    NO_SUCH_RULES = "no such rules"  # typed, and nearest: the name of a server's own rules that comes near it
    RULES_UNREADABLE = "rules unreadable"  # name: rules that were kept by another version
    RULES_OF_ANOTHER = "rules of another"  # name, by: whoever saved them
    RULES_NAME = "rules name"  # most: characters
    NAME_OF_A_GAME = "name of a game"  # name
    OLD_PUZZLE = "old puzzle"  # it is not of today, nor of yesterday
    DECK_SIZE = "deck size"  # least, most, n: how many dares were written
    TOO_MANY_RULES = "too many rules"  # most
    NO_SUCH_TIME = "no such time"  # months: for how many replays may be kept
    STILL_SEATED = "still seated"  # channels: the ids of those where somebody still plays who wants to be forgotten
    DICE_LOCKED = "dice locked"  # asks: how many achievements are needed, has: how many there are


class Trouble(Exception):  # noqa: N818 - an answer to a person, not an error of the program
    """Something that cannot be done, with the facts that a sentence about it needs. Nothing has changed."""

    def __init__(self, code: Code, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.code.value} ({told})" if told else self.code.value


class NewerVersion(Trouble):
    """A newer version of the bot has stored that in a form that this one does not know, and goes on with it alone."""

    def __init__(self) -> None:
        super().__init__(Code.NEWER_VERSION)
