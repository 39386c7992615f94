"""Whole databases carried elsewhere: into a file (a backup), back from one, and from one kind to the other."""
