"""The part of a rule sheet about leads, follows, tricks and throws that fail (RULES 5–8, X2–X5, Z4–Z7)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rule_sheets.cards import SET_NAMES, run_noun
from referee.rule_sheets.page import Item, Rule, Section, counted, listed, section
from referee.rules.option_values import FailedThrow
from referee.rules.ruleset import Following, Ruleset


def lead_section(rules: Ruleset) -> Section:
    """What may be led."""
    return section("Leading", _leads(rules), _throws(rules))


def follow_section(rules: Ruleset) -> Section:
    """What may be played to a lead."""
    return section("Following", _any_follow(), _owed(rules), _refusals(rules))


def trick_section(rules: Ruleset) -> Section:
    """Who wins a trick."""
    return section("Winning a trick", _winners(rules), _thrown_winners(rules), _bombs(rules), _what_is_won(rules))


def failed_throw_section(rules: Ruleset) -> Section:
    """What becomes of a throw that can be beaten."""
    if rules.failed_throw is FailedThrow.TEN_POINTS:
        return section("Throws that fail", _withdrawn(rules), _shown())
    return section("Throws that fail", _deal_ends(rules), _shown())


# --- Leading


def _leads(rules: Ruleset) -> Iterator[Item]:
    noun = run_noun(rules)
    yield Rule("5", "All cards of a lead are of one suit, trumps being one. A lead is one of these:")
    yield Rule("L1", "a single card;")
    if rules.packs == 1:
        yield Rule("L4", "a throw: several single cards.")
        return
    sets = [f"a {SET_NAMES[size]}" for size in range(2, rules.packs + 1)]
    yield Rule("L2", f"a set of identical cards: {listed(sets, 'or')};")
    kinds = listed([f"{SET_NAMES[size]}s" for size in range(2, rules.packs + 1)], "or")
    yield Rule("L3" if rules.friends is None else "Z4", f"a {noun} of {kinds}, of any length that the hand holds;")
    yield Rule("L4", "a throw: any other cards of the suit.")


def _throws(rules: Ruleset) -> Iterator[Item]:
    noun = run_noun(rules)
    if rules.packs == 1:
        yield Rule("L5 L6", "A throw stands if no other player's hand holds a higher card of that suit.")
    else:
        if rules.reads_tractors:
            yield Rule(
                "L5",
                "A throw is read as components greedily: repeatedly the largest component that the remaining cards "
                f"hold is taken out ({'throw_tractors; ' if rules.packs == 2 and rules.friends is None else ''}most "
                f"cards, then larger sets, then higher, then the printed order), {noun}s included. What is left of "
                "identical cards forms one set.",
            )
        else:
            yield Rule(
                "L5",
                "A throw is read as components: of each distinct card as many pairs as it makes, the rest singles; "
                f"it holds no {noun}s.",
            )
        if rules.reads_tractors:
            higher = (
                f"one of the same shape (single, set of that size, {noun} of that size and length), be it part of "
                "something larger"
            )
        else:
            higher = "single or pair"
        yield Rule(
            "L6",
            "A throw stands if for each component no other player's hand holds in that suit a strictly higher "
            f"{higher}.",
        )
    yield Rule("L6", "Buried cards do not count, the partners' hands do, and an equal card does not beat.")
    if rules.equal_sets_only:
        yield Rule("Z9", "All sets of a throw must have one size, singles among them (equal_sets_throws_only).")
    yield Rule("L7", "To try a throw that does not stand is not illegal; see below.")


# --- Following


def _any_follow() -> Iterator[Item]:
    yield Rule("F1", "A follow has exactly as many cards as the lead, all from the hand.")
    yield Rule(
        "F2",
        "If the hand holds at least that many cards of the led suit, all cards played are of it. Otherwise all it has "
        "of the suit are played, and any other cards make up the number.",
    )


def _owed(rules: Ruleset) -> Iterator[Item]:
    if rules.packs == 1:
        return
    match rules.following:
        case Following.PAIRS:
            yield Rule(
                "F3",
                "If p pairs were led (a pair 1, a tractor its length, a throw those in its components), the follow "
                "holds as many pairs of the led suit as the hand allows, up to p. Any pairs will do: a tractor never "
                "forces consecutive ones.",
            )
        case Following.GRADED:
            yield from _graded(rules)
        case Following.SETS:
            yield Rule(
                "Z5",
                "A set of size k asks for a set of size k of the led suit, if held. A sequence or a throw asks for as "
                "many sets of each led size as can be held, larger sizes first, a card counting once. Sequences are "
                "never forced, and a set too small does not have to be played. A larger set counts as the sets of the "
                "led size that it contains.",
            )
    yield Rule("F3", "Cards of other suits are never forced to form sets.")


def _graded(rules: Ruleset) -> Iterator[Item]:
    noun = run_noun(rules)
    yield Rule("F3", "To a pair a pair of the led suit is owed, if held.")
    if rules.packs > 2:
        quadruple = " To a quadruple: a quadruple; else a triple; else a pair." if rules.packs > 3 else ""
        yield Rule(
            "X3",
            f"To a triple: a triple of the suit, if held; else a pair of it.{quadruple} The rest is any of the suit.",
        )
        yield Rule("X5", "Where pairs are asked for, a larger set counts as the pairs that it contains.")
    yield Rule(
        "X4",
        f"A {noun} of m sets of one size is followed as closely as the hand allows: with the longest run of sets of "
        "that size that it can hold (up to m), then the next longest with what is left, down to sets that are not "
        "consecutive, in all at most m.",
    )
    if rules.packs > 2:
        likewise = "; sets of four step down likewise, to triples first" if rules.packs > 3 else ""
        yield Rule(
            "X4",
            "For triples, each set that is not matched is then answered with at most one pair, runs of pairs first, "
            f"the longest first, down to single pairs{likewise}.",
        )
    yield Rule(
        "X4",
        "Then come any cards of the suit. A card counts once. A throw's components are answered largest first, by the "
        "allocation of the follow that is best. A follow is legal if no other from that hand is closer.",
    )


def _refusals(rules: Ruleset) -> Iterator[Item]:
    broken = ["F1", "F2"]
    match rules.following:
        case _ if rules.packs == 1:
            pass
        case Following.PAIRS:
            broken.append("F3")
        case Following.GRADED:
            sets = "F3 for a pair, X3 for a triple" if rules.packs > 2 else "F3 for a pair"
            broken.append(f"what the lead asks for ({sets}, else X4)")
        case Following.SETS:
            broken.append("Z5")
    if rules.must_punish and rules.failed_throw is FailedThrow.TEN_POINTS:
        yield Rule("F4 T3", "After a throw that failed, one seat may owe more; see below.")
        broken.append("T3")
    yield Rule("8", f"A refusal names the first rule broken, in the order {', '.join(broken)}.")


# --- Winning


def _winners(rules: Ruleset) -> Iterator[Item]:
    noun = run_noun(rules)
    yield Rule("W1", "Only a play of the lead's shape can win. Among equal best plays the one played first wins.")
    yield Rule("W2", "A single is won by the highest trump, else by the highest card of the led suit.")
    if rules.packs == 1:
        return
    if rules.packs == 2:
        yield Rule(
            "W3",
            "A pair is won by the highest pair of trumps, else by the highest pair of the led suit. Two cards that are "
            "not identical never win.",
        )
    else:
        yield Rule(
            "W3",
            "A set is won by the highest set of that size in trumps, else in the led suit. Cards that are not "
            "identical never win.",
        )
    yield Rule(
        "W4",
        f"A {noun} is won by the highest {noun} of the same size and length in trumps, else in the led suit. Sets that "
        "are not consecutive never win.",
    )


def _thrown_winners(rules: Ruleset) -> Iterator[Item]:
    if rules.packs == 1:
        yield Rule(
            "W5",
            "A throw is won by its leader, unless it was in a plain suit and some player plays only trumps, holding "
            "none of the led suit: then the highest single trump among such plays wins.",
        )
    elif rules.reads_tractors:
        yield Rule(
            "W5" if rules.friends is None else "W5 Z6",
            "A throw is won by its leader, unless it was in a plain suit and some player plays only trumps that can be "
            "split into the throw's shapes, holding none of the led suit. Of several such plays the one wins that is "
            "higher in what answers the throw's largest component (most cards, then larger sets). A play that can be "
            "split in several ways counts as split in the way that is best for its player.",
        )
    else:
        yield Rule(
            "W5",
            "A throw is won by its leader, unless it was in a plain suit and some player plays only trumps, holding "
            "none of the led suit, with at least as many pairs as the throw has. Among such plays the highest pair of "
            "trumps wins if the throw has pairs, else the highest single trump.",
        )


def _bombs(rules: Ruleset) -> Iterator[Item]:
    if rules.has_bombs:
        yield Rule(
            "Z6",
            "Four identical cards of the led suit, or of trumps from a hand without the led suit, beat a sequence of "
            "two pairs (bombs). Of two such sets a trump one wins, then the higher.",
        )


def _what_is_won(rules: Ruleset) -> Iterator[Item]:
    if rules.friends is None:
        yield Rule(
            "W6",
            "The winner leads to the next trick. Points in tricks of the opponents are theirs, for all to see; those "
            "in the declarers' tricks score nothing.",
        )
    else:
        yield Rule("W6", "The winner leads to the next trick. What each player has won is public.")


# --- Throws that fail


def _withdrawn(rules: Ruleset) -> Iterator[Item]:
    yield Rule(
        "T1",
        "If some component can be beaten (L6), the throw is withdrawn except for one that can: the one with the fewest "
        "cards, then the lowest by its top card, then the first in the printed order (clubs, diamonds, hearts, spades, "
        "each from 2 to A). That is now the lead.",
    )
    fine = counted(rules.failed_throw_fine, "point")
    if not rules.failed_throw_fine:
        yield Rule("T2", "No points are paid for it (failed_throw_fine).")
    elif rules.friends is None:
        yield Rule(
            "T2",
            f"The leader's side pays {fine} for every card withdrawn: the opponents gain them if the leader is a "
            "declarer, else they lose them, perhaps below zero.",
        )
    else:
        yield Rule(
            "T2 Z7",
            f"The leader's side pays {fine} for every card withdrawn to the other side, as the sides turn out at the "
            "end of the deal; totals may go below zero.",
        )
    if rules.must_punish:
        yield Rule(
            "T3",
            "The first player after the leader, in order of play, who can beat the forced component in its own suit "
            "must do so: only plays that beat it are legal for that seat in this trick.",
        )
    else:
        yield Rule("T3", "Nobody has to beat the component that is now led (must_punish).")


def _deal_ends(rules: Ruleset) -> Iterator[Item]:
    text = "If some component can be beaten (L6), the deal ends at once and the other side has won it"
    match rules.failed_throw:
        case FailedThrow.ONE_LEVEL:
            text += ": each of its players gains a level"
        case FailedThrow.FORFEIT_CARDS:
            text = (
                "If some component can be beaten (L6), the deal ends at once, and the points of all cards not played, "
                "buried ones included, count once for the other side; then the deal is scored"
            )
        case FailedThrow.DEBT:
            text += (
                ", but gains nothing. The player who threw owes two levels and each other player of that side one, "
                "paid from later gains"
            )
        case FailedThrow.TEN_POINTS:
            raise AssertionError("a throw for points ends no deal")
    yield Rule("Z9", f"{text} (failed_throw). Who has not joined the maker by then is on the other side.")


def _shown() -> Iterator[Item]:
    yield Rule("T4", "What was shown stays known: the whole throw is public.")
