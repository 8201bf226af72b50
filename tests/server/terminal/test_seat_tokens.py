"""The seats that one holds are kept where only their owner reads them."""

from pathlib import Path

from server.terminal.seat_tokens import MOST, Seats


def test_a_seat_is_remembered_until_its_match_is_over(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "deep" / "seats.json")
    assert seats.token("http://h:1", "m7") is None
    assert seats.keep("http://h:1/", "m7", "secret")
    assert Seats(tmp_path / "deep" / "seats.json").token("http://h:1", "m7") == "secret"
    assert seats.token("http://other:1", "m7") is None
    seats.forget("http://h:1", "m7")
    assert seats.token("http://h:1", "m7") is None


def test_nobody_else_may_read_them(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    assert Seats(path).keep("http://h", "m7", "secret")
    assert path.stat().st_mode & 0o777 == 0o600


def test_there_is_an_end_to_them(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "seats.json")
    for number in range(MOST + 1):
        seats.keep("http://h", f"m{number}", "secret")
    assert seats.token("http://h", "m0") is None
    assert seats.token("http://h", "m1") == "secret"


def test_what_cannot_be_read_or_written_is_no_seat_and_no_error(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    path.write_text("{")
    assert Seats(path).token("http://h", "m7") is None
    (tmp_path / "file").write_text("")
    assert not Seats(tmp_path / "file" / "seats.json").keep("http://h", "m7", "secret")
