package main

import (
	"fmt"
	"strings"

	pb "bot/gen/tractorv1"
)

// Card is a card as the protocol numbers it: 1 to 54, clubs, diamonds, hearts, spades, each 2 3 4 5 6 7 8 9 10 J Q K A;
// then the black and the red joker.
type Card = pb.Card

const (
	blackJoker = pb.Card_CARD_BLACK_JOKER
	redJoker   = pb.Card_CARD_RED_JOKER
	cardCount  = 55 // with the number 0, which is no card
)

// text is cards in words: "TH KS RJ".
func text(held []Card) string {
	words := make([]string, len(held))
	for at, card := range held {
		words[at] = cardText(card)
	}
	return strings.Join(words, " ")
}

func cardText(card Card) string {
	switch {
	case card == blackJoker:
		return "BJ"
	case card == redJoker:
		return "RJ"
	case card < 1 || card > redJoker:
		return fmt.Sprintf("card %d", card) // of a game that is not known yet
	default:
		return "23456789TJQKA"[printedRank(card)-2:][:1] + "CDHS"[printedSuit(card)-1:][:1]
	}
}

// cards are cards from words: "TH KS RJ".
func cards(words string) ([]Card, error) {
	var found []Card
	for _, word := range strings.Fields(words) {
		card := Card(1)
		for card <= redJoker && cardText(card) != word {
			card++
		}
		if card > redJoker {
			return nil, fmt.Errorf("%q is no card", word)
		}
		found = append(found, card)
	}
	return found, nil
}

// printedRank is 2 for the two up to 14 for the ace; 0 for a joker.
func printedRank(card Card) int {
	if card >= blackJoker {
		return 0
	}
	return int(card-1)%13 + 2
}

// printedSuit is 1 to 4: clubs, diamonds, hearts, spades; 0 for a joker.
func printedSuit(card Card) int {
	if card >= blackJoker {
		return 0
	}
	return int(card-1)/13 + 1
}

// points is what cards score: kings and tens ten, fives five.
func points(held []Card) int {
	sum := 0
	for _, card := range held {
		switch printedRank(card) {
		case 10, 13:
			sum += 10
		case 5:
			sum += 5
		}
	}
	return sum
}

// count says how many copies of a card are held.
func count(held []Card, card Card) int {
	copies := 0
	for _, each := range held {
		if each == card {
			copies++
		}
	}
	return copies
}

// distinct is each card that is held, once, in the order in which they come.
func distinct(held []Card) []Card {
	return sets(held, 1)
}

// sets is each card of which so many copies or more are held, once; of size 2, the pairs.
func sets(held []Card, size int) []Card {
	var copies [cardCount]int
	for _, card := range held {
		copies[card]++
	}
	var found []Card
	for _, card := range held {
		if copies[card] >= size {
			found = append(found, card)
		}
		copies[card] = 0
	}
	return found
}

// copiesIn is how many copies there are of each distinct card, in the order in which they come.
func copiesIn(held []Card) []int {
	var copies []int
	for _, card := range distinct(held) {
		copies = append(copies, count(held, card))
	}
	return copies
}

// repeated is so many copies of a card.
func repeated(card Card, size int) []Card {
	copies := make([]Card, size)
	for at := range copies {
		copies[at] = card
	}
	return copies
}

// without is what is held less what is gone of it.
func without(held, gone []Card) []Card {
	var going [cardCount]int
	for _, card := range gone {
		going[card]++
	}
	left := make([]Card, 0, len(held))
	for _, card := range held {
		if going[card] > 0 {
			going[card]--
		} else {
			left = append(left, card)
		}
	}
	return left
}
