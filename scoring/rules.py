"""Every number of the rule book, once, with its unit and paragraph.

All § are those of the Turnier-Spielregeln (TSR) of the Deutscher Doppelkopf-Verband as of 21 Feb 2026. Inside §7 the
sub-numbers differ between editions, so only TSR 7.1, 7.2 (a)–(f) and 7.3 are cited.
"""

from .terms import Level, RowKind

EDITION = "TSR 2026-02-21"
"""The edition of the rule book, kept with every published list."""

PLAYERS = 4
"""Players active in one game, TSR 1."""
SEATS = (4, 5)
"""Seats a table can have, TSR 8.3 and 10.1."""

GAMES = {4: 24, 5: 30}
"""Games of a round by seats, TSR 8.5.1 and 10.1.5."""
MINUTES = {4: 100, 5: 125}
"""Playing time of a round in minutes by seats, TSR 8.5.1 and 10.1.5."""
MANDATORY_SOLOS = 1
"""Mandatory solos per player and round, TSR 4.2.3."""
FIRST_DEALER = 1
"""Seat that deals game 1, TSR 3.3.1 and 8.4.1."""

CARD_POINTS = 240
"""Card points in the pack, TSR 2.2."""
IMPOSSIBLE_CARD_POINTS = (1, 239)
"""Card points no side can have: the smallest card above the nines counts 2."""
RE_TARGET = 121
"""Card points Re needs while nobody has pledged, TSR 7.1."""
KONTRA_TARGET = 120
"""Card points Kontra needs while nobody has pledged, TSR 7.1. Where only Kontra was announced the two change places."""

LEVELS = (Level.NO_90, Level.NO_60, Level.NO_30, Level.SCHWARZ)
"""The levels from the easiest to the hardest, TSR 6.3."""
UNDER = (90, 60, 30)
"""Card points the other side stays under at keine 90, 60, 30; schwarz asks for all tricks. TSR 7.1 and 7.2 (a)."""
REACHED_AGAINST = (120, 90, 60, 30)
"""Card points that bring a point against keine 90, 60, 30 and schwarz, TSR 7.2 (e) and (f)."""

WON_POINTS = 1
"""Points for winning, TSR 7.2 (a)."""
LEVEL_POINTS = 1
"""Points for each level reached, pledged or denied, TSR 7.2 (a), (c)–(f)."""
ANNOUNCED_POINTS = 2
"""Points for each of Re and Kontra announced, TSR 7.2 (b)."""
SPECIAL_POINTS = 1
"""Points for each special point, TSR 7.2."""
SOLOIST_FACTOR = 3
"""The soloist's points are this many times those of an opponent, TSR 7.2."""

MAX_DOPPELKOPF = 4
"""Tricks of 40 card points in one game: there are sixteen tens and aces."""
MAX_FUCHS = 2
"""Foxes in one game: there are two diamond aces."""
MAX_KARLCHEN = 1
"""Karlchen in one game: there is one last trick."""
DOPPELKOPF_CARD_POINTS = (0, 40, 80, 124, 168)
"""Card points a side needs at least for 0–4 Doppelköpfe (beyond eight tens the tricks hold aces)."""
FUCHS_CARD_POINTS = (11, 1, 1, 0, 0)
"""Card points each fox needs on top for 0–4 Doppelköpfe: from one on it can lie in a Doppelkopf instead of a ten."""
KARLCHEN_CARD_POINTS = 2
"""Card points a Karlchen needs on top: its own jack."""
FAILED_WEDDING_CARD_POINTS = 8
"""Card points Re has at least in a failed wedding: three tricks hold at most eight nines, TSR 4.4.3."""

MAX_SOLO_VALUE = 21
"""Largest value of TSR 7.2 (a)–(f), in points for an opponent of a soloist."""
MAX_VALUE = 29
"""Bound of the value of a game of two against two: 21, four Doppelköpfe, two foxes, Karlchen, gegen die Kreuz-Damen."""
PLAUSIBLE_TOTAL = 40
"""A total is plausible up to this many points …"""
PLAUSIBLE_TOTAL_PER_GAME = 5
"""… plus this many for each game of the round. Experience, no rule."""

MINOR_PENALTY = 3
"""Penalty points of a minor breach, TSR 9.3."""
SERIOUS_PENALTY = 12
"""Penalty points of a serious breach, TSR 9.4."""
PLEDGE_PENALTY = 3
"""Further penalty points for each pledge of the other side at a serious breach, TSR 9.4."""
MAX_PLEDGES = 4
"""Pledges a side can make: keine 90, 60, 30, schwarz."""
MAX_DEDUCTION = 12
"""Most points deducted for unsportsmanlike conduct, credited to nobody, TSR 9.7.2 (b)."""

PAIR_KINDS: frozenset[str] = frozenset({RowKind.NORMAL, RowKind.WEDDING})
"""Kinds of two against two."""
WEDDING_SOLO_KINDS: frozenset[str] = frozenset({RowKind.FAILED_WEDDING, RowKind.SILENT_WEDDING})
"""Kinds scored like a solo that are never mandatory, TSR 4.4."""
SOLO_KINDS: frozenset[str] = frozenset(
    {
        RowKind.CLUBS_SOLO,
        RowKind.SPADES_SOLO,
        RowKind.HEARTS_SOLO,
        RowKind.DIAMONDS_SOLO,
        RowKind.QUEENS_SOLO,
        RowKind.JACKS_SOLO,
        RowKind.ACES_SOLO,
        RowKind.SOLO,
    }
)
"""Kinds that can be a mandatory solo, TSR 4.2."""
SOLO_SHAPED_KINDS: frozenset[str] = SOLO_KINDS | WEDDING_SOLO_KINDS
"""Kinds of one against three."""
