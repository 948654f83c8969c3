"""Deals as readable text; whole texts are kept in tests/goldens."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from referee.rules.deal import Burying, Calling, Drawing, Holding, Playing, ThrownIn
from referee.rules.options import parse_options
from referee.rules.playthrough import show
from referee.rules.record import BadRecord, DealRecord, Fault, record_of
from referee.rules.replay import replay
from referee.rules.ruleset import ruleset
from referee.rules.trick_table import WIDTH_MAX
from tests.referee.rules.deals import by_chance, heading_of, played_out, random_start
from tests.referee.rules.test_record import friends_record, some_record, thrown_in_record

PLAIN = msgspec.structs.replace(some_record(1), faults=(), defaults=(), notes=())


def test_a_deal_is_shown_with_its_bids_hands_tricks_and_score() -> None:
    text = show(PLAIN)

    assert text.startswith("Deal 1 of match m1, board 7, rules d11f24e629ca5649\n")
    assert "\nNorth  Ada\nWest   Bo\nSouth  Cy\nEast   Di\n" in text
    assert f"\nTrump {PLAIN.trump}; " in text
    assert PLAIN.result is not None
    assert f"\nThe opponents have {PLAIN.result.total} points" in text
    assert sum(line.split()[0].isdigit() for line in text.splitlines() if line) == len(PLAIN.tricks)
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_the_marks_in_the_table_of_tricks_are_explained_right_above_it() -> None:
    lines = show(PLAIN).splitlines()
    heading = next(at for at, line in enumerate(lines) if line.startswith("trick "))

    assert lines[heading - 2].startswith("> leads the trick, * wins it; ")
    assert lines[heading - 1].startswith("why: ")


def test_each_trick_says_why_it_was_won() -> None:
    """Also for records that do not say so: the rules do."""
    lines = show(PLAIN).splitlines()
    tricks = [line for line in lines if line and line.split()[0].isdigit()]

    assert PLAIN.wins
    assert [line.split()[-1] for line in tricks] == [reason for _, reason in PLAIN.wins]
    assert show(msgspec.structs.replace(PLAIN, wins=msgspec.UNSET)) == show(PLAIN)


def test_the_slowest_decisions_are_told_if_the_record_has_times() -> None:
    """Five at most, the slowest first, and none that took less than a second."""
    states = list(replay(PLAIN))
    burial = next(at for at, state in enumerate(states) if isinstance(state, Burying))
    times = [999] * (len(states) - 1)
    for after, took_ms in enumerate((1500, 1000, 62_340, 1100, 1200, 1300)):
        times[burial + after] = took_ms
    text = show(msgspec.structs.replace(PLAIN, times=tuple(times)))

    seat = PLAIN.tricks[0][0]
    told = [line.rpartition(" took ") for line in text.splitlines() if " took " in line]
    assert [took for *_, took in told] == ["62.3 s.", "1.5 s.", "1.3 s.", "1.2 s.", "1.1 s."]
    assert told[1][0] == f"{seat}'s burial"
    assert " took " not in show(msgspec.structs.replace(PLAIN, times=(999,) * (len(states) - 1)))
    assert " took " not in show(PLAIN)


def test_a_deal_thrown_in_says_so() -> None:
    assert show(thrown_in_record()).endswith("\nNobody bid: the deal is thrown in and dealt again (B7).\n")


def test_faults_defaults_and_notes_come_with_their_moments() -> None:
    states = list(replay(PLAIN))
    bid, burial, play = (
        next(at for at, state in enumerate(states) if isinstance(state, kind)) for kind in (Drawing, Burying, Playing)
    )
    seat = PLAIN.tricks[0][0]
    text = show(
        msgspec.structs.replace(
            PLAIN,
            faults=(
                Fault(seat=seat, decision=burial, ending="illegal", rule="K1", overrun_s=0.0, offence="2C"),
                Fault(seat, decision=play, ending="late", rule="", overrun_s=0.25, offence="", output="no\n\x1b[2J!"),
            ),
            defaults=(burial, play),
            notes=((bid, "short\x1b[31m\nand long"),),
        )
    )

    remarks = text.splitlines()[-7:]
    assert remarks[0] == f"Fault of {seat} at {seat}'s burial: illegal by K1: 2C"
    assert remarks[1] == f"Fault of {seat} at {seat}'s play to trick 1: late, 0.25 s over"
    assert remarks[2:4] == ["  it printed: no", "  it printed: \N{REPLACEMENT CHARACTER}[2J!"]
    assert remarks[4:6] == [
        f"The default was taken at {seat}'s burial.",
        f"The default was taken at {seat}'s play to trick 1.",
    ]
    assert remarks[6].startswith("Note at ")
    assert remarks[6].endswith("drawn: short\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}and long")


def test_names_cannot_steer_the_terminal() -> None:
    text = show(msgspec.structs.replace(PLAIN, match="m\x1b[2J", names=("A\nB", "\u202e", "Cy", "Di")))

    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "A\N{REPLACEMENT CHARACTER}B" in text


def test_a_record_that_does_not_hold_is_not_shown() -> None:
    with pytest.raises(BadRecord, match="result: missing"):
        show(msgspec.structs.replace(PLAIN, result=None))


# --- Finding Friends


def test_a_held_bid_and_the_cards_called_are_told() -> None:
    text = show(friends_record(19))

    assert (
        "\nBids:\n  Seat1 2H with 1 card drawn\n  Seat2 2S 2S with 17 cards drawn\n"
        "  Seat1 holds with 2H 2H with 17 cards drawn\n\nTrump 2H; Seat1 is the maker.\n"
    ) in text
    assert "\nCalled: the first AC; Seat2 played it to trick " in text


def test_the_play_with_which_a_friend_joins_is_marked() -> None:
    record = friends_record(19)
    text = show(record)
    (line,) = (line for line in text.splitlines() if "+" in line and not line.startswith(">"))

    number = int(line.split()[0])
    assert "AC" in record.tricks[number - 1][1 + (1 - int(record.tricks[number - 1][0][-1]) + 1) % 5]
    assert f"Seat2 played it to trick {number}\n" in text


def test_the_sides_as_they_turned_out_and_each_players_points_and_level_are_told() -> None:
    record = friends_record(6)
    result = record.result
    assert result is not None
    assert result.points
    points = ", ".join(f"Seat{seat} {won}" for seat, won in enumerate(result.points, start=1))
    text = show(record)

    assert "\nWho bids becomes the maker; Seat1 draws first\n\nSeat1  Bot 1  level 2\n" in text
    assert f"\nMaker's side: Seat1 and Seat2.\nPoints won: {points}.\nThe others have 185 points" in text
    assert "\nSeat3, Seat4 and Seat5 win as the others and gain 2 levels.\n" in text
    assert text.endswith("\nLevels: Seat1 2; Seat2 2; Seat3 4; Seat4 4; Seat5 4.\nNext first drawer: Seat3.\n")


def test_a_deal_that_nobody_won_and_a_game_that_somebody_won_say_so() -> None:
    assert "\nNobody wins.\n" in show(friends_record(19))
    assert show(friends_record(3, end_level="5")).endswith("\nSeat1 and Seat2 win the game.\n")


@pytest.mark.parametrize(
    ("seed", "options", "told"),
    [
        (1, {}, "75 points: 45 in tricks + 30 in fines (Z7)."),
        (34, {}, "-10 points: 60 in tricks - 70 in fines (Z7)."),
        (29, {"failed_throw": "forfeit_cards"}, "130 points: 30 in tricks + 100 for cards not played (Z9)."),
    ],
)
def test_the_points_of_the_others_are_told_with_what_they_are_made_of(
    seed: int, options: dict[str, object], told: str
) -> None:
    """Tricks are those of the players' line above; the parts add up."""
    text = show(friends_record(seed, **options))
    won = dict(re.findall(r"(Seat\d) (\d+)", text.partition("Points won: ")[2].partition("\n")[0]))
    side = re.findall(r"Seat\d", text.partition("Maker's side: ")[2].partition("\n")[0])
    total, _, parts = told.partition(" points: ")

    assert f"\nThe others have {told}\n" in text
    assert parts.startswith(f"{sum(int(points) for seat, points in won.items() if seat not in side)} in tricks")
    assert sum(int(number.replace(" ", "")) for number in re.findall(r"(?:[-+] )?\d+(?= )", parts)) == int(total)


def test_the_points_of_the_others_are_told_without_a_sum_where_all_are_of_tricks() -> None:
    record = a_deal_ended_by_a_throw()
    assert record.result is not None

    assert f"\nThe others have {record.result.total} points.\n" in show(record)


def a_deal_ended_by_a_throw() -> DealRecord:
    records = (friends_record(seed, failed_throw="debt") for seed in range(30))
    return next(record for record in records if record.throws)


def test_a_throw_that_ended_the_deal_has_a_line_of_its_own() -> None:
    record = a_deal_ended_by_a_throw()
    leader = record.tricks[-1][0]
    text = show(record)

    assert f"\n{len(record.tricks):5}  {leader} threw " in text
    assert ", which failed and ended the deal (L6, Z9)\n" in text
    assert f"{leader} 2, owes 2" in text


def test_who_is_passive_and_what_is_owed_is_told_with_the_levels() -> None:
    options = {"preset": "finding-friends-6", "scoring": "active_passive", "failed_throw": "debt"}
    rules, rng = ruleset(parse_options(options)), Random(1)
    while True:
        start = random_start(rng, rules)
        record = record_of(ThrownIn(start), heading_of(rules))
        if record.active and record.debts and (text := _shown_if_thrown_in(record)):
            break

    passive = next(name for name in rules.seat_names if name not in record.active)
    at = rules.seat_names.index(passive)
    owes = f", owes {record.debts[at]}" if record.debts[at] else ""
    assert f"\n{passive}  Bot {at + 1}  level {record.levels[at]}, passive{owes}\n" in text
    assert text.endswith("\nNobody bid: the deal is thrown in and dealt again (Z2).\n")


def _shown_if_thrown_in(record: DealRecord) -> str | None:
    """The text of a deal, if indeed nobody can bid in it and all pass."""
    try:
        return show(record)
    except BadRecord:
        return None


def test_holding_and_calling_are_moments() -> None:
    record = friends_record(19)
    states = list(replay(record))
    holding, calling = (
        next(at for at, state in enumerate(states) if isinstance(state, kind)) for kind in (Holding, Calling)
    )
    text = show(msgspec.structs.replace(record, defaults=(holding, calling)))

    assert text.splitlines()[-2:] == [
        "The default was taken at Seat1's answer to Seat2's bid.",
        "The default was taken at Seat1's calls.",
    ]


@pytest.mark.slow
def test_wide_plays_take_several_lines_of_a_table_of_bounded_width() -> None:
    """Twelve players with four packs lead tractors, and columns of two cards are all that fits."""
    record = friends_wide_record()
    lines = show(record).splitlines()
    table = lines[next(at for at, line in enumerate(lines) if line.startswith("trick")) :]
    rows = table[: table.index("")]
    wide = [trick for trick in record.tricks if len(trick[1]) > 4]

    assert wide
    assert sum(not row[:5].strip() and "threw" not in row for row in rows) >= len(wide)
    assert max(len(row) for row in rows if "threw" not in row) <= WIDTH_MAX


def friends_wide_record() -> DealRecord:
    """A deal of twelve in which more than two cards were led."""
    rules, rng = ruleset(parse_options("finding-friends-12")), Random(5)
    while True:
        end = played_out(random_start(rng, rules), by_chance(rng))
        if not isinstance(end, ThrownIn):
            record = record_of(end, heading_of(rules))
            if any(len(trick[1]) > 4 for trick in record.tricks):
                return record
