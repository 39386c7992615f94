"""Build the elements of all cards: texts, buttons, players' names, widths of text, and options in words."""
