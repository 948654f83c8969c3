//! What a question's view says: the trick on the table, and what the tricks before it have shown.

use std::collections::HashSet;

use crate::cards::{CARDS, Card, NO_TRUMP_SUIT, Order, Ranking, SUITS, TRUMP, copies, count};
use crate::proto::{Trick, View};
use crate::tricks::{Kind, Lead, power, winning_play};

const PACK_SIZE: usize = 54;

/// A trick that is to be followed.
pub struct Table {
    pub lead: Lead,
    /// In order of play, the lead first.
    pub plays: Vec<Vec<Card>>,
    /// The play that wins so far.
    pub winning: Vec<Card>,
    /// The seat that made it.
    pub winner: u32,
    /// The power of that play; for a seat that T3 binds, that of the lead, which it must beat.
    pub to_beat: i32,
    /// T3 binds this seat.
    pub is_bound: bool,
    /// Those that play after this seat, in order.
    pub later_seats: Vec<u32>,
}

/// The order of the deal, once trump is settled.
///
/// Whether cards of the trump rank are trumps where there is no trump suit depends on the game (O3). The hand shows it,
/// if it holds any: it is sorted, trumps last.
pub fn order_in(view: &View) -> Order {
    let trump = view.trump.unwrap_or_default();
    let ranking = Ranking {
        trump_rank: trump.rank,
        trump_suit: trump.suit,
        rank_cards_stay: false,
        rank_cards_apart: !view.friend_calls.is_empty(),
    };
    let order = Order::from(ranking);
    if trump.suit == NO_TRUMP_SUIT && !is_sorted(&view.hand, &order) {
        return Ranking { rank_cards_stay: true, ..ranking }.into();
    }
    order
}

/// Whether `order_in` need not guess which cards are trumps.
pub fn is_order_certain(view: &View) -> bool {
    let trump = view.trump.unwrap_or_default();
    trump.suit != NO_TRUMP_SUIT || trump.rank == 0
}

/// The trick to be followed; none where this seat leads.
pub fn table_in(view: &View) -> Option<Table> {
    let trick = view.trick.as_ref()?;
    let mut plays = plays_of(trick);
    let order = order_in(view);
    let lead = Lead::read(plays.first()?, &order);
    let (turn, mut to_beat) = winning_play(&plays, &lead, &order);
    let is_bound = trick.must_beat == view.seat;
    if is_bound {
        to_beat = power(&plays[0], &lead, &order);
    }
    let seats = seats_from(trick.leader, view);
    Some(Table {
        lead,
        winning: plays[turn].clone(),
        winner: seats[turn],
        to_beat,
        is_bound,
        later_seats: seats[plays.len() + 1..].to_vec(),
        plays: std::mem::take(&mut plays),
    })
}

/// What a seat knows of cards that it does not hold, from finished tricks (`Hello::wants_history`) and this one.
pub struct Knowledge {
    order: Order,
    /// By suit of the deal, every card that may be in another hand or in the kitty, copies included; jokers too that
    /// the deck may lack (section 12).
    pub unseen: [Vec<Card>; SUITS],
    unseen_count: usize,
    /// Seats that have shown that they hold none of a suit, with that suit.
    voids: HashSet<(u32, usize)>,
    /// Cards in hand by seat, seat 1 at index 0.
    hand_counts: Vec<u32>,
}

impl Knowledge {
    /// What the view's finished tricks and the one on the table show.
    pub fn of(view: &View) -> Self {
        let (order, packs) = (order_in(view), packs_in(view));
        let mut seen = [view.hand.as_slice(), &view.buried].concat();
        let mut voids = HashSet::new();
        for trick in tricks_in(view) {
            seen.extend(&trick.cards);
            let plays = plays_of(trick);
            for (seat, played) in seats_from(trick.leader, view).into_iter().zip(&plays) {
                let suit = order.suit(plays[0][0]);
                if played.iter().any(|&card| order.suit(card) != suit) {
                    voids.insert((seat, suit));
                }
            }
        }
        let mut unseen: [Vec<Card>; SUITS] = Default::default();
        for card in CARDS {
            let unseen_copies = packs.saturating_sub(count(&seen, card));
            unseen[order.suit(card)].extend(std::iter::repeat_n(card, unseen_copies));
        }
        let unseen_count = unseen.iter().map(Vec::len).sum();
        Self { order, unseen, unseen_count, voids, hand_counts: view.hand_counts.clone() }
    }

    /// The strength of the highest unseen card of a suit; 0 if all are seen.
    pub fn highest_unseen(&self, suit: usize) -> i32 {
        self.unseen[suit].iter().map(|&card| self.order.strength(card)).max().unwrap_or(0)
    }

    /// The chance that one unseen card is in this seat's hand.
    fn share(&self, seat: u32) -> f64 {
        f64::from(self.hand_counts[seat as usize - 1]) / self.unseen_count.max(1) as f64
    }

    /// The chance that a seat holds none of a suit.
    fn chance_void(&self, seat: u32, suit: usize) -> f64 {
        if self.voids.contains(&(seat, suit)) {
            return 1.0;
        }
        all_of(self.unseen[suit].len(), 1.0 - self.share(seat))
    }

    /// The chance that a seat that is still to play can beat `played`, which stands to be the best so far.
    pub fn chance_beaten(&self, seat: u32, played: &[Card], lead: &Lead) -> f64 {
        let (order, share, suit) = (&self.order, self.share(seat), self.order.suit(played[0]));
        let strongest = played.iter().map(|&card| order.strength(card)).max().unwrap_or(0);
        let has_void = if suit == lead.suit { 1.0 } else { self.chance_void(seat, lead.suit) };
        let over = if self.voids.contains(&(seat, suit)) || (lead.kind == Kind::Throw && suit == lead.suit) {
            0.0
        } else {
            let unseen = self.unseen[suit].iter().copied();
            chance_of(lead, &unseen.filter(|&card| order.strength(card) > strongest).collect::<Vec<_>>(), share)
        };
        if suit == TRUMP {
            return has_void * over;
        }
        let has_no_trump = self.voids.contains(&(seat, TRUMP));
        let ruffs = if has_no_trump { 0.0 } else { chance_of(lead, &self.unseen[TRUMP], share) };
        let void = self.chance_void(seat, suit);
        (1.0 - void) * over + void * ruffs
    }
}

/// The chance that a hand, which each card is in by `share`, can answer a lead's shape from `stronger` cards.
fn chance_of(lead: &Lead, stronger: &[Card], share: f64) -> f64 {
    if lead.kind == Kind::Single {
        return 1.0 - all_of(stronger.len(), 1.0 - share);
    }
    let size = lead.sets[0];
    if size > 1 {
        let none: f64 = copies(stronger).into_iter().map(|(_, held)| 1.0 - chance_of_set(size, held, share)).product();
        let set_count = lead.sets.iter().filter(|&&each| each > 1).count();
        return all_of(2 * set_count - 1, 1.0 - none);
    }
    let expected = share * stronger.len() as f64;
    (expected / (2 * lead.size()) as f64).min(1.0)
}

/// The chance that `size` or more of so many copies of a card are in a hand.
fn chance_of_set(size: usize, copies: usize, share: f64) -> f64 {
    let chance_of_just =
        |held: usize| ways(copies, held) * all_of(held, share) * all_of(copies - held, 1.0 - share);
    (size..=copies).map(chance_of_just).sum()
}

/// How many ways there are to choose so many of some.
fn ways(some: usize, chosen: usize) -> f64 {
    (0..chosen).fold(1, |ways, at| ways * (some - at) / (at + 1)) as f64
}

/// The chance of so many things at once, each with this chance.
///
/// Multiplied one by one: to the last digit the same in every language, which is not true of powers.
fn all_of(count: usize, chance: f64) -> f64 {
    std::iter::repeat_n(chance, count).fold(1.0, |all, each| all * each)
}

/// How many packs are played with, from the cards dealt (the kitty is less than a pack) and all finished tricks.
pub fn packs_in(view: &View) -> usize {
    let played: usize = tricks_in(view).map(|trick| trick.cards.len()).sum();
    let held: u32 = view.hand_counts.iter().sum();
    (held as usize + played).div_ceil(PACK_SIZE)
}

/// The finished tricks that are told, and the one on the table.
pub fn tricks_in(view: &View) -> impl Iterator<Item = &Trick> {
    view.tricks.iter().chain(&view.trick)
}

/// Whether a hand is sorted by an order as the referee sorts it: by suit, each upwards, trumps last.
fn is_sorted(hand: &[Card], order: &Order) -> bool {
    hand.is_sorted_by_key(|&card| (order.suit(card) == TRUMP, order.suit(card), order.strength(card)))
}

/// All seats in order of play from one on.
fn seats_from(leader: u32, view: &View) -> Vec<u32> {
    let seat_count = view.hand_counts.len() as u32;
    (0..seat_count).map(|turn| (leader - 1 + turn) % seat_count + 1).collect()
}

/// The plays of a trick one by one.
fn plays_of(trick: &Trick) -> Vec<Vec<Card>> {
    match trick.play_size as usize {
        0 => Vec::new(),
        size => trick.cards.chunks(size).map(<[Card]>::to_vec).collect(),
    }
}
