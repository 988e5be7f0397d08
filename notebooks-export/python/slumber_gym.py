"""The old name of slumber.gym, for one release."""

from slumber.gym import *  # noqa: F403
