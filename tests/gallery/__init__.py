"""Show every sentence of a language on its screen: `make screens IN=pl` writes one HTML file.

The scenes of tests/bot play in the made-up language of `tests.bot.pseudo`, with a number in each sentence. This package
notes the screens that they show (`noting`), says them in another language (`saying`), and writes the page (`page`).
"""
