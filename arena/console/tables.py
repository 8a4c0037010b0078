"""Draws what one seat sees: piles, rows and the hand as cards.

Takes a View and nothing else, so what is hidden from the seat cannot be drawn.
"""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.pretty import Pretty
from rich.table import Table
from rich.text import Text

from arena_sdk.face_to_face import View as FaceToFaceView
from arena_sdk.six_nimmt import View as SixNimmtView
from arena_sdk.six_nimmt import heads_of
from arena_sdk.the_game import PILES
from arena_sdk.the_game import View as TheGameView


def drawn(view: Any, bots: tuple[str, ...]) -> RenderableType:
    """The table as this view shows it."""
    match view:
        case FaceToFaceView():
            return _face_to_face(view, bots)
        case TheGameView():
            return _the_game(view, bots)
        case SixNimmtView():
            return _six_nimmt(view, bots)
        case _:
            return Pretty(view.to_map())


def cards(numbers: Sequence[int]) -> Text:
    """Cards side by side, three lines high."""
    if not numbers:
        return Text("no cards", style="dim")
    return Text(
        "\n".join(
            (
                " ".join("╭────╮" for _ in numbers),
                " ".join(f"│{number:^4}│" for number in numbers),
                " ".join("╰────╯" for _ in numbers),
            )
        )
    )


def _pile(name: str, top: int, up: bool) -> Text:
    arrow = "▲" if up else "▼"
    return Text.assemble(cards([top]), "\n", (f"{arrow} {name}", "dim"))


def _side(title: str, piles: Sequence[Text], note: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_row(Text(title, style="bold"), *piles, Text(note, style="dim"))
    return grid


def _face_to_face(view: FaceToFaceView, bots: tuple[str, ...]) -> RenderableType:
    me, other = view.seat, 1 - view.seat
    own, opp = view.own, view.opp
    width = max(map(len, bots))
    return Group(
        _side(
            f"{bots[other]:<{width}}",
            [_pile("opp_up", opp.up, True), _pile("opp_down", opp.down, False)],
            f"{opp.hand} in hand\n{opp.deck} to draw",
        ),
        _side(
            f"{bots[me]:<{width}}",
            [_pile("own_up", own.up, True), _pile("own_down", own.down, False)],
            f"{len(view.hand)} in hand\n{own.deck} to draw",
        ),
        Text(f"hand of {bots[me]}", style="bold"),
        cards(view.hand),
    )


def _the_game(view: TheGameView, bots: tuple[str, ...]) -> RenderableType:
    piles = [
        _pile(name, top, name.startswith("up")) for name, top in zip(PILES, view.tops, strict=True)
    ]
    seats = Table.grid(padding=(0, 2))
    for seat, count in enumerate(view.hands):
        said = view.signals[seat] if view.signals else None
        turn = "▶" if seat == view.to_play else " "
        seats.add_row(
            turn, Text(bots[seat]), f"{count} cards", Text(" ".join(said or ()), style="dim")
        )
    return Group(
        _side("piles", piles, f"{view.deck} to draw\n{view.need} to lay"),
        seats,
        Text(f"hand of {bots[view.seat]}, seat {view.seat}", style="bold"),
        cards(view.hand),
    )


def _six_nimmt(view: SixNimmtView, bots: tuple[str, ...]) -> RenderableType:
    rows = Table.grid(padding=(0, 1))
    for i, row in enumerate(view.rows):
        marks = " ".join(view.markers[i])
        line = " ".join(f"[{card:>3}]" for card in row)
        rows.add_row(
            Text(f"row {i}", style="bold"), Text(line), Text(f"{heads_of(row)} heads {marks}")
        )
    shown = dict(view.revealed)
    seats = Table.grid(padding=(0, 2))
    for seat, bot in enumerate(bots):
        card = f"[{shown[seat]:>3}]" if seat in shown else ""
        seats.add_row(
            Text(bot),
            Text(card),
            f"{view.heads[seat]} heads in this deal",
            f"{view.totals[seat]} before",
        )
    return Group(
        Text(f"deal {view.deal}, trick {view.trick}", style="dim"),
        rows,
        Text(),
        seats,
        Text(),
        Text(f"hand of {bots[view.seat]}, seat {view.seat}", style="bold"),
        cards(view.hand),
        *([Text("specials: " + ", ".join(view.specials))] if view.specials else []),
    )
