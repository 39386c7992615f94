"""What is kept of people, in plain words; all of it as files; and what being forgotten means, asked twice."""

from collections.abc import Sequence

from bot.presses.preferences import AboutMe, ForgetMe, ForgetMeThen, KeepMe, SurelyForgetMe
from bot.screens.model import Box, Button, Download, Ephemeral, Part, Row, Rule, Style, Text, Tone
from bot.settings import Pages
from bot.words.language import _, ngettext


def card(pages: Pages, replays: int | None, here: bool) -> tuple[Part, ...]:
    """Return what is kept, why, how long, and who sees it.

    `replays` is the number of months for which replays are kept on the server where this is asked (`here`).
    """
    said = [
        _("## 🔏 What I keep of you"),
        _("**For play**: your Discord number, the name you go by on a server, what you chose in `/me`."),
        _(
            "**Of your games**: what was thrown and said, your lucky words, results and figures. "
            "Boards, ratings and replays are made of it, for that server to see."
        ),
        _("**Forfeits**: who owes what to whom; those two see it, and how many it are stands on the board."),
        _("**Never**: what you write in channels. Your dice are yours alone until the showdown."),
        "",
        _("**How long**: until you press **Forget me**, or thirty days after I was removed from a server."),
        *([_replays(replays)] if here else []),
    ]
    about = Row(
        (
            Button(_("Everything about me"), AboutMe(), "📦", Style.MAIN),
            Button(_("Forget me"), ForgetMe(), "🫥", Style.BAD),
        )
    )
    return (Box((Text("\n".join(said)), Rule(), about, *_pages(pages)), Tone.BRASS),)


def files(everything: Sequence[str]) -> tuple[Ephemeral, ...]:
    """Return all that is kept of somebody, a file a message."""
    head = _("📦 Everything that I keep of you, for you alone. Dice of games that are still on are yours only.")
    many = len(everything)
    more = ngettext("📦 … in {n} file.", "📦 … in {n} files.", many).format(n=many)
    return tuple(
        Ephemeral((Text(head if number == 1 else more),), Download(f"about-me-{number}.json", text))
        for number, text in enumerate(everything, 1)
    )


def just_given() -> Ephemeral:
    """Say that they have got it already."""
    return Ephemeral((Text(_("📦 You have just got it, further up. In five minutes I gladly look again.")),))


def sure() -> tuple[Part, ...]:
    """Ask before somebody is forgotten."""
    said = [
        _("### 🫥 Shall I forget you?"),
        _("On all servers: your name, choices, figures, ratings and achievements go. You leave every board."),
        _("Games that you played stay for the others, with **somebody** in your seat."),
        _("Forfeits stay on the tabs of the others: you owe them, or they owe you, as somebody."),
        _("Messages that stand in channels are Discord’s; I can’t change old ones."),
    ]
    return _asked(said, Button(_("Go on"), ForgetMeThen(), style=Style.BAD))


def quite_sure() -> tuple[Part, ...]:
    """Ask a second time."""
    said = [
        _("### 🫥 Quite sure?"),
        _("Nobody can take this back, neither you nor I. **Everything about me** gives you a copy first."),
    ]
    return _asked(said, Button(_("Forget me for good"), SurelyForgetMe(), "🫥", Style.BAD))


def forgotten() -> tuple[Part, ...]:
    """Say that somebody is forgotten."""
    return (Text(_("🫥 Done: nothing that I keep names you any more. Sit down any time, as somebody new.")),)


def kept() -> tuple[Part, ...]:
    """Say that nothing has changed."""
    return (Text(_("👍 Good, all stays as it is.")),)


def _asked(said: list[str], yes: Button) -> tuple[Part, ...]:
    return (Text("\n".join(said)), Row((yes, Button(_("No, keep everything"), KeepMe()))))


def _replays(months: int | None) -> str:
    if months is None:
        return _("**Replays** here stay for good; whoever manages the server can change that.")
    return ngettext("**Replays** here go after {n} month.", "**Replays** here go after {n} months.", months).format(
        n=months
    )


def _pages(pages: Pages) -> tuple[Row, ...]:
    """Return links to what the operator of this bot has published."""
    links = (Button(_("Privacy"), url=pages.privacy), Button(_("Terms"), url=pages.terms))
    published = tuple(link for link in links if link.url)
    return (Row(published),) if published else ()
