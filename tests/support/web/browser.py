"""The browser that tests of the page run in."""

import shutil
from typing import Final

import pytest

CHROMIUM: Final = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSER: Final = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="not run: chromium is not installed"),
    pytest.mark.asyncio(loop_scope="module"),  # that of the browser
]
