"""Test drawn pages. Text in any script must stay in its area, and must be printed with our own fonts."""

import struct

import pytest

from bot.pictures.charts import DARK, LIGHT, SCALE, Inks, Paper, cut, ems, png

NAMES = (
    "Bartholomew the Extremely Long Winded",
    "W" * 32,
    "مرحبا بالعالم العربي الكبير",
    "李小龍" * 10,
    "🎲" * 20,
    "i" * 60,
)


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb" (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", NAMES)
def test_a_long_text_is_cut_to_its_width(name: str) -> None:
    short = cut(name, 12)
    assert ems(short) <= 12
    assert short.endswith("…")
    assert cut("Ann", 12) == "Ann"


@pytest.mark.parametrize("inks", [DARK, LIGHT], ids=["dark", "light"])
def test_all_colors_of_a_theme_have_enough_contrast(inks: Inks) -> None:
    for ink in (inks.words, inks.faint, *inks.series):
        assert min(contrast(ink, inks.paper), contrast(ink, inks.raised)) >= 4.5


def test_a_page_prints_at_its_scale_and_escapes_markup_in_text() -> None:
    paper = Paper(120, 40, LIGHT)
    paper.say("<&\">'", (4, 20), 12)
    paper.line([(0, 30), (120, 30)], paper.inks.line)
    paper.dot((60, 30), 3, paper.inks.red)
    pixels = png(paper.svg())
    assert struct.unpack(">II", pixels[16:24]) == (120 * SCALE, 40 * SCALE)
    assert pixels != png(Paper(120, 40, LIGHT).svg())


def test_an_emoji_with_several_code_points_is_not_cut_in_two() -> None:
    family = "👨‍👩‍👧‍👦"
    assert cut(family * 9, ems(family) * 2 + 2) == f"{family * 2}…"
