"""Sentences of the referee's book."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "offender_missing": _("Please choose who broke the rule."),
    "offender_not_seated": _(
        "This person does not sit at the table. Please choose somebody who does, or the right table."
    ),
    "claimant_is_offender": _("Nobody claims his own breach. Please choose another who claims, or another offender."),
    "table_missing": _("Penalty points and extra minutes belong to a table. Please choose the table."),
    "soloist_of_incident_missing": _("Please choose the soloist: the tariff depends on him (TSR 9.3.3, 9.4.4)."),
    "points_reason_missing": _("These points differ from the tariff. Please write down why."),
    "signature_missing": _("Please say who signs this off: referee or member of the court (TSR 8.2.2)."),
    "deduction_not_unsportsmanlike": _(
        "A deduction is only given for unsportsmanlike conduct (TSR 9.7). Please choose that class."
    ),
    "can_hurt_missing": _(
        "Please say whether the breach can have hurt the soloist: the tariff depends on it (TSR 9.3.3)."
    ),
    "sitting_offender_needs_points": _(
        "The dealer sits out at a table of five, so the tariff does not say who is credited. Please type the points."
    ),
    "sitting_dealer_unknown": _(
        "At a table of five the tariff depends on who sits out. Please choose who does, or type the points."
    ),
    "penalty_not_zero_sum": _("The points of a penalty sum to zero; these sum to %(sum)s. Please correct them."),
    "pledges_outside": _("The other side can have made 0 to 4 pledges."),
    "deduction_outside": _("A deduction has 1 to %(most)s points (TSR 9.7.2)."),
    "wait_minutes": _("Please give 0 to %(most)s extra minutes; 0 means that the lost time is not made up."),
    "wait_unreadable": _("Please type the minutes as a whole number, 0 if the lost time is not made up."),
    "substitute_unreadable": _("Please type the start number of the substitute. Who has none is registered first."),
    "late_no_seat": _("Number %(number)s has no seat in this round, so no table waits."),
    "seat_number_disqualified": _("Number %(number)s is disqualified and gets no seat any more."),
    "incident_changed": _(
        "Somebody else has changed this entry meanwhile. What the book says now stands below. "
        "Please look at it; sent again, yours holds."
    ),
    "reasons_changed": _(
        "Somebody else has changed the list meanwhile; it stands below. "
        "Yours is kept in the field: save it again to put it in the place of the other."
    ),
    "reasons_long": _("The reason that begins with “%(start)s” is longer than %(most)s characters. Please shorten it."),
    "reasons_many": _("%(lines)s reasons: please keep at most %(most)s."),
    "incident_lifted": _("This entry was lifted and cannot be changed any more. Please record a new one."),
}

STEPS: dict[str, Promise] = {
    "incident_recorded": _("Referee's book: round %(round)s, table %(table)s, no. %(offender)s %(offender_uuid)s"),
    "incident_changed": _(
        "Referee's book changed: round %(round)s, table %(table)s, no. %(offender)s %(offender_uuid)s"
    ),
    "incident_lifted": _(
        "Referee's book, lifted: round %(round)s, table %(table)s, no. %(offender)s %(offender_uuid)s"
    ),
    "table_waits": _(
        "Round %(round)s: table %(table)s waits for %(participant_uuid)s (%(participant)s), %(minutes)s extra minutes"
    ),
    "incident_reasons_changed": _("List of common reasons changed"),
}
