package main

import pb "bot/gen/tractorv1"

// Knowledge is what a seat knows of cards that it does not hold, from finished tricks and the one on the table.
type Knowledge struct {
	order *Order
	// By suit of the deal, every card that may be in another hand or in the kitty, copies included; jokers too that
	// the deck may lack (docs/rules.md 12).
	unseen      [suitCount][]Card
	unseenCount int
	voids       map[seatAndSuit]bool // what seats have shown that they hold none of
	handCounts  []uint32
}

type seatAndSuit struct{ seat, suit int }

func knowledgeIn(view *pb.View) *Knowledge {
	knowledge := &Knowledge{order: orderIn(view), voids: map[seatAndSuit]bool{}, handCounts: view.HandCounts}
	suits := &knowledge.order.suit
	var seen [cardCount]int
	see := func(cards []Card) {
		for _, card := range cards {
			seen[card]++
		}
	}
	see(view.Hand)
	see(view.Buried)
	for _, trick := range allTricks(view) {
		see(trick.Cards)
		for turn, played := range playsOf(trick) {
			led := suits[trick.Cards[0]]
			if !knowledge.order.areOfSuit(played, led) {
				knowledge.voids[seatAndSuit{seatAt(trick, turn, view), led}] = true
			}
		}
	}
	packs := packsIn(view)
	for card := Card(1); card < cardCount; card++ {
		left := max(0, packs-seen[card])
		unseen := &knowledge.unseen[suits[card]]
		*unseen = append(*unseen, repeated(card, left)...)
		knowledge.unseenCount += left
	}
	return knowledge
}

// highestUnseen is the strength of the strongest unseen card of a suit; 0 if there are none.
func (k *Knowledge) highestUnseen(suit int) int {
	return k.order.highest(k.unseen[suit])
}

// share is the chance that one unseen card is in this seat's hand.
func (k *Knowledge) share(seat int) float64 {
	return float64(k.handCounts[seat-1]) / float64(max(1, k.unseenCount))
}

// chanceVoid is the chance that a seat holds none of a suit.
func (k *Knowledge) chanceVoid(seat, suit int) float64 {
	if k.voids[seatAndSuit{seat, suit}] {
		return 1
	}
	return allOf(len(k.unseen[suit]), 1-k.share(seat))
}

// chanceBeaten is the chance that a seat that is still to play can beat these cards, which stand to be the best so far.
func (k *Knowledge) chanceBeaten(seat int, played []Card, lead Lead) float64 {
	share, suit := k.share(seat), k.order.suit[played[0]]
	over := 0.0
	if !k.voids[seatAndSuit{seat, suit}] && !(lead.kind == throw && suit == lead.suit) {
		strongest := k.order.highest(played)
		var higher []Card
		for _, card := range k.unseen[suit] {
			if k.order.strength[card] > strongest {
				higher = append(higher, card)
			}
		}
		over = chanceOf(lead, higher, share)
	}
	if suit == trump {
		if suit == lead.suit {
			return over
		}
		return k.chanceVoid(seat, lead.suit) * over
	}
	ruffs := 0.0
	if !k.voids[seatAndSuit{seat, trump}] {
		ruffs = chanceOf(lead, k.unseen[trump], share)
	}
	void := k.chanceVoid(seat, suit)
	return float64((1-void)*over) + float64(void*ruffs)
}

// Products are converted (float64(a*b)) where something is added to them, because Go may else fuse the two operations
// on some machines, and a bot should decide the same everywhere.

// chanceOf is the chance that a hand, which each card is in by share, can answer a lead's shape from stronger cards.
func chanceOf(lead Lead, stronger []Card, share float64) float64 {
	if lead.kind == single {
		return 1 - allOf(len(stronger), 1-share)
	}
	size := lead.sets[0]
	if size == 1 {
		expected := share * float64(len(stronger))
		return min(1, expected/float64(2*lead.size))
	}
	none := 1.0
	for _, copies := range copiesIn(stronger) {
		none *= 1 - chanceOfSet(size, copies, share)
	}
	setCount := 0
	for _, each := range lead.sets {
		if each > 1 {
			setCount++
		}
	}
	return allOf(2*setCount-1, 1-none)
}

// chanceOfSet is the chance that size or more of so many copies of a card are in a hand.
func chanceOfSet(size, copies int, share float64) float64 {
	chance := 0.0
	for held := size; held <= copies; held++ {
		chance += float64(float64(choices(copies, held)) * allOf(held, share) * allOf(copies-held, 1-share))
	}
	return chance
}

// choices is in how many ways some can be chosen of all.
func choices(all, some int) int {
	ways := 1
	for number := 1; number <= some; number++ {
		ways = ways * (all - some + number) / number
	}
	return ways
}

// allOf is the chance of so many things at once, each with this chance. It is multiplied one by one: to the last digit
// the same in every language, which is not true of powers.
func allOf(count int, chance float64) float64 {
	all := 1.0
	for range count {
		all *= chance
	}
	return all
}
