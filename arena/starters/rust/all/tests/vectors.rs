//! Compares src/arena.rs with vectors.txt: what the referee sends must be understood as it is
//! written there, and what the bot sends must come out byte for byte.

use std::str::SplitWhitespace;

use arena::six_nimmt::{Special, SpecialCard};
use arena::{answer, face_to_face, map, read_message, ready, six_nimmt, the_game};
use arena::{Ask, Event, FromReferee, FromValue, Part, ToValue, Value};

fn main() {
    let text = std::fs::read_to_string("vectors.txt").expect("cannot read vectors.txt");
    let mut passed = 0;
    for vector in text.split("\n\n").filter(|part| !part.starts_with('#')) {
        let lines: Vec<&str> = vector.lines().collect();
        let (heading, hex, meaning) = (lines[0], lines[1], &lines[2..]);
        let words: Vec<&str> = heading.split(' ').collect();
        if words[0] == "referee" {
            check_referee(heading, &words[1..], hex, meaning);
        } else {
            let frame = bot_frame(&words[1..], &read_lines(meaning));
            assert_eq!(to_hex(&frame), hex, "{heading} {meaning:?}");
        }
        passed += 1;
    }
    assert!(passed > 0, "there is no vector in vectors.txt");
    println!("{passed} vectors passed");
}

fn check_referee(heading: &str, words: &[&str], hex: &str, meaning: &[&str]) {
    let frame = from_hex(hex);
    let message = match words.get(1) {
        Some(&"the-game") => understood(&frame, the_game_view),
        Some(&"six-nimmt") => understood(&frame, six_nimmt_view),
        _ => understood(&frame, face_to_face_view),
    };
    let mut wanted: Vec<String> = meaning.iter().map(|line| line.to_string()).collect();
    wanted.push(format!("type = {}", words[0]));
    let mut found = Vec::new();
    write_lines("", &message, &mut found);
    // A key that is not sent is None in its type, which is written as null too.
    found.retain(|line| !line.ends_with(" = null") || wanted.contains(line));
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{heading}");
}

/// All that the types of src/arena.rs hold of a frame.
fn understood<A, V>(frame: &[u8], write_view: fn(&Ask<A, V>) -> Value) -> Value
where
    A: FromValue + ToValue,
    V: FromValue,
{
    match read_message::<A, V>(&mut &frame[..]).expect("a whole frame") {
        FromReferee::Hello(hello) => map(&[
            ("type", "hello".value()),
            ("protocol", hello.protocol.value()),
            ("limits.clock", hello.limits.clock.value()),
            ("limits.start_ms", number(hello.limits.start_ms)),
            ("limits.move_ms", number(hello.limits.move_ms)),
            ("limits.game_ms", number(hello.limits.game_ms)),
            ("limits.memory_mb", number(hello.limits.memory_mb)),
            ("limits.frame_bytes", number(hello.limits.frame_bytes)),
        ]),
        FromReferee::Start(start) => map(&[
            ("type", "start".value()),
            ("game", start.game.value()),
            ("rules", start.rules.value()),
            ("options", start.options),
            ("seat", start.seat.value()),
            ("seats", start.seats.value()),
            ("seed", number(start.seed)),
        ]),
        FromReferee::Ask(ask) => map(&[
            ("type", "ask".value()),
            ("game", ask.game.value()),
            ("turn", ask.turn.value()),
            ("asks", ask.asks.value()),
            ("view", write_view(&ask)),
            ("events", fields(&ask.events)),
            ("clock.move_ms", number(ask.clock.move_ms)),
            ("clock.game_ms", number(ask.clock.game_ms)),
        ]),
        FromReferee::Over(over) => map(&[
            ("type", "over".value()),
            ("game", over.game.value()),
            ("outcome.scores", over.outcome.scores.value()),
            ("outcome.places", over.outcome.places.value()),
            ("outcome.reason", over.outcome.reason.value()),
            ("events", fields(&over.events)),
        ]),
        FromReferee::Bye => map(&[("type", "bye".value())]),
    }
}

fn face_to_face_view(ask: &face_to_face::Ask) -> Value {
    let view = &ask.view;
    map(&[
        ("hand", view.hand.value()),
        ("own.up", view.own.up.value()),
        ("own.down", view.own.down.value()),
        ("own.deck", view.own.deck.value()),
        ("opp.up", view.opp.up.value()),
        ("opp.down", view.opp.down.value()),
        ("opp.deck", view.opp.deck.value()),
        ("opp.hand", view.opp.hand.value()),
        ("need", view.need.value()),
    ])
}

fn the_game_view(ask: &the_game::Ask) -> Value {
    let view = &ask.view;
    map(&[
        ("hand", view.hand.value()),
        ("piles.up_1", view.piles.up_1.value()),
        ("piles.up_2", view.piles.up_2.value()),
        ("piles.down_1", view.piles.down_1.value()),
        ("piles.down_2", view.piles.down_2.value()),
        ("deck", view.deck.value()),
        ("hands", view.hands.value()),
        ("need", view.need.value()),
        ("to_play", view.to_play.value()),
        ("signals", view.signals.value()),
    ])
}

fn six_nimmt_view(ask: &six_nimmt::Ask) -> Value {
    let view = &ask.view;
    map(&[
        ("hand", view.hand.value()),
        ("rows", view.rows.value()),
        ("revealed", view.revealed.value()),
        ("heads", view.heads.value()),
        ("totals", view.totals.value()),
        ("deal", view.deal.value()),
        ("trick", view.trick.value()),
        ("specials", view.specials.value()),
        ("special_counts", view.special_counts.value()),
        ("special_deck", view.special_deck.value()),
        ("special_discards", view.special_discards.value()),
        ("markers", view.markers.value()),
        ("pool", view.pool.value()),
        ("hands", view.hands.value()),
    ])
}

fn number(number: u64) -> Value {
    Value::Int(number as i64)
}

fn fields(events: &[Event]) -> Value {
    Value::List(events.iter().map(|event| event.fields.clone()).collect())
}

fn bot_frame(words: &[&str], values: &Value) -> Vec<u8> {
    if words == ["ready"] {
        return ready();
    }
    let (game, turn) = (read(&values["game"]), read(&values["turn"]));
    match words[1] {
        "face-to-face" => {
            let plays = read(&values["move.plays"]);
            answer(game, turn, &face_to_face::Move { plays })
        }
        "the-game" => answer(game, turn, &the_game_move(words[2], values)),
        _ => answer(game, turn, &six_nimmt_move(words[2], values)),
    }
}

fn the_game_move(asks: &str, values: &Value) -> the_game::Move {
    match asks {
        "wish" => the_game::Move::Wish {
            wish: read(&values["move.wish"]),
        },
        "signal" => the_game::Move::Signal {
            signals: read(&values["move.signals"]),
        },
        "play" => the_game::Move::Play {
            plays: read(&values["move.plays"]),
        },
        _ => panic!("this test does not know {asks}"),
    }
}

fn six_nimmt_move(asks: &str, values: &Value) -> six_nimmt::Move {
    match asks {
        "draft" => six_nimmt::Move::Draft {
            card: read(&values["move.card"]),
        },
        "choose" => six_nimmt::Move::Choose {
            card: read(&values["move.card"]),
        },
        "special" => six_nimmt::Move::Special(special(values)),
        "take" => six_nimmt::Move::Take {
            row: read(&values["move.row"]),
        },
        "swap" => six_nimmt::Move::Swap {
            give: read(&values["move.give"]),
        },
        _ => panic!("this test does not know {asks}"),
    }
}

fn special(values: &Value) -> Option<Special> {
    let card = || read(&values["move.card"]);
    let row = || read(&values["move.row"]);
    let to_row = || read(&values["move.to_row"]);
    let name: Option<SpecialCard> = read(&values["move.special"]);
    Some(match name? {
        SpecialCard::FifthRow => Special::FifthRow,
        SpecialCard::Seven => Special::Seven,
        SpecialCard::Insert => Special::Insert { row: row() },
        SpecialCard::Replace => Special::Replace { card: card() },
        SpecialCard::Shift => Special::Shift {
            card: card(),
            to_row: to_row(),
        },
        SpecialCard::Flip => Special::Flip { card: card() },
        SpecialCard::Stop => Special::Stop { row: row() },
    })
}

fn read<T: FromValue>(value: &Value) -> T {
    T::read(&Part::whole(value))
}

/// `path = value` for all that is in a message.
fn write_lines(path: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Map(fields) => {
            for (key, field) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                write_lines(&format!("{path}{dot}{key}"), field, lines);
            }
        }
        _ => lines.push(format!("{path} = {}", write_value(value))),
    }
}

fn write_value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(write_value).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Map(fields) => {
            let mut items: Vec<String> = fields
                .iter()
                .map(|(key, field)| format!("{key} {}", write_value(field)))
                .collect();
            items.sort();
            format!("{{{}}}", items.join(" "))
        }
    }
}

/// The values of `path = value` lines.
fn read_lines(lines: &[&str]) -> Value {
    let mut fields = Vec::new();
    for line in lines {
        let (path, text) = line.split_once(" = ").unwrap();
        let spaced = text.replace('[', " [ ").replace(']', " ] ");
        let value = read_value(&mut spaced.split_whitespace()).unwrap();
        fields.push((path.to_string(), value));
    }
    Value::Map(fields)
}

/// The next value; None at the end of a list.
fn read_value(words: &mut SplitWhitespace) -> Option<Value> {
    match words.next()? {
        "]" => None,
        "[" => Some(Value::List(
            std::iter::from_fn(|| read_value(words)).collect(),
        )),
        "null" => Some(Value::Null),
        word => match word.parse() {
            Ok(number) => Some(Value::Int(number)),
            Err(_) => Some(Value::Text(word.to_string())),
        },
    }
}

fn from_hex(hex: &str) -> Vec<u8> {
    let starts = (0..hex.len()).step_by(2);
    starts
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
        .collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
