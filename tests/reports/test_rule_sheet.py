"""The rule sheet says what the settings say, in sentences."""

from tests.reports import samples
from tests.reports.pdf_reader import read
from tournament.reports import rule_sheet
from tournament.reports.rule_sheet import Checks, Fives, RuleSheet, Section, compose


def _sentences(settings):
    return {section.heading: section.sentences for section in compose(settings)}


def test_rules_of_the_ddv_preset():
    settings = samples.rule_settings(
        rules_edition="TSR, 21 Feb 2026", referee="Uwe", director="Ida", objection_minutes=15
    )

    assert compose(settings) == (
        Section(
            heading="Rounds and time",
            sentences=(
                "We play 3 rounds.",
                "A table of four plays 24 games in 100 minutes.",
                "Play begins for all tables together, when the referee says so.",
                "When time is up, a game whose deal has begun is finished; the others are struck out.",
            ),
        ),
        Section(
            heading="Seats",
            sentences=(
                "Tables and seats are drawn by lot.",
                "There are tables of four only.",
                "Seat 1 deals first, the last seat keeps the score sheet and hands it in.",
            ),
        ),
        Section(
            heading="Mandatory solo",
            sentences=(
                "Each player plays 1 mandatory solo in every round, of any kind.",
                "The soloist leads to the first trick; afterwards the same dealer deals again.",
                "A player's first solo is the mandatory one; other solos may follow only then.",
                "When only as many games are left as solos are owed, the solos are enforced: the next player who owes "
                "one, to the left of the dealer, has to play it, and then the deal passes on.",
                "Solos still owed when time is up are played all the same.",
            ),
        ),
        Section(
            heading="The score sheet",
            sentences=(
                "Every game is entered at once: the value, and the seats of those who got plus.",
                "Mandatory solos stand in their own rubric, all other games above.",
                "All players are answerable for the sheet: check sum and signs after every game.",
                "A sheet whose totals do not add up to zero is not accepted.",
                "A second person checks every sheet before it counts.",
            ),
        ),
        Section(
            heading="Ranking",
            sentences=(
                "The points of all rounds are added up; the highest total wins.",
                "Players with equal totals share the place; the next place is left out.",
                "Objections are heard until 15 minutes after a list has been posted.",
            ),
        ),
        Section(
            heading="Who decides",
            sentences=(
                "In everything else these rules hold: TSR, 21 Feb 2026.",
                "Call the referee at once if something went wrong, and leave the cards as they are: Uwe.",
                "Tournament director: Ida.",
            ),
        ),
    )


def test_rules_of_an_open_evening_have_no_clock_no_solo_and_no_second_person():
    settings = samples.rule_settings(
        rounds=1,
        games_at_four=16,
        games_at_five=20,
        minutes_at_four=None,
        minutes_at_five=None,
        mandatory_solos=0,
        fives=Fives.NEEDED,
        rubric=False,
        checks=Checks.WARN,
        second_person=False,
    )

    found = _sentences(settings)

    assert found["Rounds and time"] == (
        "We play 1 round.",
        "A table of four plays 16 games.",
        "A table of five plays 20 games.",
    )
    assert found["Mandatory solo"] == ("Nobody has to play a solo.",)
    assert found["The score sheet"] == (
        "Every game is entered at once: the value, and the seats of those who got plus.",
        "All games stand in the order in which they were played.",
        "All players are answerable for the sheet: check sum and signs after every game.",
    )


def test_rules_of_seats_follow_seeded_rounds_clubs_and_fives():
    settings = samples.rule_settings(seeded_rounds=(3, 4), clubs_apart=True, fives=Fives.NUMBER, number_of_fives=1)

    assert _sentences(settings)["Seats"] == (
        "Tables and seats are drawn by lot; in these rounds the standings decide: 3, 4.",
        "Members of one club are kept apart as far as possible.",
        "There is 1 table of five, all others are of four.",
        "Seat 1 deals first, the last seat keeps the score sheet and hands it in.",
        "At a table of five the dealer sits out and gets no points for that game.",
    )


def test_rules_of_money_name_fee_reduction_payout_loss_money_and_prizes():
    settings = samples.rule_settings(
        fee_cents=1_200,
        reduced_fee_cents=650,
        payout_percent=80,
        loss_money=((-20, 100),),
        prizes=("The pot goes to the first five.",),
    )

    assert _sentences(settings)["Money"] == (
        "The entry fee is €12.00.",
        "The reduced fee is €6.50.",
        "80 percent of the entry fees are paid out as prizes.",
        "Loss money from −20 points in a round: €1.00.",
        "The pot goes to the first five.",
    )


def test_rules_of_two_solos_without_a_clock_say_so():
    settings = samples.rule_settings(mandatory_solos=2, minutes_at_four=None, minutes_at_five=None)

    found = _sentences(settings)["Mandatory solo"]

    assert (found[0], found[2]) == (
        "Each player plays 2 mandatory solos in every round, of any kind.",
        "A player's first solos are the mandatory ones; other solos may follow only then.",
    )
    assert [sentence for sentence in found if "time is up" in sentence] == []


def test_rules_of_ties_name_the_order():
    settings = samples.rule_settings(tie_order=("best last round", "lot"))

    assert _sentences(settings)["Ranking"][1] == "Equal totals are decided by: best last round, lot."


def test_rule_sheet_of_usual_length_stands_on_one_page():
    sections = compose(samples.rule_settings(fives=Fives.NEEDED, fee_cents=1_200, house_rules=("No smoking.",)))

    (page,) = read(rule_sheet.build(RuleSheet(frame=samples.frame(), sections=sections)))

    headings = [text.text for text in page.texts if text.text in {section.heading for section in sections}]
    assert headings == [section.heading for section in sections]


def test_long_rule_sheet_goes_on_with_headings_beside_their_sentences():
    sections = tuple(
        Section(heading=f"Rule {number}", sentences=("Be quiet while others play.",) * 5) for number in range(1, 21)
    )

    pages = read(rule_sheet.build(RuleSheet(frame=samples.frame(), sections=sections)))

    assert len(pages) > 1
    for page in pages:
        lowest = min((text for text in page.texts if text.size >= 9), key=lambda text: text.bottom)
        assert not lowest.text.startswith("Rule ")
