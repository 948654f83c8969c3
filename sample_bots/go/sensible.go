package main

import (
	"slices"

	pb "bot/gen/tractorv1"
)

// The sensible bot follows simple good sense, and remembers nothing: all it goes by is in the question.
//
// It bids its long suit and buries no points. Then, of the plays that the referee lists or that come to mind, it takes
// the one that is worth most: the points at stake times the chance that its side takes the trick, less what the cards
// would be worth later. So it takes tricks with points cheaply, feeds points to a partner who wins, and leads what is
// likely to stand. In Finding Friends it calls high cards, and takes seats that have not shown their side for friends
// by chance.

const (
	bidShare = 0.42 // of the hand that has to be trumps for a bid; by chance it is a third
	tempo    = 4.0  // what it is worth to win a trick and lead the next, in points
)

func sensibleBot() Bot {
	return Bot{Name: "sensible", Version: "1", LegalDecisions: 100, History: true, Decide: decideSensibly}
}

func decideSensibly(question *pb.Question) *pb.Decision {
	view, byDefault := question.View, question.DefaultDecision
	switch question.Phase {
	case pb.Phase_PHASE_BID, pb.Phase_PHASE_HOLD:
		return &pb.Decision{Cards: sensibleBid(question)}
	case pb.Phase_PHASE_BURY:
		return &pb.Decision{Cards: sensibleBurial(view, len(byDefault.GetCards()))}
	case pb.Phase_PHASE_CALL:
		return &pb.Decision{FriendCalls: sensibleCalls(view, len(byDefault.GetFriendCalls()))}
	case pb.Phase_PHASE_PLAY:
		if table := tableIn(view); table != nil {
			return &pb.Decision{Cards: sensibleFollow(question, table)}
		}
		return &pb.Decision{Cards: sensibleLead(view)}
	default:
		return byDefault
	}
}

// --- Before the first trick

// sensibleBid is the bid that makes most of the hand trumps, if that is enough of it; else the default one, mostly a
// pass. A bid that was overridden is held by the same measure.
func sensibleBid(question *pb.Question) []Card {
	view := question.View
	var best []Card
	most := 0
	for _, shown := range possibleBids(question) {
		if !namesSuit(shown) {
			continue
		}
		trumps := trumpCount(shown, view)
		if best == nil || trumps > most || (trumps == most && len(shown) < len(best)) {
			best, most = shown, trumps
		}
	}
	if best != nil && float64(most) >= max(3, bidShare*float64(len(view.Hand))) {
		return best
	}
	return question.GetDefaultDecision().GetCards()
}

// sensibleBurial is low cards of short plain suits; pairs, aces and trumps only if need be, points last of all.
func sensibleBurial(view *pb.View, size int) []Card {
	order := orderIn(view)
	pairs := sets(view.Hand, 2)
	cost := func(card Card) float64 {
		cost := 1000*points([]Card{card}) + order.strength[card]
		if order.suit[card] == trump {
			cost += 100
		} else {
			cost += 2 * len(order.ofSuit(view.Hand, order.suit[card]))
		}
		if order.strength[card] >= 11 {
			cost += 20
		}
		if slices.Contains(pairs, card) {
			cost += 15
		}
		return float64(cost)
	}
	return cheapestFirst(view.Hand, cost)[:size]
}

// sensibleCalls are friends with high cards: the first copy that the maker does not hold, of suits in which it is
// short. It plays its own copies first, and then the next one brings a friend.
func sensibleCalls(view *pb.View, size int) []*pb.FriendCall {
	order, packs := orderIn(view), packsIn(view)
	var withOthers []Card
	for card := Card(1); card < cardCount; card++ {
		if order.suit[card] != trump && count(view.Hand, card)+count(view.Buried, card) < packs {
			withOthers = append(withOthers, card)
		}
	}
	cost := func(card Card) float64 {
		length := len(order.ofSuit(view.Hand, order.suit[card]))
		canLeadToIt := 0
		if length > 0 {
			canLeadToIt = 3
		}
		return 0.5*float64(length) - float64(4*printedRank(card)+canLeadToIt-count(view.Hand, card))
	}
	best := cheapestFirst(withOthers, cost)
	calls := make([]*pb.FriendCall, 0, size)
	for _, card := range best[:min(size, len(best))] {
		calls = append(calls, &pb.FriendCall{Card: card, Ordinal: uint32(count(view.Hand, card) + 1)})
	}
	return calls
}

// --- Tricks

// sensibleLead is the lead that is worth most.
func sensibleLead(view *pb.View) []Card {
	order, knowledge, withUs := orderIn(view), knowledgeIn(view), chancesWith(view)
	hand := view.Hand
	keeping := keepingOf(hand, knowledge)
	worth := func(played []Card) float64 {
		led := readLead(played, order)
		stands := 1.0
		for at, withIt := range withUs {
			if withIt < 1 {
				stands *= 1 - float64((1-withIt)*knowledge.chanceBeaten(at+1, played, led))
			}
		}
		stake := float64(points(played)) + float64(tempo*float64(len(played)))
		return float64((float64(2*stands)-1)*stake) - keeping.cost(played...)
	}
	leads := setsLed(hand)
	if isOrderCertain(view) {
		leads = append(leads, runsLed(hand, order)...)
		leads = append(leads, sureThrows(hand, order, knowledge)...)
	}
	return best(leads, worth)
}

// setsLed are every single, pair and larger set of a hand.
func setsLed(hand []Card) [][]Card {
	var found [][]Card
	for _, card := range distinct(hand) {
		for size := 1; size <= count(hand, card); size++ {
			found = append(found, repeated(card, size))
		}
	}
	return found
}

// runsLed are every tractor of a hand.
func runsLed(hand []Card, order *Order) [][]Card {
	var found [][]Card
	for suit := range suitCount {
		suited := order.ofSuit(hand, suit)
		for size := 2; len(sets(suited, size)) > 0; size++ {
			for length := 2; length <= len(suited)/size; length++ {
				found = append(found, order.runs(suited, size, length)...)
			}
		}
	}
	return found
}

// sureThrows are throws of sets of one size, of cards that no unseen card of their suit is higher than: none can fail
// (L6).
func sureThrows(hand []Card, order *Order, knowledge *Knowledge) [][]Card {
	var found [][]Card
	for suit := range suitCount {
		highest := knowledge.highestUnseen(suit)
		sure := slices.DeleteFunc(order.ofSuit(hand, suit), func(card Card) bool { return order.strength[card] < highest })
		for size := 1; len(sets(sure, size)) > 1; size++ {
			var thrown []Card
			for _, card := range sets(sure, size) {
				thrown = append(thrown, repeated(card, size)...)
			}
			found = append(found, thrown)
		}
	}
	return found
}

// sensibleFollow is the follow that is worth most.
func sensibleFollow(question *pb.Question, table *Table) []Card {
	view := question.View
	order, knowledge, withUs := orderIn(view), knowledgeIn(view), chancesWith(view)
	keeping := keepingOf(view.Hand, knowledge)
	stake := tempo
	for _, played := range table.plays {
		stake += float64(points(played))
	}
	// A friend who is still to play may take the trick from an opponent.
	rescued := 0.0
	for _, seat := range table.laterSeats {
		rescued = max(rescued, 0.3*withUs[seat-1])
	}
	// That no opponent beats this play.
	chanceKept := func(winning []Card) float64 {
		chance := 1.0
		for _, seat := range table.laterSeats {
			if againstUs := 1 - withUs[seat-1]; againstUs != 0 {
				chance *= 1 - float64(againstUs*knowledge.chanceBeaten(seat, winning, table.lead))
			}
		}
		return chance
	}
	ours := withUs[table.winner-1]
	chanceIfLower := float64(ours*chanceKept(table.winning)) + float64((1-ours)*rescued)
	worth := func(played []Card) float64 {
		chance := chanceIfLower
		if power(played, table.lead, order) > table.toBeat {
			chance = chanceKept(played)
		}
		return float64((float64(2*chance)-1)*(stake+float64(points(played)))) - keeping.cost(played...)
	}
	costAndPoints := func(card Card) float64 { return keeping.cost(card) + float64(2*points([]Card{card})) }
	costLessPoints := func(card Card) float64 { return keeping.cost(card) - float64(2*points([]Card{card})) }
	return best(possibleFollows(question, table, costAndPoints, costLessPoints), worth)
}

// Keeping is what cards are worth if they are kept for later tricks, in points.
type Keeping struct {
	order        *Order
	pairs        []Card
	highestTrump int // that is unseen
}

func keepingOf(hand []Card, knowledge *Knowledge) Keeping {
	return Keeping{knowledge.order, sets(hand, 2), knowledge.highestUnseen(trump)}
}

// cost is what is given up by playing these cards.
func (k Keeping) cost(played ...Card) float64 {
	sum := 0.0
	for _, card := range played {
		sum += k.costOf(card)
	}
	return sum
}

func (k Keeping) costOf(card Card) float64 {
	strength := float64(k.order.strength[card])
	cost := float64(0.2 * strength)
	if slices.Contains(k.pairs, card) {
		cost += 0.5
	}
	if k.order.suit[card] == trump {
		trumpCost := 1.5 + float64(0.3*strength)
		if k.order.strength[card] >= k.highestTrump {
			trumpCost += 2
		}
		cost += trumpCost
	}
	return cost
}

// best is the first of those plays that are worth most.
func best(plays [][]Card, worth func([]Card) float64) []Card {
	chosen, most := plays[0], worth(plays[0])
	for _, played := range plays[1:] {
		if value := worth(played); value > most {
			chosen, most = played, value
		}
	}
	return chosen
}
