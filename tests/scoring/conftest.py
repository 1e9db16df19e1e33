"""Hypothesis for the rule book: a slow machine is no fault of an example."""

from hypothesis import settings

settings.register_profile("without_deadline", deadline=None)
settings.load_profile("without_deadline")
