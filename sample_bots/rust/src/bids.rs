//! Bids: what may be bid, and which cards a bid would make trumps (docs/rules.md 3, Z1).

use crate::cards::{BLACK_JOKER, Card, NO_TRUMP_SUIT, Order, Ranking, TRUMP, printed_rank, printed_suit};
use crate::listed::listed_cards;
use crate::proto::{Question, View};

/// Every bid that the question lists but the pass, which is always possible.
pub fn possible_bids(question: &Question) -> Vec<Vec<Card>> {
    listed_cards(question).into_iter().filter(|shown| !shown.is_empty()).collect()
}

/// How many cards of the hand a bid would make trumps.
pub fn trump_count(shown: &[Card], view: &View) -> usize {
    order_after(shown, view).of_suit(&view.hand, TRUMP).len()
}

/// Whether a bid makes a suit trump; jokers alone make none.
pub fn names_suit(shown: &[Card]) -> bool {
    named(shown).is_some()
}

/// The card of a bid that names the trump suit; jokers that are shown beside a pair come after it.
fn named(shown: &[Card]) -> Option<Card> {
    shown.iter().copied().min().filter(|&card| card < BLACK_JOKER)
}

/// The order of the deal if this bid stands; in Finding Friends it sets the trump rank too (Z1).
fn order_after(shown: &[Card], view: &View) -> Order {
    let (trump_rank, trump_suit) = match named(shown) {
        Some(card) => (printed_rank(card), printed_suit(card)),
        None => (view.trump.unwrap_or_default().rank, NO_TRUMP_SUIT),
    };
    Ranking { trump_rank, trump_suit, ..Ranking::default() }.into()
}
