"""axe-core, run in a page over the debugger: so the page's own policy stays as strict as it is for everybody."""

from __future__ import annotations

from importlib import resources
from typing import Final, Literal

from playwright.async_api import Page

SCRIPT: Final = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN: Final = """async (standards) => {
  const shown = document.querySelector("dialog:modal") ?? document; // what lies behind one is out of reach
  const { violations } = await axe.run(shown, { runOnly: standards, resultTypes: ["violations"] });
  const line = (id, { target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => line(id, node)));
}"""


async def violations(page: Page) -> list[str]:
    """Violations of WCAG 2.2 AA that axe finds, a line for each element."""
    await page.evaluate(SCRIPT)
    found: list[str] = await page.evaluate(RUN, STANDARDS)
    return found


async def assert_accessible(page: Page) -> None:
    """Axe finds nothing on the page as it stands, light or dark."""
    for scheme in SCHEMES:
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = await violations(page)
        assert found == [], "\n".join([scheme, *found])
