"""What becomes of text that users wrote, before anybody else sees it."""

import re
import unicodedata
from functools import lru_cache

from bot.words.language import _

_TOKEN = re.compile(r"<[^<>]*>|[<>]")
_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#@:-])")


def clean(text: str, longest: int = 80) -> str:
    """Return text of a user made harmless: one line, no control or direction marks, no `<...>`, at most `longest`."""
    line = " ".join(_TOKEN.sub("", _visible(text)).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def escaped(text: str, longest: int = 80) -> str:
    """Return `clean` text in which Discord's markdown has no effect, and which turns nothing around beside it."""
    kept = _MARKDOWN.sub(r"\\\1", clean(text, longest)).replace("http\\:", "http\\:\u200b").replace("www.", "www\\.")
    return isolated(kept)


def isolated(text: str) -> str:
    """Return text that is read from the right closed off, so that a number behind it is not drawn before it."""
    is_turned = not text.isascii() and any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in text)
    return f"\u2068{text}\u2069" if is_turned else text


def person(name: str, longest: int = 32) -> str:
    """Return a person's name for a sentence: clean, escaped, at most `longest`; "Somebody" where nothing is left."""
    # Translators: in place of a name that is not known, or not told: it may begin a sentence, or stand within one.
    return _escaped_name(name, longest) or _("Somebody")


def plain_person(name: str) -> str:
    """Return a person's name for places without markdown, as on buttons: clean, at most 32 characters."""
    return isolated(clean(name, 32)) or _("Somebody")


@lru_cache(maxsize=1024)
def _escaped_name(name: str, longest: int) -> str:
    """`escaped`, cached for the names of present players: one panel asks for the same few dozens of times."""
    return escaped(name, longest)


def _visible(text: str) -> str:
    """`text` with a space for each control character, and without the characters that are not seen."""
    if text.isascii() and text.isprintable():
        return text
    spaced = "".join(" " if unicodedata.category(c) in ("Zl", "Zp", "Cc") else c for c in text)
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn"))
