"""Plans found beforehand by tests/trials/draw_plans.py, which a hall's laptop could not find in a second.

CYCLIC    (players, rounds): lengths of cycles and the first round; each next round adds 1 within every cycle
WRITTEN   (players, rounds): all rounds, one word each; no better one is known to us
A letter is a player (0–9, a–z, A–Z), tables follow each other by size, tables of five first.
"""

CYCLIC: dict[tuple[int, int], tuple[tuple[int, ...], str]] = {
    (16, 5): ((5, 5, 5, 1), "4e3c8a5b1fd92670"),
    (20, 5): ((5, 5, 5, 5), "3h46d872fj5ec90gb1ai"),
    (21, 5): ((5, 5, 5, 5, 1), "i5e0kc6fd4a7329j8bgh1"),
    (22, 5): ((5, 5, 5, 5, 1, 1), "kb1j60f8el2d9i5g4ch3a7"),
    (23, 5): ((5, 5, 5, 5, 1, 1, 1), "8c1jmi4e9lkh5b2d60ga37f"),
    (24, 5): ((5, 5, 5, 5, 1, 1, 1, 1), "91jm3de85hkc7fg026nalb4i"),
    (24, 7): ((7, 7, 7, 1, 1, 1), "h5nalbg0k3mcf412d967e8ij"),
    (25, 5): ((5, 5, 5, 5, 5), "8jn0o3kai6efgc7ldb12m9h45"),
    (25, 6): ((6, 6, 6, 6, 1), "bfj71cl56io38em9kh2dagn04"),
    (26, 5): ((5, 5, 5, 5, 5, 1), "7h5ael4jm198nk0bdo2icg36pf"),
    (26, 6): ((6, 6, 6, 6, 1, 1), "5jd1afmp80bh4o9k37cl2n6gei"),
    (27, 5): ((5, 5, 5, 5, 5, 1, 1), "37kbplqe29gi065fmc1jod48hna"),
    (28, 7): ((7, 7, 7, 7), "b0nhcjk9g51efrdim2ql43ap876o"),
    (28, 9): ((9, 9, 9, 1), "pe9b8go403a1i5qnlj2f7cdmh6rk"),
    (29, 5): ((5, 5, 5, 5, 5, 1, 1, 1, 1), "s6lhb9k1me8q2io4a0frd537jgncp"),
    (29, 7): ((7, 7, 7, 7, 1), "2le7m6nrh81oq3bd0fja94ki5cspg"),
    (30, 5): ((5, 5, 5, 5, 5, 5), "k5g13qce49r78lsdfh2inpoambt06j"),
    (30, 7): ((7, 7, 7, 7, 1, 1), "gq9fcpi501mdlohne24t7r8sk6jba3"),
    (31, 5): ((5, 5, 5, 5, 5, 5, 1), "0gtsl3dkei1a82rfcpjum5q4no9h7b6"),
    (31, 7): ((7, 7, 7, 7, 1, 1, 1), "jhbqgn5d04fr83ua9k6em1tp7clo2si"),
    (32, 8): ((8, 8, 8, 8), "rj69tdie4acvu50g32khpqls17b8fnom"),
    (33, 8): ((8, 8, 8, 8, 1), "mbq3ocdja8pu602e7sl9rg1tihkf4n5wv"),
    (34, 8): ((8, 8, 8, 8, 2), "bo02vscja9x7gq65dhfiw3ump8et41lrkn"),
    (35, 8): ((8, 8, 8, 8, 2, 1), "wdic41ymvbq9logsa57pu6x8er2ftnh3j0k"),
    (36, 8): ((8, 8, 8, 8, 4), "t3hn76mxs9cjkurwolag1eyfvzid42qb50p8"),
    (37, 8): ((8, 8, 8, 8, 2, 2, 1), "e8uh3s2rpynfqgc65xavbkw74oz90dA1imltj"),
    (38, 8): ((8, 8, 8, 8, 4, 1, 1), "3hnmp9x1eib5lBdgusAoj4frkwt20za678cqyv"),
    (39, 8): ((8, 8, 8, 8, 2, 2, 2, 1), "zcspjmBdr31wo6lnifh0ut2gAbvy54aCk7exq98"),
}

WRITTEN: dict[tuple[int, int], str] = {}
