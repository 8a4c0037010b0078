// Does arena.go speak the protocol? Checks it against the frames in vectors.txt.

package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"
)

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("vectors.txt")
	check(err)
	vectors, passed := 0, 0
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		vectors++
		lines := strings.Split(block, "\n")
		title, frame, meaning := lines[0], lines[1], lines[2:]
		var found, wanted string
		if strings.HasPrefix(title, "referee ") {
			found, wanted = sorted(understood(title, frame)), sorted(meaning)
		} else {
			found, wanted = hex.EncodeToString(encodeFrame(spoken(title, meaning))), frame
		}
		if found == wanted {
			passed++
		} else {
			t.Errorf("%s\nfound:\n%s\nwanted:\n%s", title, found, wanted)
		}
	}
	fmt.Printf("%d of %d vectors passed\n", passed, vectors)
	if vectors == 0 {
		t.Error("vectors.txt holds no vector")
	}
}

func sorted(lines []string) string {
	lines = append([]string{}, lines...)
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// understood decodes a frame of the referee and writes the message as `path = value` lines.
func understood(title, frame string) []string {
	raw, err := hex.DecodeString(frame)
	check(err)
	body, err := readFrame(bytes.NewReader(raw))
	check(err)
	var message any
	switch {
	case strings.Contains(title, "the-game"):
		message = decode[TheGameView](body)
	case strings.Contains(title, "six-nimmt"):
		message = decode[SixNimmtView](body)
	default:
		message = decode[FaceToFaceView](body)
	}
	return linesOf("", reflect.ValueOf(message))
}

func linesOf(path string, value reflect.Value) []string {
	var lines []string
	switch value.Kind() {
	case reflect.Struct:
		for i := 0; i < value.NumField(); i++ {
			field := value.Field(i)
			key, option, _ := strings.Cut(value.Type().Field(i).Tag.Get("msgpack"), ",")
			if option != "omitempty" || !field.IsZero() {
				lines = append(lines, linesOf(path+"."+key, field)...)
			}
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			lines = append(lines, linesOf(path+"."+key.String(), value.MapIndex(key))...)
		}
	default:
		lines = append(lines, strings.TrimPrefix(path, ".")+" = "+textOf(value))
	}
	return lines
}

func textOf(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			return "null"
		}
		return textOf(value.Elem())
	case reflect.Slice, reflect.Array:
		if value.Kind() == reflect.Slice && value.IsNil() {
			return "null"
		}
		var items []string
		for i := 0; i < value.Len(); i++ {
			items = append(items, textOf(value.Index(i)))
		}
		return "[" + strings.Join(items, " ") + "]"
	case reflect.Map:
		var items []string
		for _, key := range value.MapKeys() {
			items = append(items, key.String()+" "+textOf(value.MapIndex(key)))
		}
		sort.Strings(items)
		return "{" + strings.Join(items, " ") + "}"
	case reflect.Int64, reflect.Uint64: // of an option or an event
		return strconv.Itoa(Int(value.Interface()))
	}
	return fmt.Sprint(value)
}

// spoken builds the bot's message that the lines describe.
func spoken(title string, meaning []string) any {
	values := map[string]string{}
	for _, line := range meaning {
		key, value, _ := strings.Cut(line, " = ")
		values[key] = value
	}
	if title == "bot ready" {
		return Ready{Type: "ready", Protocol: number(values["protocol"])}
	}
	decision := strings.Fields(title)[3]
	return Answer{
		Type: "answer",
		Game: number(values["game"]),
		Turn: number(values["turn"]),
		Move: moveOf(decision, values),
	}
}

func moveOf(decision string, values map[string]string) Move {
	switch decision {
	case "play":
		var turn Turn
		items := itemsOf(values["move.plays"])
		for i := 0; i < len(items); i += 2 {
			turn.Plays = append(turn.Plays, Play{Card: number(items[i]), Pile: items[i+1]})
		}
		return turn
	case "wish":
		return Wish{values["move.wish"]}
	case "signal":
		var signal Signal
		copy(signal.Signals[:], itemsOf(values["move.signals"]))
		return signal
	case "choose":
		return Choose{number(values["move.card"])}
	case "take":
		return Take{number(values["move.row"])}
	case "draft":
		return Draft{number(values["move.card"])}
	case "special":
		return specialOf(values)
	case "swap":
		if values["move.give"] == "null" {
			return Swap{}
		}
		return Give(values["move.give"])
	}
	panic("no move is known for " + decision)
}

func specialOf(values map[string]string) Special {
	switch values["move.special"] {
	case "null":
		return Special{}
	case "fifth_row":
		return FifthRow()
	case "seven":
		return Seven()
	case "insert":
		return Insert(number(values["move.row"]))
	case "replace":
		return Replace(number(values["move.card"]))
	case "shift":
		return Shift(number(values["move.card"]), number(values["move.to_row"]))
	case "flip":
		return Flip(number(values["move.card"]))
	case "stop":
		return Stop(number(values["move.row"]))
	}
	panic("no special is called " + values["move.special"])
}

// itemsOf reads `[[21 own_up] [17 own_down]]` as 21, own_up, 17, own_down.
func itemsOf(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("[] ", r) })
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	check(err)
	return value
}
