"""The loss of permissions and of places at each phase of a game; `cells.py` lists the cases."""
