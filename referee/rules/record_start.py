"""What a recorded deal starts from, and whether it may follow the deal before."""

from __future__ import annotations

from msgspec import UNSET

from referee.rules.cards import Rank, UnknownCard, parse_cards
from referee.rules.game import after, game_at, next_start
from referee.rules.levels import Level, level_text, parse_level
from referee.rules.option_values import BadOption
from referee.rules.options import parse_options, rules_id
from referee.rules.phases import Scored, Standing, Start, ThrownIn
from referee.rules.record import BadRecord, DealRecord, active_seats, counted, debts_owed, quoted
from referee.rules.ruleset import Ruleset, ruleset


def start_of(record: DealRecord) -> Start:
    """What was fixed before the first card of a recorded deal.

    Raises:
        BadRecord: it makes no sense, or the rules have another id.
    """
    try:
        options = parse_options(record.rules)
    except BadOption as problem:
        raise BadRecord.at("rules", str(problem)) from None
    if record.rules_id != rules_id(options):
        raise BadRecord.differs("rules_id", record.rules_id, rules_id(options))
    rules = ruleset(options)
    if len(record.names) != len(rules.seat_names):
        raise BadRecord.at("names", f"{counted(len(record.names), 'name')} for {len(rules.seat_names)} seats")
    try:
        deck = parse_cards(record.deck)
    except UnknownCard as problem:
        raise BadRecord.at("deck", str(problem)) from None
    return Start(
        rules=rules,
        deck=deck,
        trump_rank=None if record.rank is None else _rank(record.rank),
        first_drawer=seat_named(rules, "first", record.first),
        starter=None if record.starter is None else seat_named(rules, "starter", record.starter),
        levels=tuple([_level(f"levels[{side}]", text) for side, text in enumerate(record.levels)]),
        standing=_standing(record, rules),
    )


def check_succession(before: DealRecord, end: Scored | ThrownIn, record: DealRecord) -> None:
    """That *record* may come after *before*, which ended in *end*.

    Raises:
        BadRecord: it has another number, or begins elsewhere than where the deal before ended.
    """
    again = isinstance(end, ThrownIn) and record.deal == before.deal
    if not again and record.deal != before.deal + 1:
        raise BadRecord.differs("deal", record.deal, before.deal if isinstance(end, ThrownIn) else before.deal + 1)
    if not again and not record.whole_game:
        return
    found = start_of(record)
    start = end.start if isinstance(end, ThrownIn) else end.contract.start
    game = after(
        game_at(
            start.rules,
            first_drawer=start.first_drawer,
            starter=start.starter,
            levels=start.levels,
            standing=start.standing,
        ),
        end,
    )
    if game.won_by:
        raise BadRecord.at("deal", "the game was won by the deal before")
    expected = next_start(game, found.deck)
    seats, standing = start.rules.seat_names, expected.standing
    for name, said, right in (
        ("rules_id", record.rules_id, before.rules_id),
        ("names", record.names, before.names),
        ("levels", record.levels, tuple([level_text(level) for level in expected.levels])),
        ("active", record.active, active_seats(standing.active, seats) if standing else UNSET),
        ("debts", record.debts, debts_owed(standing.debts) if standing else UNSET),
        ("rank", record.rank, None if expected.trump_rank is None else expected.trump_rank.text),
        ("first", record.first, seats[expected.first_drawer]),
        ("starter", record.starter, None if expected.starter is None else seats[expected.starter]),
    ):
        if said != right:
            raise BadRecord.differs(f"{name} after the deal before", said, right)


def seat_named(rules: Ruleset, where: str, name: str) -> int:
    """The seat with this name.

    Raises:
        BadRecord: there is none; *where* tells the place of the name.
    """
    try:
        return rules.seat_names.index(name)
    except ValueError:
        there = " ".join(rules.seat_names)
        raise BadRecord.at(where, f"{quoted(name)} is not a seat; there are {there}") from None


def _standing(record: DealRecord, rules: Ruleset) -> Standing | None:
    """Who is active and owes what, each field being left out where all are and nobody does."""
    seats = rules.seat_names
    if rules.friends is None:
        for name, said in (("active", record.active), ("debts", record.debts)):
            if said is not UNSET:
                raise BadRecord.at(name, "only players of Finding Friends are active or owe levels (Z9)")
        return None
    active, debts = (True,) * len(seats), (0,) * len(seats)
    if record.active is not UNSET:
        for at, seat_name in enumerate(record.active):
            seat_named(rules, f"active[{at}]", seat_name)
        active = tuple([name in record.active for name in seats])
        if record.active != active_seats(active, seats):
            raise BadRecord.at("active", "not some of the seats, each once, in their order")
    if record.debts is not UNSET:
        debts = record.debts
        if len(debts) != len(seats) or debts_owed(debts) is UNSET:
            raise BadRecord.at("debts", f"{quoted(debts)} is not a number for each of {len(seats)} seats, not all 0")
    return Standing(active, debts)


def _rank(text: str) -> Rank:
    level = _level("rank", text)
    if level > Rank.ACE:
        raise BadRecord.at("rank", f"{quoted(text)} is not a rank")
    return Rank(level)


def _level(where: str, text: str) -> Level:
    try:
        return parse_level(text)
    except ValueError as problem:
        raise BadRecord.at(where, str(problem)) from None
