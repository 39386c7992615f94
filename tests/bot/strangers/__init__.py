"""What strangers find of games in private places, whatever they type, press and forge: no word of them."""
