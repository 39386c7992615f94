"""Measure how fast the engine and the bot are: `make bench`. The report says of each limit whether it holds."""

import argparse
from collections.abc import Callable
from functools import partial

from engine.games import AnyRules
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.bench.boards import boards
from tests.bench.charts import chart
from tests.bench.copies import HELD, copies, kept
from tests.bench.crowd import crowd
from tests.bench.duties import duties
from tests.bench.limits import Limits
from tests.bench.live import codec_against_json, p99_of_a_press, size
from tests.bench.others import spiel, textarena
from tests.bench.ours import play_one
from tests.bench.resumed import resumed
from tests.bench.servers import KINDS, kilobytes
from tests.bench.shown import press_to_shown
from tests.bench.slices import Slice, against, alone
from tests.bench.starting import starting
from tests.bench.stored import on_postgresql, on_sqlite
from tests.bench.thinking import thinking


def ours(rules: AnyRules, players: int, seen: bool = False) -> Slice:
    return lambda seed: play_one(rules, players, seed, seen=seen)


def compare(title: str, mine: Slice, theirs: Callable[[], Slice]) -> None:
    """Compare the speed of two programs, and print the ratio of their speeds on one line.

    If the other program is not installed, print that instead.
    """
    try:
        other = theirs()
    except ImportError as missing:
        print(f"  {title}: left out, {missing.name} is not installed (the extra `bench` has it)")
        return
    ratio, own, their = against(mine, other)
    print(f"  {title}: {ratio:5.2f}   ({own:,.0f} to {their:,.0f} moves a second)")


def comparisons() -> None:
    print("Ratio of moves a second, random legal play (1 is as fast; medians over slices in turn)")
    tables = {
        "whole games of dudo": rules_for("dudo"),
        "five dice all along": rules_for("dudo", {"price": "bads", "bads": "20", "pair-bads": "20", "crooked": "0"}),
        "games of one round": rules_for("dudo", {"rounds": "1", "crooked": "0", "seating": "joined"}),
    }
    for by_outcomes, how in ((True, "dice by its outcomes"), (False, "dice drawn straight")):
        for title, rules in tables.items():
            compare(f"OpenSpiel, 2 players, {how}; {title}", ours(rules, 2), partial(spiel, by_outcomes))
    seeing = ours(tables["five dice all along"], 2, seen=True)
    compare("OpenSpiel, five dice all along, a view a move on both sides", seeing, partial(spiel, False, seen=True))
    bar = rules_for(
        "bar"
    )  # the closest of the presets: 3.3 moves a round to its 3.6 with two players, 3.7 to 3.9 with four
    for as_made, how in ((True, "as it is made"), (False, "its bare environment")):
        for players in (2, 4):
            title = f"TextArena, {players} players, {how}; bar"
            compare(title, ours(bar, players), partial(textarena, players, as_made))
            # Its players always read an observation before each move. Ours read a view only in this comparison.
            seeing = ours(bar, players, seen=True)
            compare(f"{title}, a view a move on both sides", seeing, partial(textarena, players, as_made))


def presets() -> None:
    print("\nMoves a second")
    print("             " + "".join(f"{players:>4} players" for players in (2, 4, 20)))
    for name in VARIANTS:
        rates = [alone(ours(rules_for(name, {"rounds": "10"}), players)) for players in (2, 4, 20)]
        print(f"  {name:<10} " + "".join(f"{rate:>12,.0f}" for rate in rates))


def live(limits: Limits) -> None:
    print("\nA live game of 20 (limits: 8,000 bytes, 40,000 held, 5 times json at equal work / spared some of it)")
    for name in VARIANTS:
        stored, held = size(name, 20)
        equal, spared = codec_against_json(name, 20)
        says = (
            limits.most(f"the bytes of a live game of {name}", stored, 8_000),
            limits.most(f"the bytes held for a live game of {name}", held, 40_000),
            limits.least(f"the speed of the codec for {name}", equal, 5),
        )
        print(f"  {name:<10} {stored:>6,} bytes {held:>7,} held {equal:5.1f} / {spared:.1f} times json:", *says)
    print("\nlegal, play and view of one move with 6 players, 99 of 100 within (limit: 1 ms)")
    for name in VARIANTS:
        took = p99_of_a_press(name, 6)
        print(f"  {name:<10} {took:.3f} ms:", limits.most(f"a move of {name} in ms", took, 1))


def thinks(limits: Limits) -> None:
    print(
        "\nA computer player's move and its reason (limits: 4 ms on average, 99 of 100 within 12; of twenty within 100)"
    )
    for seats, dice, on_average, at_most in ((6, 6, 4, 12), (20, 10, None, 100)):
        mean, most, moves = thinking(seats, dice)
        what = f"the thoughts of a computer player among {seats}"
        says = [limits.most(f"{what}, mean in ms", mean, on_average)] if on_average else []
        says += [limits.most(f"{what}, 99 of 100 in ms", most, at_most)]
        print(f"  {seats:>2} with {dice:>2} dice: mean {mean:.1f} ms, 99 of {moves:,} within {most:.1f} ms:", *says)


def shown(limits: Limits) -> None:
    print("\nFrom a press to the panel that shows it, at one table of the local Discord (99 of 100 within 100 ms)")
    half, most, presses = press_to_shown()
    says = limits.most("a press until it is shown in ms", most, 100)
    print(f"  {half:.0f} ms for half of {presses} presses, {most:.0f} ms for 99 of 100:", says)


def saved(limits: Limits) -> None:
    print("\nA saved bid against the same statements by the bare driver, by the tables played at once")
    print("(floors: 0.8 for SQLite alone, 0.6 for PostgreSQL; 99 of 100 within 5 times the median; 4 statements)")
    for name, measure, floor, at_once in (
        ("SQLite", on_sqlite, 0.8, 1),
        ("SQLite", on_sqlite, None, 30),
        *(("PostgreSQL", on_postgresql, 0.6, at_once) for at_once in (1, 8, 30)),
    ):
        told, what = measure(at_once), f"a saved bid on {name}, {at_once} at once"
        says = [limits.least(f"{what}, against the driver", told.ratio, floor)] if floor else []
        says += [limits.most(f"{what}, 99 of 100 by the median", told.spread, 5)]
        says += [limits.most(f"{what}, statements", told.statements, 4)]
        print(f"  {name}, {at_once:<2}  {told.told()}:", *says)


def all_due(limits: Limits) -> None:
    print(
        "\n5,000 duties due at once on PostgreSQL, two processes, against the same by asyncpg (floor: 0.6; none twice)"
    )
    told = duties(5_000)
    says = limits.least("duties due at once, against asyncpg", told.bare / told.took, 0.6)
    print(f"  {told.bare / told.took:5.2f}   ({told.duties} in {told.took:.1f} s, by asyncpg {told.bare:.1f}):", says)
    print(f"  {told.twice} done twice:", limits.most("duties that were done twice", told.twice, 0))


def back(limits: Limits) -> None:
    print("\nAfter two hours' outage, seconds until time passes again (limit: 0.5), and until every table is put right")
    for open_games in (100, 10_000):
        passes, right = resumed(open_games)
        says = limits.most(f"seconds until time passes with {open_games} open games", passes, 0.5)
        print(f"  {open_games:>6,} open games: {passes:.3f}, {right:.2f}:", says)


def started(limits: Limits) -> None:
    print("\nThe real command from its start until it is ready, by open games (limits: 2 s, 100 MB)")
    for open_games in (10, 10_000):
        told = starting(open_games)
        what = f"a start with {open_games} open games"
        says = (
            limits.most(f"{what}, seconds", told.seconds, 2),
            limits.most(f"{what}, MB", told.held, 100),
        )
        worked = f"{told.seconds:.1f} s, {told.worked:.1f} of them on a processor"
        print(f"  {open_games:>6,}: {worked}; {told.held:.0f} MB:", *says)


def crowded(limits: Limits) -> None:
    print("\nA hundred tables over the wire, 20 presses a second in all, computers think (99 of 100 within 250 ms)")
    told = crowd(100, 20)
    half, most, last = (told.within(part) for part in (0.5, 0.99, 0.999))
    says = limits.most("a press at one of a hundred tables in ms", most, 250)
    print(f"  half within {half:.0f} ms, 99 of 100 within {most:.0f}, 999 of 1,000 within {last:.0f}:", says)
    print(
        f"  {len(told.times)} presses, {told.rate:.1f} a second; bot and local Discord took {told.core:.2f} of a core"
    )


def outlasting(limits: Limits) -> None:
    print("\nReading what outlasts games, in ms on SQLite, by a server's people, games and forfeits (limit: 5)")
    sizes = ((1_000, 1_000, 1_000), (50_000, 1_000_000, 200_000))
    small, large = (boards(*each) for each in sizes)
    for title in small:
        says = limits.most(f"{title} in ms", max(small[title], large[title]), 5)
        print(f"  {title:<26} {small[title]:6.2f} with {sizes[0]}, {large[title]:6.2f} with {sizes[1]}:", says)


def drawn(limits: Limits) -> None:
    print("\nThe chart of a profile of 200 games, ms of one core (limit: 400 in a thread)")
    on_the_loop, in_a_thread = chart()
    says = limits.most("the chart of a profile in ms", in_a_thread, 400)
    print(f"  {on_the_loop:.1f} drawn on the event loop, {in_a_thread:.0f} printed in a thread:", says)


def on_servers(_: Limits) -> None:
    print("\nThe memory of a server in discord.py, in kB (no limit)")
    for name, kind in KINDS.items():
        print(f"  {name:<7} {kilobytes(name):5.0f} with {kind.told()}")


def carried(limits: Limits) -> None:
    print("\nCopying a database elsewhere, by its people, games and forfeits (memory: flat, which is 1.25 times)")
    held = []
    for counted in ((1_000, 10_000, 10_000), (5_000, 100_000, 50_000)):
        told = copies(*counted)
        held.append(told[HELD])
        print(f"  {counted}: " + ", ".join(f"{value:,.1f} {title}" for title, value in told.items()))
    print("  memory:", limits.most("the memory of a move by that of a small one", held[1] / held[0], 1.25))
    print(f"  A finished game takes {kept(21):.1f} kB")


MEASURED = (live, thinks, shown, saved, all_due, back, started, crowded, outlasting, drawn, on_servers, carried)


def main() -> None:
    """Measure the parts that the command line names, or everything, and say of each limit whether it holds."""
    names = {each.__name__: each for each in MEASURED}
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"comparisons, presets, {', '.join(names)}")
    parts = parser.parse_args().parts
    limits = Limits()
    for name, compares in (("comparisons", comparisons), ("presets", presets)):
        if not parts or name in parts:
            compares()
    for name, measure in names.items():
        if not parts or name in parts:
            measure(limits)
    print(f"\n{limits.summary()}")


if __name__ == "__main__":
    main()
