"""Keep the bot's processes running. Start them, kill them between two steps, stop them, and start others."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from bot.settings import Shards
from tests.simulation.gateway import Sockets
from tests.simulation.loop import PROCESS, WORLD, Loop
from tests.simulation.process import Process
from tests.simulation.story import Freeze, Kill, Point, SealKill, Stop

AGAIN = 5.0
"""Seconds after which a process that ended by itself is started again."""


class Supervisor:
    """Holds the running processes by number. Each share of the shards has at most one process.

    `kills` and `stops` count how processes ended. `sealing` counts the kills at each point of sealing a game.
    """

    def __init__(
        self,
        loop: Loop,
        sockets: Sockets,
        shares: tuple[Shards, ...],
        make: Callable[[int, Shards], Process],
        tell: Callable[[str], None],
    ) -> None:
        """Set up the supervisor. `make(number, share)` creates a process for a share of the shards."""
        self.running: dict[int, Process] = {}
        self._shares = shares
        self.kills, self.stops, self._numbers = 0, 0, 0
        self._loop, self._sockets, self._make, self._tell = loop, sockets, make, tell
        self._doomed: dict[int, tuple[int, Kill]] = {}
        self._at_the_seal: dict[Point, SealKill] = {}
        self.sealing: Counter[str] = Counter()
        loop.before_step = self._before_step

    @property
    def is_complete(self) -> bool:
        """Return whether each share of the shards has a process, which need not be ready."""
        return len(self.running) == len(self._shares)

    @property
    def is_ready(self) -> bool:
        """Return whether all processes run and the clocks of their tables are running."""
        ready = [process for process in self.running.values() if process.is_ready]
        return len(ready) == len(self._shares)

    def start(self) -> None:
        """Start a process for each share."""
        for share in self._shares:
            self._start(share)

    def _start(self, share: Shards) -> None:
        self._numbers += 1
        process = self.running[self._numbers] = self._make(self._numbers, share)
        process.runs.add_done_callback(partial(self._ended, process), context=WORLD)
        self._tell(f"process {process.number} starts for {share}")

    def doom(self, kill: Kill) -> None:
        """Plan to kill one of the running processes after a number of steps."""
        if self.running:
            number = sorted(self.running)[kill.steps % len(self.running)]
            self._doomed.setdefault(number, (self._loop.steps + kill.steps, kill))

    def doom_at_the_seal(self, kill: SealKill) -> None:
        """Plan to kill the next process that reaches a given point of sealing a game."""
        self._at_the_seal.setdefault(kill.point, kill)

    def comes_to(self, point: Point) -> None:
        """Note that the current process has reached a point of sealing a game.

        If a kill is planned for this point, the process takes no further step.
        """
        kill, number = self._at_the_seal.get(point), PROCESS.get()
        if kill is not None and number in self.running and number not in self._doomed:
            del self._at_the_seal[point]
            self.sealing[point] += 1
            self._doomed[number] = (self._loop.steps, Kill(kill.at, 0, kill.away))

    def freeze(self, freeze: Freeze) -> None:
        """Freeze a running process for a while. Afterwards the process goes on as if nothing had happened."""
        if self.running:
            number = sorted(self.running)[int(freeze.at) % len(self.running)]
            self._loop.freeze(number)
            self._loop.call_later(freeze.seconds, self._loop.thaw, number)

    def spare(self) -> None:
        """Cancel all planned kills."""
        self._doomed.clear()
        self._at_the_seal.clear()

    async def stop(self, stop: Stop) -> None:
        """Stop all running processes, and start them again afterwards."""
        for number in list(self.running):
            if (process := self.running.pop(number, None)) is None:
                continue  # it was killed while another was stopped
            self.stops += 1
            self._tell(f"process {number} is told to stop")
            await process.stop()
            if self._loop.is_alive(number):
                self._gone(process)
                self._later(stop.away, process.share)

    def end(self) -> None:
        """End all processes."""
        for process in self.running.values():
            self._gone(process)
        self.running.clear()

    def _before_step(self, process: int) -> None:
        doom = self._doomed.get(process)
        if doom is not None and self._loop.steps >= doom[0]:
            del self._doomed[process]
            if (dies := self.running.pop(process, None)) is not None:
                self.kills += 1
                self._tell(f"process {process} is killed")
                self._gone(dies)
                self._later(doom[1].away, dies.share)

    def _ended(self, process: Process, _: Any) -> None:
        """Note that a process has ended by itself, or could not start. Start another one later."""
        if self.running.pop(process.number, None) is not None:
            self._tell(f"process {process.number} ends: {process.failed!r}")
            self._gone(process)
            self._later(AGAIN, process.share)

    def _gone(self, process: Process) -> None:
        process.die()
        self._sockets.lost(process.number)

    def _later(self, seconds: float, share: Shards) -> None:
        self._loop.call_later(seconds, self._start, share, context=WORLD)
