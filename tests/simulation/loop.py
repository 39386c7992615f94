"""Provide an event loop without a real clock, threads or sockets.

If nothing can happen, time jumps to the next timer. A random generator decides the order of the steps.
"""

import asyncio
import heapq
import logging
import weakref
from asyncio import events
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from itertools import count
from random import Random
from typing import Any, Self

PROCESS: ContextVar[int] = ContextVar("process", default=0)
"""The process of the bot to which a step belongs, or 0 for the world around the bot. Tasks and callbacks inherit it."""
WORLD = Context()
"""The context of steps that belong to no process, even if a process started them."""
DELIVERY: ContextVar[tuple[int, int]] = ContextVar("delivery", default=(0, 0))
"""The number of the interaction that caused a step, and the number of its delivery."""
LONGEST_WORK = 0.004
"""The most seconds until a thread's work begins, and until its result arrives. Other steps run meanwhile."""


STEP = 2e-5
"""Seconds that a step of a process takes."""
FIFO = 1e-6
"""Seconds between two pieces of work of one thread."""


class Stuck(Exception):  # noqa: N818 - names what happened
    """Raised if no task can take a step and no timer is set."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose hash is a number, so that the order of tasks in a set does not depend on memory addresses."""

    _number: int

    def __new__(cls, *_: Any, loop: "Loop", **__: Any) -> Self:
        task = super().__new__(cls)
        task._number = next(loop.numbers)
        return task

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


class Loop(asyncio.BaseEventLoop):
    """An event loop with a virtual time, in seconds since the start. Processes that have died take no more steps."""

    def __init__(self, luck: Random) -> None:
        """Set up the loop. `luck` decides the order of possible steps and the duration of work in threads."""
        super().__init__()
        self._luck, self._virtual, self._alive = luck, 0.0, {0}
        self._graveyard: list[Any] = []
        self._tasks: dict[int, list[weakref.ref[asyncio.Task[Any]]]] = {}
        self._futures: dict[int, weakref.WeakSet[asyncio.Future[Any]]] = {}
        self._is_over = False
        self._frozen: dict[int, list[events.Handle]] = {}
        self._busy_until: dict[int, float] = {}
        self.numbers = count()
        self.steps = 0
        self.slept = 0.0
        self.before_step: Callable[[int], None] = lambda _process: None
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        """Return the virtual seconds since the start."""
        return self._virtual

    # Processes -------------------------------------------------------------------------------------------

    def begin(self, process: int) -> Context:
        """Begin a process, and return its context.

        Everything that is started in the context belongs to the process.
        """
        self._alive.add(process)
        context = copy_context()
        context.run(PROCESS.set, process)
        return context

    def die(self, process: int) -> None:
        """Stop a process forever. Its tasks take no more steps, and its callbacks are not called."""
        self._alive.discard(process)
        for future in self._futures.pop(process, ()):
            _ = future.done() and (future.cancelled() or future.exception())  # so that asyncio does not warn about it
        for task in filter(None, (found() for found in self._tasks.pop(process, []))):
            if task.done():
                _ = task.cancelled() or task.exception()  # so that asyncio does not warn about it
            else:
                task._log_destroy_pending = False  # type: ignore[attr-defined] # it is left unfinished on purpose
                self._graveyard.append(task)  # kept, so that no `finally` of it runs

    def is_alive(self, process: int) -> bool:
        """Return False if a process has died, and True otherwise."""
        return process in self._alive

    def freeze(self, process: int) -> None:
        """Stop a process until `thaw` is called, even if its timers are due."""
        self._frozen.setdefault(process, [])

    def thaw(self, process: int) -> None:
        """Let a frozen process go on. First it takes the steps that have become due."""
        self._ready.extend(self._frozen.pop(process, []))  # type: ignore[attr-defined] # asyncio's own queue

    def bury(self) -> None:
        """Release the tasks of dead processes, after the simulation has ended."""
        logging.disable(logging.CRITICAL)
        self._is_over = True
        for task in self._graveyard:  # a `finally` of these tasks may add others
            task._log_destroy_pending = False
            coroutine = task.get_coro()
            try:
                coroutine.close()
            except BaseException:  # noqa: S112, BLE001, RUF100 - its `finally` may raise anything
                continue
        self._graveyard.clear()
        logging.disable(logging.NOTSET)

    def create_future(self) -> "asyncio.Future[Any]":
        """Return a future that belongs to the current process."""
        future = super().create_future()
        if process := PROCESS.get():
            self._futures.setdefault(process, weakref.WeakSet()).add(future)
        return future

    def _make_task(self, _: asyncio.AbstractEventLoop, coroutine: Any, context: Context | None = None) -> Any:
        task = NumberedTask(coroutine, loop=self, context=context)
        process = PROCESS.get() if context is None else context.get(PROCESS, 0)
        if self._is_over or (process and process not in self._alive):
            self._graveyard.append(task)
        elif process:
            living = self._tasks.setdefault(process, [])
            living.append(weakref.ref(task))
            if len(living) > 500:
                self._tasks[process] = [each for each in living if each() is not None]
        return task

    # Time ------------------------------------------------------------------------------------------------

    def _run_once(self) -> None:
        """Take all possible steps, in random order. If there are none, jump to the next timer first."""
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined] # asyncio's own heap
        ready: Any = self._ready  # type: ignore[attr-defined] # asyncio's own queue
        if not ready:
            self._jump(scheduled)
        while scheduled and scheduled[0]._when <= self._virtual:  # type: ignore[attr-defined] # as asyncio does
            handle = heapq.heappop(scheduled)
            handle._scheduled = False  # type: ignore[attr-defined] # as asyncio does
            ready.append(handle)
        batch = list(ready)
        ready.clear()
        self._mix(batch)
        for handle in batch:
            self._step(handle)

    def _jump(self, scheduled: list[asyncio.TimerHandle]) -> None:
        while scheduled and scheduled[0]._cancelled:
            heapq.heappop(scheduled)._scheduled = False  # type: ignore[attr-defined] # as asyncio does
        if not scheduled:
            raise Stuck
        self._virtual = max(self._virtual, scheduled[0]._when)  # type: ignore[attr-defined] # as asyncio does

    def _mix(self, batch: list[events.Handle]) -> None:
        """Shuffle the steps of tasks. Callbacks keep their order, as asyncio promises."""
        places = [place for place, handle in enumerate(batch) if _task_of(handle) is not None]
        if len(places) > 1:
            steps = [batch[place] for place in places]
            self._luck.shuffle(steps)
            for place, step in zip(places, steps, strict=True):
                batch[place] = step

    def _step(self, handle: events.Handle) -> None:
        if handle._cancelled:
            return
        process = handle._context.get(PROCESS, 0)  # type: ignore[attr-defined] # asyncio keeps it there
        if process in self._frozen:
            self._frozen[process].append(handle)
            return
        if process:
            self.steps += 1
            self.before_step(process)
        if process in self._alive:
            handle._run()
            self._virtual += STEP if process else 0.0

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Do nothing. A cancelled timer stays in the queue, and the loop skips it later."""

    def sleep_through(self, seconds: float) -> None:
        """Let the machine sleep. Time jumps, so the timers of this time are late, and all of them are due together."""
        self._virtual += seconds
        self.slept += seconds

    # Threads and sockets of the machine ------------------------------------------------------------------

    def run_in_executor(self, executor: Any, func: Any, *arguments: Any) -> Any:  # type: ignore[override]
        """Do a thread's work in this loop after a short delay, and return a future for its result.

        The result arrives after another short delay. Work for the same executor is done in the order of the calls.
        """
        done = self.create_future()
        begins = max(self._busy_until.get(id(executor), 0.0), self._virtual + self._luck.uniform(0, LONGEST_WORK))
        self._busy_until[id(executor)] = begins + FIFO

        def work() -> None:
            try:
                hand_over, result = done.set_result, func(*arguments)
            except Exception as error:
                hand_over, result = done.set_exception, error
            self.call_later(self._luck.uniform(0, LONGEST_WORK), _unless_done, done, hand_over, result)

        self.call_at(begins, work)
        return done

    def _process_events(self, event_list: Any) -> None:
        """Do nothing, because there are no sockets."""

    def _write_to_self(self) -> None:
        """Do nothing, because no other thread wakes this loop."""


def _unless_done(future: "asyncio.Future[Any]", hand_over: Callable[[Any], None], result: Any) -> None:
    if not future.done():
        hand_over(result)


def _task_of(handle: events.Handle) -> Any:
    """Return the task whose step this is, or None for a callback."""
    owner = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined] # asyncio keeps it there
    return owner if isinstance(owner, asyncio.Task) else None
