// What every Go bot of Arena shares: Run, the referee's messages, and for each of the
// three games the view, the moves and helpers. You need not change this file.

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/vmihailenco/msgpack/v5"
)

const protocol = 1

// Run plays until the referee says bye: it calls decide for each ask and sends the move
// that it returns. Your stdout is stderr from here on, as frames need the real one.
func Run[View any](decide func(start Start, ask Ask[View]) Move) {
	in, out := bufio.NewReader(os.Stdin), os.Stdout
	os.Stdout = os.Stderr
	var start Start
	for {
		body, err := readFrame(in)
		if err == io.EOF {
			return
		}
		check(err)
		switch message := decode[View](body).(type) {
		case Hello:
			if message.Protocol != protocol {
				panic(fmt.Sprintf("the referee speaks protocol %d, not %d", message.Protocol, protocol))
			}
			send(out, Ready{Type: "ready", Protocol: protocol})
		case Start:
			start = message
		case Ask[View]:
			move := decide(start, message)
			send(out, Answer{Type: "answer", Game: message.Game, Turn: message.Turn, Move: move})
		case Bye:
			return
		}
	}
}

// What the referee says.

type Hello struct {
	Protocol int    `msgpack:"protocol"`
	Limits   Limits `msgpack:"limits"`
}

type Limits struct {
	Clock      string `msgpack:"clock"` // "cpu" or "wall"
	StartMs    int    `msgpack:"start_ms"`
	MoveMs     int    `msgpack:"move_ms"`
	GameMs     int    `msgpack:"game_ms"`
	MemoryMb   int    `msgpack:"memory_mb"`
	FrameBytes int    `msgpack:"frame_bytes"`
}

// Start begins a game; one process plays several, one after another.
type Start struct {
	Game    int            `msgpack:"game"`
	Rules   string         `msgpack:"rules"`
	Options map[string]any `msgpack:"options"` // read integers with Int
	Seat    int            `msgpack:"seat"`    // your own, from 0
	Seats   int            `msgpack:"seats"`
	Seed    int            `msgpack:"seed"` // for your own dice
}

// Ask wants one decision; Turn is 1 at the first ask of each game.
type Ask[View any] struct {
	Game   int     `msgpack:"game"`
	Turn   int     `msgpack:"turn"`
	Asks   string  `msgpack:"asks"` // the decision wanted
	View   View    `msgpack:"view"` // all that you may know
	Events []Event `msgpack:"events"`
	Clock  Clock   `msgpack:"clock"`
}

// Clock is the time left, in milliseconds.
type Clock struct {
	MoveMs int `msgpack:"move_ms"`
	GameMs int `msgpack:"game_ms"`
}

// Event is something public that happened since your last ask; read integers with Int.
type Event map[string]any

func (event Event) Kind() string {
	return event["kind"].(string)
}

// Int is the integer that an option or a value of an event holds.
func Int(value any) int {
	if large, ok := value.(uint64); ok {
		return int(large)
	}
	return int(value.(int64))
}

type Over struct {
	Game    int     `msgpack:"game"`
	Outcome Outcome `msgpack:"outcome"`
	Events  []Event `msgpack:"events"`
}

// Outcome tells the result of each seat.
type Outcome struct {
	Scores []int  `msgpack:"scores"`
	Places []int  `msgpack:"places"`
	Reason string `msgpack:"reason"`
}

type Bye struct{}

// What a bot says.

type Ready struct {
	Type     string `msgpack:"type"`
	Protocol int    `msgpack:"protocol"`
}

type Answer struct {
	Type string `msgpack:"type"`
	Game int    `msgpack:"game"`
	Turn int    `msgpack:"turn"`
	Move Move   `msgpack:"move"`
}

// Move is one of Turn, Wish, Signal, Choose, Take, Draft, Special and Swap.
type Move interface{ isMove() }

func (Turn) isMove()    {}
func (Wish) isMove()    {}
func (Signal) isMove()  {}
func (Choose) isMove()  {}
func (Take) isMove()    {}
func (Draft) isMove()   {}
func (Special) isMove() {}
func (Swap) isMove()    {}

// Turn answers "play" in both pile games: cards in the order in which they are laid.
type Turn struct {
	Plays []Play `msgpack:"plays"`
}

// Play is one card laid on one pile.
type Play struct {
	_msgpack struct{} `msgpack:",as_array"`
	Card     int
	Pile     string
}

// The Game: Face to Face.

const (
	OwnUp   = "own_up"
	OwnDown = "own_down"
	OppUp   = "opp_up"
	OppDown = "opp_down"
)

type FaceToFaceView struct {
	Hand []int    `msgpack:"hand"`
	Own  Own      `msgpack:"own"`
	Opp  Opponent `msgpack:"opp"`
	Need int      `msgpack:"need"` // fewest cards that this turn must lay
}

// Own is your side: the tops of both piles, and how many cards are left to draw.
type Own struct {
	Up   int `msgpack:"up"`
	Down int `msgpack:"down"`
	Deck int `msgpack:"deck"`
}

// Opponent is the other side; Hand is a number of cards.
type Opponent struct {
	Up   int `msgpack:"up"`
	Down int `msgpack:"down"`
	Deck int `msgpack:"deck"`
	Hand int `msgpack:"hand"`
}

// LegalTurns lists every legal turn of exactly this many cards.
func (view FaceToFaceView) LegalTurns(cards int) []Turn {
	return legalTurns(view.Hand, cards, [4]pile{
		{name: OwnUp, top: view.Own.Up, fits: fitsUp},
		{name: OwnDown, top: view.Own.Down, fits: fitsDown},
		{name: OppUp, top: view.Opp.Up, fits: isLower, isTheirs: true},
		{name: OppDown, top: view.Opp.Down, fits: isHigher, isTheirs: true},
	})
}

// The Game.

const (
	Up1   = "up_1"
	Up2   = "up_2"
	Down1 = "down_1"
	Down2 = "down_2"

	Eager     = "eager"
	Neutral   = "neutral"
	Reluctant = "reluctant"

	None       = "none"
	SmallSteps = "small_steps"
	KeepOff    = "keep_off"
)

type TheGameView struct {
	Hand    []int      `msgpack:"hand"`
	Piles   Piles      `msgpack:"piles"`
	Deck    int        `msgpack:"deck"`              // cards left to draw
	Hands   []int      `msgpack:"hands"`             // cards in each hand, by seat
	Need    int        `msgpack:"need"`              // fewest cards of the turn
	ToPlay  *int       `msgpack:"to_play"`           // the seat on turn; nil while wishing
	Signals [][]string `msgpack:"signals,omitempty"` // league signals: the latest, by seat, or nil
}

// Piles are the tops.
type Piles struct {
	Up1   int `msgpack:"up_1"`
	Up2   int `msgpack:"up_2"`
	Down1 int `msgpack:"down_1"`
	Down2 int `msgpack:"down_2"`
}

// LegalTurns lists every legal turn of exactly this many cards.
func (view TheGameView) LegalTurns(cards int) []Turn {
	return legalTurns(view.Hand, cards, [4]pile{
		{name: Up1, top: view.Piles.Up1, fits: fitsUp},
		{name: Up2, top: view.Piles.Up2, fits: fitsUp},
		{name: Down1, top: view.Piles.Down1, fits: fitsDown},
		{name: Down2, top: view.Piles.Down2, fits: fitsDown},
	})
}

// Wish answers "wish": Eager, Neutral or Reluctant.
type Wish struct {
	Wish string `msgpack:"wish"`
}

// Signal answers "signal": None, SmallSteps or KeepOff for Up1, Up2, Down1 and Down2.
type Signal struct {
	Signals [4]string `msgpack:"signals"`
}

// 6 nimmt!

type SixNimmtView struct {
	Hand     []int    `msgpack:"hand"`
	Rows     [][]int  `msgpack:"rows"`
	Revealed [][2]int `msgpack:"revealed"` // seat and card of all cards of this trick
	Heads    []int    `msgpack:"heads"`    // penalty in this deal, by seat
	Totals   []int    `msgpack:"totals"`   // heads of the finished deals, by seat
	Deal     int      `msgpack:"deal"`
	Trick    int      `msgpack:"trick"`

	// Only with the option specials.
	Specials        []string   `msgpack:"specials,omitempty"`
	SpecialCounts   []int      `msgpack:"special_counts,omitempty"` // by seat
	SpecialDeck     int        `msgpack:"special_deck,omitempty"`
	SpecialDiscards []string   `msgpack:"special_discards,omitempty"`
	Markers         [][]string `msgpack:"markers,omitempty"` // "seven" and "stop", by row

	// Only with the options logic and tournament.
	Pool  []int   `msgpack:"pool,omitempty"`
	Hands [][]int `msgpack:"hands,omitempty"` // by seat
}

// ForcedRow is the row that a card must join; not found if it is too low for all.
func (view SixNimmtView) ForcedRow(card int) (row int, found bool) {
	end := 0
	for i, cards := range view.Rows {
		last := cards[len(cards)-1]
		if end < last && last < card && !view.IsBlocked(i) {
			row, end, found = i, last, true
		}
	}
	return row, found
}

// IsFull tells whether the next card on this row takes it.
func (view SixNimmtView) IsFull(row int) bool {
	capacity := 5
	if view.hasMarker(row, "seven") {
		capacity = 6
	}
	return len(view.Rows[row]) >= capacity
}

// IsBlocked tells whether a stop lies on this row: nobody can lay there or take it.
func (view SixNimmtView) IsBlocked(row int) bool {
	return view.hasMarker(row, "stop")
}

func (view SixNimmtView) hasMarker(row int, marker string) bool {
	if view.Markers == nil {
		return false
	}
	for _, other := range view.Markers[row] {
		if other == marker {
			return true
		}
	}
	return false
}

// CheapestRow is the row with the fewest heads that may be taken, the first among equals.
func (view SixNimmtView) CheapestRow() int {
	cheapest := -1
	for row, cards := range view.Rows {
		if view.IsBlocked(row) {
			continue
		}
		if cheapest == -1 || HeadsOf(cards) < HeadsOf(view.Rows[cheapest]) {
			cheapest = row
		}
	}
	return cheapest
}

// HeadsOf counts the bull heads on several cards, such as a row.
func HeadsOf(cards []int) int {
	sum := 0
	for _, card := range cards {
		sum += Heads(card)
	}
	return sum
}

// Heads counts the bull heads on a card.
func Heads(card int) int {
	switch {
	case card == 55:
		return 7
	case card%11 == 0:
		return 5
	case card%10 == 0:
		return 3
	case card%5 == 0:
		return 2
	}
	return 1
}

// Choose answers "choose": the card to lay face down.
type Choose struct {
	Card int `msgpack:"card"`
}

// Take answers "take": which row a card that is too low takes.
type Take struct {
	Row int `msgpack:"row"`
}

// Draft answers "draft": which card to take from the pool.
type Draft struct {
	Card int `msgpack:"card"`
}

// Special answers "special". Special{} plays none; the functions below play one.
type Special struct {
	Special *string `msgpack:"special"`
	Row     *int    `msgpack:"row,omitempty"`
	Card    *int    `msgpack:"card,omitempty"`
	ToRow   *int    `msgpack:"to_row,omitempty"`
}

func FifthRow() Special        { return Special{Special: word("fifth_row")} }
func Seven() Special           { return Special{Special: word("seven")} }
func Insert(row int) Special   { return Special{Special: word("insert"), Row: &row} }
func Replace(card int) Special { return Special{Special: word("replace"), Card: &card} }
func Flip(card int) Special    { return Special{Special: word("flip"), Card: &card} }
func Stop(row int) Special     { return Special{Special: word("stop"), Row: &row} }
func Shift(card, toRow int) Special {
	return Special{Special: word("shift"), Card: &card, ToRow: &toRow}
}

func word(text string) *string { return &text }

// Swap answers "swap". Swap{} keeps all specials; Give("flip") exchanges one.
type Swap struct {
	Give *string `msgpack:"give"`
}

func Give(special string) Swap { return Swap{Give: word(special)} }

// How legal turns of the pile games are found.

type pile struct {
	name     string
	top      int
	fits     func(top, card int) bool
	isTheirs bool // the opponent's, in Face to Face
}

func fitsUp(top, card int) bool   { return card > top || card == top-10 }
func fitsDown(top, card int) bool { return card < top || card == top+10 }
func isLower(top, card int) bool  { return card < top }
func isHigher(top, card int) bool { return card > top }

func legalTurns(hand []int, cards int, piles [4]pile) []Turn {
	var turns []Turn
	var lay func(plays []Play, hand []int, piles [4]pile, mayHelp bool)
	lay = func(plays []Play, hand []int, piles [4]pile, mayHelp bool) {
		if len(plays) == cards {
			turns = append(turns, Turn{Plays: append([]Play{}, plays...)})
			return
		}
		for i, card := range hand {
			rest := append(append([]int{}, hand[:i]...), hand[i+1:]...)
			for p, pile := range piles {
				if !pile.fits(pile.top, card) || pile.isTheirs && !mayHelp {
					continue
				}
				after := piles
				after[p].top = card
				play := Play{Card: card, Pile: pile.name}
				lay(append(plays, play), rest, after, mayHelp && !pile.isTheirs)
			}
		}
	}
	// One card a turn may go on the opponent's piles, but not the only one.
	lay(nil, hand, piles, cards > 1)
	return turns
}

// Frames: four bytes of length, then one msgpack map.

func readFrame(in io.Reader) ([]byte, error) {
	var length uint32
	if err := binary.Read(in, binary.BigEndian, &length); err != nil {
		return nil, err
	}
	body := make([]byte, length)
	_, err := io.ReadFull(in, body)
	return body, err
}

func send(out io.Writer, message any) {
	_, err := out.Write(encodeFrame(message))
	check(err)
}

func encodeFrame(message any) []byte {
	var frame bytes.Buffer
	frame.Write(make([]byte, 4)) // for the length, which is known at the end
	encoder := msgpack.NewEncoder(&frame)
	encoder.UseCompactInts(true)
	check(encoder.Encode(message))
	binary.BigEndian.PutUint32(frame.Bytes(), uint32(frame.Len()-4))
	return frame.Bytes()
}

// decode makes a Hello, Start, Ask[View], Over or Bye of a frame's body.
func decode[View any](body []byte) any {
	kind := unpack[struct {
		Type string `msgpack:"type"`
	}](body).Type
	switch kind {
	case "hello":
		return unpack[Hello](body)
	case "start":
		return unpack[Start](body)
	case "ask":
		return unpack[Ask[View]](body)
	case "over":
		return unpack[Over](body)
	case "bye":
		return Bye{}
	}
	panic("the referee said " + kind + ", which this library does not know")
}

func unpack[Message any](body []byte) Message {
	var message Message
	decoder := msgpack.NewDecoder(bytes.NewReader(body))
	decoder.UseLooseInterfaceDecoding(true) // so that Int has two types to look at, not eight
	check(decoder.Decode(&message))
	return message
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
