"""PyJWT as our own tokens need it: without ``cryptography``, which it takes up wherever that is installed.

That is 9 MB for keys that only an issuer elsewhere has. A module that needs those imports ``jwt`` itself, all of it.
"""

import sys
from typing import Final

TAKEN_UP: Final = "cryptography"

if "jwt" in sys.modules:
    import jwt
else:
    before = sys.modules.get(TAKEN_UP)
    sys.modules[TAKEN_UP] = None  # type: ignore[assignment]  # Python's own mark of a module that is not to be found
    try:
        import jwt
    finally:
        del sys.modules[TAKEN_UP]
        if before is not None:
            sys.modules[TAKEN_UP] = before
        for name in [name for name in sys.modules if name.partition(".")[0] == "jwt"]:
            del sys.modules[name]

__all__ = ["jwt"]
