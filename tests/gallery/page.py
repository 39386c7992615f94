"""Write screens as one HTML page, each 360 pixels wide, with their sentences and numbers below."""

import html
import re
from collections.abc import Iterable, Mapping
from typing import Any

from bot.sandbox.markdown import render
from tests.bot.pseudo import SIGN, code_of, forms
from tests.gallery.saying import Sentence, Speaker

MODAL, CHOICES = 9, 8
"""The types of answers to an interaction that open a form or list choices."""
STYLE = """
body { background: #1e1f22; color: #dbdee1; font: 14px/1.4 sans-serif; margin: 16px; }
section { display: grid; grid-template-columns: 362px 1fr; gap: 16px; border-top: 1px solid #444; padding: 12px 0; }
h2 { margin: 24px 0 8px; } h3 { grid-column: 1 / 3; margin: 0; font-weight: normal; color: #949ba4; }
.phone { width: 360px; background: #313338; border-radius: 8px; padding: 8px; overflow: hidden; }
.phone, .menu, .input { box-sizing: border-box; }
.box { border-left: 4px solid #666; background: #2b2d31; border-radius: 4px; padding: 8px; margin: 4px 0; }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; }
.button, .menu, .input { background: #4e5058; border-radius: 4px; padding: 4px 10px; }
.button.s1 { background: #5865f2; } .button.s3 { background: #248046; } .button.s4 { background: #da373c; }
.menu, .input { width: 100%; } small { color: #949ba4; } sup { color: #f0b232; font-size: 10px; }
table { border-collapse: collapse; align-self: start; } td { vertical-align: top; padding: 2px 8px; }
td:first-child { color: #f0b232; } td:nth-child(2) { color: #949ba4; } .lacks { color: #fa777c; }
"""


def page(speaker: Speaker, screens: Iterable[Mapping[str, Any]]) -> str:
    """Return the page. `screens` have the scene and the body of each request, in order."""
    parts, shown, room = list[str](), set[int](), ""
    for each in screens:
        drawn = _screen(speaker, each["body"])
        numbers = dict.fromkeys(code_of(sign) // 2 + 1 for sign in SIGN.findall(drawn))
        shown |= {*numbers}
        file, _colons, scene = each["scene"].partition("::")
        if file != room:
            room = file
            parts.append(f"<h2>{html.escape(file.removeprefix('tests/bot/').removesuffix('.py'))}</h2>")
        rows = "".join(_row(speaker, number) for number in numbers)
        title = html.escape(scene.partition("[")[0].removeprefix("test_").replace("_", " "))
        phone = f'<div class="phone">{_with_numbers(drawn)}</div>'
        parts.append(f"<section><h3>{title}</h3>{phone}<table>{rows}</table></section>")
    others = "".join(_row(speaker, each) for each in _numbers(speaker) if each not in shown)
    parts.append(f"<h2>Shown by no scene</h2><table>{others}</table>")
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{"".join(parts)}'


def _numbers(speaker: Speaker) -> list[int]:
    return sorted({each.number for each in speaker.sentences.values()})


def _row(speaker: Speaker, number: int) -> str:
    """Return the table row of a sentence: its number, its English, and its translation."""
    known: Sentence = speaker.sentences[2 * (number - 1)]
    english, said = " / ".join(forms(known.message)), speaker.translation(known)
    lacks = ' class="lacks"' if said == "" else ""
    cells = f"<td>{number}</td><td>{html.escape(english)}</td><td>{html.escape(said)}</td>"
    return f"<tr{lacks}>{cells}</tr>"


def _with_numbers(drawn: str) -> str:
    return SIGN.sub(lambda sign: f"<sup>{code_of(sign[0]) // 2 + 1}</sup>", drawn)


def _screen(speaker: Speaker, body: Any) -> str:
    """Return a message, a form or a list of choices as HTML."""
    if not isinstance(body, dict):
        return ""
    data = body.get("data", body) if isinstance(body.get("type"), int) else body
    if not isinstance(data, dict):
        return ""
    choices = "".join(f"<div>{_said(speaker, each.get('name'))}</div>" for each in data.get("choices") or ())
    title = f"<h4>{_said(speaker, data['title'])}</h4>" if data.get("title") else ""
    texts = [data.get("content")]
    for embed in data.get("embeds") or ():
        texts += [embed.get("title"), embed.get("description")]
        texts += [text for field in embed.get("fields") or () for text in (field["name"], field["value"])]
    words = "".join(f"<div>{_markdown(speaker, text)}</div>" for text in texts if text)
    return title + words + choices + _parts(speaker, data.get("components") or ())


def _parts(speaker: Speaker, parts: Iterable[Mapping[str, Any]]) -> str:
    return "".join(_part(speaker, part) for part in parts)


def _part(speaker: Speaker, part: Mapping[str, Any]) -> str:
    inner = _parts(speaker, part.get("components") or ())
    beside = [part[key] for key in ("accessory", "component") if isinstance(part.get(key), dict)]
    label = "".join(f"<div>{_said(speaker, part.get(key))}</div>" for key in ("label", "description") if part.get(key))
    match part.get("type"):
        case 1:
            return f'<div class="row">{inner}</div>'
        case 2:
            emoji = (part.get("emoji") or {}).get("name") or ""
            emoji = "" if re.fullmatch(r"\w{3,}", emoji) else f"{emoji} "
            return f'<span class="button s{part.get("style")}">{emoji}{_said(speaker, part.get("label"))}</span>'
        case 3 | 5 | 6 | 7 | 8:
            return f'<div class="menu">{_said(speaker, part.get("placeholder"))} ▾{_choices(speaker, part)}</div>'
        case 4:
            value = part.get("value") or part.get("placeholder")
            return f'{label}<div class="input">{_said(speaker, value)}&nbsp;</div>'
        case 10:
            return f"<div>{_markdown(speaker, str(part.get('content', '')))}</div>"
        case 12:
            pictures = [item.get("description") for item in part.get("items") or ()]
            return "".join(f"<small>🖼 {_said(speaker, each)}</small>" for each in pictures if each)
        case 14:
            return "<hr>"
        case 17:
            colour = part.get("accent_color")
            style = f' style="border-color:#{colour:06x}"' if isinstance(colour, int) else ""
            return f'<div class="box"{style}>{inner}</div>'
        case _:
            return label + inner + _parts(speaker, beside)


def _choices(speaker: Speaker, menu: Mapping[str, Any]) -> str:
    lines = []
    for each in menu.get("options") or ():
        about = f" <small>{_said(speaker, each['description'])}</small>" if each.get("description") else ""
        lines.append(f"<div>{_said(speaker, each.get('label'))}{about}</div>")
    return "".join(lines)


def _said(speaker: Speaker, text: Any) -> str:
    return html.escape(speaker.say(str(text))) if text else ""


def _markdown(speaker: Speaker, text: str) -> str:
    return render(speaker.say(text), lambda kind, _number: kind)
