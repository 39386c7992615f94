"""The Discord bot for Liar's Dice. The rules of the games are in the package `engine`."""
