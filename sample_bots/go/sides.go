package main

import (
	"slices"

	pb "bot/gen/tractorv1"
)

// chancesWith is by seat, seat 1 first: the chance that it is on one's own side; 1 for oneself.
//
// In Tractor the declarers are known, so all chances are 0 or 1. In Finding Friends nobody but the maker knows who
// holds the cards called: seats that have not shown it are friends of the maker by chance.
func chancesWith(view *pb.View) []float64 {
	makers := declarersIn(view)
	if len(view.FriendCalls) > 0 {
		makers = chancesWithMaker(view)
	}
	own := makers[view.Seat-1]
	together := make([]float64, len(makers))
	for at, other := range makers {
		together[at] = float64(own*other) + float64((1-own)*(1-other))
	}
	together[view.Seat-1] = 1
	return together
}

// declarersIn is by seat: 1 for those that are known to be on the declarers' side.
func declarersIn(view *pb.View) []float64 {
	known := make([]float64, seatCount(view))
	for _, seat := range view.Declarers {
		known[seat-1] = 1
	}
	return known
}

// chancesWithMaker is by seat: the chance that it is on the maker's side, or will be.
func chancesWithMaker(view *pb.View) []float64 {
	packs := packsIn(view)
	friendsExpected, noneIsOurs := 0.0, 1.0
	for _, call := range view.FriendCalls {
		if call.PlayedBy == 0 {
			ours := chanceHeld(call, packs, view)
			friendsExpected += 1 - ours
			noneIsOurs *= 1 - ours
		}
	}
	strangers := 0
	for seat := uint32(1); int(seat) <= seatCount(view); seat++ {
		if seat != view.Seat && !slices.Contains(view.Declarers, seat) {
			strangers++
		}
	}
	byChance := min(1, friendsExpected/float64(max(1, strangers)))
	chances := declarersIn(view)
	for at, known := range chances {
		switch {
		case known == 1:
		case at == int(view.Seat)-1:
			chances[at] = 1 - noneIsOurs
		default:
			chances[at] = byChance
		}
	}
	return chances
}

// chanceHeld is the chance that one's own copy of a card is the one called.
func chanceHeld(call *pb.FriendCall, packs int, view *pb.View) float64 {
	held := count(view.Hand, call.Card)
	switch {
	case held == 0:
		return 0
	case view.Seat == view.Starter && held == packs:
		return 1
	case view.Seat == view.Starter:
		// It plays its own copies first, so that those called are left to others, if there are any.
		return 0
	}
	played := 0
	for _, trick := range allTricks(view) {
		played += count(trick.Cards, call.Card)
	}
	return min(1, float64(held)/float64(max(1, packs-played)))
}
