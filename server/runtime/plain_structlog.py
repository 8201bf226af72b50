"""structlog as a server needs it: without ``rich``, which it takes up wherever that is installed.

That is a hundred modules and 4 MB for tracebacks that no log of ours tells (``server.runtime.logs``).
"""

import sys

if "rich" in sys.modules:
    import structlog
else:
    sys.modules["rich"] = None  # type: ignore[assignment]  # Python's own mark of a module that is not to be found
    try:
        import structlog
    finally:
        del sys.modules["rich"]

__all__ = ["structlog"]
