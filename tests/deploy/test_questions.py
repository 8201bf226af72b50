"""The kernel asks few questions of a game: the count of ``deploy/questions.py`` stays at the bound."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SCRIPT: Final = ROOT / "deploy" / "questions.py"
MOST: Final = 110


def counted(root: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    script = root / SCRIPT.relative_to(ROOT)
    return subprocess.run([sys.executable, str(script), *options], capture_output=True, text=True, check=False)


def test_the_kernel_asks_few_questions() -> None:
    done = counted(ROOT, "--most", str(MOST))
    assert done.returncode == 0, done.stdout


def test_each_method_and_attribute_is_a_question(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for path in (SCRIPT, *(ROOT / "engine").rglob("*.py")):
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    before = int(counted(copy).stdout.split()[-2])
    book = copy / "engine" / "state" / "rulebook.py"
    text = book.read_text(encoding="utf-8")
    more = '    is_new = True\n\n    def is_newer(self) -> bool:\n        """It asks."""\n        return True\n\n'
    book.write_text(
        text.replace("    def __init__(self, profile", f"{more}    def __init__(self, profile", 1), encoding="utf-8"
    )
    done = counted(copy, "--most", str(before))
    assert (done.returncode, int(done.stdout.split()[-2])) == (1, before + 2)
