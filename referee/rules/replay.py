"""Records played again by the rules alone, and the first thing in them that does not hold."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from referee.rules.cards import Rank, UnknownCard, cards_text, parse_cards
from referee.rules.deal import begin, step
from referee.rules.game import after, game_at, next_start
from referee.rules.ladder import Cards, Ladder, TooManyCopies
from referee.rules.levels import PAST_ACE, Level, level_text, parse_level
from referee.rules.option_values import BadOption
from referee.rules.options import parse_options, rules_id
from referee.rules.phases import Asking, Burying, Contract, Decision, Drawing, Playing, Scored, Start, State, ThrownIn
from referee.rules.record import BadRecord, DealRecord, Result, result_of
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset


def replay(record: DealRecord) -> Iterator[State]:
    """The states of a recorded deal from its first question to its end, one for each decision and the last.

    Raises:
        BadRecord: when the next state would not follow from the record, or is not what the record says.
    """
    state_count = 0
    for state in _states(record):
        state_count += 1
        yield state
    _check_remarks(record, state_count - 1)


def start_of(record: DealRecord) -> Start:
    """What was fixed before the first card of a recorded deal.

    Raises:
        BadRecord: it makes no sense, or the rules have another id.
    """
    try:
        options = parse_options(record.rules)
    except BadOption as problem:
        raise _bad("rules", str(problem)) from None
    if record.rules_id != rules_id(options):
        raise _differs("rules_id", record.rules_id, rules_id(options))
    rules = ruleset(options)
    if len(record.names) != len(rules.seat_names):
        raise _bad("names", f"{len(record.names)} names for {len(rules.seat_names)} seats")
    levels = tuple([_level(f"levels[{side}]", text) for side, text in enumerate(record.levels)])
    rank = _level("rank", record.rank)
    if rank == PAST_ACE:
        raise _bad("rank", f"{_quoted(record.rank)} is not a rank")
    try:
        deck = parse_cards(record.deck)
    except UnknownCard as problem:
        raise _bad("deck", str(problem)) from None
    return Start(
        rules=rules,
        deck=deck,
        trump_rank=Rank(rank),
        first_drawer=_seat(rules, "first", record.first),
        starter=None if record.starter is None else _seat(rules, "starter", record.starter),
        levels=levels,
    )


def first_difference(record: DealRecord) -> str | None:
    """The first thing in a record that the rules do not bear out, and where; None if all holds."""
    try:
        for _ in replay(record):
            pass
    except BadRecord as problem:
        return problem.what
    return None


def first_difference_of(records: Iterable[DealRecord]) -> str | None:
    """The first thing that does not hold in the records of a match, or between one and the next; None if all holds.

    Between deals: they are numbered one by one; a deal thrown in is dealt again from the same start and under the same
    number (B7), unless no deck was left for it; in a whole game levels, starter and first drawer follow from the deal
    before (B1, S6), and nothing follows its end (S4).
    """
    before: tuple[DealRecord, Scored | ThrownIn] | None = None
    for line, record in enumerate(records, start=1):
        try:
            if before is not None and before[0].match == record.match:
                _check_succession(*before, record)
            *_, end = replay(record)
        except BadRecord as problem:
            return str(BadRecord(line, problem.what))
        assert isinstance(end, Scored | ThrownIn)
        before = record, end
    return None


# --- Parts of a deal


def _states(record: DealRecord) -> Iterator[State]:
    start = start_of(record)
    try:
        state, _ = begin(start)
    except ValueError as problem:
        raise _bad("start", str(problem)) from None
    yield state
    state = yield from _draw(record, state)
    if isinstance(state, ThrownIn):
        _check_thrown_in(record)
        return
    assert isinstance(state, Burying)
    if record.thrown_in:
        raise _bad("thrown_in", "the deal was not thrown in: trump was settled")
    _check_contract(record, state.contract)
    end = yield from _play(record, state)
    _check_result(record, end)


def _draw(record: DealRecord, reached: State) -> Generator[State, None, State]:
    """The states after each question for a bid, and the last of them; bids that are not listed were passes."""
    taken = 0
    while isinstance(reached, Drawing):
        rules, cards = reached.start.rules, 0
        where = f"bids[{taken}]"
        if taken < len(record.bids):
            drawn, seat_name, text = record.bids[taken]
            if (drawn, _seat(rules, where, seat_name)) == (reached.drawn + reached.last_round, reached.seat):
                cards = _cards(where, reached.ladder, text)
                if not cards:
                    raise _bad(where, "a bid without cards; what is not listed is a pass")
                taken += 1
        reached = _taken(where, reached, cards)
        yield reached
    if taken < len(record.bids):
        drawn, seat_name, _ = record.bids[taken]
        raise _bad(f"bids[{taken}]", f"{seat_name} was not asked for a bid with {drawn} cards drawn")
    return reached


def _play(record: DealRecord, state: Burying) -> Generator[State, None, Scored]:
    """The states after the burial and after each play, and the last of them."""
    rules, ladder = state.contract.start.rules, state.ladder
    reached = _taken("buried", state, _cards("buried", ladder, record.buried))
    yield reached

    throws = dict(record.throws)
    if len(throws) != len(record.throws):
        raise _bad("throws", "two throws in one trick")
    for at, trick in enumerate(record.tricks):
        where = f"tricks[{at}]"
        if not isinstance(reached, Playing):
            raise _bad(where, "the deal was over before this trick")
        if len(trick) != 1 + len(rules.seat_names):
            raise _bad(where, f"not a leader and a play for each of {len(rules.seat_names)} seats")
        leader, *plays = trick
        if _seat(rules, where, leader) != reached.seat:
            raise _differs(f"{where} leader", leader, rules.seat_names[reached.seat])
        for turn, text in enumerate(plays):
            assert isinstance(reached, Playing)
            by = f"{where} {rules.seat_names[reached.seat]}"
            cards = _cards(by, ladder, text)
            reached = _taken(by, reached, cards) if turn else _led(by, reached, cards, throws.pop(at, None))
            yield reached
    if throws:
        raise _bad("throws", f"there is no trick {min(throws)}")
    if not isinstance(reached, Scored):
        raise _bad("tricks", f"the deal was not over after {len(record.tricks)} tricks")
    return reached


def _led(where: str, state: Playing, cards: Cards, throw: str | None) -> State:
    """The state after a lead that left *cards* on the table; *throw* is all that was tried, if it failed."""
    ladder = state.ladder
    tried = cards if throw is None else _cards(f"{where} throw", ladder, throw)
    reached = _taken(where, state, tried)
    assert isinstance(reached, Playing)
    trick = reached.trick
    assert trick is not None
    left = trick.plays[0]
    if bool(trick.failed_throw) != (throw is not None):
        raise _bad(where, f"the lead of {ladder.text(tried)} {'fails' if trick.failed_throw else 'stands'} here (L6)")
    if left != cards:
        raise _differs(f"{where} forced lead (T1)", ladder.text(cards), ladder.text(left))
    return reached


def _taken(where: str, state: Asking, cards: Cards) -> State:
    """The state after a recorded decision."""
    result = step(state, Decision(cards))
    if isinstance(result, Refusal):
        raise _bad(where, f"refused by {result.rule}: {result.because}")
    return result[0]


# --- Comparisons


def _check_thrown_in(record: DealRecord) -> None:
    if not record.thrown_in:
        raise _bad("thrown_in", "nobody bid in a first deal, so it was thrown in (B7)")
    if record.trump is not None or record.result is not None or record.tricks or record.buried or record.turned:
        raise _bad("thrown_in", "a deal that was thrown in has neither trump nor kitty, tricks or result")


def _check_contract(record: DealRecord, contract: Contract) -> None:
    if record.trump != contract.trump.text:
        raise _differs("trump", record.trump, contract.trump.text)
    if record.turned != cards_text(contract.turned, ""):
        raise _differs("turned", record.turned, cards_text(contract.turned, ""))


def _check_result(record: DealRecord, end: Scored) -> None:
    expected = result_of(end.score, end.contract.start.rules.seat_names)
    if record.result is None:
        raise _bad("result", "missing")
    for name in Result.__struct_fields__:
        said, found = getattr(record.result, name), getattr(expected, name)
        if said != found:
            raise _differs(f"result.{name}", said, found)


def _check_remarks(record: DealRecord, decision_count: int) -> None:
    """Faults, defaults and notes are of seats and decisions that there were."""
    rules = start_of(record).rules
    for at, fault in enumerate(record.faults):
        _seat(rules, f"faults[{at}].seat", fault.seat)
    # A fault may be noted where the deal ends before a decision is asked for.
    for name, decisions, last in (
        ("faults", [fault.decision for fault in record.faults], decision_count),
        ("defaults", record.defaults, decision_count - 1),
        ("notes", [decision for decision, _ in record.notes], decision_count - 1),
    ):
        for decision in decisions:
            if decision > last:
                raise _bad(name, f"there is no decision {decision}; the deal had {decision_count}")


def _check_succession(before: DealRecord, end: Scored | ThrownIn, record: DealRecord) -> None:
    """That *record* may come after *before*, which ended in *end*."""
    again = isinstance(end, ThrownIn) and record.deal == before.deal
    if not again and record.deal != before.deal + 1:
        raise _differs("deal", record.deal, before.deal if isinstance(end, ThrownIn) else before.deal + 1)
    if not again and not record.whole_game:
        return
    found = start_of(record)
    start = end.start if isinstance(end, ThrownIn) else end.contract.start
    game = game_at(start.rules, first_drawer=start.first_drawer, starter=start.starter, levels=start.levels)
    if isinstance(end, Scored):
        game = after(game, end)
    if game.won_by is not None:
        raise _bad("deal", "the game was won by the deal before")
    expected = next_start(game, found.deck)
    seats = start.rules.seat_names
    for name, said, right in (
        ("rules_id", record.rules_id, before.rules_id),
        ("names", record.names, before.names),
        ("levels", record.levels, tuple(level_text(level) for level in expected.levels)),
        ("rank", record.rank, expected.trump_rank.text),
        ("first", record.first, seats[expected.first_drawer]),
        ("starter", record.starter, None if expected.starter is None else seats[expected.starter]),
    ):
        if said != right:
            raise _differs(f"{name} after the deal before", said, right)


# --- Texts


def _seat(rules: Ruleset, where: str, name: str) -> int:
    try:
        return rules.seat_names.index(name)
    except ValueError:
        raise _bad(where, f"{_quoted(name)} is not a seat; there are {' '.join(rules.seat_names)}") from None


def _level(where: str, text: str) -> Level:
    try:
        return parse_level(text)
    except ValueError as problem:
        raise _bad(where, str(problem)) from None


def _cards(where: str, ladder: Ladder, text: str) -> Cards:
    try:
        return ladder.read(parse_cards(text))
    except (UnknownCard, TooManyCopies) as problem:
        raise _bad(where, str(problem)) from None


def _bad(where: str, what: str) -> BadRecord:
    return BadRecord(0, f"{where}: {what}")


def _differs(where: str, said: object, found: object) -> BadRecord:
    return _bad(where, f"the record says {_quoted(said)}, the rules say {_quoted(found)}")


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
