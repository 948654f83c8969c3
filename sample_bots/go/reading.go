package main

import (
	"slices"

	pb "bot/gen/tractorv1"
)

// Reading a view: its order, and the trick on the table. Seats are numbered from 1.

const packSize = 54

// Table is a trick that is to be followed.
type Table struct {
	lead       Lead
	plays      [][]Card // in order of play, the lead first
	winner     int      // the seat that wins so far
	winning    []Card   // its play
	toBeat     int      // its power; for a seat that T3 binds, that of the lead, which it must beat
	isBound    bool     // T3 binds this seat
	laterSeats []int    // those that play after this one, in order
}

// orderIn is the order of the deal, once trump is settled.
//
// Whether cards of the trump rank are trumps where there is no trump suit depends on the game (O3). The hand shows it,
// if it holds any: it is sorted, trumps last.
func orderIn(view *pb.View) *Order {
	rank, suit := int(view.GetTrump().GetRank()), int(view.GetTrump().GetSuit())
	inFriends := len(view.FriendCalls) > 0
	order := orderOf(rank, suit, false, inFriends)
	if suit == noTrumpSuit && !isSorted(view.Hand, order) {
		return orderOf(rank, suit, true, inFriends)
	}
	return order
}

// isOrderCertain says whether orderIn need not guess which cards are trumps.
func isOrderCertain(view *pb.View) bool {
	return int(view.GetTrump().GetSuit()) != noTrumpSuit || view.GetTrump().GetRank() == 0
}

// isSorted says whether an order sorts a hand as the referee did: by suit, each upwards, trumps last.
func isSorted(hand []Card, order *Order) bool {
	place := func(card Card) int {
		suit := order.suit[card]
		if suit == trump {
			suit = suitCount
		}
		return 100*suit + order.strength[card]
	}
	return slices.IsSortedFunc(hand, func(a, b Card) int { return place(a) - place(b) })
}

// tableIn is the trick to be followed; nil where this seat leads.
func tableIn(view *pb.View) *Table {
	trick := view.Trick
	if len(trick.GetCards()) == 0 {
		return nil
	}
	order, plays := orderIn(view), playsOf(trick)
	lead := readLead(plays[0], order)
	winner, toBeat := winningPlay(plays, lead, order)
	table := &Table{
		lead:    lead,
		plays:   plays,
		winner:  seatAt(trick, winner, view),
		winning: plays[winner],
		toBeat:  toBeat,
		isBound: trick.MustBeat == view.Seat,
	}
	if table.isBound {
		table.toBeat = power(plays[0], lead, order)
	}
	for turn := len(plays) + 1; turn < seatCount(view); turn++ {
		table.laterSeats = append(table.laterSeats, seatAt(trick, turn, view))
	}
	return table
}

// playsOf is the plays of a trick one by one.
func playsOf(trick *pb.Trick) [][]Card {
	if trick.GetPlaySize() == 0 {
		return nil
	}
	return slices.Collect(slices.Chunk(trick.Cards, int(trick.PlaySize)))
}

// seatAt is the seat that plays to a trick after so many others.
func seatAt(trick *pb.Trick, turn int, view *pb.View) int {
	return (int(trick.Leader)-1+turn)%seatCount(view) + 1
}

func seatCount(view *pb.View) int {
	return len(view.HandCounts)
}

// allTricks is the finished tricks, for a bot that asked for them (Bot.History), and the one on the table.
func allTricks(view *pb.View) []*pb.Trick {
	tricks := slices.Clone(view.Tricks)
	if view.Trick != nil {
		tricks = append(tricks, view.Trick)
	}
	return tricks
}

// packsIn is how many packs are played with, from the cards dealt (the kitty is less than a pack) and all tricks.
func packsIn(view *pb.View) int {
	dealt := 0
	for _, held := range view.HandCounts {
		dealt += int(held)
	}
	for _, trick := range allTricks(view) {
		dealt += len(trick.Cards)
	}
	return (dealt + packSize - 1) / packSize
}
