"""Hypothesis for the laws: no deadlines; HYPOTHESIS_PROFILE=thorough looks much longer."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.differing_executors]
settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=QUIET)
settings.register_profile("thorough", deadline=None, max_examples=3000, suppress_health_check=QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
