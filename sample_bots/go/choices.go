package main

import (
	"slices"

	pb "bot/gen/tractorv1"
)

// What can be done: bids and follows to choose from.

// possibleBids are all bids that the question lists but the pass, which is always possible.
func possibleBids(question *pb.Question) [][]Card {
	return slices.DeleteFunc(listedCards(question), func(shown []Card) bool { return len(shown) == 0 })
}

// namesSuit says whether a bid makes a suit trump; jokers alone make none.
func namesSuit(shown []Card) bool {
	return slices.Min(shown) < blackJoker
}

// trumpCount is how many cards of the hand a bid would make trumps; in Finding Friends it sets the trump rank too (Z1).
func trumpCount(shown []Card, view *pb.View) int {
	order := orderOf(int(view.GetTrump().GetRank()), noTrumpSuit, false, false)
	if namesSuit(shown) {
		// Jokers that are shown beside a pair come after it.
		lowest := slices.Min(shown)
		order = orderOf(printedRank(lowest), printedSuit(lowest), false, false)
	}
	return len(order.ofSuit(view.Hand, trump))
}

// possibleFollows are legal follows: all that there are, if all are listed. Else those that are listed, the default
// decision, those that come to mind to win the trick, and the cheapest by each of the costs where the hand leaves a
// free choice.
func possibleFollows(question *pb.Question, table *Table, costs ...func(Card) float64) [][]Card {
	listed := listedCards(question)
	if question.GetLegalDecisions().GetComplete() {
		return listed
	}
	view, order := question.View, orderIn(question.View)
	found := append(listed, question.GetDefaultDecision().GetCards())
	if !isOrderCertain(view) {
		return found
	}
	found = append(found, beatingFollows(view.Hand, table.lead, order, table.toBeat)...)
	if !table.isBound {
		for _, cost := range costs {
			if follow := freeFollow(view.Hand, table.lead, order, cost); follow != nil {
				found = append(found, follow)
			}
		}
	}
	return found
}
