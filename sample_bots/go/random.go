package main

import (
	"hash/fnv"
	"math/rand/v2"

	"google.golang.org/protobuf/proto"

	pb "bot/gen/tractorv1"
)

// randomBot plays by chance, from the legal decisions that the referee lists on request.
func randomBot() Bot {
	return Bot{Name: "random", Version: "1", LegalDecisions: 100, Decide: decideByChance}
}

func decideByChance(question *pb.Question) *pb.Decision {
	listed := listedDecisions(question)
	if len(listed) == 0 || !isKnown(question.Phase) {
		return question.DefaultDecision
	}
	// Seeded by what is seen, so that the same question always gets the same answer and a cup can be played again.
	seen, _ := proto.MarshalOptions{Deterministic: true}.Marshal(question.View)
	seed := fnv.New64a()
	seed.Write(seen)
	return listed[rand.New(rand.NewPCG(seed.Sum64(), 0)).IntN(len(listed))]
}

// isKnown says whether a phase is one of those that this bot has heard of; others may want other answers.
func isKnown(phase pb.Phase) bool {
	_, ok := pb.Phase_name[int32(phase)]
	return ok
}
