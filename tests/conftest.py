"""What holds for every test: examples of properties are the same in each run, and no loaded machine fails one."""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")
