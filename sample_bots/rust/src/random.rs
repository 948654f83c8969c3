//! Plays by chance, from the legal decisions that the referee lists on request.

use prost::Message;

use crate::connection::Bot;
use crate::listed::listed_decisions;
use crate::proto::{Decision, Hello, Phase, Question};

pub struct Random;

impl Bot for Random {
    fn hello(&self) -> Hello {
        Hello { name: "random".into(), version: "1".into(), wants_legal_decisions: 100, ..Hello::default() }
    }

    fn decide(&mut self, question: &Question) -> Decision {
        let mut listed = listed_decisions(question);
        if listed.is_empty() || question.phase() == Phase::Unspecified {
            return question.default_decision.clone().unwrap_or_default();
        }
        let at = chance(question) as usize % listed.len();
        listed.swap_remove(at)
    }
}

/// A number by chance that depends on what is seen alone, so that the same question always gets the same answer and a
/// cup can be played again: FNV-1a, its bits mixed once more.
fn chance(question: &Question) -> u64 {
    let seen = question.view.as_ref().map(Message::encode_to_vec).unwrap_or_default();
    let hash = seen.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16
}
