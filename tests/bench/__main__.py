"""Measure how fast the engine and the bot are: `make bench`. The result is a report, and nothing passes or fails."""

from collections.abc import Callable
from functools import partial

from engine.games import AnyRules
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.bench.boards import boards
from tests.bench.charts import chart
from tests.bench.copies import copies, kept
from tests.bench.crowd import crowd
from tests.bench.duties import duties
from tests.bench.live import codec_against_json, p99_of_a_press, size
from tests.bench.others import spiel, textarena
from tests.bench.ours import play_one
from tests.bench.resumed import resumed
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


def live() -> None:
    print("\nA live game of 20 (limits: 8,000 bytes, 40,000 held, 5 times json at equal work / spared some of it)")
    for name in VARIANTS:
        stored, held = size(name, 20)
        equal, spared = codec_against_json(name, 20)
        print(f"  {name:<10} {stored:>6,} bytes {held:>7,} held {equal:5.1f} / {spared:.1f} times json")
    print("\nlegal, play and view of one move with 6 players, 99 of 100 within (limit: 1 ms)")
    for name in VARIANTS:
        print(f"  {name:<10} {p99_of_a_press(name, 6):.3f} ms")


def thinks() -> None:
    print(
        "\nA computer player's move and its reason (limits: 4 ms on average, 99 of 100 within 12; of twenty within 100)"
    )
    for seats, dice in ((6, 6), (20, 10)):
        mean, most, moves = thinking(seats, dice)
        print(f"  {seats:>2} with {dice:>2} dice: mean {mean:.1f} ms, 99 of {moves:,} within {most:.1f} ms")


def shown() -> None:
    print("\nFrom a press to the panel that shows it, at one table of the local Discord (99 of 100 within 100 ms)")
    half, most, presses = press_to_shown()
    print(f"  {half:.0f} ms for half of {presses} presses, {most:.0f} ms for 99 of 100")


def saved() -> None:
    print("\nA saved bid against the same statements by the bare driver, by the tables played at once")
    print("(floors: 0.8 for SQLite alone, 0.6 for PostgreSQL; 99 of 100 within 5 times the median; 4 statements)")
    for at_once in (1, 30):
        print(f"  SQLite, {at_once:<2}      {on_sqlite(at_once).told()}")
    for at_once in (1, 8, 30):
        print(f"  PostgreSQL, {at_once:<2}  {on_postgresql(at_once).told()}")


def all_due() -> None:
    print(
        "\n5,000 duties due at once on PostgreSQL, two processes, against the same by asyncpg (floor: 0.6; none twice)"
    )
    told = duties(5_000)
    print(f"  {told.bare / told.took:5.2f}   ({told.duties} in {told.took:.1f} s, by asyncpg {told.bare:.1f})")
    print(f"  {told.twice} done twice")


def back() -> None:
    print("\nAfter two hours' outage, seconds until time passes again (limit: 0.5), and until every table is put right")
    for open_games in (100, 10_000):
        passes, right = resumed(open_games)
        print(f"  {open_games:>6,} open games: {passes:.3f}, {right:.2f}")


def started() -> None:
    print("\nThe real command from its start until it is ready, by open games (limits: 2 s, 100 MB)")
    for open_games in (10, 10_000):
        told = starting(open_games)
        print(f"  {open_games:>6,}: {told.seconds:.1f} s, {told.worked:.1f} of them on a processor; {told.held:.0f} MB")


def crowded() -> None:
    print("\nA hundred tables over the wire, 20 presses a second in all, computers think (99 of 100 within 250 ms)")
    told = crowd(100, 20)
    half, most, last = (told.within(part) for part in (0.5, 0.99, 0.999))
    print(f"  half within {half:.0f} ms, 99 of 100 within {most:.0f}, 999 of 1,000 within {last:.0f}")
    print(
        f"  {len(told.times)} presses, {told.rate:.1f} a second; bot and local Discord took {told.core:.2f} of a core"
    )


def outlasting() -> None:
    print(
        "\nReading what outlasts games, in ms on SQLite, by a server's people, games and forfeits (limit: 5, and flat)"
    )
    sizes = ((1_000, 1_000, 1_000), (50_000, 1_000_000, 200_000))
    small, large = (boards(*each) for each in sizes)
    for title in small:
        print(f"  {title:<26} {small[title]:6.2f} with {sizes[0]}, {large[title]:6.2f} with {sizes[1]}")


def drawn() -> None:
    print("\nThe chart of a profile of 200 games, ms of one core (limit: 400 in a thread)")
    on_the_loop, in_a_thread = chart()
    print(f"  {on_the_loop:.1f} drawn on the event loop, {in_a_thread:.0f} printed in a thread")


def carried() -> None:
    print("\nCopying a database elsewhere, by its people, games and forfeits (memory: flat)")
    for counted in ((1_000, 10_000, 10_000), (5_000, 100_000, 50_000)):
        told = copies(*counted)
        print(f"  {counted}: " + ", ".join(f"{value:,.1f} {title}" for title, value in told.items()))
    print(f"  A finished game takes {kept(21):.1f} kB")


if __name__ == "__main__":
    comparisons()
    presets()
    live()
    thinks()
    shown()
    saved()
    all_due()
    back()
    started()
    crowded()
    outlasting()
    drawn()
    carried()
