"""Takes what costs least now and looks no further: the second yardstick.

One file a game holds the idea; this one only loads the file of the game that is played.
"""

from importlib import import_module

from arena_sdk import run


class Greedy:
    def start(self, start):
        # "the-game" is in the_game.py beside this file, and so on.
        self.player = import_module(start.rules.replace("-", "_")).Player(start)

    def play(self, view):
        return self.player.play(view)

    def choose(self, view):
        return self.player.choose(view)

    def take(self, view):
        return self.player.take(view)

    def draft(self, view):
        return self.player.draft(view)

    def special(self, view):
        return self.player.special(view)

    def swap(self, view):
        return self.player.swap(view)


if __name__ == "__main__":
    run(Greedy())
