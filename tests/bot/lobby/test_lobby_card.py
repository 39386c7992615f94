"""Test the lobby's card. It fits on a phone, and shows the options on which the table has agreed."""

import pytest

from bot.presses.base import Press
from bot.presses.lobby import (
    AddComputer,
    ChooseLevel,
    ChooseSeats,
    ChooseVariant,
    Join,
    OpenComputers,
    OpenDoor,
    OpenHouseRules,
    OpenOptions,
    OpenStakes,
    PutOut,
    Start,
)
from bot.screens.elements.option_values import (
    CLOCKS,
    chance,
    length_in_words,
    read_chance,
    read_clock,
    read_length,
    read_number,
    span,
)
from bot.screens.elements.widths import height
from bot.screens.families.variants import offered
from bot.screens.table import options
from bot.screens.table.options import terms
from bot.tables.model import Deck, Setup
from bot.tables.trouble import Trouble
from bot.words.language import number, speaking
from bot.words.language import offered as languages
from engine.core.characters import Level
from engine.options import OPTIONS
from tests.bot.answers import TEXT, walk
from tests.bot.plays import play_round
from tests.bot.pseudo import heard
from tests.bot.stage import Stage

MOST_LINES = 10


def on_a_phone(stage: Stage) -> int:
    """Return the number of lines that the lobby's card takes on a screen of 360 px."""
    return sum(height(part["content"]) for part in walk(stage.panel().components) if part["type"] == TEXT)


async def test_the_menu_begins_with_the_games_that_are_played_most_on_the_server(stage: Stage) -> None:
    """A game that was played only once is no favorite."""
    await stage.nobody_owes()
    for game in ("mia", "bar", "mia"):
        await stage.start("Ann", "Ben", game=game, rounds="1")
        await play_round(stage)
    await stage.sit("Ann", "Ben", game="dudo")
    for chosen in ("bar", "perudo"):
        await stage.pick("Ann", stage.panel(), ChooseVariant, variant=chosen)
        menu = [each.variant for each in stage.offered(stage.panel()) if isinstance(each, ChooseVariant)]
        assert menu == ["mia", *(each for each in offered() if each != "mia")]


@pytest.mark.parametrize(
    ("game", "length"), [("common", "10 rounds"), ("common", "10 rounds, 45 minutes"), ("firehouse", "5 bads")]
)
async def test_a_lobby_of_four_people_with_its_options_and_buttons_fits_a_phone(
    english_stage: Stage, game: str, length: str
) -> None:
    stage = english_stage
    await stage.bot.services.settings.change(stage.guild.id, language="en")  # the first table has one more line
    await stage.sit("Ann", "Ben", "Cleo", game=game, computers=1)
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds=length, clock=["180"], forfeit="sing a song", switches=["absence=sit-out"])
    assert on_a_phone(stage) <= MOST_LINES
    assert stage.text().count("`") == 2
    assert len(stage.text().split("`")[1]) <= 16 + len("…")
    assert {Join, AddComputer} <= set(stage.kinds())


@pytest.mark.parametrize("game", offered())
async def test_the_lobby_of_every_game_with_its_proposed_options_fits_a_phone(
    english_stage: Stage, game: str, tongue: str
) -> None:
    await english_stage.bot.services.settings.change(english_stage.guild.id, language=tongue)
    await english_stage.sit("Ann", "Ben", "Cleo", game=game, computers=1)
    card = english_stage.text().split("\n")
    assert sum(map(height, card)) <= MOST_LINES, "\n".join(card)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("game", offered())
def test_no_line_of_options_in_the_lobby_is_broken_on_a_phone(game: str) -> None:
    """The end of the game and the length of a turn share a line if they fit. Otherwise each has its own line."""
    setup = options.proposed_setup(game)
    lines = terms(setup, setup.rules())
    assert "🏁" in lines[0]
    assert "⏳" in lines[0] or "⏳" in lines[1]
    assert [height(line) for line in lines if "🏁" in line or "⏳" in line] in ([1], [1, 1]), lines


async def test_the_lobby_proposes_gentle_dares_and_the_host_can_replace_them(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    assert "📝 Gentle dares" in stage.text()
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, clock=["180"], forfeit="sing a song")
    assert "The loser must: sing a song" in stage.text()


async def test_a_host_who_writes_nothing_gets_gentle_dares(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="cup")
    for _ in range(2):
        form = await stage.press("Ann", OpenOptions)
        await stage.fill("Ann", form, clock=["180"], forfeit="")
        setup = (await stage.table()).setup
        assert (setup.forfeit, setup.deck) == ("", Deck.GENTLE)


async def test_firehouse_shows_its_forfeit_and_lets_the_host_edit_it(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="firehouse")
    assert "📝 Wash up (lose)? Then: Gentle dares" in stage.text()
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, clock=["180"], forfeit="wash the glasses")
    assert "📝 Wash up (lose)? Then: wash the glasses" in stage.text()


async def test_firehouse_explains_bads_goods_and_washing_up_where_they_first_appear(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo", game="firehouse")
    assert "Be wrong, take a bad: −1 point." in stage.text()
    assert "Wash up (lose)? Then:" in stage.text()
    await stage.press("Ann", Start)
    await stage.raise_once()
    assert "Out of turn: 2 goods (+2) or 2 bads (−2)." in stage.text()


async def test_the_lobby_shows_a_house_rule_that_is_on(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    assert "Only the next player may call Liar!" in stage.text()
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, clock=["180"], switches=["challenge=anyone", "absence=sit-out"])
    assert "Anyone may call Bang!" in stage.text()
    assert "next player" not in stage.text()
    assert "Anyone may call" in stage.text()


@pytest.mark.usefixtures("any_language")
def test_the_lobby_names_only_options_that_differ_from_a_new_table() -> None:
    def said(**more: object) -> str:
        setup = Setup("common", {"rounds": "10", "absence": "sit-out"}, **more)  # type: ignore[arg-type]
        return heard("\n".join(terms(setup, setup.rules()))).replace("\n⏳", " · ⏳")  # the brackets make lines longer

    assert said() == "🏁 10 rounds · ⏳ 1:30 a turn\n📝 The loser owes a forfeit"
    assert "Forfeits first" in said(wait_settled=True)
    strict = Setup("common", {"rounds": "10"})
    assert "Out after two missed turns" in heard("\n".join(terms(strict, strict.rules())))


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ("10", {"rounds": "10"}),
        ("10 rounds", {"rounds": "10"}),
        ("1 round, 45 minutes", {"rounds": "1", "minutes": "45"}),
        ("45min", {"minutes": "45"}),
        ("4 bads, 7 rounds", {"bads": "4", "rounds": "7"}),
        ("2 bads", {"bads": "2", "pair-bads": "2"}),
        ("5 bads", {}),
        ("", {}),
    ],
)
async def test_the_length_of_a_game_can_be_typed_in_words(stage: Stage, typed: str, options: dict[str, str]) -> None:
    await stage.sit("Ann", "Ben", game="firehouse")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds=typed, clock=["180"], switches=[])
    assert (await stage.table()).setup.options == options


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize("language", languages())
def test_each_language_reads_the_lengths_that_it_writes(language: str) -> None:
    options = {"rounds": "7", "minutes": "45", "bads": "4"}
    with speaking(language):
        assert read_length(length_in_words(Setup("firehouse", options).rules())) == options
        for seconds in (*CLOCKS, 45, 75, 5400):
            assert read_clock(span(seconds)) == str(seconds)


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize(
    ("language", "typed", "options"),
    [
        ("", "10 m", {"minutes": "10"}),
        ("", "4 b, 7", {"bads": "4", "rounds": "7"}),
        ("fr", "10 m", {"rounds": "10"}),
        ("fr", "10 min., 4 mauvais", {"minutes": "10", "bads": "4"}),
        ("fr", "10 rounds", {"rounds": "10"}),
        ("de", "10 m, 4 Minus", {"minutes": "10", "bads": "4"}),
        ("es", "4 f, 10 r", {"bads": "4", "rounds": "10"}),
        ("ja", "黒星4, 10 m", {"bads": "4", "minutes": "10"}),
        ("zh-TW", "4支小過，10分", {"bads": "4", "minutes": "10"}),
    ],
)
def test_units_of_time_can_be_shortened_in_ones_language_and_in_english(
    language: str, typed: str, options: dict[str, str]
) -> None:
    with speaking(language):
        assert read_length(typed) == options


@pytest.mark.parametrize("typed", ["10 x", "-5 rounds", "1.5 m", "ten", "10 5", "m"])
def test_a_text_that_is_not_a_length_is_refused_in_every_language(typed: str) -> None:
    for language in languages():
        with speaking(language), pytest.raises(Trouble):
            read_length(typed)


@pytest.mark.usefixtures("as_translated")
def test_the_length_of_a_turn_can_be_typed_with_short_units_or_as_none() -> None:
    for language, typed, seconds in (
        ("", "90", "90"),
        ("", "2 d", "172800"),
        ("de", "2 T", "172800"),
        ("de", "3 Std.", "10800"),
        ("de", "3 h", "10800"),
        ("fr", "2 j", "172800"),
        ("fr", "5 m", "300"),
        ("ja", "3時", "10800"),
        ("zh-TW", "3小時", "10800"),
        ("zh-TW", "不限", "none"),
        *((key, "None", "none") for key in languages()),
        *(("es", word, "none") for word in ("nada", "Ninguno", "")),
        *(("de", word, "none") for word in ("keine", "Keiner")),
    ):
        with speaking(language):
            assert read_clock(typed) == seconds, (language, typed)


@pytest.mark.usefixtures("as_translated")
def test_numbers_are_read_as_japanese_keyboards_type_them() -> None:
    with speaking("ja"):
        assert read_length("黒星４、１０ ラウンド") == {"bads": "4", "rounds": "10"}
        assert read_clock("１２０秒") == "120"
    assert (read_number("１００"), read_chance("２％"), read_chance("1／50")) == ("100", "0.02", "0.02")


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize("language", languages())
def test_each_language_reads_the_odds_that_it_writes(language: str) -> None:
    write = OPTIONS["crooked"].write
    likely = (0.0, 1.0, 0.02, 0.125, 0.3, 0.999, 1e-10, *(1 / n for n in (*range(2, 120), 1000, 12345, 10**6)))
    with speaking(language):
        for word in map(write, (*likely, *(n / 997 for n in range(1, 997)))):
            assert {read_chance(chance(word)), read_chance(number(word)), read_chance(word)} == {word}


ODDS = {
    "": ("1 in 50", "one out of 50", "1 chance in 50", "1:50", "1/50", "2 %", "2%", "0.02", "0,02", "20 in 1,000"),
    "de": ("1 von 50", "1 zu 50", "eine Chance von 50", "1 in 50", "0,02", "0.02", "2,0 %", "20 von 1.000"),
    "es": ("1 de 50", "1 de cada 50", "una de cada 50", "1 entre 50", "una vez de cada 50", "1 in 50", "2\u00a0%"),
    "fr": (
        "1 sur 50",
        "une chance sur 50",
        "UNE FOIS SUR 50",
        "1 contre 50",
        "1 in 50",
        "2\u202f%",
        "20 sur 1\u202f000",
    ),
    "pt-BR": ("1 em 50", "1 em cada 50", "uma em 50", "1 chance em 50", "1 a cada 50", "1 in 50", "2%"),
    "ja": ("50分の1", "５０分の１", "50回に1回", "50回中1回", "1/50", "1 in 50", "２％", "０．０２"),
    "zh-TW": ("50分之1", "５０分之１", "50次1次", "50次中1次", "每50次1次", "1/50", "1 in 50", "２％", "０．０２"),
}
"""Ways to type a chance of one in fifty."""


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize("language", ODDS)
def test_odds_can_be_typed_as_each_language_usually_writes_them(language: str) -> None:
    with speaking(language):
        assert {typed: read_chance(typed) for typed in ODDS[language]} == dict.fromkeys(ODDS[language], "0.02")
        assert read_chance("1 blorp 50") == "1 blorp 50", "not any word between two numbers will do"


@pytest.mark.usefixtures("as_translated")
def test_numbers_with_thousands_separators_are_read() -> None:
    for typed in ("1.000", "1,000", "1 000", "1\u202f000", "1’000", "１，０００"):
        assert read_number(typed) == "1000"
    assert [read_number(typed) for typed in ("1.000.000", "1,000.000", "1.00", "1,5")] == [
        "1000000",
        "1,000.000",
        "1.00",
        "1,5",
    ]
    for language, typed in (
        ("", "10,080 minutes, 7 rounds"),
        ("de", "7 Runden, 10.080 Minuten"),
        ("fr", "10 080 min, 7 m"),
    ):
        with speaking(language):
            assert read_length(typed) == {"rounds": "7", "minutes": "10080"}


async def test_sending_an_unchanged_form_changes_nothing(stage: Stage) -> None:
    """In each language, the bot can read the text with which it fills in the form."""
    await stage.sit("Ann", "Ben", game="firehouse")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds="3 bads, 90 minutes", clock=["600"], switches=["absence=sit-out"])
    before = (await stage.table()).setup
    form = await stage.press("Ann", OpenOptions)
    assert form.result.modal is not None
    fields = [part["component"] for part in form.result.modal["components"]]
    values = {
        field["custom_id"]: field["value"]
        if "value" in field
        else [option["value"] for option in field["options"] if option.get("default")]
        for field in fields
        if "value" in field or "options" in field
    }
    await stage.fill("Ann", form, **values)
    assert (await stage.table()).setup == before


def private(stage: Stage) -> list[int]:
    """Return the ids of all private messages."""
    return [message.id for message in stage.messages() if message.ephemeral]


@pytest.mark.parametrize("page", [OpenHouseRules, OpenStakes, OpenComputers, OpenDoor, PutOut])
async def test_the_pages_of_a_lobby_go_when_the_game_starts(stage: Stage, page: type[Press]) -> None:
    """Their choices would only be refused from then on."""
    await stage.sit("Ann", "Ben")
    await stage.press("Ann", page)
    shown = private(stage)[-1]
    await stage.press("Ann", Start)
    assert shown not in private(stage)


async def test_a_page_of_a_lobby_goes_after_a_change_and_only_one_is_open(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    (first,) = (await stage.press("Ann", OpenComputers)).ephemerals
    await stage.pick("Ann", first, ChooseLevel, level=Level.STRONG)
    (second,) = (await stage.press("Ann", OpenDoor)).ephemerals
    assert first.id not in private(stage)
    await stage.pick("Ann", second, ChooseSeats, seats=3)
    await stage.press("Ann", Start)
    assert second.id not in private(stage)


async def test_others_may_go_on_reading_the_house_rules_after_the_start(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    (page,) = (await stage.press("Ben", OpenHouseRules)).ephemerals
    await stage.press("Ann", Start)
    assert page.id in private(stage)


async def test_the_green_button_of_a_lobby_is_what_comes_next(english_stage: Stage) -> None:
    """Alone one waits for others to join. From two players on, the game can start."""

    def green() -> list[str]:
        return [button["label"] for button in english_stage.buttons() if button.get("style") == 3]

    await english_stage.sit("Ann")
    assert green() == ["Join"]
    await english_stage.press("Ben", Join)
    assert green() == ["Start"]
