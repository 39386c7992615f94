"""What can be pressed, chosen and sent, as typed values; `codec` writes them into ids and reads them back."""
