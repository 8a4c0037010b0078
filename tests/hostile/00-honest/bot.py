"""It breaks no rule: the control for all the others."""

from attack import behave

behave()
