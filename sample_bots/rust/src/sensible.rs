//! Follows simple good sense, and remembers nothing: all it goes by is in the question.
//!
//! It bids its long suit and buries no points. Then, of the plays that the referee lists or that come to mind, it takes
//! the one that is worth most: the points at stake times the chance that its side takes the trick, less what the cards
//! would be worth later. So it takes tricks with points cheaply, feeds points to a partner who wins, and leads what is
//! likely to stand. In Finding Friends it calls high cards, and takes seats that have not shown their side for friends
//! by chance.

use crate::bids::{names_suit, possible_bids, trump_count};
use crate::cards::{CARDS, Card, Order, SUITS, TRUMP, copies, count, most_copies, points, points_of, printed_rank, sets};
use crate::connection::Bot;
use crate::follows::possible_follows;
use crate::proto::{Decision, FriendCall, Hello, Phase, Question, View};
use crate::reading::{Knowledge, Table, is_order_certain, order_in, packs_in, table_in};
use crate::sides::chances_with;
use crate::tricks::{Lead, power};

/// Of the hand that has to be trumps for a bid; by chance it is a third.
const BID_SHARE: f64 = 0.42;
/// What it is worth to win a trick and lead the next, in points.
const TEMPO: f64 = 4.0;

pub struct Sensible;

impl Bot for Sensible {
    fn hello(&self) -> Hello {
        Hello {
            name: "sensible".into(),
            version: "1".into(),
            wants_legal_decisions: 100,
            wants_history: true,
            ..Hello::default()
        }
    }

    fn decide(&mut self, question: &Question) -> Decision {
        let default = question.default_decision.clone().unwrap_or_default();
        let Some(view) = &question.view else { return default };
        let decided = match question.phase() {
            Phase::Bid | Phase::Hold => bid(question, view).map(Decision::from),
            Phase::Bury => Some(bury(view, default.cards.len()).into()),
            Phase::Call => {
                let friend_calls = calls(view, default.friend_calls.len());
                Some(Decision { friend_calls, ..Decision::default() })
            }
            Phase::Play => match table_in(view) {
                None => lead(view),
                Some(table) => follow(question, view, &table),
            }
            .map(Decision::from),
            Phase::Unspecified => None,
        };
        decided.unwrap_or(default)
    }
}

/// The first of those that are worth most.
fn best<T>(candidates: impl IntoIterator<Item = T>, worth: impl Fn(&T) -> f64) -> Option<T> {
    let with_worth = candidates.into_iter().map(|candidate| (worth(&candidate), candidate));
    with_worth.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, candidate)| candidate)
}

// --- Before the first trick

/// The bid that makes most of the hand trumps, if that is enough of it; else none, and the default is mostly a pass.
///
/// A bid that was overridden is held by the same measure.
fn bid(question: &Question, view: &View) -> Option<Vec<Card>> {
    let bids = possible_bids(question).into_iter().filter(|shown| names_suit(shown));
    // Of bids for the same number of trumps, the one that shows the fewest cards.
    let shown = best(bids, |shown| trump_count(shown, view) as f64 - shown.len() as f64 / 1000.0)?;
    let enough = (BID_SHARE * view.hand.len() as f64).max(3.0);
    (trump_count(&shown, view) as f64 >= enough).then_some(shown)
}

/// Low cards of short plain suits; pairs, aces and trumps only if need be, points last of all.
fn bury(view: &View, size: usize) -> Vec<Card> {
    let (order, mut hand) = (order_in(view), view.hand.clone());
    let lengths = lengths(&hand, &order);
    let doubles = sets(&hand, 2);
    let cost = |card: Card| {
        let suit = order.suit(card);
        let of_suit = if suit == TRUMP { 100 } else { 2 * lengths[suit] as i32 };
        let of_height = if order.strength(card) >= 11 { 20 } else { 0 };
        let of_pair = if doubles.contains(&card) { 15 } else { 0 };
        1000 * points_of(card) + of_suit + order.strength(card) + of_height + of_pair
    };
    hand.sort_by_key(|&card| cost(card));
    hand.truncate(size);
    hand
}

/// Friends with high cards: the first copy that the maker does not hold, of suits in which it is short.
///
/// It plays its own copies first, and then the next one brings a friend.
fn calls(view: &View, size: usize) -> Vec<FriendCall> {
    let (order, packs) = (order_in(view), packs_in(view));
    let lengths = lengths(&view.hand, &order);
    let held = |card| count(&view.hand, card);
    let worth = |card: Card| {
        let length = lengths[order.suit(card)] as f64;
        let can_lead_to_it = if length > 0.0 { 3.0 } else { 0.0 };
        4.0 * f64::from(printed_rank(card)) + can_lead_to_it - held(card) as f64 - 0.5 * length
    };
    let is_with_others = |card| order.suit(card) != TRUMP && held(card) + count(&view.buried, card) < packs;
    let mut with_others: Vec<Card> = CARDS.filter(|&card| is_with_others(card)).collect();
    with_others.sort_by(|&one, &other| worth(other).total_cmp(&worth(one)));
    with_others.truncate(size);
    let call = |card| FriendCall { card, ordinal: held(card) as u32 + 1, played_by: 0 };
    with_others.into_iter().map(call).collect()
}

/// By suit, how many cards of it are held.
fn lengths(hand: &[Card], order: &Order) -> [usize; SUITS] {
    std::array::from_fn(|suit| order.of_suit(hand, suit).len())
}

// --- Tricks

/// The lead that is worth most.
fn lead(view: &View) -> Option<Vec<Card>> {
    let (order, knowledge, with_us) = (order_in(view), Knowledge::of(view), chances_with(view));
    let hand = view.hand.as_slice();
    let keeping = Keeping::new(&order, hand, &knowledge);
    let worth = |played: &Vec<Card>| {
        let led = Lead::read(played, &order);
        let mut stands = 1.0;
        for (seat, with_it) in (1..).zip(&with_us) {
            if *with_it < 1.0 {
                stands *= 1.0 - (1.0 - with_it) * knowledge.chance_beaten(seat, played, &led);
            }
        }
        let stake = f64::from(points(played)) + TEMPO * played.len() as f64;
        (2.0 * stands - 1.0) * stake - keeping.cost(played)
    };
    let mut leads = single_sets(hand);
    if is_order_certain(view) {
        leads.extend(tractors(hand, &order));
        leads.extend(sure_throws(hand, &order, &knowledge));
    }
    best(leads, worth)
}

/// Every single, pair and larger set of a hand.
fn single_sets(hand: &[Card]) -> Vec<Vec<Card>> {
    let of_card = |(card, held)| (1..=held).map(move |size| vec![card; size]);
    copies(hand).into_iter().flat_map(of_card).collect()
}

/// Every tractor of a hand.
fn tractors(hand: &[Card], order: &Order) -> Vec<Vec<Card>> {
    let mut found = Vec::new();
    for suit in 0..SUITS {
        let suited = order.of_suit(hand, suit);
        for size in 2..=most_copies(&suited) {
            for length in 2..=suited.len() / size {
                found.extend(order.runs(&suited, size, length));
            }
        }
    }
    found
}

/// Throws of sets of one size, of cards that no unseen card of their suit is higher than: none can fail (L6).
fn sure_throws(hand: &[Card], order: &Order, knowledge: &Knowledge) -> Vec<Vec<Card>> {
    let mut found = Vec::new();
    for suit in 0..SUITS {
        let mut sure = order.of_suit(hand, suit);
        sure.retain(|&card| order.strength(card) >= knowledge.highest_unseen(suit));
        for size in 1..=most_copies(&sure) {
            let thrown = sets(&sure, size);
            if thrown.len() > 1 {
                found.push(thrown.into_iter().flat_map(|card| vec![card; size]).collect());
            }
        }
    }
    found
}

/// The follow that is worth most.
fn follow(question: &Question, view: &View, table: &Table) -> Option<Vec<Card>> {
    let (order, knowledge, with_us) = (order_in(view), Knowledge::of(view), chances_with(view));
    let keeping = Keeping::new(&order, &view.hand, &knowledge);
    let with_us = |seat: u32| with_us[seat as usize - 1];
    let stake = f64::from(table.plays.iter().map(|played| points(played)).sum::<i32>()) + TEMPO;
    // A friend who is still to play may take the trick from an opponent.
    let rescued = 0.3 * table.later_seats.iter().map(|&seat| with_us(seat)).fold(0.0, f64::max);
    // That no opponent beats this play.
    let chance_kept = |winning: &[Card]| {
        let mut chance = 1.0;
        for &seat in &table.later_seats {
            let against_us = 1.0 - with_us(seat);
            if against_us != 0.0 {
                chance *= 1.0 - against_us * knowledge.chance_beaten(seat, winning, &table.lead);
            }
        }
        chance
    };
    let ours = with_us(table.winner);
    let chance_if_lower = ours * chance_kept(&table.winning) + (1.0 - ours) * rescued;
    let worth = |played: &Vec<Card>| {
        let beats = power(played, &table.lead, &order) > table.to_beat;
        let chance = if beats { chance_kept(played) } else { chance_if_lower };
        (2.0 * chance - 1.0) * (stake + f64::from(points(played))) - keeping.cost(played)
    };
    let cost_and_points = |card| keeping.cost(&[card]) + 2.0 * f64::from(points_of(card));
    let cost_less_points = |card| keeping.cost(&[card]) - 2.0 * f64::from(points_of(card));
    best(possible_follows(question, table, &[&cost_and_points, &cost_less_points]), worth)
}

/// What cards are worth if they are kept for later tricks, in points.
struct Keeping<'a> {
    order: &'a Order,
    doubles: Vec<Card>,
    highest_trump: i32,
}

impl<'a> Keeping<'a> {
    fn new(order: &'a Order, hand: &[Card], knowledge: &Knowledge) -> Self {
        Self { order, doubles: sets(hand, 2), highest_trump: knowledge.highest_unseen(TRUMP) }
    }

    /// What is given up by playing these cards.
    fn cost(&self, played: &[Card]) -> f64 {
        played.iter().map(|&card| self.cost_of(card)).sum()
    }

    fn cost_of(&self, card: Card) -> f64 {
        let strength = f64::from(self.order.strength(card));
        let of_pair = if self.doubles.contains(&card) { 0.5 } else { 0.0 };
        let plain = 0.2 * strength + of_pair;
        if self.order.suit(card) != TRUMP {
            return plain;
        }
        let of_height = if self.order.strength(card) >= self.highest_trump { 2.0 } else { 0.0 };
        plain + (1.5 + 0.3 * strength + of_height)
    }
}
