"""The README is true: its bot plays a whole match."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.server_process import server_process

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.slow
def test_the_bot_of_the_readme_plays_a_match_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKLOOP_HOUSE_PACE_S", "0")
    (bot,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    (tmp_path / "bot.py").write_text(bot)
    with server_process(tmp_path / "data") as server:
        command = [sys.executable, str(tmp_path / "bot.py"), server.url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
