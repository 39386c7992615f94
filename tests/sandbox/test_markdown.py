"""Tests of rendering: only Discord's markdown becomes HTML."""

from __future__ import annotations

import pytest

from bot.sandbox.markdown import plain, render

NAMES = {("user", 1): "Ann <b>", ("channel", 2): "table", ("role", 3): "Players", ("emoji", 4): "die6"}
DIE = '<img class="emoji" src="cdn/emojis/4.png" alt=":die6:" title=":die6:">'


def html(text: str) -> str:
    return render(text, lambda kind, number: NAMES.get((kind, number))).replace("\n", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**a** *b* __c__ ~~d~~ `e`", "<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code></p>"),
        ("次は**🃏 a**と**b！**から", "<p>次は<strong>🃏 a</strong>と<strong>b！</strong>から</p>"),
        ("**a *b*** `**c**` **d", "<p><strong>a <em>b</em></strong> <code>**c**</code> **d</p>"),
        ("a\nb", "<p>a<br>b</p>"),
        ("<:die6:4>\u2060×9 <:die6:4>", f'<p><span class="whole">{DIE}\u2060×9</span> {DIE}</p>'),
        (
            "**Ann\u00a0<:die6:4>\u2060<:die6:4>**",
            f'<p><strong><span class="whole">Ann\u00a0{DIE}\u2060{DIE}</span></strong></p>',
        ),
        (
            "宣言「6のペア\u00a0<:die6:4>\u2060<:die6:4>」",
            f'<p>宣言「6のペ<span class="whole">ア\u00a0{DIE}\u2060{DIE}</span>」</p>',
        ),
        ("# A\n-# b", '<h1>A</h1><small class="subtext">b</small>'),
        ("#### a", "<p>#### a</p>"),
        ("> a\nb", "<blockquote><p>a</p></blockquote><p>b</p>"),
        (">>> a\nb", "<blockquote><p>a<br>b</p></blockquote>"),
        ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("snake_case_here \\*x\\*", "<p>snake_case_here *x*</p>"),
        ("<@1>", '<p><span class="mention" data-user="1">@Ann &lt;b&gt;</span></p>'),
        ("<@&3>", '<p><span class="mention" data-role="3">@Players</span></p>'),
        ("</bid now:9>", '<p><span class="mention command" data-command="bid now">/bid now</span></p>'),
        ("<t:60:R>", '<p><time class="stamp" data-time="60" data-style="R"></time></p>'),
        ("a <:die6:4>", f"<p>a {DIE}</p>"),
        ("# <:die6:4>\na", f"<h1>{DIE}</h1><p>a</p>"),
        ("<:die6:4> <:die6:4>", f'<div class="jumbo"><p>{DIE} {DIE}</p></div>'),
        ("a <:gone:5>", "<p>a :gone:</p>"),
        ("`<:die6:4>`", "<p><code>&lt;:die6:4&gt;</code></p>"),
        ("🎲🎲", '<div class="jumbo"><p>🎲🎲</p></div>'),
        ("&amp; <script>x</script>", "<p>&amp;amp; &lt;script&gt;x&lt;/script&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("```\n<b>\n```", "<pre><code>&lt;b&gt;</code></pre>"),
        ("", ""),
    ],
)
def test_markdown_becomes_html(text: str, expected: str) -> None:
    assert html(text) == expected


def test_spoilers_may_contain_other_markdown() -> None:
    assert '<span class="spoiler"' in html("||a **b**||")
    assert "<strong>b</strong></span></span>" in html("||a **b**||")
    assert "spoiler" not in html("a || b")


def test_links_open_a_new_window_except_links_to_messages() -> None:
    assert html("https://a.example/x.") == (
        '<p><a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>.</p>'
    )
    assert 'href="#" class="jump" data-channel="2" data-message="3"' in html("https://discord.com/channels/1/2/3")
    assert "<img" not in html("![x](https://a.example/x.png)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("🎲 **2 2 5** · Round 1\n# <:die6:4>", "🎲 2 2 5 · Round 1 :die6:"),
        ("<@1>, **Liar!** says *he*: a\\_b & `c`", "@Ann <b>, Liar! says he: a_b & c"),
        ("-# so much\n**bold**ly", "so much boldly"),
        ("", ""),
    ],
)
def test_a_reply_quotes_its_message_without_markdown(text: str, expected: str) -> None:
    assert plain(text, lambda kind, number: NAMES.get((kind, number))) == expected
