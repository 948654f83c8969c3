"""What the script of the replay says: its sentences in a language, by the short names under which it asks for them."""

from __future__ import annotations

from typing import TypeAlias

from arena.words.languages import Language
from arena.words.words import words_of

Sentences: TypeAlias = dict[str, str | tuple[str, str]]
"""Sentences with ``{name}`` where the script fills in text; pairs are the forms for one and for several."""


def replay_words(language: Language) -> Sentences:
    """All sentences of the script."""
    return {**_signs(language), **_cards(language), **_moves(language), **_results(language), **_labels(language)}


def _signs(language: Language) -> Sentences:
    """How numbers and lists are written."""
    words = words_of(language)
    say = words.say
    return {
        "signs": "".join(words.digits(digit) for digit in "0123456789."),
        "minus": words.digits("-"),
        "plus": words.digits("+"),
        "comma": say(", "),
        "semicolon": say("; "),
        "labelled": say("{label}: {value}"),
        "sentence": say("{text}."),
        "ms": say("{number} ms"),
        "s": say("{number} s"),
    }


def _cards(language: Language) -> Sentences:
    """Cards and seats in words."""
    words = words_of(language)
    say, ngettext = words.say, words.ngettext

    return {
        "North": say("North"),
        "West": say("West"),
        "South": say("South"),
        "East": say("East"),
        "seat": say("Seat {number}"),
        "S": say("spades"),
        "H": say("hearts"),
        "C": say("clubs"),
        "D": say("diamonds"),
        "trumps": say("trumps"),
        "A": (ngettext("ace", "aces", 1), ngettext("ace", "aces", 2)),
        "K": (ngettext("king", "kings", 1), ngettext("king", "kings", 2)),
        "Q": (ngettext("queen", "queens", 1), ngettext("queen", "queens", 2)),
        "J": (ngettext("jack", "jacks", 1), ngettext("jack", "jacks", 2)),
        "rank": (ngettext("{rank}", "{rank}s", 1), ngettext("{rank}", "{rank}s", 2)),
        "of": say("{rank} of {suit}"),
        "RJ": (ngettext("red joker", "red jokers", 1), ngettext("red joker", "red jokers", 2)),
        "BJ": (ngettext("black joker", "black jokers", 1), ngettext("black joker", "black jokers", 2)),
        "set2": say("pair of {cards}"),
        "set3": say("triple of {cards}"),
        "set4": say("four {cards}"),
        "no_cards": say("no cards"),
        "hand": say("Hand of {who}, {group}"),
        "hidden_hand": say("Hand of {who}, hidden: {cards}"),
        "cards": (ngettext("{count} card", "{count} cards", 1), ngettext("{count} card", "{count} cards", 2)),
        "points": (ngettext("{count} point", "{count} points", 1), ngettext("{count} point", "{count} points", 2)),
        "levels": (ngettext("{count} level", "{count} levels", 1), ngettext("{count} level", "{count} levels", 2)),
    }


def _moves(language: Language) -> Sentences:
    """What happens at a step."""
    say = words_of(language).say
    return {
        "start": say("{who} draws first. The trump rank is {rank}."),
        "start_open": say("{who} draws first. The bid sets the trump rank."),
        "bid": say("{who} bids {cards}, with {drawn} cards drawn by all."),
        "bid_last": say("{who} bids {cards} in the last round."),
        "hold": say("{who} holds the bid with {cards}."),
        "nobody_bid": say("Nobody bid."),
        "turned": say("Turned up of the kitty: {cards}."),
        "contract": say("Trump: {trump}. {who} takes the kitty."),
        "trump": say("{suit}, rank {rank}"),
        "no_suit": say("no trump suit, rank {rank}"),
        "no_trump": say("no trump suit and no trump rank"),
        "kitty": say("In the kitty: {cards}; {points}."),
        "kitty_hidden": say("{who} takes the kitty."),
        "bury": say("{who} buries {cards}; {points}."),
        "bury_hidden": say("{who} buries as many cards."),
        "calls": say("{who} calls {cards}."),
        "call": say("{card}, copy {number}"),
        "call_other": say("the other {card}"),
        "lead": say("{who} leads {cards}."),
        "play": say("{who} plays {cards}."),
        "throw": say("{who} throws {cards}. The throw fails: part of it can be beaten."),
        "throw_ends": say("The failed throw ends the deal."),
        "forced": say("{who} has to lead {cards}; {count} go back."),
        "fine": say("The fine is {points}."),
        "joins": say("{who} joins the maker with {card}."),
        "plays_own": say("{who}, the maker, plays the called {card}."),
        "wins": say("{who} wins the trick."),
        "wins_by": say("{who} wins the trick: {reason}."),
        "led": say("nobody beat the lead"),
        "higher": say("higher in the suit"),
        "trumped": say("trumped"),
        "overtrumped": say("overtrumped"),
        "first": say("of equal plays the first"),
        "bomb": say("four identical cards"),
        "worth": say("It holds {points}."),
    }


def _results(language: Language) -> Sentences:
    """How a deal stands, and how it ended."""
    say = words_of(language).say
    return {
        "thrown_in": say("Nobody bid: the deal is thrown in and dealt again."),
        "from_kitty": say("Of these, {points} come from the buried cards."),
        "from_hands": say("Of these, {points} come from cards that were not played."),
        "outcome": say("Result: {zone}."),
        "makers_side": say("The maker’s side: {names}."),
        "levels_now": say("Levels now: {levels}."),
        "level_of": say("{who} {level}"),
        "game_won": say("The game is won by {who}."),
        "next_starter": say("Next starter: {who}."),
        "zone_declarers": say("declarers {gain}"),
        "zone_opponents": say("opponents {gain}"),
        "zone_makers": say("maker {gain}"),
        "zone_others": say("others {gain}"),
        "zone_nobody": say("nobody"),
        "past_ace": say("past A"),
        "joker_level": say("Joker"),
    }


def _labels(language: Language) -> Sentences:
    """Headings, remarks and troubles."""
    say = words_of(language).say
    return {
        "all_hands": say("All hands"),
        "no_twin": say("One table"),
        "deal": say("Deal {number}"),
        "deal_hidden": say("Deal {number} is not shown yet. Tables that still play its cards: {count}."),
        "has_fault": say("with a fault"),
        "board": say("Board {number}"),
        "starter": say("starter"),
        "maker": say("maker"),
        "friend": say("friend"),
        "level": say("level {level}"),
        "won": say("won {points}"),
        "trump_label": say("Trump"),
        "levels_label": say("Levels"),
        "called_label": say("Called"),
        "buried_label": say("Buried"),
        "time_label": say("Time"),
        "tricks_label": say("Tricks"),
        "points_label": say("Opponents’ points"),
        "others_label": say("Points against the maker"),
        "unseen": say("hidden"),
        "nobody_yet": say("nobody yet"),
        "note": say("The bot’s note"),
        "fault": say("Fault of {who}: {ending}"),
        "rule": say("rule {rule}"),
        "overrun": say("{time} over the limit"),
        "offered": say("Offered: {offence}"),
        "instead": say("Taken instead: {cards}."),
        "printed": say("The program printed:"),
        "somewhere": say("In this deal, at a moment that the record does not tell:"),
        "in_bidding": say("During the bidding:"),
        "late": say("late"),
        "illegal": say("illegal"),
        "crashed": say("crashed"),
        "disconnected": say("disconnected"),
        "protocol": say("against the protocol"),
        "not ready": say("not ready"),
        "tried": say("tried"),
        "winner": say("wins"),
        "same": say("Both tables decided everything alike."),
        "difference": say("First difference: {what}"),
        "difference_in": say("in trick {number}"),
        "difference_bid": say("in the bidding"),
        "difference_bury": say("in the burial"),
        "difference_calls": say("in the calls"),
        "swing": say("Between the tables: {levels} for {who}; the opponents’ points differ by {points}."),
        "twin_lacks": say("The other table did not play this deal, or it is not shown here."),
        "play_on": say("Play"),
        "pause": say("Pause"),
        "copied": say("The link is copied."),
        "not_copied": say("The link is in the address bar."),
        "no_match": say("The address names no match. Open a replay from the list of matches."),
        "no_file": say("There is no replay of this match here: its file is missing, or the cup goes on."),
        "bad_file": say("The file of this replay cannot be read: it is damaged or cut short."),
        "cut_short": say("The record of this deal ends here, before the deal was over."),
    }
