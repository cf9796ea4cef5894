"""Timing, and one line of output for each thing measured."""

import statistics
import time
from collections.abc import Callable


def best(times: int, run: Callable[[], object]) -> float:
    """Return the seconds of the quickest of so many runs: what the work costs when nothing else disturbs it."""
    return min(_seconds(run) for _ in range(times))


def typical(times: int, run: Callable[[], object]) -> float:
    """Return the median seconds of so many runs, for what is too quick for a single one to tell."""
    return statistics.median(_seconds(run) for _ in range(times))


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


class Report:
    """Prints what was measured, and remembers whether every bound was kept."""

    kept = True

    def title(self, text: str) -> None:
        """Print the heading of what comes next."""
        print(f"\n{text}")

    def fact(self, text: str) -> None:
        """Print something measured that has no bound."""
        print(f"  {text}", flush=True)

    def bound(self, what: str, value: float, most: float) -> None:
        """Print `value` beside the most that it may be."""
        self.kept = self.kept and value <= most
        self.fact(f"{what}: {value:.3g} (at most {most:g}){'' if value <= most else '  OVER'}")
