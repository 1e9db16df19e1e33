"""Who sits where. Pure: no clock, no database, no chance but the seed; equal arguments give equal tables.

The rest of the product calls these (all arguments by keyword):

table_sizes(players, fives, fives_number) -> tuple[int, ...]                     sizes, or RuleError with the ways out
draw_round(entrants, history, settings, seed, steps=None, watch=None) -> Draw    one round, looking ahead to the last
plan_rounds(entrants, settings, seed, steps=None, watch=None) -> tuple[Draw, …]  the fixed plan of all rounds
report(tables, entrants, history, settings) -> Report                            the quality of any seating
swap(tables, first, second, entrants, history, settings) -> Repair               two people change seats: before, after
late_player(tables, entrant, waiting, entrants, history, settings) -> tuple[Repair, …]    the best ways, best first
no_show(tables, player, waiting, entrants, history, settings) -> tuple[Repair, …]         also for somebody who leaves
seed_from_text(text) -> int                                                      lottery numbers, a player's call

Refusals are RuleError with Problems: see each function.
"""

from tournament.draw.chance import seed_from_text
from tournament.draw.drawing import VERSION, draw_round, plan_rounds
from tournament.draw.repairs import late_player, no_show, swap
from tournament.draw.report import figures, report
from tournament.draw.sizes import table_sizes, ways_out

__all__ = [
    "VERSION",
    "draw_round",
    "figures",
    "late_player",
    "no_show",
    "plan_rounds",
    "report",
    "seed_from_text",
    "swap",
    "table_sizes",
    "ways_out",
]
