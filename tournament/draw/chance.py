"""Chance that anyone can repeat: one seed, sub-seeds by hash, and only `Random.random()`, which never changes."""

import hashlib
import unicodedata
from random import Random
from typing import TypeVar

Item = TypeVar("Item")

SEED_LIMIT = 2**53  # a seed survives JSON in every language


def sub_seed(*parts: int | str) -> int:
    """A seed of its own for each purpose: (seed, round, purpose, attempt) are hashed, so that none meets another."""
    digest = hashlib.sha256("/".join(str(part) for part in parts).encode("utf-8")).digest()
    return int.from_bytes(digest[:8], "big")


def generator(*parts: int | str) -> Random:
    """A generator for one purpose. Only its `random()` may be called: the other methods changed between versions."""
    return Random(sub_seed(*parts))


def shuffle(items: list[Item], rng: Random) -> None:
    """Bring the items into random order (`Random.shuffle` is not stable between versions)."""
    for last in range(len(items) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        items[last], items[other] = items[other], items[last]


def seed_from_text(text: str) -> int:
    """A seed from something public: lottery numbers, a sentence a player calls out.

    Upper and lower case and the kind and number of blanks do not matter; a plain whole number is itself the seed
    while it is below 2**53.
    """
    words = " ".join(unicodedata.normalize("NFC", text).split()).casefold()
    if words.isascii() and words.isdigit() and int(words) < SEED_LIMIT:
        return int(words)
    digest = hashlib.sha256(words.encode("utf-8")).digest()
    return int.from_bytes(digest[:8], "big") % SEED_LIMIT
