"""Build the pages of /privacy: what the bot keeps about people, their data as files, and how they are forgotten."""

from bot.presses.preferences import AboutMe, ForgetMe, ForgetMeThen, KeepMe, SurelyForgetMe
from bot.screens.elements.cards import Box, Button, Download, Ephemeral, Part, Row, Rule, Style, Text, Tone
from bot.screens.elements.labels import NO, SUPPORT
from bot.settings import Pages
from bot.words.language import _, ngettext


def card(pages: Pages, replays: int | None, here: bool) -> tuple[Part, ...]:
    """Return the page about the data that the bot keeps: its purposes, how long it is kept, and who can see it.

    `here` is True if the request comes from a server. `replays` is the number of months for which that server keeps
    replays, or None if it never deletes them.
    """
    said = [
        _("## 🔏 What I keep about you"),
        _("**To play**: your Discord ID, your name on a server, your choices in `/me`."),
        _(
            "**Games**: rolls, bids, lucky words, results and stats, for that server’s leaderboards, "
            "ratings and replays."
        ),
        _(
            "**Forfeits**: who owes whom what. Players at that table and people who can see its channel "
            "see the details; others only see how many."
        ),
        _("**Never**: what you write in channels. Nobody else sees your dice until the showdown."),
        "",
        _("**How long**: until **Forget me**, or 30 days after I’m removed from a server."),
        *([_replays(replays)] if here else []),
    ]
    about = Row(
        (
            Button(_("Everything about me"), AboutMe(), "📦", Style.MAIN),
            Button(_("Forget me"), ForgetMe(), "🫥", Style.BAD),
        )
    )
    return (Box((Text("\n".join(said)), Rule(), about, *_pages(pages)), Tone.BRASS),)


def file(number: int, text: bytes) -> Ephemeral:
    """Return a file with data about a person. `number` counts the files of one person from 1."""
    said = _("📦 Everything I keep about you. Keep it to yourself: it has your dice from games that are still on.")
    if number > 1:
        said = _("📦 There’s more: file {number}.").format(number=number)
    return Ephemeral((Text(said),), Download(f"about-me-{number}.json", text))


def sure() -> tuple[Part, ...]:
    """Return the first of two questions that a person confirms before the bot forgets them."""
    said = [
        _("### 🫥 Forget you?"),
        _(
            "On all servers, your name, choices, stats, ratings and achievements are deleted, and you’re off every "
            "leaderboard."
        ),
        _("Your games stay for the others, with **Somebody** in your seat."),
        _("Forfeits stay on the other players’ tabs, under **Somebody**."),
        _("I can’t change old messages in channels."),
    ]
    return _asked(said, Button(_("Go on"), ForgetMeThen(), style=Style.BAD))


def quite_sure() -> tuple[Part, ...]:
    """Return the second of two questions that a person confirms before the bot forgets them."""
    said = [
        _("### 🫥 Really sure?"),
        _("This can’t be undone. **Everything about me** gives you a copy first."),
    ]
    return _asked(said, Button(_("Forget me for good"), SurelyForgetMe(), "🫥", Style.BAD))


def forgotten() -> tuple[Part, ...]:
    """Return the answer to a person who was forgotten."""
    return (Text(_("🫥 Done: nothing I keep has your name on it anymore. Come back anytime, as somebody new.")),)


def _asked(said: list[str], yes: Button) -> tuple[Part, ...]:
    return (Text("\n".join(said)), Row((yes, Button(_(NO), KeepMe()))))


def _replays(months: int | None) -> str:
    if months is None:
        return _("**Replays** here are kept for good.")
    return ngettext(
        "**Replays** here are kept for {n} month.", "**Replays** here are kept for {n} months.", months
    ).format(n=months)


def _pages(pages: Pages) -> tuple[Row, ...]:
    """Return links to the pages that the operator of the bot has published, or () if there are none."""
    links = (
        Button(_("Privacy"), url=pages.privacy),
        Button(_("Terms"), url=pages.terms),
        Button(_(SUPPORT), url=pages.support),
    )
    published = tuple(link for link in links if link.url)
    return (Row(published),) if published else ()
