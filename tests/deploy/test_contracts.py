"""The rooms stand by contracts that bite."""

import pytest

from tests.deploy.contracts import try_all


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_contract_finds_every_import_that_it_forbids() -> None:
    found, held = try_all()
    assert held == []
    assert found > 50
