"""The benchmark instances of the draw: fields, clubs, and what a draw must reach.

repeats  sum over pairs of C(m, 2), m = meetings; five the same over players and turns at a table of five
modes    `planned` all rounds at once, `step` one after the other
"""

from dataclasses import dataclass

PLANNED, STEP = "planned", "step"
BOTH = (PLANNED, STEP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A field and its bars; None where nothing is asked. `seconds` are for the whole tournament."""

    players: int
    rounds: int
    repeats: int = 0
    five: int | None = 0
    seats: int | None = None
    modes: tuple[str, ...] = BOTH
    seconds: float = 2.0
    clubs: tuple[int, ...] = ()
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.players}x{self.rounds}"

    @property
    def club_of(self) -> dict[int, str]:
        """Club by start number: the clubs fill the field from number 1 on, the rest has none."""
        names = [f"club {index}" for index, size in enumerate(self.clubs) for _ in range(size)]
        return dict(enumerate(names, start=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A field that changes: after each round (leavers, newcomers). All draws must stay without repeats."""

    name: str
    players: int
    changes: tuple[tuple[int, int], ...]
    seconds_a_draw: float

    @property
    def rounds(self) -> int:
        return len(self.changes) + 1


ONLY = (PLANNED,)
INSTANCES = (
    Instance(players=8, rounds=3, repeats=12, seconds=0.5),
    Instance(players=12, rounds=3, repeats=9, seconds=0.5),
    Instance(players=16, rounds=5, modes=ONLY, seconds=0.5),
    Instance(players=20, rounds=4, modes=ONLY, seconds=0.5),
    Instance(players=20, rounds=5, modes=ONLY, seconds=0.5),
    Instance(players=24, rounds=5, modes=ONLY, seconds=0.5),
    Instance(players=24, rounds=6, modes=ONLY, seconds=1.0),
    Instance(players=24, rounds=7, modes=ONLY, seconds=1.0),
    Instance(players=28, rounds=5, seconds=0.1),
    Instance(players=28, rounds=7, modes=ONLY, seconds=1.0),
    Instance(players=32, rounds=6, seconds=0.1),
    Instance(players=32, rounds=8, modes=ONLY, seconds=1.0),
    Instance(players=32, rounds=10, modes=ONLY),
    Instance(players=36, rounds=8, modes=ONLY, seconds=1.0),
    Instance(players=40, rounds=6, seconds=0.1),
    Instance(players=40, rounds=8, seconds=0.1),
    Instance(players=48, rounds=6, seconds=0.1),
    Instance(players=60, rounds=6, seconds=0.1),
    Instance(players=100, rounds=6, seconds=0.1),
    Instance(players=200, rounds=6, seconds=0.2),
    Instance(players=400, rounds=6, seconds=0.5),
    Instance(players=400, rounds=8, seconds=0.5),
    Instance(players=17, rounds=3, repeats=3, five=6, seconds=1.0),
    Instance(players=19, rounds=3, repeats=9, five=36, seconds=1.0),
    Instance(players=21, rounds=4, five=6, modes=ONLY, seconds=1.5),
    Instance(players=22, rounds=5, five=40, modes=ONLY, seconds=1.5),
    Instance(players=23, rounds=5, five=90, modes=ONLY, seconds=1.5),
    Instance(players=25, rounds=5, modes=ONLY),
    Instance(players=27, rounds=5, five=69, modes=ONLY),
    Instance(players=30, rounds=5, five=20, modes=ONLY),
    Instance(players=31, rounds=7, five=147, modes=ONLY),
    Instance(players=33, rounds=5, seconds=0.2),
    Instance(players=50, rounds=5, modes=ONLY, seconds=0.5),
    Instance(players=101, rounds=5, seconds=0.2),
    Instance(players=203, rounds=6, seconds=0.2),
    Instance(name="40x5 clubs", players=40, rounds=5, clubs=(5,) * 8, seconds=0.2),
    Instance(name="48x6 clubs", players=48, rounds=6, clubs=(8,) * 6, seconds=0.2),
    Instance(name="100x5 club", players=100, rounds=5, clubs=(25,), seconds=0.3),
    Instance(name="33x5 clubs", players=33, rounds=5, clubs=(8, 6, 5, 4, 3, 2), modes=ONLY),
    Instance(name="40x4 seats", players=40, rounds=4, seats=0, modes=(STEP,)),
    Instance(name="60x4 seats", players=60, rounds=4, seats=0, modes=(STEP,)),
    Instance(name="100x4 seats", players=100, rounds=4, seats=0, modes=(STEP,)),
    Instance(name="16x4 seats", players=16, rounds=4, seats=0, modes=ONLY, seconds=0.5),
    Instance(name="20x4 seats", players=20, rounds=4, seats=0, modes=ONLY, seconds=0.5),
    Instance(name="24x4 seats", players=24, rounds=4, seats=0, modes=ONLY, seconds=0.5),
    Instance(name="28x4 seats", players=28, rounds=4, seats=0, modes=ONLY, seconds=0.5),
)
STRETCH = (
    Instance(players=18, rounds=5, repeats=20, five=None, modes=ONLY),
    Instance(players=20, rounds=6, repeats=6, modes=ONLY),
    Instance(players=21, rounds=6, repeats=6, five=15, modes=ONLY),
    Instance(players=22, rounds=6, repeats=3, five=60, modes=ONLY),
    Instance(players=23, rounds=6, repeats=3, five=135, modes=ONLY),
    Instance(players=25, rounds=7, repeats=10, five=10, modes=ONLY),
)
# Known to others or hoped for, and not reached by us: printed, not demanded.
OPEN = (
    Instance(players=27, rounds=6, repeats=2, five=None, modes=ONLY),
    Instance(players=24, rounds=8, repeats=12, five=None, modes=ONLY),
)
SCENARIOS = (
    Scenario(name="dyn24", players=24, changes=((1, 2), (1, 0), (1, 3), (2, 0)), seconds_a_draw=1.0),
    Scenario(name="dyn28", players=28, changes=((1, 3), (1, 0), (1, 0), (1, 0)), seconds_a_draw=1.0),
    Scenario(name="dyn40", players=40, changes=((0, 3), (2, 0), (1, 2), (2, 0)), seconds_a_draw=0.3),
    Scenario(name="dyn100", players=100, changes=((0, 4), (7, 0), (1, 3), (1, 0), (2, 2)), seconds_a_draw=0.3),
    Scenario(name="dyn400", players=400, changes=((3, 6), (5, 1), (4, 0), (9, 0), (6, 2)), seconds_a_draw=0.3),
)

# (players, rounds): fewest repeats known for a whole plan, where it is not 0; none of them with a third meeting.
GRID = {
    (12, 2): 3, (12, 3): 9, (12, 4): 18, (12, 5): 30, (13, 2): 4, (13, 3): 12, (13, 4): 24, (13, 5): 40,
    (14, 2): 5, (14, 3): 15, (14, 4): 30, (14, 5): 50, (15, 2): 6, (15, 3): 18, (15, 4): 36, (15, 5): 60,
    (16, 6): 24, (17, 2): 1, (17, 3): 3, (17, 4): 7, (17, 5): 13, (18, 2): 2, (18, 3): 6, (18, 4): 12,
    (18, 5): 22, (19, 2): 3, (19, 3): 9, (19, 4): 18, (19, 5): 31, (20, 6): 6,
}  # fmt: skip
GRID_PLAYERS = {rounds: [*range(12, 64)] for rounds in range(2, 6)} | {6: [16, 20, 24, 25, 26, *range(28, 64)]}
SEEDS = (1, 2, 3, 4, 5)
