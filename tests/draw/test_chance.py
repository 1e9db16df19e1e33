"""Chance that repeats on every machine."""

from random import Random

from tournament.draw.chance import generator, seed_from_text, shuffle, sub_seed


def test_sub_seeds_of_different_purposes_differ():
    parts = [(seed, round_, purpose) for seed in range(40) for round_ in range(12) for purpose in ("deal", "search")]

    assert len({sub_seed(*one) for one in parts}) == len(parts)


def test_sub_seed_does_not_run_parts_together():
    assert sub_seed(1, 12) != sub_seed(11, 2)


def test_shuffle_is_the_same_for_ever():
    items = list(range(10))

    shuffle(items, Random(2026))

    assert items == [5, 3, 7, 2, 9, 0, 6, 8, 4, 1]


def test_generator_is_the_same_for_ever():
    assert [int(generator(7, "deal").random() * 1000) for _ in range(3)] == [
        int(generator(7, "deal").random() * 1000)
    ] * 3


def test_seed_from_text_is_the_number_itself():
    assert seed_from_text(" 4711 ") == 4711


def test_seed_from_text_reads_what_people_call_out_alike():
    assert seed_from_text("Lotto  3 7\t12") == seed_from_text("lotto 3 7 12") == 7376315582653812


def test_seed_from_text_reads_both_spellings_of_an_umlaut_alike():
    assert seed_from_text("Grün sticht") == seed_from_text("Gru\u0308n sticht")


def test_seed_from_text_stays_a_whole_number_in_json():
    assert seed_from_text("9" * 40) < 2**53
