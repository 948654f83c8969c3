//! Your bot. Fill in what it decides; as it stands it agrees with most default decisions, which are always legal.
//!
//! A question holds all that there is to know; a bot need not remember anything. Of `question.view`:
//! - `hand`: your cards as numbers, sorted by suit, each from its lowest, trumps last; `text(&view.hand)` shows them;
//! - `trump`: what is trump; `order_in(view)` tells the suit and the strength that each card has in this deal;
//! - `trick`: the cards on the table; `table_in(view)` says who wins and what is to be beaten; none if you lead;
//! - `seat`, `starter`, `declarers`, `hand_counts`, `bids`, `opponents_points`, …: protos/tractor/v1/bot.proto has all.
//!
//! `question.legal_decisions` lists what you may do, as many as `hello` asks for; `question.default_decision` is one.

use crate::cards::{Card, points, points_of};
use crate::connection::Bot;
use crate::follows::possible_follows;
use crate::listed::listed_cards;
use crate::proto::{Decision, Hello, MatchStarting, Phase, Question};
use crate::reading::{order_in, table_in};
use crate::tricks::power;

/// Keep here what your bot remembers; this one remembers nothing.
pub struct MyBot;

impl Bot for MyBot {
    /// The name is for logs.
    fn hello(&self) -> Hello {
        Hello { name: "my bot".into(), version: "1".into(), wants_legal_decisions: 100, ..Hello::default() }
    }

    /// Called before each match, with its rules as text, your seat and the clock. Load here what takes time.
    fn prepare(&mut self, _match_starting: &MatchStarting) {}

    fn decide(&mut self, question: &Question) -> Decision {
        let default = question.default_decision.clone().unwrap_or_default();
        match question.phase() {
            Phase::Bid | Phase::Hold => bid(question, default),
            Phase::Bury => bury(question, default),
            Phase::Play => play(question, default),
            // Calls of friends, and what you have never heard of: the default is legal in every game.
            _ => default,
        }
    }
}

/// Cards to show as a bid, or none to pass: here a pair or more of the trump rank, else what the default is.
fn bid(question: &Question, default: Decision) -> Decision {
    match listed_cards(question).into_iter().max_by_key(Vec::len) {
        Some(shown) if shown.len() >= 2 => shown.into(),
        _ => default,
    }
}

/// Cards to bury, as many as the default has: here those without points that come first in the hand.
fn bury(question: &Question, default: Decision) -> Decision {
    let mut hand: Vec<Card> = question.view.as_ref().map(|view| view.hand.clone()).unwrap_or_default();
    hand.sort_by_key(|&card| points_of(card)); // Cards that are equal in this stay in their order.
    hand.truncate(default.cards.len());
    hand.into()
}

/// Cards to play: here a play that wins a trick with ten points or more, if there is one.
fn play(question: &Question, default: Decision) -> Decision {
    let Some(view) = &question.view else { return default };
    // You lead: any set of identical cards will do, or a tractor; the default is a low card.
    let Some(table) = table_in(view) else { return default };
    let at_stake: i32 = table.plays.iter().map(|played| points(played)).sum();
    let order = order_in(view);
    let wins = |played: &Vec<Card>| power(played, &table.lead, &order) > table.to_beat;
    if at_stake >= 10 && let Some(winning) = possible_follows(question, &table, &[]).into_iter().find(wins) {
        return winning.into();
    }
    default
}
