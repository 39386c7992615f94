"""Show the named house rules of a server: their list, the questions before they change, and the search by name."""

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import chain

from msgspec.structs import replace

from bot.people.named_rules import LONGEST_NAME, NamedRules, key
from bot.presses.game import Stay
from bot.presses.learning import OpenTable
from bot.presses.preferences import DeleteRules, ListRules, SendNaming, SurelyDelete, SurelyKeep, UseRules
from bot.screens.elements.cards import Box, Button, Field, Form, Part, Row, Style, Text, Tone
from bot.screens.elements.controls import page_after, page_before
from bot.screens.elements.labels import NO, SAVE_THESE_RULES
from bot.screens.families import variants
from bot.screens.table import options
from bot.screens.table.refusals import sentence
from bot.tables.model import Setup, TableView
from bot.tables.trouble import Trouble
from bot.words.cleaning import escaped, person, told_apart_by_key
from bot.words.language import N_, _, listed, speaking
from engine.variants import VARIANTS

DELETE = N_("Delete")

A_PAGE = 6
"""The number of house rules on a page of the list."""


def page(kept: Sequence[NamedRules], number: int, user: int, manages: bool) -> tuple[Part, ...]:
    """Return page `number` (from 0) of the list for one person, or the last page if there are fewer.

    `manages` is True if this person manages the server.
    """
    if not kept:
        return (Text(_("📜 No house rules saved yet. `/table rules save` saves this table’s.")),)
    last = (len(kept) - 1) // A_PAGE
    number = min(number, last)
    called = told_apart_by_key((rules.by, rules.by_name) for rules in kept)
    here = [replace(rules, by_name=called[rules.by]) for rules in kept[number * A_PAGE : (number + 1) * A_PAGE]]
    lines = chain.from_iterable(_line(rules, manages or rules.by == user) for rules in here)
    turn = (
        page_before(ListRules(max(number - 1, 0)), is_first=number == 0),
        page_after(ListRules(number + 1), is_last=number == last),
    )
    return (Box((Text(_("## 📜 This server’s house rules")), *lines), Tone.BRASS), *([Row(turn)] if last else []))


def _line(rules: NamedRules, may_delete: bool) -> tuple[Text | Row, ...]:
    """Return the text about one set of house rules, and its buttons."""
    delete = [Button(_(DELETE), DeleteRules(rules.id), "🗑️")] if may_delete else []
    use = Button(_("Open a table"), UseRules(rules.id), "🎲", Style.MAIN, disabled=not _is_readable(rules))
    # Translators: {rules} is a list of the house rules that differ from the usual ones; {name} is a person.
    about = _("-# {rules} · saved by {name}").format(rules=differing(rules), name=person(rules.by_name))
    return Text(f"**{_name(rules)}** · {game(rules)}\n{about}"), Row((use, *delete))


def _name(rules: NamedRules) -> str:
    """Return the name of saved rules. If an old name is invisible, return the name of their game instead."""
    return escaped(rules.name) or game(rules)


def game(rules: NamedRules) -> str:
    """Return the title of the game of saved rules. If the bot no longer has that game, return its internal name."""
    if rules.variant not in VARIANTS:
        return escaped(rules.variant)
    return variants.wording(rules.variant).title


def differing(rules: NamedRules) -> str:
    """Return the differences between saved rules and the set-up proposed for their game, in words."""
    try:
        setup = rules.setup(Setup(rules.variant))
    except Trouble as trouble:
        return sentence(trouble)
    return listed(options.differing(setup)) or _("standard rules")


def _is_readable(rules: NamedRules) -> bool:
    try:
        rules.setup(Setup(rules.variant))
    except Trouble:
        return False
    return True


def naming(table: TableView) -> Form:
    """Return the form that asks for a name for a table's rules."""
    about = _("Everyone on this server can pick them by name in /play")
    field = Field("name", _("A name for these rules"), about, table.setup.called, _("Friday rules"), LONGEST_NAME)
    return Form(SendNaming(table.id), _(SAVE_THESE_RULES), (field,))


def kept(rules: NamedRules) -> tuple[Part, ...]:
    """Return the answer after rules were saved."""
    # Translators: {name} is a name that somebody typed; {rules} is a list of the house rules that differ.
    words = _("💾 Saved as **{name}**: {game} ({rules}). Open it with `/play`.")
    return (Text(words.format(name=_name(rules), game=game(rules), rules=differing(rules))),)


def overwrite(rules: NamedRules, table: TableView) -> tuple[Part, ...]:
    """Return the question that a person confirms before other rules with the same name are replaced."""
    words = _("💾 **{name}** already exists: {game} ({rules}). Replace it with this table’s rules?")
    yes = Button(_("Yes, replace"), SurelyKeep(table.id, rules.id), style=Style.BAD)
    said = Text(words.format(name=_name(rules), game=game(rules), rules=differing(rules)))
    return (said, Row((yes, Button(_(NO), Stay(table.id)))))


def delete(rules: NamedRules) -> tuple[Part, ...]:
    """Return the question that a person confirms before rules are deleted."""
    words = _("🗑️ Delete **{name}** ({game}, {rules})? Tables already open keep these rules.")
    yes = Button(_(DELETE), SurelyDelete(rules.id), style=Style.BAD)
    said = Text(words.format(name=_name(rules), game=game(rules), rules=differing(rules)))
    return (said, Row((yes, Button(_(NO), ListRules(0)))))


def deleted(rules: NamedRules) -> tuple[Part, ...]:
    """Return the answer after rules were deleted."""
    return (Text(_("🗑️ Deleted **{name}**.").format(name=_name(rules))),)


def used(rules: NamedRules) -> tuple[Part, ...]:
    """Return the answer after saved rules were applied to a lobby."""
    return (Text(_("📜 The table now plays **{name}**.").format(name=_name(rules))),)


LONGEST_SUGGESTION = 100
"""The most characters of a suggestion that Discord takes."""

Completions = list[tuple[str, str]]
"""The suggestions for a command's option, as (shown text, value)."""


def preset(typed: str) -> str | None:
    """Return the preset with this name or title, or None if there is none.

    The title may be in the reader's language or in English.
    """
    return _presets().get(key(typed))


def completions(kept: Sequence[NamedRules], typed: str) -> Completions:
    """Return the games that match the typed text: first the presets with their stories, then the server's rules."""
    games = [
        (f"{wording.title} · {wording.story}"[:LONGEST_SUGGESTION], name)
        for name, wording in ((name, variants.wording(name)) for name in variants.offered())
        if any(key(typed) in key(called) for called in (wording.title, name, *wording.also))
    ]
    return games + of_names(kept, typed)


def of_names(kept: Sequence[NamedRules], typed: str) -> Completions:
    """Return the server's saved rules that match the typed text."""
    return _going_with(typed, [(f"{rules.name} · {game(rules)}", rules.name) for rules in kept])


def nearest(kept: Sequence[NamedRules], typed: str, presets: bool = True) -> str:
    """Return the name most similar to the typed text, or "" if none is similar.

    If `presets` is True, the names of the presets are searched too.
    """
    titles = [variants.wording(name).title for name in variants.offered()] if presets else []
    named = {key(name): name for name in [*titles, *(rules.name for rules in kept)]}
    words = {name: variants.wording(name).title for name in variants.offered()} if presets else {}
    found = get_close_matches(key(typed), [*named, *words], n=1, cutoff=0.5)
    return {**words, **named}[found[0]] if found else ""


def instead(kept: Sequence[NamedRules], meant: str) -> tuple[Row, ...]:
    """Return a button that opens a table of the game or the saved rules that were probably meant, or () for ""."""
    if (game := preset(meant)) is not None:
        asked = variants.wording(game)
        return (Row((Button(asked.title, OpenTable(game), asked.emoji, Style.GOOD),)),)
    found = [rules for rules in kept if rules.name == meant]
    return tuple(Row((Button(rules.name, UseRules(rules.id), "🎲", Style.GOOD),)) for rules in found[:1])


def _presets() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in variants.offered():
        wording = variants.wording(name)
        found |= {key(called): name for called in (name, wording.title, *wording.also)}
        with speaking(""):
            found[key(variants.wording(name).title)] = name
    return found


def _going_with(typed: str, games: Completions) -> Completions:
    return [(shown, value) for shown, value in games if key(typed) in key(shown) or key(typed) in key(value)]
