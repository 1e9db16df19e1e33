"""Sentences of the sheets: findings of the rule book, typing, confirming, correcting, and what the doctor reads."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_ROWS: dict[str, Promise] = {
    "row_not_zero_sum": _("The sum is %(sum)s, not 0. Please check signs and digits against the paper."),
    "row_odd_even": _("Points must be all even or all odd. Please check the digits."),
    "row_shape": _("No game has such points. Two win what two lose, or one plays for three times the value."),
    "value_implausible": _("A value of %(value)s is more than a game can bring (%(most)s). Is it right?"),
    "points_missing": _("This game is not typed yet."),
    "cell_missing": _("Points are missing at seat %(seats)s."),
    "wrong_number_of_cells": _("There must be %(expected)s numbers, one for each seat."),
    "no_such_seat": _("This table has no seat %(seat)s."),
    "sitting_dealer_has_points": _("The dealer sits out and has no points. Please check who dealt."),
    "sitting_dealer_plays": _("Seat %(seat)s dealt and sat out, so it cannot have played this game."),
    "sitting_dealer_differs": _("Seat %(expected)s deals this game and sits out; the record names another seat."),
    "points_differ": _("The points on the paper differ from those that follow from the game."),
    "points_without_game": _("A game that was struck or not played has no points of its own."),
    "points_after_breach": _("After a serious breach only the penalty counts; the solo itself has no points."),
    "running_differs": _("The running totals do not follow from the row before."),
    "running_in_rubric": _("Running totals cannot be read in the rubric. Please type the points of the solo."),
    "kind_differs": _("The mark of the row and the record of the game name different kinds of game."),
    "seats_differ": _("The record of the game is for a table of another size."),
    "dealer_differs": _("Seat %(computed)s should have dealt, but seat %(written)s is noted."),
    "too_many_games": _("%(counted)s games stand on the sheet, but the round has %(games)s. Is one written twice?"),
    "games_open": _("Games are missing. Type them, or mark them as struck if time was over."),
    "breach_not_played": _(
        "After this serious breach the game is not played and is dealt again. Type n and the penalty."
    ),
    "breach_counts_as_played": _("After this breach the solo counts as played. Type the solo with 0 and the penalty."),
    "game_after_time": _("Time was over: only owed mandatory solos are still played."),
    "penalty_without_row": _(
        "The referee's book has a penalty for seat %(seat)s that stands in no game here. It counts; name its game."
    ),
}

_SOLOS: dict[str, Promise] = {
    "solos_missing": _("The mandatory solo of seat %(seats)s is missing."),
    "solos_open": _("Seat %(seats)s still owes the mandatory solo."),
    "solo_due": _("From here on only mandatory solos may be played: seat %(seats)s owes one."),
    "solo_not_owed": _("Seat %(seat)s has played the mandatory solo already."),
    "solo_is_mandatory": _("This is the first solo of seat %(seat)s, so it is the mandatory one."),
    "soloist_missing": _("Who played the solo? Please type the seat."),
    "soloist_differs": _(
        "Seat %(written)s is marked as soloist, but the points are those of a solo of seat %(computed)s."
    ),
    "soloist_without_solo": _("Seat %(seat)s is marked as soloist, but this is no solo."),
    "mandatory_without_solo": _("Marked as mandatory solo, but this is no solo."),
    "wedding_is_not_mandatory": _("A silent or failed wedding is no mandatory solo."),
    "enforced_too_early": _("Seat %(seat)s did not have to play the solo yet; more games than owed solos were left."),
    "enforced_not_marked": _("The solo of seat %(seat)s was enforced: only owed solos were left."),
    "enforced_out_of_turn": _("It was seat %(expected)s's turn to play the owed solo, not seat %(seat)s's."),
    "solo_place": _("After which game was the solo played? Please type a number from 0 to %(most)s."),
    "solo_without_place": _(
        "After which game was this solo played? Until that is typed, it counts for whoever sat there first."
    ),
    "dealer_owes_last_solo": _(
        "Seat %(seat)s owes the last solo but deals and sits out. The rules are silent: the director decides who deals."
    ),
}

_TOTALS: dict[str, Promise] = {
    "total_missing": _("Please type a total for every seat."),
    "totals_not_zero_sum": _("The totals sum to %(sum)s, not 0. Please check signs and digits against the paper."),
    "totals_odd_even": _("The totals must be all even or all odd. One of them is misread or added up wrongly."),
    "total_implausible": _("Seat %(seat)s: %(total)s is more than a round usually brings (%(most)s). Is it right?"),
    "total_differs": _("Seat %(seat)s: the paper says %(written)s, the games sum to %(computed)s."),
    "total_changed": _("Seat %(seat)s: somebody else typed “%(theirs)s” meanwhile, you “%(mine)s”. Choose one."),
    "total_large": _("Seat %(seat)s: that is no total. At most %(most)s can be typed."),
    "total_unreadable": _("Seat %(seat)s: “%(typed)s” is no number. Please type a total such as 12 or −7."),
    "solos_of_holder_unreadable": _("Please type how many mandatory solos this person played, such as 1."),
    "solos_unreadable": _("Please type the seats whose mandatory solo was played, such as 1 2 3 4."),
}

_GAME: dict[str, Promise] = {
    "seats_not_four_or_five": _("A table has four or five seats."),
    "nobody_sits_out_at_four": _("At a table of four nobody sits out."),
    "sits_out_missing": _("At a table of five the dealer sits out. Please name the dealer."),
    "wrong_number_of_re_seats": _("Re is %(expected)s seat(s) in this kind of game; %(given)s were typed."),
    "seat_twice": _("A seat is named twice."),
    "card_points_impossible": _("%(card_points)s card points are impossible. Re has 0 to 240, but never 1 or 239."),
    "trickless_with_card_points": _("Whoever took no trick has no card points; here it is %(card_points)s."),
    "wedding_without_re_trick": _("In a wedding Re takes a trick at least: the one that finds the partner."),
    "failed_wedding_below_three_tricks": _(
        "In a failed wedding Re took the first three tricks: at least %(least)s card points, not %(card_points)s."
    ),
    "extras_in_solo": _("In a solo there are no special points."),
    "extras_without_trick": _("Whoever took no trick has no special points."),
    "extras_need_card_points": _(
        "These special points need at least %(least)s card points; the side has %(card_points)s."
    ),
    "too_many_special_points": _("So many special points of one kind are impossible in one game."),
    "pledge_without_announcement": _("Whoever pledged has announced Re or Kontra before."),
}

_PENALTIES: dict[str, Promise] = {
    "can_hurt_missing": _("Please say whether the breach may have hurt the soloist (TSR 9.3.3)."),
    "deduction_outside": _("A deduction is 1 to %(most)s points (TSR 9.7.2)."),
    "penalty_not_zero_sum": _("The points of a penalty must sum to 0; here it is %(sum)s."),
    "pledges_outside": _("The other side can have pledged 0 to 4 times, not %(pledges)s."),
    "sitting_offender_needs_points": _("The offender sat out: the referee says who is credited (TSR 10.1.2)."),
    "penalty_seat_open": _("Seat %(seat)s has no name yet, so it cannot get a penalty."),
}

_LINES: dict[str, Promise] = {
    "line_empty": _("Nothing is typed."),
    "line_too_long": _("That is too long: at most %(most)s characters."),
    "line_unreadable": _("“%(typed)s” cannot be read. Winners and value: 13 4. Solo: s2 7. Points: 2 -2 2 -2."),
    "line_count": _("“%(typed)s”: %(given)s numbers, but the table has %(expected)s seats."),
    "line_seat": _("“%(typed)s”: there is no seat %(seat)s; the table has seats 1 to %(seats)s."),
    "line_seat_twice": _("“%(typed)s”: a winner is named twice."),
    "line_winners": _("“%(typed)s”: at most three can win."),
    "line_dealer_missing": _("“%(typed)s”: who dealt is unknown here. Add d and the dealer's seat, such as d2."),
    "line_dealer_wins": _("“%(typed)s”: seat %(seat)s deals this game and sits out."),
    "line_dealer_is_soloist": _("“%(typed)s”: the soloist deals this game and sits out."),
    "line_kind_without_solo": _("“%(typed)s”: a kind of solo is named, but this is no solo."),
    "line_penalty": _(
        "“%(typed)s”: a penalty is p and the offender's seat, such as p3, or p3 12 for a serious breach."
    ),
    "line_penalty_amount": _("“%(typed)s”: a penalty is 3, or 12, 15, 18, 21, 24 for a serious breach."),
    "line_penalty_seats": _("“%(typed)s”: offender and credited player must be two who played this game."),
    "line_penalty_without_game": _(
        "“%(typed)s”: after a minor breach the game goes on. Type the game before the penalty."
    ),
}

_DESK: dict[str, Promise] = {
    "sheet_is_confirmed": _("Table %(table)s is confirmed already (%(by)s). A director can correct or reopen it."),
    "sheet_not_confirmed": _("Table %(table)s is not confirmed; it can simply be typed."),
    "sheet_reopened_meanwhile": _(
        "Table %(table)s was reopened meanwhile. What you typed stands in the fields here and is not saved yet."
    ),
    "sheet_not_published": _("Round %(round)s is not published yet, so there are no sheets to type."),
    "sheet_not_typed": _("Table %(table)s is not typed completely yet."),
    "sheet_changed": _(
        "Somebody else (%(by)s) has changed this sheet meanwhile. Both versions stand below: choose one."
    ),
    "row_changed": _("Game %(row)s: somebody else typed “%(theirs)s” meanwhile, you “%(mine)s”. Choose one."),
    "depth_changed": _(
        "Somebody else has chosen meanwhile what is typed of table %(table)s. Please look at it and choose again."
    ),
    "seats_changed": _(
        "The seats of table %(table)s have changed meanwhile. They stand above as they are now: please look again."
    ),
    "row_number": _("The sheet has no row %(row)s."),
    "game_unreadable": _("Game %(row)s: please correct the marked fields."),
    "nothing_corrected": _("Nothing was changed, so there is nothing to correct."),
    "same_person": _("You typed table %(table)s yourself. Another person has to confirm it."),
    "only_person": _("You are the only person who may confirm. That is possible for a reason."),
    "blind_missing": _("Please type the total of every seat once more from the paper."),
    "blind_differs": _("Seat %(seat)s: first %(typed)s was typed, now %(again)s. What does the paper say?"),
    "seat_not_open": _("Seat %(seat)s is taken already."),
    "seat_number_unknown": _("Seat %(seat)s: there is no start number %(number)s."),
    "seat_number_taken": _("Seat %(seat)s: number %(number)s sits at table %(table)s in this round."),
    "seat_number_twice": _("Seat %(seat)s: number %(number)s is typed twice."),
    "swap_same_seat": _("Please name two different seats."),
    "seat_empty": _("Table %(table)s, seat %(position)s: nobody sits there."),
    "handover_game": _("Please give the first game of the new player, %(first)s to %(most)s."),
    "handover_unreadable": _("Please choose what has happened at the table."),
    "code_unknown": _("“%(typed)s” is neither a table of this round nor the code of a sheet."),
    "code_outdated": _("This sheet was printed before the seats of table %(table)s changed. Please compare the names."),
    "code_other_round": _("This is the sheet of table %(table)s in round %(round)s."),
}

SENTENCES: dict[str, Promise] = {
    **_ROWS,
    **_SOLOS,
    **_TOTALS,
    **_GAME,
    **_PENALTIES,
    **_LINES,
    **_DESK,
}

REASONS: dict[str, Promise] = {
    "sign_missed": _("a minus was overlooked"),
    "digit_misread": _("a digit was misread"),
    "digits_transposed": _("two digits changed places"),
    "digit_lost": _("a digit was lost"),
    "cell_missing": _("a number is missing"),
    "number_wrong": _("another number"),
    "neighbours_swapped": _("two neighbours changed places"),
    "wrong_column": _("points stand in the wrong column"),
    "sides_swapped": _("winners and losers changed places"),
    "solo_not_tripled": _("the solo was not tripled"),
    "soloist_mismarked": _("another seat played the solo"),
    "row_left_out": _("a game was left out"),
    "row_twice": _("a game was written twice"),
    "carried_wrongly": _("added up wrongly and carried on"),
}
"""Why the sheet doctor reads a row otherwise."""

DEPTH_QUESTION = _("What is on the paper?")
DEPTHS: dict[str, Promise] = {
    "totals": _("only the totals"),
    "rows": _("line by line"),
    "full": _("every game with its calls"),
}
"""What is typed of a sheet, for people who do not speak of depths (layout 8.1)."""

STATES: dict[str, Promise] = {
    "playing": _("playing"),
    "received": _("handed in"),
    "begun": _("half typed"),
    "findings": _("findings"),
    "typed": _("typed"),
    "confirmed": _("confirmed"),
}
"""The word of a state on the board."""

ITEMS: dict[str, Promise] = {
    "won": _("won"),
    "under_90": _("under 90"),
    "under_60": _("under 60"),
    "under_30": _("under 30"),
    "schwarz": _("schwarz"),
    "announced": _("announced"),
    "pledge_no90": _("no 90 pledged"),
    "pledge_no60": _("no 60 pledged"),
    "pledge_no30": _("no 30 pledged"),
    "pledge_schwarz": _("schwarz pledged"),
    "against_no90": _("120 against no 90"),
    "against_no60": _("90 against no 60"),
    "against_no30": _("60 against no 30"),
    "against_schwarz": _("30 against schwarz"),
    "against_queens": _("against the queens of clubs"),
    "doppelkopf": _("Doppelkopf"),
    "fuchs": _("fox"),
    "karlchen": _("Karlchen"),
}
"""Why a full game brings a point, TSR 7.2."""

STEPS: dict[str, Promise] = {
    "sheet_received": _("Round %(round)s, table %(table)s: sheet handed in"),
    "sheet_noted": _("Round %(round)s, table %(table)s: note “%(note)s”"),
    "sheet_note_removed": _("Round %(round)s, table %(table)s: note taken away"),
    "sheet_depth_set": _("Round %(round)s, table %(table)s: the sheet is typed in another way"),
    "sheet_typed": _("Round %(round)s, table %(table)s: sheet typed"),
    "sheet_put_aside": _("Round %(round)s, table %(table)s: sheet put aside"),
    "sheet_confirmed": _("Round %(round)s, table %(table)s: sheet confirmed"),
    "sheet_reopened": _("Round %(round)s, table %(table)s: sheet reopened"),
    "sheet_corrected": _("Round %(round)s, table %(table)s: sheet corrected, counts from %(counts_from)s"),
    "rows_typed": _("Round %(round)s, table %(table)s: game %(rows)s typed"),
    "written_totals_typed": _("Round %(round)s, table %(table)s: totals at the foot of the paper typed: %(totals)s"),
    "row_inserted": _("Round %(round)s, table %(table)s: room made for game %(row)s"),
    "row_deleted": _("Round %(round)s, table %(table)s: game %(row)s taken out"),
    "reading_accepted": _("Round %(round)s, table %(table)s: game %(row)s mended"),
    "seats_reality": _(
        "Round %(round)s, table %(table)s: %(first_uuid)s and %(second_uuid)s sat on each other's seats, which stays so"
    ),
    "seats_move": _(
        "Round %(round)s, table %(table)s: %(first_uuid)s and %(second_uuid)s sit on their own seats from game %(game)s"
    ),
    "player_replaced": _(
        "Round %(round)s, table %(table)s, seat %(position)s: %(second_uuid)s for %(first_uuid)s from game %(game)s"
    ),
    "table_broken_off": _("Round %(round)s, table %(table)s: broken off"),
    "games_struck": _("Round %(round)s, table %(table)s: time over, open games struck"),
    "games_not_struck": _("Round %(round)s, table %(table)s: open games are played after all"),
}

TYPED: dict[str, Promise] = {
    "sheet_typed": _("Round %(round)s, table %(table)s: sheet typed (%(typed)s)"),
    "sheet_put_aside": _("Round %(round)s, table %(table)s: sheet put aside (%(typed)s)"),
    "sheet_corrected": _("Round %(round)s, table %(table)s: sheet corrected (%(typed)s), counts from %(counts_from)s"),
    "rows_typed": _("Round %(round)s, table %(table)s: typed %(typed)s"),
    "row_deleted": _("Round %(round)s, table %(table)s: taken out %(typed)s"),
    "sheet_depth_set": _("Round %(round)s, table %(table)s: of this sheet is typed: %(typed)s"),
    "reading_accepted": _("Round %(round)s, table %(table)s: mended %(typed)s"),
}
"""Sentences of steps whose entries keep what was typed."""

_TYPED_WORDS: dict[str, tuple[Promise, Promise]] = {
    "typed_games": (_("game %(place)s: %(now)s"), _("game %(place)s: %(before)s → %(now)s")),
    "typed_places": (
        _("%(place)s was played after game %(now)s"),
        _("%(place)s was played after game %(now)s, not %(before)s"),
    ),
    "typed_total": (_("seat %(place)s: %(now)s"), _("seat %(place)s: %(before)s → %(now)s")),
    "typed_solos": (
        _("mandatory solos of seat %(place)s: %(now)s"),
        _("mandatory solos of seat %(place)s: %(before)s → %(now)s"),
    ),
    "typed_foot": (
        _("at the foot of the paper seat %(place)s: %(now)s"),
        _("at the foot of the paper seat %(place)s: %(before)s → %(now)s"),
    ),
}
"""What was typed at one place, for the first time and in the place of something else."""


def typed_words(params: Mapping[str, Any]) -> str:
    """What the entry of a step says was typed, in words; empty where it says nothing."""
    if params.get("depth") in DEPTHS:
        return str(DEPTHS[params["depth"]])
    return "; ".join(
        str(words[before not in (None, "")]) % {"place": _place(place), "before": _shown(before), "now": _shown(now)}
        for key, words in _TYPED_WORDS.items()
        for place, before, now in params.get(key, ())
    )


def _place(place: int | str | list[int]) -> str:
    """A seat, a game by its number on the paper, or the later holder of a seat by his first game."""
    if isinstance(place, list):
        return str(_("%(seat)s from game %(game)s")) % {"seat": place[0], "game": place[1]}
    return str(place)


def _shown(value: int | str | None) -> str:
    """What was typed, with a real minus; a dash for nothing."""
    return "–" if value in (None, "") else str(value).replace("-", "−")
