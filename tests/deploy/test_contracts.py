"""The rooms stand by contracts that bite."""

import pytest

from tests.deploy.contracts import all_breaks, first_breaks, try_out


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_every_contract_finds_an_import_that_it_forbids() -> None:
    found, held = try_out(first_breaks())
    assert held == []
    assert found > 5


@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_contract_finds_every_import_that_it_forbids() -> None:
    found, held = try_out(all_breaks())
    assert held == []
    assert found > 50
