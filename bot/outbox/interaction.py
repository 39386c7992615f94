"""An interaction as discord.py hands it to this bot."""

import discord

Interaction = discord.Interaction[discord.Client]
