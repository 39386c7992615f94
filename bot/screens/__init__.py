"""Turn views and events into cards, which are plain values. The screens neither use Discord's API nor see secrets."""
