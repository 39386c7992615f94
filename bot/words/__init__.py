"""The language of sentences, the names of faces and claims, and functions that read and clean typed text."""
