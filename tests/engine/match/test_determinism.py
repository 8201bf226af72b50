"""Equal headers and answers give equal hashes in every process, whatever its hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PLAY = """
from tests.support.engine.random_play import new_match, random_play
for seed in range(3):
    match = new_match(seed)
    for _ in random_play(match, seed, cancels=0.05):
        pass
    print(match.hash())
"""


def hashes(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout


def test_hashes_do_not_depend_on_the_process() -> None:
    assert hashes("1") == hashes("2") != ""
