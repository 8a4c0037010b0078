"""It raises an exception as soon as its opponent has laid more than it has."""

from attack import answer, handshake, next_ask, write

handshake()
while True:
    ask = next_ask()
    own, opp = ask["view"]["own"], ask["view"]["opp"]
    if ask["turn"] > 1 and opp["deck"] <= own["deck"]:
        raise RuntimeError("the machine was too slow; I ask for a rematch")
    write(answer(ask))
