"""Test the language of each message.

Panels use the server's language, and private messages use their reader's language.
"""

import ast
import re
import threading
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest

import bot
from bot.history.boards import BoardName
from bot.people import ServerSettings
from bot.people.puzzles import Tried
from bot.presses.bids import OpenBidForm
from bot.presses.game import ShowDice
from bot.presses.history import ShareTab, ShowTab
from bot.presses.lobby import Join, Start
from bot.presses.preferences import ChooseLanguage, ServerDefaults, SurelyServerDefaults, SwitchForServer, UsualLanguage
from bot.screens.elements import amounts
from bot.screens.families.bids import narrator
from bot.screens.pages import figures, puzzle
from bot.words import catalogues, language
from bot.words.dice import dice_words
from bot.words.faces_and_numbers import read_face, read_quantity
from bot.words.language import offered, speaking
from engine.bids.events import Revealed
from tests.bot.answers import raw_words
from tests.bot.conftest import speak_from
from tests.bot.pseudo import compile_pseudo, untranslated
from tests.bot.server_settings import card, chosen, keeper, now
from tests.bot.stage import Stage
from tests.words.samples import write_sample

SOURCES = sorted(Path(bot.__file__).parent.rglob("*.py"))
SHEETS: tuple[BoardName, ...] = ("goods", "bads")
SAYING = {"_", "ngettext", "pgettext", "npgettext"}


@pytest.fixture(scope="session")
def french_and_german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of two made-up languages.

    One takes the place of French and puts sentences in ⟦these brackets⟧. The other takes the place of German and uses
    ⟪these⟫.
    """
    folder = tmp_path_factory.mktemp("languages")
    compile_pseudo(folder, "fr", "⟦⟧")
    compile_pseudo(folder, "de", "⟪⟫")
    return folder


@pytest.fixture
def two_languages(french_and_german: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot speak the two made-up languages."""
    speak_from(french_and_german, monkeypatch)


@pytest.fixture
async def french_stage(two_languages: None, tongues: Stage) -> Stage:
    """Run the bot on each kind of database, on a server in French whose people use Discord in German."""
    tongues.reads("de", *tongues.people)
    await tongues.bot.services.settings.change(tongues.guild.id, language="fr")
    return tongues


def is_german(text: str) -> bool:
    return "⟪" in text and "⟦" not in text


def is_french(text: str) -> bool:
    return "⟦" in text and "⟪" not in text


async def test_panels_are_in_the_servers_language_and_private_messages_in_the_readers(french_stage: Stage) -> None:
    stage = french_stage
    await stage.start("Ann", "Ben", clock="60")
    await stage.raise_once()
    name = await stage.to_move()
    ephemeral = await stage.press(name, ShowDice)
    form = await stage.pick(name, stage.panel(), OpenBidForm)
    assert form.result.modal is not None
    (direct_message,) = stage.messages(stage.people["Ann"].user.dm_channel)
    completed = await stage.people[name].autocomplete(stage.channel, "bid", "what", "")
    private = [
        *map(raw_words, ephemeral.ephemerals),
        raw_words(direct_message),
        str(form.result.modal),
        *(choice["name"] for choice in completed),
        raw_words((await stage.slash("Dan", "table leave")).ephemerals[0]),
    ]
    assert [text for text in private if not is_german(text)] == []
    await stage.time_passes(seconds=61)  # the bot plays, so no interaction has a language
    board = (await stage.slash("Ann", "leaderboard")).ephemerals[0]
    await stage.press("Ann", ShowTab, board)
    await stage.press("Ann", ShareTab, board)
    public = [raw_words(message) for message in stage.public()]
    assert len(public) > 2
    assert [text for text in public if not is_french(text)] == []


async def test_the_ping_for_a_closed_dm_is_in_the_servers_language(french_stage: Stage) -> None:
    french_stage.close_dm("Ben")
    await french_stage.start("Ann", "Ben")
    (said,) = [text for text in map(raw_words, french_stage.public()) if "DM" in text]
    assert is_french(said)


@pytest.mark.usefixtures("two_languages")
async def test_the_first_host_gives_a_server_its_language_and_the_next_does_not_change_it(tongues: Stage) -> None:
    tongues.reads("fr", "Ann")
    tongues.reads("de", "Ben")
    await tongues.start("Ann", "Ben", rounds="1")
    assert is_french(raw_words(tongues.panel()))
    await tongues.restart()
    other = tongues.guild.create_text_channel("more-dice")
    await tongues.slash("Ben", "play", channel=other)
    assert is_french(raw_words(tongues.panel(other)))
    assert (await chosen(tongues)).language == "fr"


async def test_the_first_table_names_the_servers_language_and_who_can_change_it(english_stage: Stage) -> None:
    stage = english_stage
    stage.reads("de", "Ann")
    await stage.sit("Ann", "Ben")
    assert "Deutsch" in stage.text()
    assert "`/settings`" in stage.text()
    await stage.restart()
    await stage.press("Cleo", Join)
    assert "Deutsch" in stage.text()
    await stage.press("Ann", Start)
    assert not any("Deutsch" in stage.text(message) for message in stage.public())
    other = stage.guild.create_text_channel("more-dice")
    await stage.slash("Dan", "play", channel=other)
    assert "Deutsch" not in stage.text(stage.panel(other))


async def test_a_language_that_a_manager_chose_is_not_named(english_stage: Stage) -> None:
    await english_stage.bot.services.settings.change(english_stage.guild.id, language="fr")
    await english_stage.sit("Ann", "Ben")
    assert "Français" not in english_stage.text()


@pytest.mark.usefixtures("two_languages")
async def test_a_host_whose_language_the_bot_lacks_leaves_the_choice_to_the_next(english_stage: Stage) -> None:
    stage = english_stage
    stage.reads("pl", "Ann")
    stage.reads("de", "Ben")
    await stage.slash("Ann", "play")
    assert (await chosen(stage)).language == ""
    assert "⟪" not in raw_words(stage.panel())
    other = stage.guild.create_text_channel("more-dice")
    await stage.slash("Ben", "play", channel=other)
    assert is_german(raw_words(stage.panel(other)))


@pytest.mark.usefixtures("two_languages")
async def test_a_communitys_own_language_takes_precedence_over_its_hosts(english_stage: Stage) -> None:
    stage = english_stage
    stage.env.backend.edit_guild(stage.guild.id, {"preferred_locale": "fr"})
    await stage.env.settle()
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    guild.features.append("COMMUNITY")
    stage.reads("de", "Ann")
    await stage.slash("Ann", "play")
    assert is_french(raw_words(stage.panel()))


@pytest.mark.usefixtures("two_languages")
async def test_a_manager_changes_the_servers_language_during_a_game(tongues: Stage) -> None:
    await tongues.start("Ann", "Ben")
    assert (await chosen(tongues)).language == "en"
    who = keeper(tongues)
    shown = await card(tongues, who)
    await tongues.press(who, SwitchForServer, shown, switch="stakes")
    await tongues.pick(who, shown, UsualLanguage, language="de")
    await tongues.raise_once()
    assert is_german(raw_words(tongues.panel()))
    await tongues.press(who, ServerDefaults, now(tongues, shown))
    await tongues.press(who, SurelyServerDefaults, now(tongues, shown))
    assert await chosen(tongues) == ServerSettings(language="de"), "the defaults keep the language"
    assert ServerDefaults not in tongues.kinds(now(tongues, shown))
    await tongues.raise_once()
    assert is_german(raw_words(tongues.panel()))


@pytest.mark.usefixtures("two_languages")
async def test_a_person_who_chose_a_language_gets_private_messages_in_it(tongues: Stage) -> None:
    """The answer to the choice is already in that language. The choice survives a restart and affects nobody else."""
    (shown,) = (await tongues.slash("Ann", "me")).ephemerals
    await tongues.pick("Ann", shown, ChooseLanguage, language="de")
    assert is_german(raw_words(next(message for message in tongues.messages() if message.id == shown.id)))
    await tongues.start("Ann", "Ben")
    (direct_message,) = tongues.messages(tongues.people["Ann"].user.dm_channel)
    assert is_german(raw_words(direct_message))
    await tongues.restart()
    assert is_german(raw_words((await tongues.slash("Ann", "dice")).ephemerals[0]))
    assert "⟪" not in raw_words((await tongues.slash("Ben", "dice")).ephemerals[0])
    (shown,) = (await tongues.slash("Ann", "me")).ephemerals
    await tongues.pick("Ann", shown, ChooseLanguage, language="discord")
    assert "⟪" not in raw_words((await tongues.slash("Ann", "dice")).ephemerals[0])


async def test_each_language_of_the_menus_can_be_chosen(english_stage: Stage) -> None:
    """Some languages have a region in their keys: "zh_TW"."""
    stage, who = english_stage, keeper(english_stage)
    assert {"de", "pt_BR", "zh_TW"} <= offered().keys()
    for key in offered():
        await stage.pick(who, await card(stage, who), UsualLanguage, language=key)
        assert (await chosen(stage)).language == key
        (mine,) = (await stage.slash(who, "me")).ephemerals
        await stage.pick(who, mine, ChooseLanguage, language=key)
        user = stage.people[who].user.id
        assert (await stage.bot.services.preferences.of([user]))[user].language == key


@pytest.mark.usefixtures("two_languages")
async def test_a_dm_is_in_the_language_that_its_reader_used_last(tongues: Stage) -> None:
    """Ann joins in English.

    Then she switches her Discord to German and types something, so her next DM is in German.
    """
    await tongues.sit("Ann", "Ben")
    tongues.reads("de", "Ann")
    await tongues.slash("Ann", "help")
    await tongues.press("Ann", Start)
    (direct_message,) = tongues.messages(tongues.people["Ann"].user.dm_channel)
    assert is_german(raw_words(direct_message))


@pytest.mark.usefixtures("two_languages")
def test_a_regional_locale_gets_its_language_and_an_unknown_one_gets_english() -> None:
    with speaking("de-AT"):
        assert dice_words(2, 4) == "2 ⟪fours⟫"
        with speaking("fr"):
            assert dice_words(2, 4) == "2 ⟦fours⟧"
        assert dice_words(1, 4) == "1 ⟪four⟫"
        with speaking("tlh"):
            assert dice_words(2, 4) == "2 fours"
    assert dice_words(2, 4) == "2 fours"


@pytest.mark.usefixtures("two_languages")
def test_faces_and_quantities_can_be_typed_in_ones_language_and_in_english() -> None:
    with speaking("de"):
        assert read_face("⟪fours⟫") == read_face("cows") == read_face("⚃") == 4
        assert read_quantity("⟪TWELVE⟫") == read_quantity("twelve") == 12
    assert read_face("⟪fours⟫") is None


async def test_bids_and_calls_are_typed_in_ones_own_language_and_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tongues: Stage
) -> None:
    for key in ("de", "ja"):
        write_sample(tmp_path, key)
    speak_from(tmp_path, monkeypatch)
    tongues.reads("de", "Ann")
    tongues.reads("ja", "Ben")
    await tongues.nobody_owes()
    await tongues.start("Ann", "Ben", rounds="1")
    typed = {"Ann": ("zwei Dreien", "gelogen!"), "Ben": ("3が2個", "ダウト")}
    first = await tongues.to_move()
    await tongues.slash(first, "bid", what=typed[first][0])
    standing = (await tongues.view()).state.standing
    assert standing is not None
    assert (standing.quantity, standing.face) == (2, 3)
    second = await tongues.to_move()
    offered = await tongues.people[second].autocomplete(
        tongues.channel, "bid", "what", {"Ann": "drei D", "Ben": "3を3個"}[second]
    )
    assert offered
    assert all(choice["value"].endswith("x3") for choice in offered), (second, offered)
    await tongues.slash(second, "bid", what=typed[second][1])
    assert (await tongues.table()).status == "over"


BARE = {
    "⟦Round ⟧3⟦: the dice are down.⟧": "",
    "**Ann** ⚅ · 🤖 Domino 👑": "",
    "⟦a label that is cut sh": "",
    "-# ⏳ <t:1782864000:R> <@123>": "",
    "`0f3c9d` 12/20 → …": "",
    "The Anchor · #dice": "",
    "⟦Round ⟧three": "three",
    "Liar! ⟦Ann⟧": "Liar!",
    "Anna": "a",
}


@pytest.mark.parametrize(("text", "bare"), BARE.items())
def test_untranslated_finds_every_word_outside_of_the_brackets(text: str, bare: str) -> None:
    assert untranslated(text, {"Ann", "Domino", "The Anchor", "dice"}) == bare


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(Path(bot.__file__).parent)))
def test_no_sentence_is_translated_while_a_module_is_imported(source: Path) -> None:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    said = [call.lineno for call in _at_import(tree) if isinstance(call.func, ast.Name) and call.func.id in SAYING]
    assert said == [], f"{source}: translated at import, before any language is set"


def _at_import(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that run when a module is imported.

    This includes the defaults and decorators of functions, but not their bodies.
    """
    if isinstance(node, ast.Lambda):
        parts: list[ast.AST] = [node.args]
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        parts = [node.args, *node.decorator_list]
    else:
        parts = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.Call):
            yield node
    for part in parts:
        yield from _at_import(part)


def test_a_count_of_zero_is_written_in_words() -> None:
    """For 0, gettext uses the singular in French and Brazilian Portuguese, but nobody there says "0 prenda"."""
    shown = Revealed(0, 3, 6, 1, in_turn=True, exact=False, votes=(), hands=(), wild=0, count=0, holds=False)
    for key in offered():
        with speaking(key):
            told = [
                *(narrator.bid_and_count(shown, yours).format(bidder="Ann", bid="?", n=0) for yours in (False, True)),
                *(figures.figures(board, *amounts) for board in SHEETS for amounts in ((3, 0), (0, 3))),
                amounts.forfeits(0),
                puzzle.how_many(Tried(0, 5)),
            ]
        assert not [said for said in told if re.search(r"\b0", said)], told


async def test_every_catalogue_is_read_before_connecting_and_in_another_thread(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No request has to wait for a catalogue, and reading one does not block the event loop."""
    readers, read = [], catalogues.read

    def noted(file: Path) -> GNUTranslations:
        readers.append(threading.current_thread())
        return read(file)

    language._catalogue.cache_clear()
    monkeypatch.setattr(catalogues, "read", noted)
    await stage.restart()
    assert len(readers) == len(offered()) - 1
    assert threading.main_thread() not in readers
    for key in offered():
        with speaking(key):
            assert language.spoken_key() == key
    assert len(readers) == len(offered()) - 1
