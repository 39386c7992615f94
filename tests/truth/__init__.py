"""Sentences with their truth: what screens say of the rules is compared with what the engine does, in random games."""
