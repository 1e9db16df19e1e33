"""Results kept in this process until they are no longer asked for: droppable at any time, never the truth."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The last `size` results by key. Whoever asks first computes; others wait for the result and share it.

    A key names everything the result depends on (a tournament's `journal_number`, a sheet's `version`), so that
    nothing ever has to be dropped for being wrong.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = RLock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result for `key`, made now if it is not kept."""
        with self._lock:
            if key not in self._results:
                self._results[key] = make()
                while len(self._results) > self._size:
                    self._results.popitem(last=False)
            self._results.move_to_end(key)
            return self._results[key]

    def peek(self, key: Hashable) -> T | None:
        """The result for `key` if it is kept."""
        return self._results.get(key)

    def forget(self) -> None:
        """Drop everything."""
        with self._lock:
            self._results.clear()
