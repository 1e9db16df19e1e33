"""Games asserted by other programs against ours.

python tests/trials/scoring_peers.py FILE

The file is no part of the project: a JSON object with a list of `vectors`, each with `source`, `re_players`, `type`
(normal, hochzeit …, or a solo), `re_card_points`, who took no trick, `announcements`, `extra`, and by the rules of the
DDV the `expected` points and the `winner` (re, kontra, none). A vector that leaves the card points out, or that is
impossible by our rules, is counted apart.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.game import GameRecord, check_game, score_game
from scoring.terms import Kind, Level, Party, SpecialPoint

PLEDGES = {"none": None, "no90": Level.NO_90, "no60": Level.NO_60, "no30": Level.NO_30, "schwarz": Level.SCHWARZ}
EXTRAS = {"doppelkopf": SpecialPoint.DOPPELKOPF, "fox": SpecialPoint.FUCHS, "karlchen": SpecialPoint.KARLCHEN}


def record_of(vector: dict[str, Any]) -> GameRecord:
    """The record of a vector."""
    said = vector["announcements"]
    re_pledge, kontra_pledge = PLEDGES[said["re_absage"]], PLEDGES[said["kontra_absage"]]
    extras = {
        side: tuple(special for name, special in EXTRAS.items() for _ in range(vector["extra"][side].get(name, 0)))
        for side in ("re", "kontra")
    }
    pair = len(vector["re_players"]) == 2
    return GameRecord(
        kind=Kind.NORMAL if pair else Kind.QUEENS_SOLO if vector["type"] == "solo" else Kind.SILENT_WEDDING,
        re=tuple(vector["re_players"]),
        re_card_points=vector["re_card_points"],
        trickless=Party.RE if vector["re_no_trick"] else Party.KONTRA if vector["kontra_no_trick"] else None,
        re_announced=said["re"] or re_pledge is not None,
        re_pledge=re_pledge,
        kontra_announced=said["kontra"] or kontra_pledge is not None,
        kontra_pledge=kontra_pledge,
        re_extras=extras["re"] if pair else (),
        kontra_extras=extras["kontra"] if pair else (),
    )


def main(path: str) -> None:
    """Print how many agree, and every one that does not."""
    counts: Counter[str] = Counter()
    for vector in json.loads(Path(path).read_text("utf-8"))["vectors"]:
        if vector["re_card_points"] is None:
            counts["without card points"] += 1
            continue
        record = record_of(vector)
        if problems := check_game(record):
            counts["impossible"] += 1
            print(vector["id"], vector["source"], [problem.code for problem in problems])
            continue
        result = score_game(record)
        points = list(result.points)
        same = points == vector["expected"] and vector["winner"] == (result.winner or "none")
        counts["equal" if same else "different"] += 1
        if not same:
            print(vector["id"], vector["source"], "ours", points, "expected", vector["expected"])
    print(dict(counts))


if __name__ == "__main__":
    main(sys.argv[1])
