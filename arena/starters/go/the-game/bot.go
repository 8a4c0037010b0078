// {name}: a bot for The Game.
//
// One function for each thing it can be asked; wish and signal are the talk of the league
// signals. play takes the legal turn that moves the piles the least. Begin with cost: it
// says what a good turn is. The types are in arena.go. Print with log.Println: stdout
// belongs to the referee.

package main

func main() {
	Run(decide)
}

func decide(start Start, ask Ask[TheGameView]) Move {
	switch ask.Asks {
	case "wish":
		return wish(ask.View)
	case "signal":
		return signal(ask.View)
	}
	return play(ask.View)
}

// wish is asked before the first turn: how much do I want to start?
func wish(view TheGameView) Wish {
	return Wish{Neutral}
}

// signal asks, before another's turn, to keep off a pile on which I can jump back.
func signal(view TheGameView) Signal {
	tops := view.Piles
	jumps := [4]int{tops.Up1 - 10, tops.Up2 - 10, tops.Down1 + 10, tops.Down2 + 10}
	signals := [4]string{None, None, None, None}
	for pile, jump := range jumps {
		for _, card := range view.Hand {
			if card == jump {
				signals[pile] = KeepOff
			}
		}
	}
	return Signal{signals}
}

// play is my turn: the legal one that moves the piles the least.
func play(view TheGameView) Turn {
	turns := view.LegalTurns(view.Need)
	best := turns[0]
	for _, turn := range turns {
		if cost(view, turn) < cost(view, best) {
			best = turn
		}
	}
	return best
}

// cost is how far the piles move. A jump back by ten comes out as -10 by itself.
func cost(view TheGameView, turn Turn) int {
	tops := view.Piles // a copy, so the view stays as it is
	moved := 0
	for _, play := range turn.Plays {
		switch play.Pile {
		case Up1:
			moved += play.Card - tops.Up1
			tops.Up1 = play.Card
		case Up2:
			moved += play.Card - tops.Up2
			tops.Up2 = play.Card
		case Down1:
			moved += tops.Down1 - play.Card
			tops.Down1 = play.Card
		case Down2:
			moved += tops.Down2 - play.Card
			tops.Down2 = play.Card
		}
	}
	return moved
}
