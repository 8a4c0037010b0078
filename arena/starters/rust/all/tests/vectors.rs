//! Compares src/arena.rs with vectors.txt: what the referee sends must be understood as it is
//! written there, and what the bot sends must come out byte for byte.

use std::collections::BTreeMap;
use std::str::SplitWhitespace;

use arena::six_nimmt::Special;
use arena::{face_to_face, read_message, six_nimmt, the_game, to_frame, FromBot, Value};
use serde::de::DeserializeOwned;
use serde::Serialize;

fn main() {
    let text = include_str!("../vectors.txt");
    let mut passed = 0;
    for vector in text.split("\n\n").filter(|part| !part.starts_with('#')) {
        let lines: Vec<&str> = vector.lines().collect();
        let (heading, hex, meaning) = (lines[0], lines[1], &lines[2..]);
        let words: Vec<&str> = heading.split(' ').collect();
        if words[0] == "referee" {
            check_referee(heading, &words[1..], hex, meaning);
        } else {
            let frame = bot_frame(&words[1..], &values(meaning));
            assert_eq!(to_hex(&frame), hex, "{heading} {meaning:?}");
        }
        passed += 1;
    }
    assert!(passed > 0, "there is no vector in vectors.txt");
    println!("{passed} vectors passed");
}

fn check_referee(heading: &str, words: &[&str], hex: &str, meaning: &[&str]) {
    let frame = from_hex(hex);
    let input = &mut &frame[..];
    let message = match words.get(1) {
        Some(&"the-game") => plain(&read_message::<the_game::Asks, the_game::View>(input)),
        Some(&"six-nimmt") => plain(&read_message::<six_nimmt::Asks, six_nimmt::View>(input)),
        _ => plain(&read_message::<face_to_face::Asks, face_to_face::View>(
            input,
        )),
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

fn bot_frame(words: &[&str], values: &BTreeMap<String, Value>) -> Vec<u8> {
    match words {
        ["ready"] => {
            let protocol = plain(&values["protocol"]);
            to_frame(&FromBot::<()>::Ready { protocol })
        }
        ["answer", "face-to-face", "play"] => {
            let plays = plain(&values["move.plays"]);
            answer(values, face_to_face::Move { plays })
        }
        ["answer", "the-game", "wish"] => {
            let wish = plain(&values["move.wish"]);
            answer(values, the_game::Move::Wish { wish })
        }
        ["answer", "the-game", "signal"] => {
            let signals = plain(&values["move.signals"]);
            answer(values, the_game::Move::Signal { signals })
        }
        ["answer", "the-game", "play"] => {
            let plays = plain(&values["move.plays"]);
            answer(values, the_game::Move::Play { plays })
        }
        ["answer", "six-nimmt", "draft"] => {
            let card = plain(&values["move.card"]);
            answer(values, six_nimmt::Move::Draft { card })
        }
        ["answer", "six-nimmt", "choose"] => {
            let card = plain(&values["move.card"]);
            answer(values, six_nimmt::Move::Choose { card })
        }
        ["answer", "six-nimmt", "special"] => {
            answer(values, six_nimmt::Move::Special(special(values)))
        }
        ["answer", "six-nimmt", "take"] => {
            let row = plain(&values["move.row"]);
            answer(values, six_nimmt::Move::Take { row })
        }
        ["answer", "six-nimmt", "swap"] => {
            let give = plain(&values["move.give"]);
            answer(values, six_nimmt::Move::Swap { give })
        }
        _ => panic!("this test does not know {words:?}"),
    }
}

fn answer<M: Serialize>(values: &BTreeMap<String, Value>, r#move: M) -> Vec<u8> {
    let (game, turn) = (plain(&values["game"]), plain(&values["turn"]));
    to_frame(&FromBot::Answer { game, turn, r#move })
}

fn special(values: &BTreeMap<String, Value>) -> Option<Special> {
    if values["move.special"] == Value::Null {
        return None;
    }
    let told = values
        .iter()
        .map(|(path, value)| (path.trim_start_matches("move."), value));
    Some(plain(&told.collect::<BTreeMap<_, _>>()))
}

/// From plain values to a type, or back.
fn plain<F: Serialize, T: DeserializeOwned>(from: &F) -> T {
    rmp_serde::from_slice(&rmp_serde::to_vec_named(from).unwrap()).unwrap()
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
        Value::Map(event) => write_value(&event["kind"]),
    }
}

/// The values of `path = value` lines.
fn values(lines: &[&str]) -> BTreeMap<String, Value> {
    let parts = lines.iter().map(|line| line.split_once(" = ").unwrap());
    let spaced = parts.map(|(path, text)| (path, text.replace('[', " [ ").replace(']', " ] ")));
    spaced
        .map(|(path, text)| {
            (
                path.to_string(),
                read_value(&mut text.split_whitespace()).unwrap(),
            )
        })
        .collect()
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
