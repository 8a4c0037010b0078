// {name}: a bot for The Game: Face to Face.
//
// It is asked for one thing: which cards to lay, in which order. LegalTurns lists every
// legal turn of so many cards; this bot takes the one that uses the least room. Begin
// with cost: it says what a good turn is. The types are in arena.go. Print with
// log.Println: stdout belongs to the referee.

package main

func main() {
	Run(decide)
}

func decide(start Start, ask Ask[FaceToFaceView]) Move {
	view := ask.View
	turns := view.LegalTurns(view.Need)
	best := turns[0]
	for _, turn := range turns {
		if cost(view, turn) < cost(view, best) {
			best = turn
		}
	}
	return best
}

// cost is how much room a turn uses up. A jump back by ten comes out as -10 by itself.
func cost(view FaceToFaceView, turn Turn) int {
	own, opp := view.Own, view.Opp // copies, so the view stays as it is
	used := 0
	for _, play := range turn.Plays {
		switch play.Pile {
		case OwnUp:
			used += play.Card - own.Up
			own.Up = play.Card
		case OwnDown:
			used += own.Down - play.Card
			own.Down = play.Card
		case OppUp: // on the opponent's piles it is room given away
			used += opp.Up - play.Card
			opp.Up = play.Card
		case OppDown:
			used += play.Card - opp.Down
			opp.Down = play.Card
		}
	}
	return used
}
