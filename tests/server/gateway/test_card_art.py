"""Art that the operator names: the policy has the hosts of the setting alone, and of a folder only images are read."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.datastructures import Headers

from server.gateway.card_art import Art, slug
from server.gateway.responses import PART, POLICY, SECURITY
from server.runtime.errors import BadSetting

NOTHING = Headers()


def images_of(art: Art) -> str:
    policy = art.security["Content-Security-Policy"]
    return next(rule.strip() for rule in policy.split(";") if rule.strip().startswith("img-src"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    art = tmp_path / "art"
    art.mkdir()
    (art / "Lightning Bolt.png").write_bytes(b"bolt")
    (art / "shock.WEBP").write_bytes(b"shock")
    (art / "notes.txt").write_text("not for anybody")
    (art / "vector.svg").write_text("<svg/>")
    (tmp_path / "secret.png").write_bytes(b"secret")
    (art / "linked.png").symlink_to(tmp_path / "secret.png")
    return art


def test_there_is_none_unless_it_is_set() -> None:
    art = Art("")
    assert art.patterns == {}
    assert art.security is SECURITY
    assert "img-src 'self';" in POLICY


async def test_a_card_has_the_file_of_its_name(folder: Path) -> None:
    art = Art(f"magic={folder}")
    assert art.patterns == {"magic": "/art/magic/{name}"}
    assert art.security is SECURITY  # it is our own host
    found = await art.file("magic", "Lightning Bolt", NOTHING)
    assert (found.status_code, found.body, found.headers["Content-Type"]) == (200, b"bolt", "image/png")
    assert "max-age" in found.headers["Cache-Control"]
    assert {name: found.headers[name] for name in PART} == dict(PART)
    again = await art.file("magic", "Lightning Bolt", Headers({"If-None-Match": found.headers["ETag"]}))
    assert (again.status_code, again.body) == (304, b"")
    assert (await art.file("magic", "Shock", NOTHING)).headers["Content-Type"] == "image/webp"


@pytest.mark.parametrize("name", ["notes", "vector", "linked", "../secret", "..", "", "/etc/hostname", "unknown"])
async def test_nothing_else_is_read(folder: Path, name: str) -> None:
    assert (await Art(f"magic={folder}").file("magic", name, NOTHING)).status_code == 404


async def test_a_game_without_a_folder_has_no_files(folder: Path) -> None:
    art = Art(f"magic={folder}")
    assert (await art.file("grand-archive", "Shock", NOTHING)).status_code == 404
    assert (await art.file("nothing", "Shock", NOTHING)).status_code == 404


async def test_a_file_that_is_gone_or_too_large_is_none(folder: Path) -> None:
    art = Art(f"magic={folder}")
    (folder / "shock.WEBP").write_bytes(bytes(4 * 1024 * 1024 + 1))
    (folder / "Lightning Bolt.png").unlink()
    assert (await art.file("magic", "Shock", NOTHING)).status_code == 404
    assert (await art.file("magic", "Lightning Bolt", NOTHING)).status_code == 404


def test_the_policy_names_the_hosts_of_the_setting_and_no_other() -> None:
    art = Art(
        "magic=https://img.example/{slug}.webp "
        "grand-archive=https://api.example:8443/named?exact={name}|https://files.example"
    )
    assert images_of(art) == "img-src 'self' https://img.example https://api.example:8443 https://files.example"
    policy = art.security["Content-Security-Policy"]
    assert policy.replace(images_of(art), "img-src 'self'") == POLICY
    assert {name: art.security[name] for name in SECURITY if name != "Content-Security-Policy"} == {
        name: value for name, value in SECURITY.items() if name != "Content-Security-Policy"
    }


@pytest.mark.parametrize(
    "setting",
    [
        "magic",
        "magic=",
        "chess=https://img.example/{name}",
        "magic=https://img.example/card.webp",
        "magic=ftp://img.example/{name}",
        "magic=https://*/{name}",
        "magic=https://*.example/{name}",
        "magic=https://img.example;script-src/{name}",
        "magic=https://user@img.example/{name}",
        "magic=https://img.example/{name}|*",
        "magic=https://img.example/{name}|https://other.example/path",
        "magic=/no/such/folder",
    ],
)
def test_a_setting_that_means_nothing_is_told(setting: str) -> None:
    with pytest.raises(BadSetting, match="art: "):
        Art(setting)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Lightning Bolt", "lightning-bolt"),
        ("Pride's Smith", "prides-smith"),
        ("Krenko, Mob Boss", "krenko-mob-boss"),
        ("J\u00f6tun Grunt", "jotun-grunt"),
        ("Breakin\u2019 & Takin\u2019", "breakin-takin"),
        ("\u706b", "\u706b"),
        ("under_score", "under-score"),
    ],
)
def test_a_name_in_small_letters(name: str, said: str) -> None:
    assert slug(name) == said
