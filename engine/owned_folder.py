"""The folder of files that are kept between processes, and whether its owner alone may write there.

A writer in such a folder, or somebody who puts another one in its place, chooses what we trust without looking at it
again. ``check_owned`` asks that of a file or folder that is open. ``find_owned`` and ``make_owned`` are for what is
opened later by its path, as code is: each folder on the way must be root's or ours, too, and nobody else may write
there. A folder like ``/tmp`` may be written by all, as its sticky bit keeps each entry to whom it belongs.

Nothing here is of the rules: ``server.runtime.owned_folder`` runs this file before their form is chosen.
"""

import os
import stat
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

CACHE: Final = "STACKLOOP_CACHE"
"""The variable that names the folder; else it is ``stackloop`` in the user's cache folder."""
OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
OURS_ALONE: Final = 0o700
ROOT: Final = 0


class NotOurs(OSError):
    """Somebody else may write there, or it is no folder; the text names the place and the reason."""


def cache_folder() -> Path:
    """The folder of all that is kept, whether it is there or not."""
    named = os.environ.get(CACHE)
    return Path(named) if named else user_cache_path("stackloop")


def check_owned(status: os.stat_result, what: object) -> None:
    """Raise ``NotOurs`` unless this user owns it and nobody else may write it."""
    if status.st_uid != os.geteuid():
        raise NotOurs(f"{what} belongs to another user")
    if status.st_mode & OTHERS:
        raise NotOurs(f"{what} may be written by others")


def make_owned(folder: Path) -> Path:
    """Make a folder where there is none; returns its place behind links.

    Raises:
        NotOurs: others may write in it, or on the way to it.
        OSError: it cannot be made.
    """
    real = Path(os.path.realpath(folder))
    _check_way(nearest(real))
    real.mkdir(mode=OURS_ALONE, parents=True, exist_ok=True)
    return find_owned(real)


def find_owned(folder: Path) -> Path:
    """The place of a folder behind links.

    Raises:
        NotOurs: others may write in it, or on the way to it.
        FileNotFoundError: there is none.
    """
    real = Path(os.path.realpath(folder))
    _check_way(real)
    check_owned(real.lstat(), real)
    return real


def nearest(folder: Path) -> Path:
    """The first folder on the way up that is there."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def _check_way(real: Path) -> None:
    for each in (real, *real.parents):
        found = each.lstat()
        if not stat.S_ISDIR(found.st_mode):
            raise NotOurs(f"{each} is no folder")
        if found.st_uid not in (ROOT, os.geteuid()):
            raise NotOurs(f"{each} belongs to another user")
        if found.st_mode & OTHERS and not found.st_mode & stat.S_ISVTX:
            raise NotOurs(f"{each} may be written by others")
