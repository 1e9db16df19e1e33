"""A small sample of the storm of phones (tests/trials/storm.py): nothing fails, nothing is lost, little is sent."""

from tests.trials.storm import measure


def test_storm_of_phones_fails_nothing_and_loses_no_save():
    storm = measure(clients=40, seconds=12)

    assert (storm.failed, storm.lost) == (0, 0)
    assert storm.asked > 40
    assert storm.share >= 0.95
