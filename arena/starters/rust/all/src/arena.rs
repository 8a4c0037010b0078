//! What a bot needs to speak with the referee of Arena: messages, and for each game its view,
//! its moves and some helpers.
//!
//! stdout belongs to the referee: a `println!` in a bot breaks the protocol. Use `eprintln!`.

use std::io::{self, Read, Write};
use std::ops::Index;

use rmp::{decode, encode, Marker};

pub type Card = i32;

/// Plays until the referee says goodbye. `decide` gets the start of the game and what is asked
/// now; what it returns is the answer. A panic in it ends the bot, and the referee shows the text.
pub fn run<A, V, M>(mut decide: impl FnMut(&Start, &Ask<A, V>) -> M)
where
    A: FromValue,
    V: FromValue,
    M: ToValue,
{
    let mut input = io::stdin().lock();
    let mut game = None;
    while let Some(message) = read_message(&mut input) {
        match message {
            FromReferee::Hello(hello) => {
                assert_eq!(hello.protocol, 1, "the referee speaks another protocol");
                send(&ready());
            }
            FromReferee::Start(start) => game = Some(start),
            FromReferee::Ask(ask) => {
                let start = game.as_ref().expect("asked before the start of a game");
                send(&answer(ask.game, ask.turn, &decide(start, &ask)));
            }
            FromReferee::Over(_) => game = None,
            FromReferee::Bye => return,
        }
    }
}

fn send(frame: &[u8]) {
    let mut output = io::stdout().lock();
    output
        .write_all(frame)
        .and_then(|()| output.flush())
        .expect("cannot write to the referee");
}

/// The next message; None at the end of input.
pub fn read_message<A, V>(input: &mut impl Read) -> Option<FromReferee<A, V>>
where
    A: FromValue,
    V: FromValue,
{
    let mut length = [0; 4];
    input.read_exact(&mut length).ok()?;
    let mut body = vec![0; u32::from_be_bytes(length) as usize];
    input.read_exact(&mut body).ok()?;
    let value = read_value(&mut &body[..]).expect("the referee sent something unreadable");
    Some(FromReferee::read(&Part::whole(&value)))
}

/// The frame of `ready`.
pub fn ready() -> Vec<u8> {
    frame(&map(&[("type", "ready".value()), ("protocol", 1.value())]))
}

/// The frame of `answer`.
pub fn answer(game: usize, turn: usize, chosen: &impl ToValue) -> Vec<u8> {
    frame(&map(&[
        ("type", "answer".value()),
        ("game", game.value()),
        ("turn", turn.value()),
        ("move", chosen.value()),
    ]))
}

/// A message as it is sent: its length as four bytes, then the message itself.
fn frame(message: &Value) -> Vec<u8> {
    let mut body = Vec::new();
    write_value(message, &mut body).expect("memory can be written to");
    let mut frame = (body.len() as u32).to_be_bytes().to_vec();
    frame.extend(body);
    frame
}

/// All that the referee says. `A` and `V` are `Asks` and `View` of the game.
#[derive(Debug)]
pub enum FromReferee<A, V> {
    Hello(Hello),
    Start(Start),
    Ask(Ask<A, V>),
    Over(Over),
    Bye,
}

impl<A: FromValue, V: FromValue> FromValue for FromReferee<A, V> {
    fn read(from: &Part) -> Self {
        match from.field::<String>("type").as_str() {
            "hello" => FromReferee::Hello(Hello::read(from)),
            "start" => FromReferee::Start(Start::read(from)),
            "ask" => FromReferee::Ask(Ask::read(from)),
            "over" => FromReferee::Over(Over::read(from)),
            "bye" => FromReferee::Bye,
            other => panic!("the referee sent an unknown message: {other}"),
        }
    }
}

#[derive(Debug)]
pub struct Hello {
    pub protocol: usize,
    pub limits: Limits,
}

impl FromValue for Hello {
    fn read(from: &Part) -> Hello {
        Hello {
            protocol: from.field("protocol"),
            limits: from.field("limits"),
        }
    }
}

#[derive(Debug)]
pub struct Limits {
    pub clock: String,
    pub start_ms: u64,
    pub move_ms: u64,
    pub game_ms: u64,
    pub memory_mb: u64,
    pub frame_bytes: u64,
}

impl FromValue for Limits {
    fn read(from: &Part) -> Limits {
        Limits {
            clock: from.field("clock"),
            start_ms: from.field("start_ms"),
            move_ms: from.field("move_ms"),
            game_ms: from.field("game_ms"),
            memory_mb: from.field("memory_mb"),
            frame_bytes: from.field("frame_bytes"),
        }
    }
}

/// A game begins. `options` holds every option of the game, `seed` is for the bot's own dice.
#[derive(Debug)]
pub struct Start {
    pub game: usize,
    pub rules: String,
    pub options: Value,
    pub seat: usize,
    pub seats: usize,
    pub seed: u64,
}

impl FromValue for Start {
    fn read(from: &Part) -> Start {
        Start {
            game: from.field("game"),
            rules: from.field("rules"),
            options: from.field("options"),
            seat: from.field("seat"),
            seats: from.field("seats"),
            seed: from.field("seed"),
        }
    }
}

/// The referee wants a decision: `asks` says which, `view` is all that the seat may know now,
/// `events` what happened since the last ask. `turn` is 1 at the first ask of a game.
#[derive(Debug)]
pub struct Ask<A, V> {
    pub game: usize,
    pub turn: usize,
    pub asks: A,
    pub view: V,
    pub events: Vec<Event>,
    pub clock: Clock,
}

impl<A: FromValue, V: FromValue> FromValue for Ask<A, V> {
    fn read(from: &Part) -> Self {
        Ask {
            game: from.field("game"),
            turn: from.field("turn"),
            asks: from.field("asks"),
            view: from.field("view"),
            events: from.field("events"),
            clock: from.field("clock"),
        }
    }
}

/// The time that is left, for this answer and for all answers of the game.
#[derive(Debug)]
pub struct Clock {
    pub move_ms: u64,
    pub game_ms: u64,
}

impl FromValue for Clock {
    fn read(from: &Part) -> Clock {
        Clock {
            move_ms: from.field("move_ms"),
            game_ms: from.field("game_ms"),
        }
    }
}

#[derive(Debug)]
pub struct Over {
    pub game: usize,
    pub outcome: Outcome,
    pub events: Vec<Event>,
}

impl FromValue for Over {
    fn read(from: &Part) -> Over {
        Over {
            game: from.field("game"),
            outcome: from.field("outcome"),
            events: from.field("events"),
        }
    }
}

#[derive(Debug)]
pub struct Outcome {
    pub scores: Vec<i32>,
    pub places: Vec<usize>,
    pub reason: String,
}

impl FromValue for Outcome {
    fn read(from: &Part) -> Outcome {
        Outcome {
            scores: from.field("scores"),
            places: from.field("places"),
            reason: from.field("reason"),
        }
    }
}

/// Something public that happened, such as `kind` "played" with `fields["seat"]` and
/// `fields["plays"]`.
#[derive(Debug)]
pub struct Event {
    pub kind: String,
    pub fields: Value,
}

impl FromValue for Event {
    fn read(from: &Part) -> Event {
        Event {
            kind: from.field("kind"),
            fields: Value::read(from),
        }
    }
}

/// A plain value, in options and events: `start.options["expert"] == Value::Bool(true)`.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// What stands under a key of a map; None if nothing does.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(fields) => fields
                .iter()
                .find(|(k, _)| k == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}

impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key)
            .unwrap_or_else(|| panic!("there is no {key} in {self:?}"))
    }
}

/// Takes one value of msgpack from the front; None if it is broken or of another kind.
fn read_value(from: &mut &[u8]) -> Option<Value> {
    match Marker::from_u8(*from.first()?) {
        Marker::Null => {
            decode::read_nil(from).ok()?;
            Some(Value::Null)
        }
        Marker::True | Marker::False => Some(Value::Bool(decode::read_bool(from).ok()?)),
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => {
            Some(Value::Text(read_text(from)?))
        }
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => {
            let mut items = Vec::new();
            for _ in 0..decode::read_array_len(from).ok()? {
                items.push(read_value(from)?);
            }
            Some(Value::List(items))
        }
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => {
            let mut fields = Vec::new();
            for _ in 0..decode::read_map_len(from).ok()? {
                fields.push((read_text(from)?, read_value(from)?));
            }
            Some(Value::Map(fields))
        }
        _ => Some(Value::Int(decode::read_int(from).ok()?)),
    }
}

fn read_text(from: &mut &[u8]) -> Option<String> {
    let (text, rest) = decode::read_str_from_slice(*from).ok()?;
    *from = rest;
    Some(text.to_string())
}

/// Adds a value as msgpack, with integers in the shortest form.
fn write_value(value: &Value, to: &mut Vec<u8>) -> io::Result<()> {
    match value {
        Value::Null => encode::write_nil(to)?,
        Value::Bool(truth) => encode::write_bool(to, *truth)?,
        Value::Int(number) => {
            encode::write_sint(to, *number)?;
        }
        Value::Text(text) => encode::write_str(to, text)?,
        Value::List(items) => {
            encode::write_array_len(to, items.len() as u32)?;
            for item in items {
                write_value(item, to)?;
            }
        }
        Value::Map(fields) => {
            encode::write_map_len(to, fields.len() as u32)?;
            for (key, field) in fields {
                encode::write_str(to, key)?;
                write_value(field, to)?;
            }
        }
    }
    Ok(())
}

/// A value in a message and the key that it stands under, to say what is wrong with it.
pub struct Part<'a> {
    within: Option<&'a Part<'a>>,
    key: &'a str,
    value: Option<&'a Value>,
}

impl<'a> Part<'a> {
    pub fn whole(message: &'a Value) -> Part<'a> {
        Part {
            within: None,
            key: "message",
            value: Some(message),
        }
    }

    fn field<T: FromValue>(&self, key: &str) -> T {
        T::read(&Part {
            within: Some(self),
            key,
            value: self.value().get(key),
        })
    }

    fn item<T: FromValue>(&self, item: &Value) -> T {
        T::read(&Part {
            value: Some(item),
            ..*self
        })
    }

    fn value(&self) -> &'a Value {
        match self.value {
            Some(value) => value,
            None => panic!("{} is missing", self.path()),
        }
    }

    fn integer<T: TryFrom<i64>>(&self) -> T {
        match self.value() {
            Value::Int(number) => T::try_from(*number).unwrap_or_else(|_| self.refuse()),
            _ => self.refuse(),
        }
    }

    fn text(&self) -> &'a str {
        match self.value() {
            Value::Text(text) => text,
            _ => self.refuse(),
        }
    }

    fn list(&self) -> &'a [Value] {
        match self.value() {
            Value::List(items) => items,
            _ => self.refuse(),
        }
    }

    fn refuse(&self) -> ! {
        panic!("{} cannot be {:?}", self.path(), self.value())
    }

    fn path(&self) -> String {
        match self.within {
            Some(part) => format!("{}.{}", part.path(), self.key),
            None => self.key.to_string(),
        }
    }
}

/// What can be read from a message of the referee.
pub trait FromValue: Sized {
    fn read(from: &Part) -> Self;
}

impl FromValue for Value {
    fn read(from: &Part) -> Value {
        from.value().clone()
    }
}

impl FromValue for i32 {
    fn read(from: &Part) -> i32 {
        from.integer()
    }
}

impl FromValue for usize {
    fn read(from: &Part) -> usize {
        from.integer()
    }
}

impl FromValue for u64 {
    fn read(from: &Part) -> u64 {
        from.integer()
    }
}

impl FromValue for String {
    fn read(from: &Part) -> String {
        from.text().to_string()
    }
}

/// A key that is not there is None, and so is null.
impl<T: FromValue> FromValue for Option<T> {
    fn read(from: &Part) -> Option<T> {
        match from.value {
            None | Some(Value::Null) => None,
            Some(_) => Some(T::read(from)),
        }
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn read(from: &Part) -> Vec<T> {
        let mut items = Vec::new();
        for item in from.list() {
            items.push(from.item(item));
        }
        items
    }
}

impl<T: FromValue> FromValue for [T; 4] {
    fn read(from: &Part) -> [T; 4] {
        match from.list() {
            [a, b, c, d] => [from.item(a), from.item(b), from.item(c), from.item(d)],
            _ => from.refuse(),
        }
    }
}

impl<A: FromValue, B: FromValue> FromValue for (A, B) {
    fn read(from: &Part) -> (A, B) {
        match from.list() {
            [a, b] => (from.item(a), from.item(b)),
            _ => from.refuse(),
        }
    }
}

/// What can be written into a message of the bot.
pub trait ToValue {
    fn value(&self) -> Value;
}

impl ToValue for i32 {
    fn value(&self) -> Value {
        Value::Int(*self as i64)
    }
}

impl ToValue for usize {
    fn value(&self) -> Value {
        Value::Int(*self as i64)
    }
}

impl ToValue for str {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn value(&self) -> Value {
        match self {
            Some(value) => value.value(),
            None => Value::Null,
        }
    }
}

impl<T: ToValue> ToValue for Vec<T> {
    fn value(&self) -> Value {
        let mut items = Vec::new();
        for item in self {
            items.push(item.value());
        }
        Value::List(items)
    }
}

impl<T: ToValue> ToValue for [T; 4] {
    fn value(&self) -> Value {
        let [a, b, c, d] = self;
        Value::List(vec![a.value(), b.value(), c.value(), d.value()])
    }
}

impl<A: ToValue, B: ToValue> ToValue for (A, B) {
    fn value(&self) -> Value {
        let (a, b) = self;
        Value::List(vec![a.value(), b.value()])
    }
}

/// A map with these keys, in this order.
pub fn map(fields: &[(&str, Value)]) -> Value {
    let mut owned = Vec::new();
    for (key, value) in fields {
        owned.push((key.to_string(), value.clone()));
    }
    Value::Map(owned)
}

/// An enum, and for each of its variants the word that the protocol has for it.
macro_rules! words {
    ($(#[$doc:meta])* pub enum $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum $name {
            $($variant,)*
        }

        impl FromValue for $name {
            fn read(from: &Part) -> $name {
                match from.text() {
                    $($word => $name::$variant,)*
                    _ => from.refuse(),
                }
            }
        }

        impl ToValue for $name {
            fn value(&self) -> Value {
                match self {
                    $($name::$variant => $word.value(),)*
                }
            }
        }
    };
}

/// On an ascending pile: a higher card, or the one exactly ten below the top.
fn fits_up(top: Card, card: Card) -> bool {
    card > top || card == top - 10
}

/// On a descending pile: a lower card, or the one exactly ten above the top.
fn fits_down(top: Card, card: Card) -> bool {
    card < top || card == top + 10
}

/// The Game: Face to Face.
pub mod face_to_face {
    use super::{fits_down, fits_up, map, Card, FromValue, Part, ToValue, Value};

    pub type Ask = super::Ask<Asks, View>;

    words! {
        pub enum Asks {
            Play = "play",
        }
    }

    #[derive(Debug)]
    pub struct View {
        pub hand: Vec<Card>,
        pub own: Own,
        pub opp: Opponent,
        /// The fewest cards that this turn must lay.
        pub need: usize,
    }

    impl FromValue for View {
        fn read(from: &Part) -> View {
            View {
                hand: from.field("hand"),
                own: from.field("own"),
                opp: from.field("opp"),
                need: from.field("need"),
            }
        }
    }

    /// The tops of the own piles, and how many cards are left to draw.
    #[derive(Debug)]
    pub struct Own {
        pub up: Card,
        pub down: Card,
        pub deck: usize,
    }

    impl FromValue for Own {
        fn read(from: &Part) -> Own {
            Own {
                up: from.field("up"),
                down: from.field("down"),
                deck: from.field("deck"),
            }
        }
    }

    /// The same of the opponent, and how many cards are in hand there.
    #[derive(Debug)]
    pub struct Opponent {
        pub up: Card,
        pub down: Card,
        pub deck: usize,
        pub hand: usize,
    }

    impl FromValue for Opponent {
        fn read(from: &Part) -> Opponent {
            Opponent {
                up: from.field("up"),
                down: from.field("down"),
                deck: from.field("deck"),
                hand: from.field("hand"),
            }
        }
    }

    words! {
        /// `tops[pile as usize]` is the top of a pile in what `View::tops` gives.
        pub enum Pile {
            OwnUp = "own_up",
            OwnDown = "own_down",
            OppUp = "opp_up",
            OppDown = "opp_down",
        }
    }

    /// A card and the pile it is laid on.
    pub type Play = (Card, Pile);

    /// The answer to `Asks::Play`: cards in the order in which they are laid.
    #[derive(Debug)]
    pub struct Move {
        pub plays: Vec<Play>,
    }

    impl ToValue for Move {
        fn value(&self) -> Value {
            map(&[("plays", self.plays.value())])
        }
    }

    impl View {
        /// The tops of the piles in the order of `Pile`.
        pub fn tops(&self) -> [Card; 4] {
            [self.own.up, self.own.down, self.opp.up, self.opp.down]
        }
    }

    /// Whether a card may be laid on a pile whose top is this.
    pub fn fits(top: Card, card: Card, pile: Pile) -> bool {
        match pile {
            Pile::OwnUp => fits_up(top, card),
            Pile::OwnDown => fits_down(top, card),
            Pile::OppUp => card < top,
            Pile::OppDown => card > top,
        }
    }

    /// Every legal turn of exactly so many cards.
    pub fn legal_turns(view: &View, cards: usize) -> Vec<Vec<Play>> {
        // One card a turn may go to the opponent, but not as the only one.
        sequences(&view.hand, view.tops(), cards, cards > 1)
    }

    fn sequences(hand: &[Card], tops: [Card; 4], cards: usize, may_help: bool) -> Vec<Vec<Play>> {
        if cards == 0 {
            return vec![vec![]];
        }
        let mut found = Vec::new();
        for &card in hand {
            for pile in [Pile::OwnUp, Pile::OwnDown, Pile::OppUp, Pile::OppDown] {
                let helps = matches!(pile, Pile::OppUp | Pile::OppDown);
                if (helps && !may_help) || !fits(tops[pile as usize], card, pile) {
                    continue;
                }
                let others: Vec<Card> = hand.iter().copied().filter(|&c| c != card).collect();
                let mut after = tops;
                after[pile as usize] = card;
                for rest in sequences(&others, after, cards - 1, may_help && !helps) {
                    found.push([vec![(card, pile)], rest].concat());
                }
            }
        }
        found
    }
}

/// The Game.
pub mod the_game {
    use super::{fits_down, fits_up, map, Card, FromValue, Part, ToValue, Value};

    pub type Ask = super::Ask<Asks, View>;

    words! {
        pub enum Asks {
            Wish = "wish",
            Signal = "signal",
            Play = "play",
        }
    }

    #[derive(Debug)]
    pub struct View {
        pub hand: Vec<Card>,
        pub piles: Piles,
        pub deck: usize,
        /// How many cards are in each hand, by seat.
        pub hands: Vec<usize>,
        /// The fewest cards that the seat to play must lay.
        pub need: usize,
        /// The seat whose turn it is or will be; None while wishing.
        pub to_play: Option<usize>,
        /// The latest signals of each seat; only in the league `signals`.
        pub signals: Option<Vec<Option<[Signal; 4]>>>,
    }

    impl FromValue for View {
        fn read(from: &Part) -> View {
            View {
                hand: from.field("hand"),
                piles: from.field("piles"),
                deck: from.field("deck"),
                hands: from.field("hands"),
                need: from.field("need"),
                to_play: from.field("to_play"),
                signals: from.field("signals"),
            }
        }
    }

    /// The top of each pile.
    #[derive(Debug)]
    pub struct Piles {
        pub up_1: Card,
        pub up_2: Card,
        pub down_1: Card,
        pub down_2: Card,
    }

    impl FromValue for Piles {
        fn read(from: &Part) -> Piles {
            Piles {
                up_1: from.field("up_1"),
                up_2: from.field("up_2"),
                down_1: from.field("down_1"),
                down_2: from.field("down_2"),
            }
        }
    }

    words! {
        /// `tops[pile as usize]` is the top of a pile in what `View::tops` gives.
        pub enum Pile {
            Up1 = "up_1",
            Up2 = "up_2",
            Down1 = "down_1",
            Down2 = "down_2",
        }
    }

    pub const PILES: [Pile; 4] = [Pile::Up1, Pile::Up2, Pile::Down1, Pile::Down2];

    words! {
        pub enum Wish {
            Eager = "eager",
            Neutral = "neutral",
            Reluctant = "reluctant",
        }
    }

    words! {
        pub enum Signal {
            None = "none",
            SmallSteps = "small_steps",
            KeepOff = "keep_off",
        }
    }

    /// A card and the pile it is laid on.
    pub type Play = (Card, Pile);

    /// One answer for each of `Asks`. Signals are in the order of `PILES`.
    #[derive(Debug)]
    pub enum Move {
        Wish { wish: Wish },
        Signal { signals: [Signal; 4] },
        Play { plays: Vec<Play> },
    }

    impl ToValue for Move {
        fn value(&self) -> Value {
            match self {
                Move::Wish { wish } => map(&[("wish", wish.value())]),
                Move::Signal { signals } => map(&[("signals", signals.value())]),
                Move::Play { plays } => map(&[("plays", plays.value())]),
            }
        }
    }

    impl View {
        /// The tops of the piles in the order of `PILES`.
        pub fn tops(&self) -> [Card; 4] {
            let piles = &self.piles;
            [piles.up_1, piles.up_2, piles.down_1, piles.down_2]
        }
    }

    impl Pile {
        pub fn is_up(self) -> bool {
            matches!(self, Pile::Up1 | Pile::Up2)
        }
    }

    /// Whether a card may be laid on a pile whose top is this.
    pub fn fits(top: Card, card: Card, pile: Pile) -> bool {
        if pile.is_up() {
            fits_up(top, card)
        } else {
            fits_down(top, card)
        }
    }

    /// Every legal turn of exactly so many cards.
    pub fn legal_turns(view: &View, cards: usize) -> Vec<Vec<Play>> {
        sequences(&view.hand, view.tops(), cards)
    }

    fn sequences(hand: &[Card], tops: [Card; 4], cards: usize) -> Vec<Vec<Play>> {
        if cards == 0 {
            return vec![vec![]];
        }
        let mut found = Vec::new();
        for &card in hand {
            for pile in PILES {
                if !fits(tops[pile as usize], card, pile) {
                    continue;
                }
                let others: Vec<Card> = hand.iter().copied().filter(|&c| c != card).collect();
                let mut after = tops;
                after[pile as usize] = card;
                for rest in sequences(&others, after, cards - 1) {
                    found.push([vec![(card, pile)], rest].concat());
                }
            }
        }
        found
    }
}

/// 6 nimmt!.
pub mod six_nimmt {
    use super::{map, Card, FromValue, Part, ToValue, Value};

    pub type Ask = super::Ask<Asks, View>;

    words! {
        pub enum Asks {
            Draft = "draft",
            Choose = "choose",
            Special = "special",
            Take = "take",
            Swap = "swap",
        }
    }

    #[derive(Debug)]
    pub struct View {
        pub hand: Vec<Card>,
        pub rows: Vec<Vec<Card>>,
        /// The cards of this trick as (seat, card), from the lowest; empty while choosing.
        pub revealed: Vec<(usize, Card)>,
        /// The penalty in this deal, by seat.
        pub heads: Vec<i32>,
        /// The penalty of the finished deals, by seat.
        pub totals: Vec<i32>,
        pub deal: usize,
        pub trick: usize,

        // With the option `specials` only.
        pub specials: Option<Vec<SpecialCard>>,
        pub special_counts: Option<Vec<usize>>,
        pub special_deck: Option<usize>,
        pub special_discards: Option<Vec<SpecialCard>>,
        /// By row; `Seven` and `Stop` can lie there.
        pub markers: Option<Vec<Vec<SpecialCard>>>,

        // With the options `logic` and `tournament` only.
        pub pool: Option<Vec<Card>>,
        pub hands: Option<Vec<Vec<Card>>>,
    }

    impl FromValue for View {
        fn read(from: &Part) -> View {
            View {
                hand: from.field("hand"),
                rows: from.field("rows"),
                revealed: from.field("revealed"),
                heads: from.field("heads"),
                totals: from.field("totals"),
                deal: from.field("deal"),
                trick: from.field("trick"),
                specials: from.field("specials"),
                special_counts: from.field("special_counts"),
                special_deck: from.field("special_deck"),
                special_discards: from.field("special_discards"),
                markers: from.field("markers"),
                pool: from.field("pool"),
                hands: from.field("hands"),
            }
        }
    }

    words! {
        pub enum SpecialCard {
            FifthRow = "fifth_row",
            Seven = "seven",
            Insert = "insert",
            Replace = "replace",
            Shift = "shift",
            Flip = "flip",
            Stop = "stop",
        }
    }

    /// A special card that is played, with what it must be told.
    #[derive(Debug)]
    pub enum Special {
        FifthRow,
        Seven,
        Insert { row: usize },
        Replace { card: Card },
        Shift { card: Card, to_row: usize },
        Flip { card: Card },
        Stop { row: usize },
    }

    impl ToValue for Special {
        fn value(&self) -> Value {
            match self {
                Special::FifthRow => map(&[("special", "fifth_row".value())]),
                Special::Seven => map(&[("special", "seven".value())]),
                Special::Insert { row } => {
                    map(&[("special", "insert".value()), ("row", row.value())])
                }
                Special::Replace { card } => {
                    map(&[("special", "replace".value()), ("card", card.value())])
                }
                Special::Shift { card, to_row } => map(&[
                    ("special", "shift".value()),
                    ("card", card.value()),
                    ("to_row", to_row.value()),
                ]),
                Special::Flip { card } => {
                    map(&[("special", "flip".value()), ("card", card.value())])
                }
                Special::Stop { row } => map(&[("special", "stop".value()), ("row", row.value())]),
            }
        }
    }

    /// One answer for each of `Asks`. None plays no special and swaps none.
    #[derive(Debug)]
    pub enum Move {
        Draft { card: Card },
        Choose { card: Card },
        Special(Option<Special>),
        Take { row: usize },
        Swap { give: Option<SpecialCard> },
    }

    impl ToValue for Move {
        fn value(&self) -> Value {
            match self {
                Move::Draft { card } | Move::Choose { card } => map(&[("card", card.value())]),
                Move::Special(Some(special)) => special.value(),
                Move::Special(None) => map(&[("special", Value::Null)]),
                Move::Take { row } => map(&[("row", row.value())]),
                Move::Swap { give } => map(&[("give", give.value())]),
            }
        }
    }

    /// The bull heads on a card.
    pub fn heads(card: Card) -> i32 {
        match card {
            55 => 7,
            _ if card % 11 == 0 => 5,
            _ if card % 10 == 0 => 3,
            _ if card % 5 == 0 => 2,
            _ => 1,
        }
    }

    /// The bull heads on several cards, such as a row.
    pub fn heads_of(cards: &[Card]) -> i32 {
        cards.iter().map(|&card| heads(card)).sum()
    }

    impl View {
        fn has_marker(&self, row: usize, marker: SpecialCard) -> bool {
            match &self.markers {
                Some(markers) => markers[row].contains(&marker),
                None => false,
            }
        }

        /// The rows that no stop blocks.
        pub fn open_rows(&self) -> Vec<usize> {
            let rows = 0..self.rows.len();
            rows.filter(|&row| !self.has_marker(row, SpecialCard::Stop))
                .collect()
        }

        /// The last and highest card of a row.
        pub fn end(&self, row: usize) -> Card {
            *self.rows[row].last().expect("a row has at least one card")
        }

        /// The row that this card must join; None when it is too low for all.
        pub fn forced_row(&self, card: Card) -> Option<usize> {
            let lower = self
                .open_rows()
                .into_iter()
                .filter(|&row| self.end(row) < card);
            lower.max_by_key(|&row| self.end(row))
        }

        /// Whether the next card on this row takes it.
        pub fn is_full(&self, row: usize) -> bool {
            let capacity = if self.has_marker(row, SpecialCard::Seven) {
                6
            } else {
                5
            };
            self.rows[row].len() >= capacity
        }

        /// The row with the fewest heads that may be taken, the first among equals.
        pub fn cheapest_row(&self) -> usize {
            let cheapest = self
                .open_rows()
                .into_iter()
                .min_by_key(|&row| heads_of(&self.rows[row]));
            cheapest.expect("one row is always open")
        }
    }
}
