"""``python -m tests.support.server.ahead SECONDS serve ...``: ``stackloop`` with its clock so far ahead, or behind.

The machine's time of day is what Python reads of it; how fast time goes, and the monotonic clock, are as they are.
"""

import sys
import time

from server.cli import main


def shift(seconds: float) -> None:
    """Have this process read another time of day."""
    real = time.time
    time.time = lambda: real() + seconds


if __name__ == "__main__":
    shift(float(sys.argv.pop(1)))
    main()
