"""How long the state machines run: a while in the suite, ten times as long in `make soak`."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

__all__ = ["SOAK_EXAMPLES", "SUITE_EXAMPLES", "machine_settings", "register_profiles"]

SUITE_EXAMPLES = 200
SOAK_EXAMPLES = 2_000


def register_profiles() -> None:
    """Make the profile of the suite and that of `--hypothesis-profile=soak`."""
    # A busy machine is not a slow function: time is measured by the benchmarks.
    settings.register_profile("project", deadline=None)
    settings.register_profile("soak", deadline=None, max_examples=SOAK_EXAMPLES)
    settings.load_profile("project")


def machine_settings(steps: int) -> settings:
    """The settings of a state machine under the profile that is loaded.

    Args:
        steps: The most rules that one example runs.
    """
    return settings(
        max_examples=max(SUITE_EXAMPLES, settings().max_examples),
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
