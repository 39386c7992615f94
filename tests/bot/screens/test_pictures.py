"""Test pictures of dice.

A command uploads them as emojis, the bot checks them at its start, and Unicode replaces those that are missing.
"""

import hashlib
import re
import struct
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.backend import serializers

import bot.pictures
from bot.outbox.drawn import UNICODE, Emoji, EmojiSet
from bot.outbox.emoji_uploads import upload
from bot.outbox.render import layout, modal
from bot.pictures import FACES, HOUSE, Picture, is_ours, pictures, sets, spoken
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.game import CallLie, ShowDice
from bot.presses.lobby import SendOptions
from bot.screens.elements.cards import MOST_TEXT, Button, Choice, Field, Form, Menu, Row, Text
from bot.words.cleaning import clean
from bot.words.dice import DIE, LOOKS, MARK, MARKS, counting, covered, die, in_text, look_of, name_of, red, wild
from tests.bot.answers import BUTTON, raw_words, walk
from tests.bot.payloads import check, check_modal
from tests.bot.stage import Stage
from tests.bot.uploaded_emojis import PICTURED
from tests.clock import utc_now
from tests.pictures.__main__ import SIDE, SUMS, sums

EMOJI = re.compile(r"<:([a-z]+)[a-z_]*_[0-9a-f]{6}:\d+>")
MOST_BYTES = 256 << 10
"""Discord's limits for an emoji."""


# The drawings -------------------------------------------------------------------------------------------------


def test_every_sign_has_a_picture_in_the_default_set() -> None:
    assert {picture.name for picture in pictures()} == {name_of(mark) for mark in MARKS if look_of(mark) == HOUSE}


def test_every_other_look_of_dice_has_a_picture_of_each_die() -> None:
    assert sorted(LOOKS) == sorted(sets())
    for look in LOOKS[1:]:
        assert {picture.name for picture in pictures(look)} == {name_of(m) for m in MARKS if look_of(m) == look}
        assert name_of(die(6, look)) == "die6"
        assert die(6, look) != die(6)
        assert in_text(counting(6, look)) == in_text(counting(6)), "in Unicode all looks are the same"


@pytest.mark.parametrize("folder", sets())
def test_each_picture_is_rendered_from_its_present_drawing(folder: str) -> None:
    """After changing a drawing, run `make pictures`."""
    where = bot.pictures.FOLDER / folder
    assert (where / SUMS).read_text() == sums(where)
    assert {file.stem for file in where.glob("*.svg")} == {picture.name for picture in pictures(folder)}


@pytest.mark.parametrize("picture", [picture for folder in sets() for picture in pictures(folder)], ids=str)
def test_discord_accepts_each_picture(picture: Picture) -> None:
    data = picture.png()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (SIDE, SIDE)
    assert len(data) <= MOST_BYTES
    assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", picture.emoji)
    assert picture.emoji == f"{spoken(picture.name)}_{hashlib.sha256(data).hexdigest()[:6]}"
    assert picture.former == f"{picture.name}_{hashlib.sha256(data).hexdigest()[:6]}"
    assert is_ours(picture.emoji)
    assert is_ours(picture.former)


def test_no_two_pictures_share_a_name_on_discord() -> None:
    names = [picture.emoji for folder in sets() for picture in pictures(folder)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("other", ["die6", "die6_", "die6_XYZ123", "die9_abcdef", "trumpet_abcdef", "die6_abcdef0"])
def test_other_emojis_of_the_application_are_recognized_as_foreign(other: str) -> None:
    assert not is_ours(other)


# Rendering ----------------------------------------------------------------------------------------------------


def test_a_die_is_an_emoji_in_text_and_on_its_button() -> None:
    shown = layout((Text(f"# {die(5)} {covered()}"), Row((Button("×3", PlaceBid(1, 1, 3, 5), die(5)),))))
    shown.looks = PICTURED
    (text, row) = shown.to_components()
    assert re.fullmatch(r"# <:five_abcdef:\d{19}> <:covered_abcdef:\d{19}>", text["content"])
    (button,) = row["components"]
    assert button["label"] == "×3"
    assert button["emoji"]["name"] == "five_abcdef"
    assert int(button["emoji"]["id"]) == PICTURED.emojis[die(5)].id
    check([text, row])


def test_without_pictures_a_die_is_written_in_its_place() -> None:
    """Discord does not accept the character of a die as a button's emoji, so the character begins the label."""
    shown = layout((Text(f"{die(1)} {counting(2)} {wild(1)} {red(6)}"), Row((Button("×3", emoji=die(5)),))))
    (text, row) = shown.to_components()
    assert text["content"] == "⚀ [⚁] [⚀★] 🟥⚅"
    (button,) = row["components"]
    assert button["label"] == "⚄ ×3"
    assert "emoji" not in button


def test_only_the_choices_of_a_form_have_pictures() -> None:
    """Discord shows no custom emojis in labels, descriptions and placeholders."""
    menu = Menu("face", f"like {die(2)}", (Choice("5", "fives", f"after {die(4)}", die(5)),))
    question = modal(Form(SendOptions(1), "Your bid", (Field("face", f"after {die(4)}", menu=menu),)))
    question.looks = PICTURED
    (label,) = question.to_dict()["components"]
    (choice,) = label["component"]["options"]
    said = (label["label"], choice["description"], label["component"]["placeholder"])
    assert said == ("after ⚃", "after ⚃", "like ⚁")
    assert choice["emoji"]["name"] == "five_abcdef"
    check_modal(question.to_dict())


def test_a_text_that_is_too_long_with_pictures_is_sent_without_them() -> None:
    """With emojis, twenty-four hands of five dice would have more than 4,000 characters."""
    hands = "\n".join(f"{' '.join([die(6)] * 5)} somebody" for _ in range(12))
    row = Row((Button("×3", PlaceBid(1, 1, 3, 5), die(5)),))
    shown = layout((Text(hands), Text(hands), Text("a" * 200), row))
    shown.looks = PICTURED
    parts = shown.to_components()
    check(parts)
    assert DIE[6] in parts[0]["content"]
    assert "<:" not in parts[1]["content"]
    assert parts[3]["components"][0]["emoji"]["name"] == "five_abcdef", "its buttons keep their pictures"


def test_a_dm_that_is_too_long_with_pictures_is_sent_without_them() -> None:
    assert PICTURED.content(die(6)).startswith("<:six_")
    assert PICTURED.content(die(6) * 100) == DIE[6] * 100


@given(st.lists(st.one_of(st.sampled_from(MARKS), st.characters(), st.sampled_from("\ue0ff\ue046 \ue007"))))
def test_no_placeholder_of_a_picture_is_ever_sent(signs: list[str]) -> None:
    words = "".join(signs)
    for looks in (UNICODE, PICTURED, EmojiSet({die(6): Emoji("die6_abcdef", 1)})):
        assert not MARK.search(looks.content(words))
        (text,) = looks.components([{"type": 10, "content": words}])
        assert not MARK.search(text["content"])
        assert len(text["content"]) <= max(MOST_TEXT, len(in_text(words)))


@given(st.text())
def test_nobody_can_type_a_placeholder_of_a_picture(typed: str) -> None:
    assert not MARK.search(clean(f"{die(6)}{typed}{covered()}", 10_000))


# On Discord ---------------------------------------------------------------------------------------------------


async def with_pictures(stage: Stage) -> Stage:
    """Upload the pictures and restart the bot on this stage."""
    await upload(stage.bot)
    await stage.restart()
    return stage


def emojis(stage: Stage) -> dict[str, int]:
    """Return the ids of the application's emojis on Discord, by name."""
    return {emoji.name: emoji.id for emoji in stage.env.backend.application_emojis.values()}


def raises(stage: Stage) -> list[dict[str, object]]:
    """Return the buttons of the panel that show a die and a quantity."""
    parts = [part for part in walk(stage.panel().components) if part["type"] == BUTTON]
    return [part for part in parts if "×" in (part.get("label") or "")]


async def test_players_see_the_uploaded_pictures(stage: Stage) -> None:
    await with_pictures(stage)
    await stage.start("Ann", "Ben", rounds="1")
    assert {button["label"] for button in raises(stage)} == {"×1"}
    assert {str(button["emoji"]["id"]) for button in raises(stage)} <= set(map(str, emojis(stage).values()))  # type: ignore[index]
    name = await stage.raise_once()
    hand = await stage.dice(name)
    (ephemeral,) = (await stage.press(name, ShowDice)).ephemerals
    direct_message = raw_words(stage.messages(stage.people[name].user.dm_channel)[0])
    digits = " ".join(map(str, sorted(hand)))
    for said in (raw_words(ephemeral), direct_message):
        assert [FACES.index(found) + 1 for found in EMOJI.findall(said) if found in FACES][: len(hand)] == sorted(hand)
        assert digits in said
    assert direct_message.index(digits) < direct_message.index("<:"), "a push shows digits first"
    other = await stage.to_move()
    form = await stage.pick(other, stage.panel(), OpenBidForm)
    assert form.result.modal is not None
    assert "six_" in str(form.result.modal)
    await stage.press(other, CallLie)
    showdown = "\n".join(raw_words(message) for message in stage.public())
    assert len(EMOJI.findall(showdown)) >= 10
    assert not set(DIE[1:]) & set(showdown)


async def test_uploading_again_changes_nothing(english_stage: Stage) -> None:
    first = await upload(english_stage.bot)
    drawn = [picture.emoji for look in LOOKS for picture in pictures(look)]
    assert sorted(first.new) == sorted(emojis(english_stage)) == sorted(drawn)
    before = english_stage.requests()
    second = await upload(english_stage.bot)
    assert (second.new, second.gone) == ((), ())
    assert english_stage.requests() == before + 1


async def test_a_picture_that_was_redrawn_replaces_the_old_one(english_stage: Stage) -> None:
    stage = english_stage
    await upload(stage.bot)
    backend = stage.env.backend
    now = next(picture.emoji for picture in pictures() if picture.name == "die3")
    backend.edit_application_emoji(emojis(stage)[now], "die3_0ddba1")
    backend.create_application_emoji("trumpet")
    changed = await upload(stage.bot)
    assert (changed.new, changed.gone) == ((now,), ("die3_0ddba1",))
    assert {now, "trumpet"} < set(emojis(stage))
    assert "die3_0ddba1" not in emojis(stage)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *(("die5", "five"), ("counting2", "two_counts"), ("wild1", "one_wild"), ("red6", "six_red")),
        *(
            ("under3", "three_under_cup"),
            ("table4", "four_on_table"),
            ("marked1", "one_marked"),
            ("covered", "covered"),
        ),
    ],
)
def test_the_name_of_a_picture_describes_its_die(name: str, said: str) -> None:
    """Screen readers read this name aloud if a button has a picture but no label."""
    assert spoken(name) == said


async def as_before(stage: Stage) -> dict[str, str]:
    """Give all pictures the names that earlier versions used. Return the earlier name of each current name."""
    await upload(stage.bot)
    former = {picture.emoji: picture.former for look in LOOKS for picture in pictures(look)}
    for name, number in emojis(stage).items():
        stage.env.backend.edit_application_emoji(number, former[name])
    return former


async def test_a_window_that_is_posted_again_has_the_uploaded_pictures(stage: Stage) -> None:
    await with_pictures(stage)
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="20")
    (before,) = (await stage.press("Ann", ShowDice)).ephemerals
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    (window,) = [message for message in stage.messages() if message.ephemeral and "Round" in raw_words(message)]
    assert window.id > before.id
    assert len(EMOJI.findall(raw_words(window))) >= 5
    assert not set(DIE[1:]) & set(raw_words(window))


async def test_pictures_of_an_earlier_version_are_used_as_they_are(
    english_stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = english_stage
    await as_before(stage)
    caplog.clear()
    await stage.restart()
    assert [record for record in caplog.records if record.name == "bot.outbox.pictures"] == []
    await stage.start("Ann", "Ben")
    assert all(str(button["emoji"]["name"]).startswith("die") for button in raises(stage))  # type: ignore[index]


async def test_pictures_of_an_earlier_version_are_renamed_and_not_uploaded_again(english_stage: Stage) -> None:
    stage = english_stage
    former = await as_before(stage)
    ids = emojis(stage)
    changed = await upload(stage.bot)
    assert (changed.new, changed.gone) == ((), ())
    assert sorted(changed.renamed) == sorted(name for name, old in former.items() if name != old)
    assert emojis(stage) == {name: ids[old] for name, old in former.items()}, "the messages that show them stay whole"


async def test_missing_pictures_are_logged_at_the_start_and_do_not_stop_it(
    english_stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = english_stage
    await upload(stage.bot)
    six = next(picture.emoji for picture in pictures() if picture.name == "die6")
    stage.env.backend.delete_application_emoji(emojis(stage)[six])
    caplog.clear()
    before = stage.requests()
    await stage.restart()
    told = [record.getMessage() for record in caplog.records if record.name == "bot.outbox.pictures"]
    (line,) = told
    assert all(words in line for words in (six, "python -m bot emojis", f"1 of {len(MARKS)}"))
    assert sum(entry.path.endswith("/emojis") for entry in stage.env.http_requests[before:]) == 1
    await stage.start("Ann", "Ben")
    assert [str(button["label"]) for button in raises(stage)] == ["×1"] * 5 + ["⚅ ×1"]


async def test_nothing_is_logged_if_all_pictures_exist(english_stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    await upload(english_stage.bot)
    caplog.clear()
    await english_stage.restart()
    assert [record for record in caplog.records if record.name == "bot.outbox.pictures"] == []


async def test_games_go_on_if_discord_does_not_list_the_pictures(
    english_stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = english_stage
    await upload(stage.bot)
    stage.env.inject_error("GET", "/applications/*/emojis", status=403, code=50001, message="Missing Access")
    await stage.restart()
    await stage.start("Ann", "Ben")
    assert {str(button["label"])[1:] for button in raises(stage)} == {" ×1"}
    await stage.time_passes(minutes=11)
    await stage.raise_once()
    assert all(button.get("emoji") for button in raises(stage)), "looked up again"


async def test_after_a_refused_picture_dice_are_sent_in_unicode_for_a_while(
    english_stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """If an emoji was deleted, Discord refuses the message, and the bot sends it again in Unicode."""
    stage = await with_pictures(english_stage)
    await stage.start("Ann", "Ben", "Cleo")
    caplog.clear()
    refuse(stage, "/interactions/*")
    await stage.raise_once()
    (told,) = [record.getMessage() for record in caplog.records if record.name == "bot.outbox.pictures"]
    assert "python -m bot emojis" in told
    assert "<:" not in raw_words(stage.panel())
    for _ in range(2):
        assert raises(stage)
        assert [button for button in raises(stage) if button.get("emoji")] == []
        await stage.raise_once()
    assert len([record for record in caplog.records if record.name == "bot.outbox.pictures"]) == 1
    stage.bot.now = lambda: utc_now() + timedelta(minutes=11)
    await stage.raise_once()
    assert all(button.get("emoji") for button in raises(stage)), "looked up again"


async def test_the_bots_own_posts_are_sent_in_unicode_too(english_stage: Stage) -> None:
    stage = await with_pictures(english_stage)
    await stage.start("Ann", "Ben", clock="60")
    stage.tokens_expire()
    refuse(stage, "/channels/*/messages*")
    await stage.time_passes(seconds=61)  # the bot plays for the player
    assert raises(stage)
    assert [button for button in raises(stage) if button.get("emoji")] == []


async def test_a_form_with_a_refused_picture_opens_without_it(english_stage: Stage) -> None:
    stage = await with_pictures(english_stage)
    await stage.start("Ann", "Ben")
    refuse(stage, "/interactions/*")
    form = await stage.pick(await stage.to_move(), stage.panel(), OpenBidForm)
    assert form.result.modal is not None
    assert "⚅ sixes" in str(form.result.modal)


def refuse(stage: Stage, path: str) -> None:
    """Make Discord refuse the next request to this path as it refuses an unknown emoji."""
    stage.env.inject_error("*", path, status=400, code=50035, message="Invalid Form Body: Invalid emoji")


async def test_names_and_their_dice_stay_on_one_line_in_a_roll_off(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    assert re.search("Ann\u00a0[⚀-⚅] · Ben\u00a0[⚀-⚅] · Cleo\u00a0[⚀-⚅]", raw_words(stage.panel()))
    await stage.press(await stage.to_move(), PlaceBid)
    assert re.search("\u00a0[⚀-⚅]\u2060×[0-9]", raw_words(stage.panel()))


@pytest.mark.parametrize("told", [{}, {"id": "none", "name": "die6"}, 3, None])
async def test_an_unreadable_answer_about_pictures_does_not_stop_a_start(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, told: object
) -> None:
    await stage.start("Ann", "Ben")
    monkeypatch.setattr(stage.env.backend, "application_emojis", {1: None})
    monkeypatch.setattr(serializers, "guild_emoji_payload", lambda *_: told)
    await stage.restart()
    await stage.raise_once()
    assert stage.bot.pictures.looks == UNICODE
