"""Render Discord's markdown as safe HTML. This uses markdown-it, limited to the syntax that Discord has."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

#: A function that takes "user", "channel", "role" or "emoji" and an id, and returns the name, or None if it is unknown.
Names = Callable[[str, int], str | None]

_SPECIAL = re.compile(
    r"<(?:(?P<user>@!?)|(?P<role>@&)|(?P<channel>\#)|t:(?=-?\d)|(?P<emoji>a?:\w{2,32}:)"
    r"|/(?P<command>[-\w ]{1,98}):)(?P<id>-?\d{1,20})(?::(?P<style>[tTdDfFRsS]))?>"
)
#: Matches a custom emoji in a text. If there are no pictures, only its name is shown.
CUSTOM = re.compile(r"<a?:(\w{2,32}):\d{1,20}>")
_INLINE_TAG = re.compile(r"</?(?:strong|em|u|s|code|span|a)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_ADDRESS = re.compile(r"https?://[^\s<>]+[^\s<>.,:;\"')\]]")
_JUMP = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:\d+|@me)/(\d+)(?:/(\d+))?")
_STRONG = re.compile(r"\*\*(?P<inside>(?:\\.|[^\\])+?)\*\*(?!\*)", re.DOTALL)
_WIDE = "\u3000-\u30ff\u3400-\u9fff\uff01-\uff60"
_JOINED = re.compile(
    rf'(?:(?:[^\s<>{_WIDE}]+|[{_WIDE}])\u00a0)?<img class="emoji"[^>]*>'
    rf'(?:\u2060(?:<img class="emoji"[^>]*>|[^\s<\u2060{_WIDE}]+))+'
)
"""Matches emojis and what is joined to them: a word, or one character of a language without blanks."""

_JUMBO = re.compile(
    r"(?:[\s\u200d\ufe0f\u20e3]|[\u2600-\u267f\u2686-\u27bf\u2b50-\u2bff\U0001f000-\U0001faff]|[0-9](?=\ufe0f?\u20e3))+"
)


def _spoiler(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("||", state.pos):
        return False
    end = state.src.find("||", state.pos + 2)
    if end <= state.pos + 2 or end >= state.posMax:
        return False
    if not silent:
        start, most = state.pos, state.posMax
        state.push("spoiler_open", "span", 1)
        state.pos, state.posMax = start + 2, end
        state.md.inline.tokenize(state)
        state.pos, state.posMax = start, most
        state.push("spoiler_close", "span", -1)
    state.pos = end + 2
    return True


def _strong(state: StateInline, silent: bool) -> bool:
    """Parse bold text as Discord does.

    Discord allows bold text between any characters, while Markdown requires spaces beside some of them.
    """
    found = _STRONG.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        most = state.posMax
        state.push("strong_open", "strong", 1).markup = "**"
        state.pos, state.posMax = found.span("inside")
        state.md.inline.tokenize(state)
        state.push("strong_close", "strong", -1).markup = "**"
        state.posMax = most
    state.pos = found.end()
    return True


def _special(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "<":
        return False
    found = _SPECIAL.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("special", "", 0)
        token.content = found[0]
        token.meta = {"found": found}
    state.pos = found.end()
    return True


def _address(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "h" or state.linkLevel:
        return False
    found = _ADDRESS.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        opened = state.push("link_open", "a", 1)
        opened.attrs = {"href": found[0]}
        state.push("text", "", 0).content = found[0]
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def _subtext(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if not state.src.startswith("-# ", start):
        return False
    if silent:
        return True
    state.push("subtext_open", "small", 1)
    inline = state.push("inline", "", 0)
    inline.content = state.src[start + 3 : end].strip()
    inline.map, inline.children = [line, line + 1], []
    state.push("subtext_close", "small", -1)
    state.line = line + 1
    return True


class _Renderer(RendererHTML):
    """Renders the tokens as HTML. `env["names"]` returns the names for mentions."""

    def text(self, tokens: Sequence[Token], idx: int, _options: Any, _env: Any) -> str:
        return html.escape(tokens[idx].content)

    def strong_open(self, tokens: Sequence[Token], idx: int, _options: Any, _env: Any) -> str:
        return "<u>" if tokens[idx].markup == "__" else "<strong>"

    def strong_close(self, tokens: Sequence[Token], idx: int, _options: Any, _env: Any) -> str:
        return "</u>" if tokens[idx].markup == "__" else "</strong>"

    def spoiler_open(self, *_: Any) -> str:
        return '<span class="spoiler" role="button" tabindex="0" aria-label="Spoiler"><span>'

    def spoiler_close(self, *_: Any) -> str:
        return "</span></span>"

    def subtext_open(self, *_: Any) -> str:
        return '<small class="subtext">'

    def link_open(self, tokens: Sequence[Token], idx: int, _options: Any, _env: Any) -> str:
        address = str(tokens[idx].attrs.get("href", ""))
        jump = _JUMP.match(address)
        if jump:
            return f'<a href="#" class="jump" data-channel="{jump[1]}" data-message="{jump[2] or ""}">'
        return f'<a href="{html.escape(address)}" target="_blank" rel="noopener noreferrer">'

    def special(self, tokens: Sequence[Token], idx: int, _options: Any, env: Mapping[str, Any]) -> str:
        return _draw_special(tokens[idx].meta["found"], env["names"])


def _draw_special(found: re.Match[str], names: Names) -> str:
    number = int(found["id"])
    if found["user"]:
        name = names("user", number) or "unknown-user"
        return f'<span class="mention" data-user="{number}">@{html.escape(name)}</span>'
    if found["role"]:
        name = names("role", number) or "unknown-role"
        return f'<span class="mention" data-role="{number}">@{html.escape(name)}</span>'
    if found["channel"]:
        name = names("channel", number) or "unknown"
        link = f'<a href="#" class="mention jump" data-channel="{number}" data-message="">'
        return f"{link}#{html.escape(name)}</a>"
    if found["command"]:
        name = html.escape(found["command"])
        return f'<span class="mention command" data-command="{name}">/{name}</span>'
    if found["emoji"]:
        word = html.escape(found["emoji"].split(":")[1])
        if names("emoji", number) is None:
            return f":{word}:"
        return f'<img class="emoji" src="cdn/emojis/{number}.png" alt=":{word}:" title=":{word}:">'
    style = found["style"] or "f"
    return f'<time class="stamp" data-time="{number}" data-style="{style}"></time>'


def _build() -> MarkdownIt:
    md = MarkdownIt("zero", {"html": False, "breaks": True}, renderer_cls=_Renderer)
    md.enable(["newline", "escape", "backticks", "emphasis", "strikethrough", "link", "balance_pairs"])
    md.enable(["fragments_join", "fence", "blockquote", "list", "heading"])
    md.inline.ruler.before("link", "special", _special)
    md.inline.ruler.before("emphasis", "strong", _strong)
    md.inline.ruler.push("spoiler", _spoiler)
    md.inline.ruler.push("address", _address)
    for letter in "|h<":
        md.inline.add_terminator_char(letter)
    md.block.ruler.before("list", "subtext", _subtext, {"alt": ["paragraph", "blockquote", "list"]})
    return md


_MD = _build()


def _tidy(text: str) -> str:
    """Rewrite syntax that differs in Discord: `>>> ` quotes the rest of the text, and `####` is not a heading."""
    head, mark, rest = text.partition("\n>>> ") if not text.startswith(">>> ") else ("", ">>> ", text[4:])
    if mark:
        text = (head + "\n" if head else "") + "\n".join("> " + line for line in rest.split("\n"))
    text = re.sub(r"(?m)^(> .*)\n(?!> |>$|\n)", r"\1\n\n", text)  # a quote ends with its line
    text = re.sub(r"(?m)^(\s*)(#{4,})", r"\1\\\2", text)
    return re.sub(r"(?m)^(\s*)\+ ", r"\1\\+ ", text)


def plain(text: str, names: Names) -> str:
    """Return a message's text in one line without markup, so that a reply can quote it."""
    done = render(CUSTOM.sub(r":\1:", text), names)
    return " ".join(html.unescape(_TAG.sub(" ", _INLINE_TAG.sub("", done))).split())


def _whole(found: re.Match[str]) -> str:
    """Keep an emoji on the line of what a word joiner joins to it, as phones do. Browsers break a line there."""
    return f'<span class="whole">{found[0]}</span>'


def render(text: str, names: Names) -> str:
    """Return a message's text as HTML. HTML in the text itself has no effect."""
    if not text:
        return ""
    env: MutableMapping[str, Any] = {"names": names}
    done = _JOINED.sub(_whole, str(_MD.render(_tidy(text), env)).strip())
    bare = CUSTOM.sub("🎲", text)
    if len(bare) <= 60 and _JUMBO.fullmatch(bare):
        return f'<div class="jumbo">{done}</div>'
    return done
