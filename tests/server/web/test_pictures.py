"""The pictures of README and guides can be taken anew: the lobby and a table of each game, on a desk and on a phone."""

import base64
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page

from tests.server.web.pictures import DESK, PHONE, PICTURES, main
from tests.support.e2e.guides import TEXT
from tests.support.web.browser import BROWSER

pytestmark = [pytest.mark.timeout(300), *BROWSER]  # five tables and a lobby, on a machine that others use too

MOST_BYTES: Final = 150_000
SEEN: Final = """async (data) => {
  const image = new Image();
  image.src = `data:image/webp;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height).data;
  let light = 0;
  for (let at = 0; at < pixels.length; at += 4) light += (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
  return [image.width, image.height, (4 * light) / pixels.length];
}"""


async def test_the_pictures_of_the_guides_are_taken_of_what_is_on_the_page(page: Page, tmp_path: Path) -> None:
    await main(tmp_path)
    taken = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert taken.keys() == {path.name for path in PICTURES.glob("*.webp")}
    assert taken.keys() >= set(re.findall(r"deploy/pictures/([\w-]+\.webp)", TEXT))
    assert all(len(data) < MOST_BYTES for data in taken.values())
    lights = {}
    for name, data in taken.items():
        width, height, lights[name] = await page.evaluate(SEEN, base64.b64encode(data).decode())
        assert (width, height) == (PHONE if "phone" in name else DESK)
    assert lights["magic-phone-dark.webp"] < lights["magic.webp"] / 1.5
