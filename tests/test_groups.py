"""Test that tests with the mark `xdist_group` stay together on one worker.

Such tests share a browser, a local Discord or a long calculation. If they are spread over all workers, each worker
makes these things again.
"""

import pytest


@pytest.mark.xdist_group("together")
def test_workers_know_the_group_of_a_marked_test(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("this run does not group tests")
    assert request.node.nodeid.endswith("@together")
