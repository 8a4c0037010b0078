"""Perfect matchings in any graph: can everybody get an opponent out of those allowed?

Edmonds' blossom algorithm in its plain form, breadth first, O(n^3). Swiss pairing asks it
before every pair that it makes, so that the last two never have to meet again.
"""

from collections import deque
from collections.abc import Sequence

Graph = Sequence[set[int]]  # for every vertex its neighbours


def has_perfect_matching(graph: Graph) -> bool:
    """Whether all vertices can be paired along edges."""
    size = len(graph)
    if size % 2:
        return False
    # Dirac: with so many neighbours each there is a round trip through all, hence a matching.
    if size and min(map(len, graph)) * 2 >= size:
        return True
    return -1 not in maximum_matching(graph)


def maximum_matching(graph: Graph) -> list[int]:
    """The partner of each vertex in a largest matching; -1 for who has none."""
    mate = [-1] * len(graph)
    for root in range(len(graph)):
        if mate[root] == -1:
            _augment(graph, mate, root)
    return mate


def _augment(graph: Graph, mate: list[int], root: int) -> None:
    """Look for a path that gives the root a partner, and take it."""
    size = len(graph)
    base, parent = list(range(size)), [-1] * size
    reached = {root}
    queue = deque([root])
    while queue:
        here = queue.popleft()
        for there in graph[here]:
            if base[here] == base[there] or mate[here] == there:
                continue
            if there == root or (mate[there] != -1 and parent[mate[there]] != -1):
                _shrink(mate, base, parent, reached, queue, here, there)
            elif parent[there] == -1:
                parent[there] = here
                if mate[there] == -1:
                    _flip(mate, parent, there)
                    return
                reached.add(mate[there])
                queue.append(mate[there])


def _shrink(
    mate: list[int],
    base: list[int],
    parent: list[int],
    reached: set[int],
    queue: deque[int],
    one: int,
    other: int,
) -> None:
    """An odd cycle becomes one vertex."""
    stem = _common_base(mate, base, parent, one, other)
    in_blossom = [False] * len(base)
    _mark(mate, base, parent, in_blossom, one, stem, other)
    _mark(mate, base, parent, in_blossom, other, stem, one)
    for vertex in range(len(base)):
        if in_blossom[base[vertex]]:
            base[vertex] = stem
            if vertex not in reached:
                reached.add(vertex)
                queue.append(vertex)


def _common_base(mate: list[int], base: list[int], parent: list[int], one: int, other: int) -> int:
    seen = set()
    while True:
        one = base[one]
        seen.add(one)
        if mate[one] == -1:
            break
        one = parent[mate[one]]
    while base[other] not in seen:
        other = parent[mate[base[other]]]
    return base[other]


def _mark(
    mate: list[int],
    base: list[int],
    parent: list[int],
    in_blossom: list[bool],
    vertex: int,
    stem: int,
    child: int,
) -> None:
    while base[vertex] != stem:
        in_blossom[base[vertex]] = in_blossom[base[mate[vertex]]] = True
        parent[vertex] = child
        child = mate[vertex]
        vertex = parent[mate[vertex]]


def _flip(mate: list[int], parent: list[int], vertex: int) -> None:
    while vertex != -1:
        before = parent[vertex]
        after = mate[before]
        mate[vertex], mate[before] = before, vertex
        vertex = after
