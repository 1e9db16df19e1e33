"""Sentences of standings, publications, ties and the end of a tournament."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "standings_round_unpublished": _(
        "The seating of round %(round)s is not published yet, so there are no standings after it."
    ),
    "standings_open": _(
        "Round %(round)s: the sheets of these tables are not confirmed yet: %(tables)s. "
        "Confirm them first, or publish a provisional list that says so."
    ),
    "standings_not_posted": _(
        "The standings after round %(round)s have not been posted yet. Post them first, so that everybody can object."
    ),
    "standings_changed": _(
        "The standings after round %(round)s have changed since they were posted. Post them again, so that everybody "
        "sees the change."
    ),
    "director_missing": _("Please type the name of the director: a final list bears it."),
    "objections_running": _(
        "The time for objections is still running. To make the list final now, please say why, for example: "
        "nobody wants to object any more."
    ),
    "tie_gone": _(
        "These players do not share a rank any more, or not only they do. Please look at the standings again."
    ),
    "award_seated": _(
        "Number %(number)s sat at table %(table)s in this round: the sheet says the points. Correct the sheet instead."
    ),
    "award_large": _("More than %(most)s points either way cannot be right. Please check the number."),
    "award_unknown": _("There is no start number %(number)s."),
    "close_open_sheets": _(
        "These sheets are not confirmed (round/table): %(tables)s. "
        "Confirm them first, or close without them and say why."
    ),
}

STEPS: dict[str, Promise] = {
    "standings_published": _("Standings after round %(round)s published as provisional"),
    "standings_posted": _("Standings after round %(round)s posted"),
    "standings_final": _("Standings after round %(round)s made final"),
    "play_off_entered": _("Play-off entered: %(people_uuid)s"),
    "lot_drawn": _("Lot drawn with the number %(seed)s: %(people_uuid)s"),
    "tie_decision_withdrawn": _("Play-off or lot taken back: %(people_uuid)s"),
    "round_counts": _("Round %(round)s counts for the ranking"),
    "round_counts_not": _("Round %(round)s does not count for the ranking"),
    "points_awarded": _("Round %(round)s: %(points)s points for %(start_number)s %(participant_uuid)s, who missed it"),
    "points_by_rule": _("Round %(round)s: by the rule again for %(start_number)s %(participant_uuid)s"),
    "tournament_closed": _("Tournament closed"),
    "tournament_reopened": _("Tournament opened again"),
}

CRITERIA: dict[str, Promise] = {
    "last_round": _("last round"),
    "best_round": _("best round"),
    "games_won": _("games won"),
    "solos_won": _("solos won"),
    "fewer_penalties": _("penalty points"),
    "play_off": _("play-off"),
    "lot": _("lot"),
}
"""What parted equal totals, by the words of the settings."""

NOTES: dict[str, Promise] = {
    "withdrawn": _("has left"),
    "disqualified": _("disqualified"),
    "substitute": _("substitute"),
    "outside": _("outside the ranking"),
}
"""What a list says after a name."""
