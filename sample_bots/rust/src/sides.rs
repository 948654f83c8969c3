//! Who plays with whom, as far as a view tells.

use crate::cards::count;
use crate::proto::{FriendCall, View};
use crate::reading::{packs_in, tricks_in};

/// By seat, seat 1 first: the chance that it is on one's own side; 1 for oneself.
///
/// In Tractor the declarers are known, so all chances are 0 or 1. In Finding Friends nobody but the maker knows who
/// holds the cards called: seats that have not shown it are friends of the maker by chance.
pub fn chances_with(view: &View) -> Vec<f64> {
    let makers = if view.friend_calls.is_empty() { declarers(view) } else { chances_with_starter(view) };
    let own = makers[view.seat as usize - 1];
    let with = |(seat, other)| if seat == view.seat { 1.0 } else { own * other + (1.0 - own) * (1.0 - other) };
    (1..).zip(makers).map(with).collect()
}

/// By seat: 1 for those known to be on the declarers' side, else 0.
fn declarers(view: &View) -> Vec<f64> {
    seats(view).map(|seat| if view.declarers.contains(&seat) { 1.0 } else { 0.0 }).collect()
}

/// By seat: the chance that it is on the maker's side, or will be.
fn chances_with_starter(view: &View) -> Vec<f64> {
    let packs = packs_in(view);
    let open_calls = view.friend_calls.iter().filter(|call| call.played_by == 0);
    let ours: Vec<f64> = open_calls.map(|call| chance_held(call, packs, view)).collect();
    let strangers = seats(view).filter(|seat| !view.declarers.contains(seat) && *seat != view.seat).count();
    let friends_expected: f64 = ours.iter().map(|chance| 1.0 - chance).sum();
    let by_chance = (friends_expected / strangers.max(1) as f64).min(1.0);
    let own = if view.declarers.contains(&view.seat) {
        1.0
    } else {
        1.0 - ours.iter().map(|chance| 1.0 - chance).product::<f64>()
    };
    let of = |(seat, known): (u32, f64)| if seat == view.seat { own } else { known.max(by_chance) };
    seats(view).zip(declarers(view)).map(of).collect()
}

/// The chance that one's own copy of a card is the one called.
fn chance_held(call: &FriendCall, packs: usize, view: &View) -> f64 {
    let held = count(&view.hand, call.card);
    if held == 0 {
        return 0.0;
    }
    if view.seat == view.starter {
        // It plays its own copies first, so that those called are left to others, if there are any.
        return if held == packs { 1.0 } else { 0.0 };
    }
    let played: usize = tricks_in(view).map(|trick| count(&trick.cards, call.card)).sum();
    (held as f64 / packs.saturating_sub(played).max(1) as f64).min(1.0)
}

fn seats(view: &View) -> impl Iterator<Item = u32> {
    (1..).take(view.hand_counts.len())
}
