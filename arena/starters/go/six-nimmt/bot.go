// {name}: a bot for 6 nimmt!.
//
// One function for each thing it can be asked. choose lays the card that should cost the
// fewest heads. Begin with risk: it guesses what a card costs. The types are in arena.go.
// Print with log.Println: stdout belongs to the referee.

package main

func main() {
	Run(decide)
}

func decide(start Start, ask Ask[SixNimmtView]) Move {
	switch ask.Asks {
	case "draft":
		return draft(ask.View)
	case "special":
		return special(ask.View)
	case "take":
		return take(ask.View)
	case "swap":
		return swap(ask.View)
	}
	return choose(ask.View)
}

// choose: which card do I lay face down?
func choose(view SixNimmtView) Choose {
	best := view.Hand[0]
	for _, card := range view.Hand {
		if risk(view, card) <= risk(view, best) { // the higher card among equals
			best = card
		}
	}
	return Choose{best}
}

// take: my card fits no row, so which row do I take?
func take(view SixNimmtView) Take {
	return Take{view.CheapestRow()}
}

// draft (options logic and tournament): which card do I want from the pool? The lowest.
func draft(view SixNimmtView) Draft {
	return Draft{view.Pool[0]}
}

// special (option specials): which special card do I play with my card? None.
func special(view SixNimmtView) Special {
	return Special{}
}

// swap (option specials): I took a row, so which special card do I exchange? None.
func swap(view SixNimmtView) Swap {
	return Swap{}
}

// risk is the heads that a card may cost: surely if it is too low or the row is full.
func risk(view SixNimmtView, card int) float64 {
	row, found := view.ForcedRow(card)
	if !found {
		row = view.CheapestRow()
	}
	cards := view.Rows[row]
	heads := HeadsOf(cards)
	if !found || view.IsFull(row) {
		return float64(heads)
	}
	// The fuller the row and the wider the gap, the more others may come in between.
	gap := card - cards[len(cards)-1]
	return float64(heads*len(cards)*gap) / 250
}
