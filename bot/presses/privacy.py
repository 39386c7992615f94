"""What can be pressed about what is kept of oneself."""

from bot.presses.base import Press


class AboutMe(Press, frozen=True, tag="mydata"):
    """Everything that is kept of oneself."""


class ForgetMe(Press, frozen=True, tag="forgetme"):
    """Ask to be forgotten; it is asked back."""


class ForgetMeThen(Press, frozen=True, tag="forgetme2"):
    """The first yes; it is asked once more."""


class SurelyForgetMe(Press, frozen=True, tag="forgetme3"):
    """The second yes."""


class KeepMe(Press, frozen=True, tag="keepme"):
    """Nothing of that."""
