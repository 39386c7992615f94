"""Samples of catalogues in five languages, with the words that people type when they play."""

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.words.language import DOMAIN

NUMBERS = "the numbers from 1 to 20, between blanks; other words for one of them after a stroke"
OTHERS = "other names of the faces 1 to 6, between blanks; several of one face with strokes, the best plural first"
BIDS = "how a bid is typed, with strokes between"
LIES = "words that call a bid a lie, with strokes between"
RIGHT = "words that call a bid exactly right, with strokes between"
SILENT = "words of a claim without weight, between blanks"
JOINS = "words that join the dice of a claim, between blanks"
DICE = "dice"

Sample = Mapping[tuple[str | None, str], str | tuple[str, ...]]


def sample(faces: str, dice: str, hands: str, bid: str, /, **lists: str) -> Sample:
    """Return the translations of a language, by context and English sentence.

    `faces` has one/many for each face, and `dice` has "a die" with each face. `hands` is in the order of `HANDS`.
    `lists` has the other words that people type.
    """
    found: dict[tuple[str | None, str], str | tuple[str, ...]] = {(None, "{quantity} {face}"): bid}
    for english, said in zip(ONES, faces.split(), strict=True):
        one, many = said.split("/")
        found[DICE, english] = (one, many)
    for english, said in zip(A_DIE, dice.split(", "), strict=True):
        found[None, english] = said
    for english, said in zip(HANDS, hands.strip().splitlines(), strict=True):
        found[None, english] = said.strip()
    uses = {"numbers": NUMBERS, "others": OTHERS, "bids": BIDS, "lies": LIES, "right": RIGHT, "silent": SILENT}
    uses |= {"joins": JOINS}
    return found | {(uses[name], ENGLISH[uses[name]]): said for name, said in lists.items()}


ONES = ("one", "two", "three", "four", "five", "six")
A_DIE = tuple(f"a {each}" for each in ONES)
HANDS = (
    "{single}-high",
    "high {single}",
    "a pair of {first}",
    "two {first}",
    "two pair, {first} and {second}",
    "two pairs, {first} and {second}",
    "three {first}",
    "trips {first}",
    "a set of {first}",
    "straight to {single}",
    "{single}-high straight",
    "{first} full of {second}",
    "full house, {first} over {second}",
    "four {first}",
    "quads {first}",
    "five {first}",
    "quints {first}",
    "{hand} with {dice}",
    "{hand}, with {dice}",
    "{first} and {second}",
    "{some} and {last}",
    "no {face}",
)

ENGLISH = {
    NUMBERS: "one/a/an two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    OTHERS: "aces/ace/joker/jokers ducks/duck/deuce/deuces tripods/tripod cows/cow horses/horse ants/ant",
    BIDS: "{n} {face} / {n}x{face} / {n} of {face}",
    LIES: "liar/lie/doubt/i doubt it/bluff/dudo/bang",
    RIGHT: "exact/exactly/spot on/calza",
    SILENT: "a an the of kind house card",
    JOINS: "and with over to",
}

SAMPLES: Mapping[str, Sample] = {
    "de": sample(
        "Eins/Einsen Zwei/Zweien Drei/Dreien Vier/Vieren Fünf/Fünfen Sechs/Sechsen",
        "einer Eins, einer Zwei, einer Drei, einer Vier, einer Fünf, einer Sechs",
        """{single} hoch
        höchster Würfel {single}
        ein Paar {first}
        zwei {first}
        zwei Paare, {first} und {second}
        zwei Paar, {first} und {second}
        Drilling {first}
        drei {first}
        ein Drilling {first}
        Straße bis zur {single}
        eine Straße bis {single}
        Full House, {first} mit {second}
        Full House, {first} über {second}
        Vierling {first}
        vier {first}
        Fünfling {first}
        fünf {first}
        {hand} mit {dice}
        {hand}, mit {dice}
        {first} und {second}
        {some} und {last}
        keine {face}""",
        "{quantity} {face}",
        numbers="eins/ein/eine/einer zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
        "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
        others="Einser/Einser/1er/Asse/Ass/Joker Zweier/Zweier/2er Dreier/Dreier/3er Vierer/4er Fünfer/5er Sechser/6er",
        bids="{n} {face} / {n}x{face} / {n} x {face} / {n} mal {face} / {n} mal die {face}",
        lies="gelogen/lüge/lügner/lügnerin/ich zweifle/dudo",
        right="genau/exakt/passt genau",
        silent="ein eine einem einer der die das zur er",
        joins="und mit über auf bis",
    ),
    "es": sample(
        "as/ases dos/doses tres/treses cuatro/cuatros cinco/cincos seis/seises",
        "un as, un dos, un tres, un cuatro, un cinco, un seis",
        """{single} alto
        carta alta, {single}
        pareja de {first}
        dos {first}
        doble pareja, {first} y {second}
        dos parejas, {first} y {second}
        trío de {first}
        tres {first}
        un trío de {first}
        escalera al {single}
        escalera hasta {single}
        full de {first} y {second}
        full, {first} con {second}
        póker de {first}
        cuatro {first}
        repóker de {first}
        cinco {first}
        {hand} con {dice}
        {hand}, con {dice}
        {first} y {second}
        {some} y {last}
        ningún {face}""",
        "{quantity} {face}",
        numbers="un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
        "diecisiete dieciocho diecinueve veinte",
        others="unos/uno tontos/tonto trenes/tren/trenas cuadras/cuadra quinas/quina cenas/cena",
        bids="{n} {face} / {n}x{face} / {n} x {face} / {n} de {face} / {n} dados de {face}",
        lies="mentira/mentiroso/mentirosa/dudo/no te creo",
        right="exacto/calzo/justo",
        silent="un una el la de los las",
        joins="y con al hasta e",
    ),
    "fr": sample(
        "as/as deux/deux trois/trois quatre/quatre cinq/cinq six/six",
        "un as, un deux, un trois, un quatre, un cinq, un six",
        """hauteur {single}
        {single} haut
        une paire de {first}
        paire de {first}
        double paire, {first} et {second}
        deux paires, {first} et {second}
        un brelan de {first}
        brelan de {first}
        trois dés de {first}
        une suite au {single}
        suite jusqu’au {single}
        full aux {first} par les {second}
        full de {first} et {second}
        un carré de {first}
        carré de {first}
        un poker de {first}
        poker de {first}
        {hand} avec {dice}
        {hand}, avec {dice}
        {first} et {second}
        {some} et {last}
        pas de {face}""",
        "{quantity} {face}",
        numbers="un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
        "dix-huit dix-neuf vingt",
        others="pacos/paco/un deux trois quatre cinq six",
        bids="{n} {face} / {n}x{face} / {n} x {face} / {n} fois {face} / {n} dés de {face}",
        lies="menteur/menteuse/je doute/mensonge/dudo",
        right="tout pile/exact/pile/calza",
        silent="un une de des d du le la les aux au par",
        joins="et avec jusqu",
    ),
    "pt_BR": sample(
        "ás/ases dois/dois três/três quatro/quatros cinco/cincos seis/seis",
        "um ás, um dois, um três, um quatro, um cinco, um seis",
        """{single} alto
        carta alta {single}
        par de {first}
        um par de {first}
        dois pares, {first} e {second}
        dois pares de {first} e {second}
        trinca de {first}
        uma trinca de {first}
        três dados {first}
        sequência até {single}
        uma sequência até {single}
        full house, {first} e {second}
        full de {first} e {second}
        quadra de {first}
        uma quadra de {first}
        quina de {first}
        uma quina de {first}
        {hand} com {dice}
        {hand}, com {dice}
        {first} e {second}
        {some} e {last}
        nenhum {face}""",
        "{quantity} {face}",
        numbers="um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze "
        "dezesseis dezessete dezoito dezenove vinte",
        others="uns/um duques/duque ternos/terno quadras/quadra quinas/quina senas/sena",
        bids="{n} {face} / {n}x{face} / {n} x {face} / {n} de {face} / {n} dados de {face} / {n} vezes {face}",
        lies="duvido/mentira/mentiroso/mentirosa/dudo",
        right="na mosca/exato/exata",
        silent="um uma o a de do da",
        joins="e com até",
    ),
    "ja": sample(
        "1/1 2/2 3/3 4/4 5/5 6/6",
        "1, 2, 3, 4, 5, 6",
        """{single}ハイ
        最高{single}
        {first}のワンペア
        {first}のペア
        {first}と{second}のツーペア
        ツーペア{first}と{second}
        {first}のスリーカード
        スリーカード{first}
        {first}のスリー
        {single}までのストレート
        ストレート{single}
        {first}と{second}のフルハウス
        フルハウス{first}と{second}
        {first}のフォーカード
        フォーカード{first}
        {first}のファイブカード
        ファイブカード{first}
        {hand}と{dice}
        {hand}と{dice}
        {first}と{second}
        {some}、{last}
        0 {face}""",
        "{face}が{quantity}個",
        numbers="一/ひと 二/ふた 三/みっ 四/よっ 五/いつ 六/むっ 七/なな 八/やっ 九/ここの 十/とお "
        "十一 十二 十三 十四 十五 十六 十七 十八 十九 二十",
        others="エース/エース/ピン/一 アヒル/アヒル/二 三脚/三脚/三 牛/牛/四 馬/馬/五 アリ/アリ/六",
        bids="{face}が{n}個 / {face}を{n}個 / {face}が{n}つ / {face}を{n}つ / {face}の目が{n}個 / {face}の目を{n}つ / "
        "{face}が{n} / {n}個の{face} / {n}x{face} / {n} {face}",
        lies="ダウト/うそ/嘘/デュード",
        right="ぴったり/ちょうど",
        silent="の まで までの は",
        joins="と に",
    ),
}
"""The samples by language."""


def write_sample(folder: Path, key: str) -> None:
    """Write a catalogue that has only the sample of this language."""
    catalogue = Catalog(locale=key)
    for (use, english), said in SAMPLES[key].items():
        if isinstance(said, str):
            catalogue.add(english, said, context=use)
        else:
            forms = said * 2 if catalogue.num_plurals > len(said) else said[-catalogue.num_plurals :]
            many = f"{english}es" if english == "six" else f"{english}s"
            catalogue.add((english, many), (*forms,)[: catalogue.num_plurals], context=use)
    file = folder / key / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue)
