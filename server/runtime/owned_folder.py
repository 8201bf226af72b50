"""The engine's ``owned_folder``, for those who choose the form of the engine's rules.

To import anything of the engine is to import its rules in the form that is found then. So this runs the one file by
itself, in whatever process asks before that.
"""

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

FILE: Final = Path(__file__).parents[2] / "engine" / "owned_folder.py"


def _run(file: Path) -> ModuleType:
    spec = spec_from_file_location("owned_folder", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no module")
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


_module = _run(FILE)

CACHE: Final[str] = _module.CACHE
OTHERS: Final[int] = _module.OTHERS
cache_folder: Final[Callable[[], Path]] = _module.cache_folder
find_owned: Final[Callable[[Path], Path]] = _module.find_owned
make_owned: Final[Callable[[Path], Path]] = _module.make_owned
