"""Play tables with random presses.

People press any control that is shown, and the tests check the effect of each press.
"""
