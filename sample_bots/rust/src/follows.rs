//! Follows to choose from: those that the referee lists, and where it cannot list all, some that are legal anyway.

use crate::cards::Card;
use crate::listed::listed_cards;
use crate::proto::Question;
use crate::reading::{Table, is_order_certain, order_in};
use crate::tricks::{beating_follows, free_follow};

/// Legal follows: all that there are, if all are listed.
///
/// Else those that are listed, the default decision, those that come to mind to win the trick, and the cheapest by each
/// of `costs` where the hand leaves a free choice.
pub fn possible_follows(question: &Question, table: &Table, costs: &[&dyn Fn(Card) -> f64]) -> Vec<Vec<Card>> {
    let mut found = listed_cards(question);
    if question.legal_decisions.as_ref().is_some_and(|legal| legal.complete) {
        return found;
    }
    found.extend(question.default_decision.iter().map(|decision| decision.cards.clone()));
    let Some(view) = question.view.as_ref().filter(|view| is_order_certain(view)) else { return found };
    let order = order_in(view);
    found.extend(beating_follows(&view.hand, &table.lead, &order, table.to_beat));
    if !table.is_bound {
        found.extend(costs.iter().filter_map(|cost| free_follow(&view.hand, &table.lead, &order, cost)));
    }
    found
}
