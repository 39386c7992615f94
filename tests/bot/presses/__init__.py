"""Whatever is pressed or typed has an answer."""
