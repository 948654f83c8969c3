package main

import pb "bot/gen/tractorv1"

// myBot is your bot: write it here.
func myBot() Bot {
	return Bot{Name: "my bot", Version: "1", LegalDecisions: 100, Prepare: prepare, Decide: decide}
}

// prepare is told of every match before its first question: match.Rules names the options of the game, one
// "name = value" a line; match.Seat is yours, from 1; match.LimitS is how many seconds each decision has.
func prepare(match *pb.MatchStarting) {}

// decide answers one question. It holds all that your seat may know, so no memory is needed:
//
//	question.Phase            what is asked
//	question.DefaultDecision  always legal; return it where you do not know better
//	listedCards(question)     legal decisions, each a list of cards; all of them if question.LegalDecisions.Complete
//	question.TimeLeftS        seconds that are left for this answer
//	view.Hand                 your cards, trumps last: numbers, which text(view.Hand) writes as "TH KS RJ"
//	view.Trump                .Rank (2 to 14) and .Suit of the trumps
//	view.Trick                .Cards on the table, .PlaySize of them a seat, from seat .Leader on; none if you lead
//	view.OpponentsPoints      what the opponents of the declarers (view.Declarers, by seat) have won so far
func decide(question *pb.Question) *pb.Decision {
	view := question.View
	switch question.Phase {

	case pb.Phase_PHASE_BID:
		// Show cards to bid, or none to pass. This bids with any pair, and else does not.
		for _, shown := range listedCards(question) {
			if len(shown) >= 2 {
				return &pb.Decision{Cards: shown}
			}
		}
		return &pb.Decision{}

	case pb.Phase_PHASE_BURY:
		// You hold the kitty: bury as many cards as the default decision does, any cards.
		return question.DefaultDecision

	case pb.Phase_PHASE_PLAY:
		// Lead, or follow. This leads an ace if it has one, and else agrees with the default.
		if len(view.GetTrick().GetCards()) == 0 {
			for _, card := range view.Hand {
				if printedRank(card) == 14 {
					return &pb.Decision{Cards: []Card{card}}
				}
			}
		}
		return question.DefaultDecision

	default:
		// PHASE_HOLD and PHASE_CALL of Finding Friends, and whatever you have never heard of.
		return question.DefaultDecision
	}
}
