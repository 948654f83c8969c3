//! Tricks: what a lead is, who wins, and follows that are legal in every game (docs/rules.md 5 to 7).
//!
//! Some rules differ between games: how throws are read, what a hand owes to pairs and tractors. Here that is read in
//! the simplest way, which may misjudge a trick now and then; but every follow that is given is legal under all of them.

use crate::cards::{Card, Order, TRUMP, copies, sets, without};

/// What a lead is. A pair, or any set of identical cards, is a run of one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Single,
    Run,
    Throw,
}

/// A lead as it is to be answered.
pub struct Lead {
    pub kind: Kind,
    /// Of all its cards.
    pub suit: usize,
    /// How many cards each of its sets has, the largest first: 2 2 1 for two pairs and a single.
    pub sets: Vec<usize>,
}

impl Lead {
    /// The lead that `played`, one card or more of one suit, make.
    pub fn read(played: &[Card], order: &Order) -> Self {
        let mut sets: Vec<usize> = copies(played).into_iter().map(|(_, count)| count).collect();
        sets.sort_unstable_by(|one, other| other.cmp(one));
        let are_alike = sets.first() == sets.last();
        let kind = match *sets {
            [1] => Kind::Single,
            [size, ..] if size > 1 && are_alike && !order.runs(played, size, sets.len()).is_empty() => Kind::Run,
            _ => Kind::Throw,
        };
        Self { kind, suit: order.suit(played[0]), sets }
    }

    /// How many cards it has.
    pub fn size(&self) -> usize {
        self.sets.iter().sum()
    }
}

/// How strongly a play stands in a trick: the highest wins, of equal ones the first; 0 cannot win (W1–W5).
///
/// The cards of a thrown lead itself have 1.
pub fn power(played: &[Card], lead: &Lead, order: &Order) -> i32 {
    let Some(suit) = order.common_suit(played).filter(|&suit| suit == lead.suit || suit == TRUMP) else { return 0 };
    let highest = match lead.kind {
        Kind::Single => Some(order.strength(played[0])),
        Kind::Run => order.runs(played, lead.sets[0], lead.sets.len()).first().map(|run| order.strength(run[run.len() - 1])),
        Kind::Throw if suit == lead.suit || !has_sets(played, lead) => None,
        Kind::Throw => sets(played, lead.sets[0]).into_iter().map(|card| order.strength(card)).max(),
    };
    let ruff = if suit == TRUMP { 100 } else { 0 };
    highest.map_or(0, |strength| ruff + strength)
}

/// Which of the `plays`, the lead first, wins so far, and its power.
pub fn winning_play(plays: &[Vec<Card>], lead: &Lead, order: &Order) -> (usize, i32) {
    let mut best = (0, 0);
    for (turn, played) in plays.iter().enumerate() {
        let least = if turn == 0 { 1 } else { 0 };
        let power = power(played, lead, order).max(least);
        if power > best.1 {
            best = (turn, power);
        }
    }
    best
}

/// The follow whose cards cost least, as `cost` says of each, where any cards of the suit will do (F1, F2).
///
/// None where sets were led and the hand has some to choose from, for then what it owes depends on the game.
pub fn free_follow(hand: &[Card], lead: &Lead, order: &Order, cost: &dyn Fn(Card) -> f64) -> Option<Vec<Card>> {
    let by_cost = |mut held: Vec<Card>| {
        held.sort_by(|&one, &other| cost(one).total_cmp(&cost(other)));
        held
    };
    let mut suited = by_cost(order.of_suit(hand, lead.suit));
    if suited.len() <= lead.size() {
        let others = by_cost(without(hand, &suited));
        suited.extend(others.into_iter().take(lead.size() - suited.len()));
        return Some(suited);
    }
    if lead.sets[0] > 1 && !sets(&suited, 2).is_empty() {
        return None;
    }
    suited.truncate(lead.size());
    Some(suited)
}

/// Legal follows of more power than `to_beat`: with each card, set or run that can win, filled up cheaply.
pub fn beating_follows(hand: &[Card], lead: &Lead, order: &Order, to_beat: i32) -> Vec<Vec<Card>> {
    let mut pool = order.of_suit(hand, lead.suit);
    if pool.is_empty() {
        pool = order.of_suit(hand, TRUMP);
    }
    if pool.len() < lead.size() {
        return Vec::new();
    }
    pool.sort_by_key(|&card| order.strength(card));
    let mut found = match lead.kind {
        Kind::Single => sets(&pool, 1).into_iter().map(|card| vec![card]).collect(),
        Kind::Run => order.runs(&pool, lead.sets[0], lead.sets.len()),
        Kind::Throw => trumped_throws(&pool, lead),
    };
    found.retain(|played| power(played, lead, order) > to_beat);
    found
}

/// Whether sets as large as those of the lead can be cut out of the cards.
fn has_sets(played: &[Card], lead: &Lead) -> bool {
    let mut counts: Vec<usize> = copies(played).into_iter().map(|(_, count)| count).collect();
    lead.sets.iter().all(|&size| {
        let Some(most) = counts.iter_mut().max().filter(|most| **most >= size) else { return false };
        *most -= size;
        true
    })
}

/// Answers to a throw from `pool`, sorted upwards: one for each set that could be the highest of it.
fn trumped_throws(pool: &[Card], lead: &Lead) -> Vec<Vec<Card>> {
    sets(pool, lead.sets[0]).into_iter().filter_map(|top| trumped_throw(pool, lead, top)).collect()
}

/// The answer to a throw with `top` as its first set, and the lowest sets that fit as the others.
fn trumped_throw(pool: &[Card], lead: &Lead, top: Card) -> Option<Vec<Card>> {
    let mut chosen = vec![top; lead.sets[0]];
    let mut left = without(pool, &chosen);
    for &size in &lead.sets[1..] {
        let set = vec![*sets(&left, size).first()?; size];
        left = without(&left, &set);
        chosen.extend(set);
    }
    Some(chosen)
}
