"""The language in which something is said: every sentence that a player sees passes through `_` or `ngettext`.

English is the only language so far.
"""

import gettext
from pathlib import Path

_CATALOGUE = gettext.translation("liars-dice", Path(__file__).with_name("locale"), fallback=True)

_ = _CATALOGUE.gettext
ngettext = _CATALOGUE.ngettext
