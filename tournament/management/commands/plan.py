"""`manage.py plan`: a draw without a database, with its report; and the check of a draw somebody else has exported."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import Problem, RuleError
from tournament.draw import VERSION, draw_round, plan_rounds, seed_from_text
from tournament.draw.rehearsal import Change, FieldError, Quality, field_of, quality, rehearse
from tournament.draw.values import Draw, Entrant, Fives, History, Rest, Settings, TablePlan
from tournament.draw_json import from_plain
from tournament.messages import text

PLAYERS = range(4, 401)
ROUNDS = range(1, 13)
Tables = list[list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a draw is made from, as words of the command line or of a file."""

    players: int
    rounds: int
    seed: int
    clubs: Mapping[int, str] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    fives: str = ""
    sit_out: bool = False
    mode: str = ""

    @property
    def planned(self) -> bool:
        """Planned before round 1 unless asked otherwise; where players come and go, round by round."""
        return (self.mode or ("step" if self.changes else "planned")) == "planned"

    def settings(self) -> Settings:
        """The settings of the draw. Who asks for people sitting out means tables of four unless fives are named."""
        word = self.fives or (Fives.NEVER.value if self.sit_out else Fives.NEEDED.value)
        number = int(word) if word.isdigit() else 0
        return Settings(
            rounds=self.rounds,
            fives=Fives.NUMBER if word.isdigit() else Fives(word),
            fives_number=number,
            rest=Rest.SIT_OUT if self.sit_out else None,
        )

    def options(self) -> dict[str, Any]:
        """What was asked beyond players, rounds and seed, so that the file alone repeats the draw."""
        options: dict[str, Any] = {}
        if self.clubs:
            options["clubs"] = {str(player): club for player, club in sorted(self.clubs.items())}
        if self.changes:
            options["players"] = self.players
            options["changes"] = [[one.round, "join" if one.joins else "leave", one.player] for one in self.changes]
        if self.fives:
            options["fives"] = self.fives
        if self.sit_out:
            options["players"], options["sit_out"] = self.players, True
        if self.mode:
            options["mode"] = self.mode
        return options


class Command(BaseCommand):
    help = "Draws the rounds of a tournament without a database and prints them with their report, or repeats a draw."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, help=_("number of players, 4 to 400"))
        parser.add_argument("--rounds", type=int, help=_("number of rounds, 1 to 12"))
        parser.add_argument("--clubs", type=Path, help=_("file with lines: player,club"))
        parser.add_argument("--fives", help=_("tables of five: never, needed, preferred or their number"))
        parser.add_argument("--seed", help=_("a whole number or any text, such as lottery numbers"))
        parser.add_argument("--sit-out", action="store_true", help=_("who is left over sits out, in fair turns"))
        parser.add_argument("--mode", choices=("planned", "step"), help=_("all rounds at once, or one after the other"))
        parser.add_argument("--changes", type=Path, help=_("file with lines: round,leave|join,player"))
        parser.add_argument("--replay", type=Path, help=_("repeat an exported draw and compare"))
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["replay"]:
                self._replay(_read_json(options["replay"]), options)
            else:
                asked = _asked(options, {})
                draws = self._drawn(asked)
                found = quality(draws, players=asked.players, settings=asked.settings(), clubs=asked.clubs)
                write = _as_json if options["format"] == "json" else _as_text
                self.stdout.write(write(asked, draws, found))
        except RuleError as error:
            raise CommandError("\n".join(_worded(problem) for problem in error.problems)) from error

    def _drawn(self, asked: Asked) -> list[Draw]:
        """All draws; how long each took goes to the error output, for the same draw is the same text."""
        draws = []
        began = time.perf_counter()
        for draw in rehearse(
            players=asked.players,
            settings=asked.settings(),
            seed=asked.seed,
            clubs=asked.clubs,
            changes=asked.changes,
            planned=asked.planned,
        ):
            draws.append(draw)
            took = f"{time.perf_counter() - began:.3f}"
            self.stderr.write(_("Round %(round)s: %(seconds)s s") % {"round": len(draws), "seconds": took})
            began = time.perf_counter()
        return draws

    def _replay(self, file: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        """Print "identical", or the first difference and end with exit code 1."""
        try:
            if "input" in file:
                there, here = _exported(file)
            else:
                there = [list(map(list, round_)) for round_ in file["rounds"]]
                here = [_tables(draw.tables) for draw in self._drawn(_asked(options, file))]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CommandError(_("The file holds no draw that this program can read.")) from error
        difference = _first_difference(there, here)
        if difference is None:
            self.stdout.write("identical")
            return
        self.stdout.write(difference)
        version = file.get("version") or file.get("report", {}).get("version")
        if version != VERSION:
            self.stdout.write(
                _("The file was drawn by version %(there)s of the draw; this is version %(here)s.")
                % {"there": version, "here": VERSION}
            )
        raise SystemExit(1)


def _asked(options: Mapping[str, Any], file: Mapping[str, Any]) -> Asked:
    """What the command line asks for; what it leaves open comes from the file of a draw, if there is one."""
    stored = file.get("options", {})
    rounds = [list(map(list, round_)) for round_ in file.get("rounds", [])]
    people = [player for round_ in rounds for table in round_ for player in table]
    players = options["players"] or stored.get("players") or max(people, default=0)
    number = options["rounds"] or len(rounds)
    if players not in PLAYERS:
        raise CommandError(_("Please give --players from %(least)s to %(most)s.") % _ends(PLAYERS))
    if number not in ROUNDS:
        raise CommandError(_("Please give --rounds from %(least)s to %(most)s.") % _ends(ROUNDS))
    seed = options["seed"] if options["seed"] is not None else file.get("seed", 0)
    fives = options["fives"] or stored.get("fives", "")
    if fives and not fives.isdecimal() and fives not in (Fives.NEVER, Fives.NEEDED, Fives.PREFERRED):
        raise CommandError(_("--fives takes never, needed, preferred or a number, not “%(word)s”.") % {"word": fives})
    clubs = (
        _read_clubs(options["clubs"])
        if options["clubs"]
        else {int(player): str(club) for player, club in stored.get("clubs", {}).items()}
    )
    changes = (
        _read_changes(options["changes"])
        if options["changes"]
        else tuple(
            Change(round=int(round_), player=int(player), joins=word == "join")
            for round_, word, player in stored.get("changes", [])
        )
    )
    _refuse_wrong(changes, players)
    return Asked(
        players=players,
        rounds=number,
        seed=seed_from_text(str(seed)),
        clubs=clubs,
        changes=changes,
        fives=fives,
        sit_out=bool(options["sit_out"] or stored.get("sit_out", False)),
        mode=options["mode"] or stored.get("mode", ""),
    )


def _refuse_wrong(changes: Sequence[Change], players: int) -> None:
    """Refuse changes of people who are there already or are not there."""
    try:
        field_of(players=players, changes=changes, round_number=ROUNDS[-1])
    except FieldError as error:
        raise CommandError(
            _("Round %(round)s: player %(player)s cannot join, being there, or leave, being away.")
            % {"round": error.change.round, "player": error.change.player}
        ) from error


def _ends(numbers: range) -> dict[str, int]:
    return {"least": numbers[0], "most": numbers[-1]}


def _exported(file: Mapping[str, Any]) -> tuple[list[Tables], list[Tables]]:
    """The tables of a round exported by the desk, there and as drawn here (`plan_round` rounds after the draw)."""
    given = file["input"]
    entrants = from_plain(tuple[Entrant, ...], given["entrants"])
    history, settings = from_plain(History, given["history"]), from_plain(Settings, given["settings"])
    there = from_plain(tuple[TablePlan, ...], file["tables"])
    if given.get("whole_plan"):
        draws = plan_rounds(entrants=entrants, settings=settings, seed=file["seed"], steps=file["steps"])
        rounds = [draw.tables for draw in draws]
    else:
        draw = draw_round(entrants=entrants, history=history, settings=settings, seed=file["seed"], steps=file["steps"])
        rounds = [draw.tables, *draw.plan]
    return [_tables(there)], [_tables(rounds[given.get("plan_round", 0)])]


def _tables(tables: Sequence[TablePlan]) -> Tables:
    return [list(table.players) for table in tables]


def _first_difference(there: Sequence[Tables], here: Sequence[Tables]) -> str | None:
    """The first round and table that differ, as a sentence; None if all are the same."""
    for number in range(max(len(there), len(here))):
        one = there[number] if number < len(there) else []
        two = here[number] if number < len(here) else []
        for table in range(max(len(one), len(two))):
            left, right = one[table : table + 1], two[table : table + 1]
            if left != right:
                return _("Round %(round)s, table %(table)s: %(there)s in the file, %(here)s here.") % {
                    "round": number + 1,
                    "table": table + 1,
                    "there": _people(left),
                    "here": _people(right),
                }
    return None


def _people(tables: Tables) -> str:
    return " ".join(map(str, tables[0])) if tables else "–"


def _as_json(asked: Asked, draws: Sequence[Draw], found: Quality) -> str:
    """The draw as layout 8.7 says; `options` only where more than players, rounds and seed was asked."""
    figures = found.figures
    data: dict[str, Any] = {
        "seed": asked.seed,
        "rounds": [_tables(draw.tables) for draw in draws],
        "report": {
            "repeats": figures.repeats,
            "triples": found.triples,
            "five": figures.five,
            "club": figures.club,
            "seats": figures.seats,
            "bound": found.bound,
            "steps": found.steps,
            "version": VERSION,
        },
    }
    if asked.options():
        data["options"] = asked.options()
    return json.dumps(data, ensure_ascii=False)


def _as_text(asked: Asked, draws: Sequence[Draw], found: Quality) -> str:
    """Every round's tables, who meets again, and the numbers of the whole."""
    lines = []
    for number, draw in enumerate(draws, start=1):
        lines.append(_("Round %(round)s") % {"round": number})
        for table in draw.tables:
            people = " ".join(f"{player:>3}" for player in table.players)
            lines.append("  " + _("Table %(table)s: %(people)s") % {"table": f"{table.number:>3}", "people": people})
        if draw.sitting_out:
            resting = " ".join(str(absentee.id) for absentee in draw.sitting_out)
            lines.append("  " + _("Without a seat: %(people)s") % {"people": resting})
        lines += [f"  {line}" for line in _remarks(draw)]
        lines.append("")
    figures = found.figures
    lines += [
        _("Pairs that meet again: %(repeats)s (fewer than %(bound)s is impossible)")
        % {"repeats": figures.repeats, "bound": found.bound},
        _("Pairs that meet a third time: %(triples)s") % {"triples": found.triples},
        _("Second turns at a table of five: %(five)s, at sitting out: %(rests)s")
        % {"five": figures.five, "rests": figures.rests},
        _("Club mates at one table: %(club)s") % {"club": figures.club},
        _("Seats held again: %(seats)s, tables visited again: %(tables)s")
        % {"seats": figures.seats, "tables": figures.tables},
        _("Seed %(seed)s, %(steps)s steps, version %(version)s")
        % {"seed": asked.seed, "steps": found.steps, "version": VERSION},
    ]
    return "\n".join(lines)


def _remarks(draw: Draw) -> list[str]:
    """What is not as wished in one round, by start numbers."""
    lines = [
        ngettext(
            "%(first)s and %(second)s meet again at table %(table)s (before: round %(rounds)s)",
            "%(first)s and %(second)s meet again at table %(table)s (before: rounds %(rounds)s)",
            len(pair.before),
        )
        % {
            "first": pair.first,
            "second": pair.second,
            "table": pair.table,
            "rounds": ", ".join(map(str, pair.before)),
        }
        for pair in draw.report.repeats
    ]
    lines += [
        _("%(first)s and %(second)s of %(club)s share table %(table)s")
        % {"first": unmet.first, "second": unmet.second, "club": unmet.name, "table": unmet.table}
        for unmet in draw.report.unmet
    ]
    return lines


def _worded(problem: Problem) -> str:
    """The sentence of a refusal, with the options of this command that lead out of it."""
    if problem.code != "field_cannot_be_seated":
        return text(problem)
    sentence = text(Problem(code=f"field_cannot_be_seated_{problem.params['fives']}", params=problem.params))
    named = {
        "allow_fives": _("--fives needed (tables of five)"),
        "fillers": _("%(fillers)s filler players more") % problem.params,
        "sit_out": _("--sit-out (in fair turns)"),
        "waiting_list": _("%(left_over)s on a waiting list") % problem.params,
        "more_players": _("more players"),
    }
    ways = problem.params["ways_out"]
    words = [named[way] for way in ways if isinstance(way, str)] if isinstance(ways, tuple) else []
    return f"{sentence} " + _("Ways out: %(ways)s.") % {"ways": "; ".join(words)}


def _read_json(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(_read_text(path))
    except json.JSONDecodeError as error:
        raise CommandError(_("%(path)s holds no draw that this program can read.") % {"path": path}) from error
    if not isinstance(data, dict):
        raise CommandError(_("%(path)s holds no draw that this program can read.") % {"path": path})
    return data


def _read_text(path: Path) -> str:
    """The text of a file, whichever of the two usual encodings it has."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CommandError(_("%(path)s cannot be read.") % {"path": path}) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _lines(path: Path) -> Iterable[tuple[int, list[str]]]:
    """Numbered lines as fields, without empty ones and comments; separated by comma or semicolon."""
    for number, line in enumerate(_read_text(path).splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, [part.strip() for part in line.replace(";", ",").split(",")]


def _read_clubs(path: Path) -> dict[int, str]:
    """Club by player; a first line without a number is a heading."""
    clubs: dict[int, str] = {}
    for number, parts in _lines(path):
        if number == 1 and parts and not parts[0].isdecimal():
            continue
        if len(parts) < 2 or not parts[0].isdecimal():
            raise CommandError(
                _("%(path)s, line %(line)s: please write player,club such as 17,Kreuz-Buben.")
                % {"path": path, "line": number}
            )
        if parts[1]:
            clubs[int(parts[0])] = ",".join(parts[1:])
    return clubs


def _read_changes(path: Path) -> tuple[Change, ...]:
    """Changes of the field; a first line without a number is a heading."""
    changes = []
    for number, parts in _lines(path):
        if number == 1 and not parts[0].isdecimal():
            continue
        if len(parts) != 3 or not (parts[0].isdecimal() and parts[2].isdecimal()) or parts[1] not in ("leave", "join"):
            raise CommandError(
                _("%(path)s, line %(line)s: please write round,leave,player or round,join,player such as 3,join,41.")
                % {"path": path, "line": number}
            )
        changes.append(Change(round=int(parts[0]), player=int(parts[2]), joins=parts[1] == "join"))
    return tuple(changes)
