"""What every card is made of: the values, who sits where in words, widths, buttons and values of options."""
