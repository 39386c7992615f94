"""Choose a table's players, house rules, length and place at random."""

import discord
from simcord import ChannelHandle

from bot.presses.lobby import AddComputer, ChooseHouseRule, Join, OpenHouseRules, OpenOptions, StandUp, TakeOut
from bot.screens.families import variants
from bot.tables.model import WAIT_SETTLED
from bot.tables.pace import PaceName
from tests.bot.at_random.evening import GUESTS, Evening
from tests.bot.scenery import NAMES

MANY = 8
"""A table with at least this many seats plays few rounds."""
FEW_DICE = 8
"""A table with at most this many dice in all may play until one player has dice."""


class Lobby:
    """A lobby in which Ann makes random choices."""

    def __init__(self, evening: Evening, game: str) -> None:
        self._evening, self._stage, self._draw, self._game = evening, evening.stage, evening.draw, game

    async def agree(self, number: int) -> None:
        """Have Ann open a lobby in a new channel or thread, and prepare it for the start."""
        await self._settings()
        self._stage.channel = self._stage.guild.create_text_channel(f"dice-{number}")
        corner = await self._corner() if self._evening.happens(0.2) else None
        await self._stage.slash("Ann", "play", channel=corner, game=self._game)
        if corner is not None or self._stage.channel.threads:
            self._stage.channel = corner or self._stage.channel.threads[0]
        await self._sit_down()
        for _ in range(self._draw.randint(0, 6)):
            await self._choose_a_house_rule()
        await self._choose_options()

    async def _settings(self) -> None:
        chosen = {"threads": self._evening.happens(0.15), "stakes": self._evening.happens(0.8)}
        await self._stage.bot.services.settings.change(self._stage.guild.id, **chosen)

    async def _corner(self) -> ChannelHandle:
        """Open a thread in the channel and return it."""
        parent = self._stage.bot.get_channel(self._stage.channel.id)
        assert isinstance(parent, discord.TextChannel)
        await parent.create_thread(name="a quiet corner", type=discord.ChannelType.public_thread)
        await self._stage.env.settle()
        return self._stage.channel.threads[0]

    async def _sit_down(self) -> None:
        """Fill 2 to 20 seats, usually up to 6, with at least one person and any number of computers."""
        seats = self._draw.choices(
            (self._draw.randint(2, 6), self._draw.randint(7, 12), self._draw.randint(13, 20)), (17, 2, 1)
        )[0]
        people = self._draw.randint(1, seats)
        everybody = [*NAMES, *GUESTS]
        for name in everybody[1:people]:
            await self._stage.press(name, Join)
        for _ in range(seats - people):
            await self._stage.press("Ann", AddComputer)
        if people > 2 and self._evening.happens(0.1):
            await self._stage.press(everybody[people - 1], StandUp)
        if seats - people > 1 and seats > 3 and self._evening.happens(0.1):
            await self._stage.press("Ann", TakeOut)

    async def _choose_a_house_rule(self) -> None:
        """Choose any house rule from any page. If it is refused, check that the bot names a contradiction."""
        stage, draw = self._stage, self._draw
        opened = await stage.press("Ann", OpenHouseRules)
        (page,) = opened.ephemerals
        leaf = draw.choice([None, *stage.presses(page)])
        if isinstance(leaf, OpenHouseRules):
            await stage.press("Ann", OpenHouseRules, page, page=leaf.page)
        rules = [press for press in self._evening.shown(page) if isinstance(press, ChooseHouseRule)]
        option = draw.choice(sorted({each.option for each in rules}))
        rule = draw.choice([each for each in rules if each.option == option])
        before = (await stage.table()).setup
        answer = await stage.pick("Ann", page, ChooseHouseRule, option=rule.option, value=rule.value)
        is_refused = (await stage.table()).setup == before and "don’t go together" in answer.words
        assert is_refused or not answer.private or "House rules" in answer.words, answer.words

    async def _choose_options(self) -> None:
        """Fill in the form of options. If its switches contradict each other, send the form again without them."""
        stage, draw = self._stage, self._draw
        values = {
            "rounds": await self._length(),
            "clock": [draw.choice(("30", "180", "none"))],
            "pace": [draw.choice(list(PaceName))],
            "switches": [],
        }
        form = await stage.press("Ann", OpenOptions)
        if self._evening.happens(0.3):
            offered = variants.wording(self._game).switches
            open_to_all = [
                each for each in offered if (await stage.table()).setup.stakes or each.option != WAIT_SETTLED
            ]
            chosen = draw.sample(open_to_all, draw.randint(1, min(2, len(open_to_all))))
            answer = await stage.fill(
                "Ann", form, **values | {"switches": [f"{each.option}={each.value}" for each in chosen]}
            )
            if "don’t go together" not in answer.words:
                return
            form = await stage.press("Ann", OpenOptions)
        answer = await stage.fill("Ann", form, **values)
        assert not answer.private or "Saved" in answer.words, answer.words

    async def _length(self) -> str:
        """Return a random length for the game, in words that a host could type.

        A large table plays few rounds. Only at a table with few dice does the game last until one player has dice
        left.
        """
        table, draw = await self._stage.table(), self._draw
        dice = getattr(table.rules, "dice", None) or 5
        if table.rules.counts_dice() and dice * len(table.seats) <= FEW_DICE:
            return ""
        rounds = f"{draw.randint(1, 2 if len(table.seats) >= MANY else 4)} rounds"
        return f"{rounds}, {draw.choice((1, 30, 600))} minutes" if self._evening.happens(0.1) else rounds
