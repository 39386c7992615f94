"""Save, read and delete the house rules that servers keep under a name."""

import msgspec
from msgspec.structs import replace

from bot.storage import Connection, preferences
from bot.storage.preferences import Row
from bot.storage.sight import Venue
from bot.storage.store import Store
from bot.tables.model import OWN, Setup, Who
from bot.tables.trouble import Code, Trouble
from bot.words.cleaning import MOST_TYPED, alike, composed
from engine.core.refusals import Refused
from engine.options import different, rules_for
from engine.variants import VARIANTS

LONGEST_NAME, MOST = 40, 50
"""The most characters of a name, and the most saved rules of a server."""


class NamedRules(msgspec.Struct, frozen=True):
    """House rules that were saved under a name: the variant, and its changed options as text.

    `by` is the person who saved the rules, and `venue` is the place where they were saved.
    """

    id: int
    name: str
    variant: str
    options: str
    by: int
    by_name: str
    channel: int | None = None
    parent: int | None = None
    private: bool | None = None

    @property
    def venue(self) -> Venue:
        """Return the place where the rules were saved. The place is unknown for rules that old versions saved."""
        return Venue(self.channel or 0, self.parent, self.private)

    def has_words(self) -> bool:
        """Return whether these rules contain a stake. A stake is written in words."""
        return self.without_words() != self

    def without_words(self) -> "NamedRules":
        """Return these rules without their stake, for a person who may not read the words of the stake."""
        said = [line for line in self.options.splitlines() if line.partition(" ")[0] != "stake"]
        return replace(self, options="\n".join(said))

    def setup(self, like: Setup) -> Setup:
        """Return the set-up `like`, changed to these rules.

        Raises `Trouble` if this version of the bot no longer knows the rules.
        """
        options, own = rules_from_text(self.options)
        setup = like.with_rules(self.variant, options, own, self.name)
        try:
            setup.rules()
        except Refused:
            raise Trouble(Code.RULES_UNREADABLE, name=self.name) from None
        return setup

    def are_those_of(self, setup: Setup) -> bool:
        """Return whether a table plays by exactly these rules."""
        return (self.variant, self.options) == (setup.variant, rules_as_text(setup))


class NamedRulesRepository:
    """The house rules of all servers in one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild: int) -> tuple[NamedRules, ...]:
        """Return all house rules of a server, sorted by name."""
        return tuple(map(_rules, await self._store.read(lambda connection: preferences.kept_rules(connection, guild))))

    async def one(self, guild: int, number: int) -> NamedRules:
        """Return the rules with this number. Raises `Trouble` if the server has no such rules."""
        found = await self._store.read(lambda connection: preferences.rules_by_id(connection, guild, number))
        if found is None:
            raise Trouble(Code.NO_SUCH_RULES)
        return _rules(found)

    async def called(self, guild: int, name: str) -> NamedRules | None:
        """Return the rules with this name in any spelling, or None if there are none."""
        found = await self._store.read(lambda connection: preferences.rules_by_key(connection, guild, key(name)))
        return _rules(found) if found is not None else None

    async def keep(
        self, guild: int, name: str, setup: Setup, by: Who, instead_of: int | None = None, venue: Venue | None = None
    ) -> NamedRules:
        """Save the rules of a table at `venue` under a name, and return the rules.

        If other rules have that name, they are overwritten only if their number is `instead_of`. Raises `Trouble` if
        the name is unsuitable or belongs to other rules, or if the server has too many rules.
        """
        name, row = cleaned(name), {"variant": setup.variant, "options": rules_as_text(setup)}
        where = msgspec.structs.asdict(venue) if venue is not None else {}

        def work(connection: Connection) -> NamedRules:
            there = preferences.rules_by_key(connection, guild, key(name))
            if there is not None and there["id"] == instead_of:
                preferences.change_rules(connection, there["id"], row | where)
            elif there is not None and {**there, **row} != there:
                raise Trouble(Code.RULES_OF_ANOTHER, name=there["name"], by=there["by_name"])
            elif there is None:
                _room_for_one_more(connection, guild)
                who = {"guild": guild, "key": key(name), "name": name, "by": by.id, "by_name": by.name[:100]}
                preferences.add_rules(connection, row | where | who)
            kept = preferences.rules_by_key(connection, guild, key(name))
            assert kept is not None
            return _rules(kept)

        return await self._store.write(work)

    async def forget(self, guild: int, number: int) -> None:
        """Delete the rules with this number from a server."""
        await self._store.write(lambda connection: preferences.forget_rules(connection, guild, number))


def cleaned(name: str) -> str:
    """Return a name in its stored form. Raises `Trouble` if the name is empty, too long, or the name of a game."""
    kept = composed(name, MOST_TYPED)
    if not kept or len(kept) > LONGEST_NAME:
        raise Trouble(Code.RULES_NAME, most=LONGEST_NAME)
    if key(kept) in VARIANTS:
        raise Trouble(Code.NAME_OF_A_GAME, name=kept)
    return kept


def key(name: str) -> str:
    """Return the form of a name that is used to compare names. It ignores case and invisible characters."""
    return alike(name)


def rules_as_text(setup: Setup) -> str:
    """Return the rules of a table as text, one option in each line ("ante 10").

    The text contains the options that differ from the preset, and the table's own switches that are on.
    """
    words = different(rules_for(setup.variant, setup.options), rules_for(setup.variant))
    words |= dict.fromkeys(sorted(setup.own()), "on")
    return "\n".join(f"{word} {value}" for word, value in words.items())


def rules_from_text(text: str) -> tuple[dict[str, str], frozenset[str]]:
    """Return the options in a text that `rules_as_text` made, and the table's own switches that are on.

    The options are not checked here.
    """
    lines = (line.strip().partition(" ") for line in text.splitlines() if line.strip())
    words = {word: value.strip() for word, _, value in lines}
    return words, frozenset(word for word in OWN if words.pop(word, "off") == "on")


def _room_for_one_more(connection: Connection, guild: int) -> None:
    if preferences.count_rules(connection, guild) >= MOST:
        raise Trouble(Code.TOO_MANY_RULES, most=MOST)


def _rules(row: Row) -> NamedRules:
    return msgspec.convert({name: row[name] for name in NamedRules.__struct_fields__}, NamedRules)
