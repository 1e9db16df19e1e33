"""What the desk remembers. Facts only: points, totals and ranks are computed on reading, never stored.

Owned     a row of one tournament, known by its UUID; backups, draws and the journal refer to it so
instant   an aware datetime; a state ("published", "confirmed") is the instant at which it began, or null
cents     money, whole euro cents
"""

from tournament.models.accounts import HelperLink, Membership, Session, SetupLink, User
from tournament.models.base import Owned, RoundSettings
from tournament.models.choices import (
    Check,
    Depth,
    DrawMode,
    Entry,
    FeeKind,
    FeeState,
    Fives,
    Form,
    MissedRound,
    NamePublic,
    OpenSheets,
    Presence,
    PublicationKind,
    PublicationState,
    Rest,
    ScreenPage,
    StandingsPublic,
    TieHow,
    WithdrawnRanking,
)
from tournament.models.incidents import Extension, Incident, Penalty
from tournament.models.journal import JournalEntry
from tournament.models.participants import PRESENT, ApartWish, Club, Participant
from tournament.models.publications import Publication, Screen, TieDecision
from tournament.models.rounds import Attendance, Game, Round, Seat, Table, Typing
from tournament.models.tournaments import Tournament

__all__ = [
    "PRESENT",
    "ApartWish",
    "Attendance",
    "Check",
    "Club",
    "Depth",
    "DrawMode",
    "Entry",
    "Extension",
    "FeeKind",
    "FeeState",
    "Fives",
    "Form",
    "Game",
    "HelperLink",
    "Incident",
    "JournalEntry",
    "Membership",
    "MissedRound",
    "NamePublic",
    "OpenSheets",
    "Owned",
    "Participant",
    "Penalty",
    "Presence",
    "Publication",
    "PublicationKind",
    "PublicationState",
    "Rest",
    "Round",
    "RoundSettings",
    "Screen",
    "ScreenPage",
    "Seat",
    "Session",
    "SetupLink",
    "StandingsPublic",
    "Table",
    "TieDecision",
    "TieHow",
    "Tournament",
    "Typing",
    "User",
    "WithdrawnRanking",
]
