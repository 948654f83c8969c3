package main

import "slices"

const (
	trump       = 0 // the suit of every trump, whatever is printed on it; printed suits are 1 to 4
	noTrumpSuit = 5 // in place of the trump suit: only the jokers are trumps (O3)
	suitCount   = 5
)

// Order is the order of one deal (docs/rules.md 2).
type Order struct {
	suit     [cardCount]int // by card: trump, or 1 to 4
	strength [cardCount]int // by card, how high it is in its suit, from 1; consecutive cards differ by one
}

// orderOf is the order with a trump rank, 2 to 14 or 0 for none, and a trump suit, 1 to 4 or noTrumpSuit; while nobody
// has bid (suit 0) it is that of no trump suit.
//
// Where rankCardsStay, the cards of the trump rank are trumps without a trump suit too (O3). Where rankCardsApart,
// jokers and cards of the trump rank are consecutive with nothing (Z4).
func orderOf(trumpRank, trumpSuit int, rankCardsStay, rankCardsApart bool) *Order {
	order := &Order{}
	hasSuit := trumpSuit >= 1 && trumpSuit <= 4
	step := 1
	if rankCardsApart {
		step = 2
	}
	for card := Card(1); card < blackJoker; card++ {
		rank, suit := printedRank(card), printedSuit(card)
		order.strength[card] = rank - 1
		switch {
		case rank == trumpRank && (hasSuit || rankCardsStay):
			order.strength[card] = 12 + step
			if suit == trumpSuit {
				order.strength[card] += step
			}
			continue
		case rank > trumpRank && (hasSuit || rankCardsStay):
			order.strength[card]--
		}
		if suit != trumpSuit {
			order.suit[card] = suit
		}
	}
	belowJokers := 12 + step
	if hasSuit {
		belowJokers += step
	}
	order.strength[blackJoker], order.strength[redJoker] = belowJokers+step, belowJokers+2*step
	return order
}

// ofSuit is the cards of one suit.
func (o *Order) ofSuit(held []Card, suit int) []Card {
	var found []Card
	for _, card := range held {
		if o.suit[card] == suit {
			found = append(found, card)
		}
	}
	return found
}

// areOfSuit says whether all these cards are of one suit.
func (o *Order) areOfSuit(held []Card, suit int) bool {
	return len(o.ofSuit(held, suit)) == len(held)
}

// highest is the strength of the strongest of these cards; 0 if there are none.
func (o *Order) highest(held []Card) int {
	highest := 0
	for _, card := range held {
		highest = max(highest, o.strength[card])
	}
	return highest
}

// runs are the tractors of length sets of size cards among cards of one suit, lowest first; of length 1, the sets. Of
// those that are equally high one is given.
func (o *Order) runs(held []Card, size, length int) [][]Card {
	var byStrength [cardCount]Card
	found := sets(held, size)
	slices.Sort(found)
	for _, card := range found {
		byStrength[o.strength[card]] = card
	}
	var runs [][]Card
	for low := 1; low+length <= len(byStrength); low++ {
		steps := byStrength[low : low+length]
		if slices.Contains(steps, 0) {
			continue
		}
		var run []Card
		for _, card := range steps {
			run = append(run, repeated(card, size)...)
		}
		runs = append(runs, run)
	}
	return runs
}
