package main

import pb "bot/gen/tractorv1"

// listedDecisions are the legal decisions that a question lists, each whole, for a bot that asked for them
// (Bot.LegalDecisions). The referee knows every rule of the game that is played, so a bot that chooses among these
// plays any game.
func listedDecisions(question *pb.Question) []*pb.Decision {
	legal := question.GetLegalDecisions()
	decisions := make([]*pb.Decision, 0, len(legal.GetSizes()))
	start := uint32(0)
	for _, size := range legal.GetSizes() {
		end := start + size
		if question.Phase == pb.Phase_PHASE_CALL {
			decisions = append(decisions, &pb.Decision{FriendCalls: legal.FriendCalls[start:end]})
		} else {
			decisions = append(decisions, &pb.Decision{Cards: legal.Cards[start:end:end]})
		}
		start = end
	}
	return decisions
}

// listedCards are the cards of each decision that is listed; not for phase CALL.
func listedCards(question *pb.Question) [][]Card {
	listed := [][]Card{}
	for _, decision := range listedDecisions(question) {
		listed = append(listed, decision.Cards)
	}
	return listed
}
