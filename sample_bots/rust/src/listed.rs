//! Legal decisions that a question lists, for a bot that asked for them with `Hello::wants_legal_decisions`.
//!
//! The referee knows every rule of the game that is played, so a bot that chooses among these plays any game.

use crate::cards::Card;
use crate::proto::{Decision, Phase, Question};

/// The decisions that are listed, each whole.
pub fn listed_decisions(question: &Question) -> Vec<Decision> {
    let Some(legal) = &question.legal_decisions else { return Vec::new() };
    if question.phase() == Phase::Call {
        let calls = cut(&legal.friend_calls, &legal.sizes);
        return calls.map(|calls| Decision { friend_calls: calls.to_vec(), ..Decision::default() }).collect();
    }
    cut(&legal.cards, &legal.sizes).map(|cards| Decision::from(cards.to_vec())).collect()
}

/// The cards of each decision that is listed; not for phase CALL.
pub fn listed_cards(question: &Question) -> Vec<Vec<Card>> {
    let Some(legal) = &question.legal_decisions else { return Vec::new() };
    cut(&legal.cards, &legal.sizes).map(<[Card]>::to_vec).collect()
}

/// A packed list, cut into pieces of these sizes.
fn cut<'a, T>(packed: &'a [T], sizes: &'a [u32]) -> impl Iterator<Item = &'a [T]> {
    let mut rest = packed;
    sizes.iter().map_while(move |&size| {
        let (piece, left) = rest.split_at_checked(size as usize)?;
        rest = left;
        Some(piece)
    })
}
