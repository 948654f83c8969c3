package main

import (
	"cmp"
	"slices"
)

// Tricks: what a lead is, who wins, and follows that are legal in every game (docs/rules.md 5 to 7).
//
// Some rules differ between games: how throws are read, what a hand owes to pairs and tractors. Here that is read in
// the simplest way, which may misjudge a trick now and then; but every follow that is given is legal under all of them.

// Kind is what a lead is. A pair, or any set of identical cards, is a run of one.
type Kind int

const (
	single Kind = iota
	run
	throw
)

// Lead is a lead as it is to be answered.
type Lead struct {
	kind Kind
	suit int   // of all its cards
	sets []int // how many cards each of its sets has, the largest first: 2 2 1 for two pairs and a single
	size int   // how many cards it has
}

// readLead is the lead that these cards, all of one suit, make.
func readLead(played []Card, order *Order) Lead {
	copies := copiesIn(played)
	slices.SortFunc(copies, func(a, b int) int { return b - a })
	lead := Lead{kind: throw, suit: order.suit[played[0]], sets: copies, size: len(played)}
	largest, smallest := copies[0], copies[len(copies)-1]
	if len(played) == 1 {
		lead.kind = single
	} else if largest > 1 && largest == smallest && len(order.runs(played, largest, len(copies))) > 0 {
		lead.kind = run
	}
	return lead
}

// power is how strongly a play stands in a trick: the highest wins, of equal ones the first; 0 cannot win (W1–W5). The
// cards of a thrown lead itself have 1 (see winningPlay).
func power(played []Card, lead Lead, order *Order) int {
	suit := order.suit[played[0]]
	if !order.areOfSuit(played, suit) || (suit != lead.suit && suit != trump) {
		return 0
	}
	ruff := 0
	if suit == trump {
		ruff = 100
	}
	switch {
	case lead.kind == single:
		return ruff + order.strength[played[0]]
	case lead.kind == run:
		runs := order.runs(played, lead.sets[0], len(lead.sets))
		if len(runs) == 0 {
			return 0
		}
		return ruff + order.strength[runs[0][len(runs[0])-1]]
	case suit == lead.suit || !hasSets(played, lead):
		return 0
	default:
		return ruff + order.highest(sets(played, lead.sets[0]))
	}
}

// winningPlay is which of the plays, the lead first, wins so far, and its power.
func winningPlay(plays [][]Card, lead Lead, order *Order) (winner, highest int) {
	for turn, played := range plays {
		strength := power(played, lead, order)
		if turn == 0 {
			strength = max(strength, 1)
		}
		if strength > highest {
			winner, highest = turn, strength
		}
	}
	return winner, highest
}

// freeFollow is the follow whose cards cost least, where any cards of the suit will do (F1, F2). It is nil where sets
// were led and the hand has some to choose from, for then what it owes depends on the game.
func freeFollow(hand []Card, lead Lead, order *Order, cost func(Card) float64) []Card {
	suited := cheapestFirst(order.ofSuit(hand, lead.suit), cost)
	if len(suited) <= lead.size {
		others := cheapestFirst(without(hand, suited), cost)
		return append(suited, others[:lead.size-len(suited)]...)
	}
	if lead.sets[0] > 1 && len(sets(suited, 2)) > 0 {
		return nil
	}
	return suited[:lead.size]
}

// cheapestFirst sorts cards by what they cost.
func cheapestFirst(held []Card, cost func(Card) float64) []Card {
	sorted := slices.Clone(held)
	slices.SortStableFunc(sorted, func(a, b Card) int { return cmp.Compare(cost(a), cost(b)) })
	return sorted
}

// beatingFollows are legal follows of more power than toBeat: with each card, set or run that can win, filled up
// cheaply.
func beatingFollows(hand []Card, lead Lead, order *Order, toBeat int) [][]Card {
	pool := order.ofSuit(hand, lead.suit)
	if len(pool) == 0 && lead.suit != trump {
		pool = order.ofSuit(hand, trump)
	}
	if len(pool) < lead.size {
		return nil
	}
	slices.SortStableFunc(pool, func(a, b Card) int { return order.strength[a] - order.strength[b] })
	var found [][]Card
	switch lead.kind {
	case single:
		for _, card := range distinct(pool) {
			found = append(found, []Card{card})
		}
	case run:
		found = order.runs(pool, lead.sets[0], len(lead.sets))
	default:
		found = trumpedThrows(pool, lead)
	}
	return slices.DeleteFunc(found, func(played []Card) bool { return power(played, lead, order) <= toBeat })
}

// hasSets says whether sets as large as those of the lead can be cut out of the cards.
func hasSets(played []Card, lead Lead) bool {
	copies := copiesIn(played)
	for _, size := range lead.sets {
		slices.Sort(copies)
		most := &copies[len(copies)-1]
		if *most < size {
			return false
		}
		*most -= size
	}
	return true
}

// trumpedThrows are answers to a throw from cards sorted upwards: one for each set that could be the highest of it.
func trumpedThrows(pool []Card, lead Lead) [][]Card {
	var found [][]Card
	for _, top := range sets(pool, lead.sets[0]) {
		chosen := repeated(top, lead.sets[0])
		left := without(pool, chosen)
		for _, size := range lead.sets[1:] {
			lowest := sets(left, size)
			if len(lowest) == 0 {
				break
			}
			set := repeated(lowest[0], size)
			chosen = append(chosen, set...)
			left = without(left, set)
		}
		if len(chosen) == lead.size {
			found = append(found, chosen)
		}
	}
	return found
}
