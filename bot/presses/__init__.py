"""Presses of buttons, menus and forms as typed values; `codec` writes them into ids and reads them back."""
