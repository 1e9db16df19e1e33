"""Sentences of keeping the list of a tournament that is over."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "archive_no_headings": _(
        "The list needs a line of headings with “Name” and a column for each round: “Round 1”, “Round 2” … "
        "Where there is one result only, call its column “Round 1”."
    ),
    "archive_rounds": _("The rounds must be numbered 1, 2, 3 … without a gap. The list has: %(rounds)s."),
    "archive_no_players": _("Below the headings stands nobody."),
    "archive_left_out": _("Lines not read, as no player stands there: %(lines)s."),
    "archive_points": _("Round %(round)s: “%(text)s” is no number of points."),
    "archive_nothing_played": _("No points in any round."),
    "archive_sum": _("The list says %(stated)s in all, the rounds make %(makes)s. The rounds count."),
    "archive_same_name": _("Same name as in line %(line)s: kept as another person."),
    "archive_faulty": _("Lines %(lines)s have mistakes. Please correct them in the file and read it again."),
}

STEPS: dict[str, Promise] = {
    "archive_round_kept": _("Round %(round)s taken over from the list"),
}
