"""Represent presses of buttons, menus and forms as typed values. `codec` writes them as custom ids and reads them."""
