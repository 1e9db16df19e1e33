"""Which column of a list holds what."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from tournament.name_words import FEE_WORDS, FIRST_NAMES
from tournament.names import plain, squeezed


class Column(StrEnum):
    """What a column of a list can hold."""

    IGNORED = ""
    SURNAME = "surname"
    FIRST_NAME = "first_name"
    NAME = "name"
    """The whole name in one cell, in either order."""
    LINE = "line"
    """Name, club and more in one cell, as somebody typed it."""
    CLUB = "club"
    TEAM = "team"
    NUMBER = "number"
    CATEGORY = "category"
    FEE = "fee"
    DONATION = "donation"
    NOTE = "note"


_WORD = "(?:(?:spiel)?runde|rnd|rd|r|round|serie|durchgang|abend)"
_POINTS = "(?:punkte|pkte?|points|pts|ergebnis)"
_ROUND = re.compile(
    rf"(?:{_POINTS}\.?\s*)?(?:{_WORD}\s*\.?\s*(\d{{1,2}})|(\d{{1,2}})\s*\.?\s*{_WORD})\.?(?:\s*\(?{_POINTS}\.?\)?)?"
)

_HEADINGS: Mapping[Column, str] = {
    Column.SURNAME: "nachname familienname zuname surname lastname last_name family_name",
    Column.FIRST_NAME: "vorname rufname vornamen firstname first_name given_name forename",
    Column.NAME: "name spieler spielerin spieler_in spielername teilnehmer teilnehmerin teilnehmer_in name_vorname "
    "nachname_vorname vorname_name vorname_nachname vor_und_nachname player player_name participant full_name fullname",
    Column.CLUB: "verein club klub vereinsname clubname doko_club doppelkopfclub club_verein verein_club verein_ort",
    Column.TEAM: "team mannschaft tandem mannschaftsname team_name",
    Column.NUMBER: "startnummer startnr start_nr start_no start_number nr nummer no number lfd_nr lfdnr "
    "teilnehmer_nr teilnehmernummer",
    Column.CATEGORY: "kategorie kategorien klasse wertung category categories altersklasse",
    Column.FEE: "bezahlt gezahlt zahlung paid payment startgeld_bezahlt zahlstatus startgeld turnierbeitrag gebuhr fee "
    "entry_fee beitrag",
    Column.DONATION: "spende donation",
    Column.NOTE: "bemerkung bemerkungen notiz notizen anmerkung hinweis note notes comment comments kommentar remark "
    "wunsch",
}
_BY_HEADING = {
    squeezed(word.replace("_", " ")): column for column, words in _HEADINGS.items() for word in words.split()
}
# A place stands for the club where there is none, as on most published lists.
_PLACES = frozenset(squeezed(word) for word in ("ort", "wohnort", "stadt", "heimatort", "city", "town"))


def round_columns(cells: Sequence[str]) -> list[tuple[int, int]]:
    """Number of the round and place of each column headed by one, by number."""
    found = ((_ROUND.fullmatch(cell.strip().lower()), place) for place, cell in enumerate(cells))
    return sorted((int(match[1] or match[2]), place) for match, place in found if match is not None)


def headed_columns(cells: Sequence[str]) -> dict[int, Column]:
    """What the columns hold by their headings; columns with unknown headings are left out.

    "Name" beside "Vorname" is the surname; beside a surname it is passed over.
    """
    words = {place: squeezed(cell) for place, cell in enumerate(cells) if len(cell) <= 40}
    found: dict[int, Column] = {}
    for place, word in words.items():
        column = Column.NUMBER if cells[place].strip() == "#" else _BY_HEADING.get(word)
        if column is not None and column not in found.values():
            found[place] = column
    if Column.NAME in found.values():
        place = next(place for place, column in found.items() if column is Column.NAME)
        if Column.SURNAME in found.values():
            del found[place]
        elif Column.FIRST_NAME in found.values():
            found[place] = Column.SURNAME
    if found and Column.CLUB not in found.values():
        places = [place for place, word in words.items() if word in _PLACES]
        found.update(dict.fromkeys(places[:1], Column.CLUB))
    return found


def heading_at(rows: Sequence[Sequence[str]]) -> int | None:
    """The place of the row with the headings, None without one. Titles may stand above it.

    A single word below the first row is no heading: somebody may be called Spieler.
    """
    for place, cells in enumerate(rows[:15]):
        found = headed_columns(cells)
        if {Column.SURNAME, Column.NAME} & set(found.values()) and (len(found) > 1 or place == 0):
            return place
    return None


def guessed_columns(rows: Sequence[Sequence[str]]) -> dict[int, Column]:
    """What the columns hold, judged by what stands in them."""
    width = max(len(cells) for cells in rows)
    columns = [[cells[place] for cells in rows if place < len(cells) and cells[place]] for place in range(width)]
    found: dict[int, Column] = {}
    texts = []
    for place, values in enumerate(columns):
        if not values:
            continue
        if all(value.isdecimal() for value in values):
            if Column.NUMBER not in found.values() and len(set(values)) == len(values):
                found[place] = Column.NUMBER
        elif _share(values, lambda value: plain(value) in FEE_WORDS) > 60:
            found[place] = Column.FEE
        else:
            texts.append(place)
    if not texts:
        return found
    first, *rest = texts
    if not rest or _share(columns[first], lambda value: " " in value or "," in value) > 60:
        found[first] = Column.NAME
    else:
        second = rest.pop(0)
        firsts = [_share(columns[place], _is_first_name) for place in (first, second)]
        order = (
            (Column.FIRST_NAME, Column.SURNAME)
            if firsts[0] > max(30, firsts[1])
            else (
                Column.SURNAME,
                Column.FIRST_NAME,
            )
        )
        found |= dict(zip((first, second), order, strict=True))
    if rest:
        found[rest[0]] = Column.CLUB
    return found


def _share(values: Sequence[str], holds: Callable[[str], bool]) -> int:
    return sum(map(holds, values)) * 100 // len(values)


def _is_first_name(value: str) -> bool:
    words = plain(value).split()
    return bool(words) and words[0] in FIRST_NAMES
