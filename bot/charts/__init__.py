"""Drawn pages: boards to share, and charts. Vector drawings first (`paper.py`), and pixels of them (`printing.py`)."""
