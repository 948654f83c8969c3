"""Records played again by the rules alone, and the first thing in them that does not hold."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from msgspec import UNSET

from referee.rules.cards import UnknownCard, cards_text, parse_cards
from referee.rules.deal import begin, step
from referee.rules.ladder import Cards, Ladder, TooManyCopies
from referee.rules.phases import (
    Asking,
    Burying,
    Call,
    Calling,
    Contract,
    Decision,
    Drawing,
    Holding,
    Playing,
    Scored,
    State,
    ThrownIn,
)
from referee.rules.record import (
    FAULT_ENDINGS,
    BadRecord,
    Count,
    DealRecord,
    Result,
    calls_of,
    counted,
    quoted,
    result_of,
    wins_as_written,
)
from referee.rules.record_start import check_succession, seat_named, start_of
from referee.rules.refusal import Refusal


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

    Between deals: they are numbered one by one; a deal thrown in is dealt again under the same number (B7, Z2), unless
    no deck was left for it; in a whole game levels, starter, first drawer, who is active and who owes levels follow
    from the deal before (B1, S6, Z2, Z9), and nothing follows its end (S4).
    """
    before: tuple[DealRecord, Scored | ThrownIn] | None = None
    for line, record in enumerate(records, start=1):
        try:
            if before is not None and before[0].match == record.match:
                check_succession(*before, record)
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
        raise BadRecord.at("start", str(problem)) from None
    yield state
    state = yield from _draw(record, state)
    if isinstance(state, ThrownIn):
        _check_thrown_in(record)
        return
    assert isinstance(state, Burying)
    if record.thrown_in:
        raise BadRecord.at("thrown_in", "the deal was not thrown in: trump was settled")
    _check_contract(record, state.contract)
    end = yield from _play(record, state)
    _check_end(record, end)


def _draw(record: DealRecord, reached: State) -> Generator[State, None, State]:
    """The states after each question for a bid, and the last of them; bids that are not listed were passes."""
    taken = 0
    while isinstance(reached, Drawing | Holding):
        where, cards = f"bids[{taken}]", 0
        if taken < len(record.bids):
            drawn, seat_name, text = record.bids[taken]
            seat = seat_named(reached.start.rules, where, seat_name)
            held = _cards(where, reached.ladder, text)
            if not held:
                raise BadRecord.at(where, "a bid without cards; what is not listed is a pass")
            if _answers(reached, drawn, seat, held):
                cards = held
                taken += 1
        reached = _taken(where, reached, Decision(cards))
        yield reached
    if taken < len(record.bids):
        (drawn, seat_name, _), where = record.bids[taken], f"bids[{taken}]"
        seat_named(start_of(record).rules, where, seat_name)
        raise BadRecord.at(where, f"{seat_name} was not asked for a bid with {counted(drawn, 'card')} drawn")
    return reached


def _answers(state: Drawing | Holding, drawn: Count, seat: int, cards: Cards) -> bool:
    """Whether a listed bid is the answer to the question of *state*."""
    if isinstance(state, Drawing):
        return (drawn, seat) == (state.drawn + state.last_round, state.seat)
    # With more cards than the override has, it is a later bid of the seat, which let the override stand.
    override = state.drawing.bids[-1]
    return (drawn, seat, cards.bit_count()) == (override.drawn, state.seat, override.cards.bit_count())


def _play(record: DealRecord, state: Burying) -> Generator[State, None, Scored]:
    """The states after the burial, the calls and each play, and the last of them."""
    rules = state.contract.start.rules
    reached = _taken("buried", state, Decision(_cards("buried", state.ladder, record.buried)))
    yield reached
    if isinstance(reached, Calling):
        reached = _taken("calls", reached, Decision(0, _calls(record)))
        yield reached
    elif record.calls is not UNSET:
        raise BadRecord.at("calls", "nobody calls friends in this game")

    throws = dict(record.throws)
    if len(throws) != len(record.throws):
        raise BadRecord.at("throws", "two throws in one trick")
    for at, trick in enumerate(record.tricks):
        where, throw = f"tricks[{at}]", throws.pop(at, None)
        if not isinstance(reached, Playing):
            raise BadRecord.at(where, "the deal was over before this trick")
        if len(trick) != 1 + len(rules.seat_names) and not (len(trick) == 1 and throw is not None):
            raise BadRecord.at(where, f"not a leader and a play for each of {len(rules.seat_names)} seats")
        leader, *plays = trick
        if seat_named(rules, where, leader) != reached.seat:
            raise BadRecord.differs(f"{where} leader", leader, rules.seat_names[reached.seat])
        if throw is not None and not plays:
            reached = _thrown_away(f"{where} {leader}", reached, throw)
            yield reached
        for turn, text in enumerate(plays):
            assert isinstance(reached, Playing)
            by = f"{where} {rules.seat_names[reached.seat]}"
            cards = _cards(by, reached.ladder, text)
            reached = _taken(by, reached, Decision(cards)) if turn else _led(by, reached, cards, throw)
            yield reached
    if throws:
        raise BadRecord.at("throws", f"there is no trick {min(throws)}")
    if not isinstance(reached, Scored):
        raise BadRecord.at("tricks", f"the deal was not over after {counted(len(record.tricks), 'trick')}")
    return reached


def _calls(record: DealRecord) -> tuple[Call, ...]:
    """The calls as they were made."""
    if record.calls is UNSET:
        raise BadRecord.at("calls", "missing; the maker calls friends (Z3)")
    calls = []
    for at, (text, ordinal, _) in enumerate(record.calls):
        try:
            cards = parse_cards(text)
        except UnknownCard as problem:
            raise BadRecord.at(f"calls[{at}]", str(problem)) from None
        if len(cards) != 1:
            raise BadRecord.at(f"calls[{at}]", f"{quoted(text)} is not one card")
        calls.append(Call(cards[0], ordinal))
    return tuple(calls)


def _led(where: str, state: Playing, cards: Cards, throw: str | None) -> Playing:
    """The state after a lead that left *cards* on the table; *throw* is all that was tried, if it failed."""
    ladder = state.ladder
    tried = cards if throw is None else _cards(f"{where} throw", ladder, throw)
    reached = _taken(where, state, Decision(tried))
    if not isinstance(reached, Playing):
        raise BadRecord.at(where, f"the lead of {ladder.text(tried)} fails and ends the deal here (L6, Z9)")
    trick = reached.trick
    assert trick is not None
    left = trick.plays[0]
    if bool(trick.failed_throw) != (throw is not None):
        ending = "fails" if trick.failed_throw else "stands"
        raise BadRecord.at(where, f"the lead of {ladder.text(tried)} {ending} here (L6)")
    if left != cards:
        raise BadRecord.differs(f"{where} forced lead (T1)", ladder.text(cards), ladder.text(left))
    return reached


def _thrown_away(where: str, state: Playing, throw: str) -> Scored:
    """The end of a deal that a failed throw ended (Z9)."""
    ladder = state.ladder
    tried = _cards(f"{where} throw", ladder, throw)
    reached = _taken(where, state, Decision(tried))
    if not isinstance(reached, Scored):
        raise BadRecord.at(where, f"the lead of {ladder.text(tried)} does not end the deal here (L6, Z9)")
    return reached


def _taken(where: str, state: Asking, decision: Decision) -> State:
    """The state after a recorded decision."""
    result = step(state, decision)
    if isinstance(result, Refusal):
        raise BadRecord.at(where, f"refused by {result.rule}: {result.because}")
    return result[0]


def _cards(where: str, ladder: Ladder, text: str) -> Cards:
    try:
        return ladder.read(parse_cards(text))
    except (UnknownCard, TooManyCopies) as problem:
        raise BadRecord.at(where, str(problem)) from None


# --- Comparisons


def _check_thrown_in(record: DealRecord) -> None:
    if not record.thrown_in:
        raise BadRecord.at("thrown_in", "nobody bid where only a bid makes a starter, so it was thrown in (B7)")
    if record.trump is not None or record.result is not None or record.tricks or record.buried or record.turned:
        raise BadRecord.at("thrown_in", "a deal that was thrown in has neither trump nor kitty, tricks or result")
    if record.calls is not UNSET:
        raise BadRecord.at("thrown_in", "a deal that was thrown in has no calls")
    if record.wins is not UNSET:
        raise BadRecord.at("thrown_in", "a deal that was thrown in has no wins")


def _check_contract(record: DealRecord, contract: Contract) -> None:
    if record.trump != contract.trump.text:
        raise BadRecord.differs("trump", record.trump, contract.trump.text)
    if record.turned != cards_text(contract.turned, ""):
        raise BadRecord.differs("turned", record.turned, cards_text(contract.turned, ""))


def _check_end(record: DealRecord, end: Scored) -> None:
    seat_names = end.contract.start.rules.seat_names
    if end.alliance is not None and record.calls != calls_of(end.alliance, seat_names):
        raise BadRecord.differs("calls", record.calls, calls_of(end.alliance, seat_names))
    _check_wins(record, end)
    if record.result is None:
        raise BadRecord.at("result", "missing")
    expected = result_of(end)
    for name in Result.__struct_fields__:
        said, found = getattr(record.result, name), getattr(expected, name)
        if said != found:
            raise BadRecord.differs(f"result.{name}", said, found)


def _check_wins(record: DealRecord, end: Scored) -> None:
    """What is said of who won the tricks and why; the first records said nothing of it."""
    if record.wins is UNSET:
        return
    expected = wins_as_written(end)
    if len(record.wins) != len(expected):
        raise BadRecord.at("wins", f"of {counted(len(record.wins), 'trick')}; the deal had {len(expected)}")
    for at, (said, found) in enumerate(zip(record.wins, expected, strict=True)):
        if said != found:
            raise BadRecord.differs(f"wins[{at}]", said, found)


def _check_times(record: DealRecord, decision_count: int) -> None:
    """There is a time for each decision, if for any; only where it was the default there may be none."""
    if record.times is UNSET:
        return
    if len(record.times) != decision_count:
        what = counted(len(record.times), "decision")
        raise BadRecord.at("times", f"of {what}; the deal had {decision_count}")
    defaults = frozenset(record.defaults)
    for decision, took_ms in enumerate(record.times):
        if took_ms is None and decision not in defaults:
            raise BadRecord.at(f"times[{decision}]", "null, and the decision is not one of defaults")


def _check_remarks(record: DealRecord, decision_count: int) -> None:
    """Faults, defaults and notes are of seats and decisions that there were."""
    rules = start_of(record).rules
    for at, fault in enumerate(record.faults):
        seat_named(rules, f"faults[{at}].seat", fault.seat)
        if fault.ending not in FAULT_ENDINGS:
            raise BadRecord.at(f"faults[{at}].ending", f"{quoted(fault.ending)} is none of {', '.join(FAULT_ENDINGS)}")
    # A fault may be noted where the deal ends before a decision is asked for.
    for name, decisions, last in (
        ("faults", [fault.decision for fault in record.faults], decision_count),
        ("defaults", record.defaults, decision_count - 1),
        ("notes", [decision for decision, _ in record.notes], decision_count - 1),
    ):
        for decision in decisions:
            if decision > last:
                raise BadRecord.at(name, f"there is no decision {decision}; the deal had {decision_count}")
    _check_times(record, decision_count)
