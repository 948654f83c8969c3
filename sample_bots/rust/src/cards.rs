//! Cards as the protocol numbers them, and the order that they have in one deal (docs/rules.md 1 and 2).

#![allow(dead_code)] // What this bot does not use, yours may.

use std::ops::Range;

use crate::proto::Decision;

/// 1 to 54: clubs, diamonds, hearts, spades, each 2 3 4 5 6 7 8 9 10 J Q K A; then the black and the red joker.
pub type Card = i32;

pub const BLACK_JOKER: Card = 53;
pub const RED_JOKER: Card = 54;
/// Every card that there is.
pub const CARDS: Range<Card> = 1..55;
/// The suit of every trump, whatever is printed on it; printed suits are 1 to 4: clubs, diamonds, hearts, spades.
pub const TRUMP: usize = 0;
/// The number of suits in a deal, trump among them.
pub const SUITS: usize = 5;
/// In place of the trump suit: only the jokers are trumps (O3).
pub const NO_TRUMP_SUIT: i32 = 5;

/// Cards from text: `"TH KS RJ"`; words that name no card are left out.
pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().filter_map(|word| CARDS.into_iter().find(|&card| name(card) == word)).collect()
}

/// Cards as text: `TH KS RJ`.
pub fn text(held: &[Card]) -> String {
    held.iter().map(|&card| name(card)).collect::<Vec<_>>().join(" ")
}

fn name(card: Card) -> String {
    match card {
        BLACK_JOKER => "BJ".to_owned(),
        RED_JOKER => "RJ".to_owned(),
        1..BLACK_JOKER => {
            let rank = b"23456789TJQKA"[(card as usize - 1) % 13];
            let suit = b"CDHS"[(card as usize - 1) / 13];
            format!("{}{}", char::from(rank), char::from(suit))
        }
        _ => format!("card {card}"),
    }
}

/// 2 for the two up to 14 for the ace; 0 for a joker.
pub fn printed_rank(card: Card) -> i32 {
    if card >= BLACK_JOKER { 0 } else { (card - 1) % 13 + 2 }
}

/// 1 to 4: clubs, diamonds, hearts, spades; 0 for a joker.
pub fn printed_suit(card: Card) -> i32 {
    if card >= BLACK_JOKER { 0 } else { (card - 1) / 13 + 1 }
}

/// What a card scores: kings and tens ten, fives five.
pub fn points_of(card: Card) -> i32 {
    match printed_rank(card) {
        5 => 5,
        10 | 13 => 10,
        _ => 0,
    }
}

/// What cards score.
pub fn points(held: &[Card]) -> i32 {
    held.iter().map(|&card| points_of(card)).sum()
}

/// How many copies of a card are held.
pub fn count(held: &[Card], card: Card) -> usize {
    held.iter().filter(|&&other| other == card).count()
}

/// Each card that is held, once, in the order in which they come, and its number of copies.
pub fn copies(held: &[Card]) -> Vec<(Card, usize)> {
    let mut found: Vec<(Card, usize)> = Vec::new();
    for &card in held {
        match found.iter_mut().find(|(other, _)| *other == card) {
            Some((_, count)) => *count += 1,
            None => found.push((card, 1)),
        }
    }
    found
}

/// The largest number of copies of one card.
pub fn most_copies(held: &[Card]) -> usize {
    copies(held).into_iter().map(|(_, count)| count).max().unwrap_or(0)
}

/// Each card of which `size` copies or more are held, once; of size 2, the pairs.
pub fn sets(held: &[Card], size: usize) -> Vec<Card> {
    copies(held).into_iter().filter(|&(_, count)| count >= size).map(|(card, _)| card).collect()
}

/// `held` less `gone`.
pub fn without(held: &[Card], gone: &[Card]) -> Vec<Card> {
    let mut left = held.to_vec();
    for card in gone {
        if let Some(at) = left.iter().position(|other| other == card) {
            left.remove(at);
        }
    }
    left
}

/// A decision that is cards: those shown as a bid (none to pass), those buried, or those played.
impl From<Vec<Card>> for Decision {
    fn from(cards: Vec<Card>) -> Self {
        Self { cards, ..Self::default() }
    }
}

/// What decides the order of a deal.
#[derive(Clone, Copy, Default)]
pub struct Ranking {
    /// 2 to 14, or 0 for none.
    pub trump_rank: i32,
    /// 1 to 4, or `NO_TRUMP_SUIT`; while nobody has bid (0) the order is that of no trump suit.
    pub trump_suit: i32,
    /// Without a trump suit, the cards of the trump rank are trumps all the same (O3).
    pub rank_cards_stay: bool,
    /// Jokers and cards of the trump rank are consecutive with nothing (Z4).
    pub rank_cards_apart: bool,
}

/// The order of one deal; get it from `reading::order_in` or a `Ranking`.
pub struct Order {
    suits: [usize; 55],
    strengths: [i32; 55],
}

impl From<Ranking> for Order {
    fn from(ranking: Ranking) -> Self {
        let Ranking { trump_rank, trump_suit, rank_cards_stay, rank_cards_apart } = ranking;
        let (mut suits, mut strengths) = ([TRUMP; 55], [0; 55]);
        let has_suit = (1..=4).contains(&trump_suit);
        let step = if rank_cards_apart { 2 } else { 1 };
        for card in 1..BLACK_JOKER {
            let (rank, suit, at) = (printed_rank(card), printed_suit(card), card as usize);
            if rank == trump_rank && (has_suit || rank_cards_stay) {
                strengths[at] = 12 + if suit == trump_suit { 2 * step } else { step };
                continue;
            }
            suits[at] = if suit == trump_suit { TRUMP } else { suit as usize };
            let is_above_gap = rank > trump_rank && (has_suit || rank_cards_stay);
            strengths[at] = rank - if is_above_gap { 2 } else { 1 };
        }
        let below_jokers = 12 + if has_suit { 2 * step } else { step };
        strengths[BLACK_JOKER as usize] = below_jokers + step;
        strengths[RED_JOKER as usize] = below_jokers + 2 * step;
        Self { suits, strengths }
    }
}

impl Order {
    /// The suit of a card in this deal: `TRUMP`, or 1 to 4.
    pub fn suit(&self, card: Card) -> usize {
        self.suits[card as usize]
    }

    /// How high a card is in its suit, from 1. Consecutive cards differ by one, equal ones are equal.
    pub fn strength(&self, card: Card) -> i32 {
        self.strengths[card as usize]
    }

    /// The cards of one suit.
    pub fn of_suit(&self, held: &[Card], suit: usize) -> Vec<Card> {
        held.iter().copied().filter(|&card| self.suit(card) == suit).collect()
    }

    /// The one suit that all these cards are of; none if they are of several, or there are none.
    pub fn common_suit(&self, held: &[Card]) -> Option<usize> {
        let suit = self.suit(*held.first()?);
        held.iter().all(|&card| self.suit(card) == suit).then_some(suit)
    }

    /// The tractors of `length` sets of `size` cards among cards of one suit, lowest first; of length 1, the sets.
    ///
    /// Of those that are equally high one is given.
    pub fn runs(&self, held: &[Card], size: usize, length: usize) -> Vec<Vec<Card>> {
        // By strength; a cell more than the highest run that can be needs is never reached.
        let mut rungs: Vec<Option<Card>> = vec![None; 32];
        let mut in_sets = sets(held, size);
        in_sets.sort_unstable();
        for card in in_sets {
            rungs[self.strength(card) as usize] = Some(card);
        }
        let run = |rungs: &[Option<Card>]| -> Option<Vec<Card>> {
            rungs.iter().map(|rung| rung.map(|card| vec![card; size])).collect::<Option<Vec<_>>>().map(|sets| sets.concat())
        };
        rungs.windows(length).filter_map(run).collect()
    }
}
