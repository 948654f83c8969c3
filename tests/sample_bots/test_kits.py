"""Every starter kit keeps to the same conventions, told by a referee that speaks from a script and by a real one."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

import grpc
import pytest
from cards import cards

from referee.wire.tractor.v1 import bot_pb2
from tests.referee.serving.processes import match_request
from tests.sample_bots.certificates import certificate_in
from tests.sample_bots.kits import (
    END_WITHIN_S,
    TOKEN,
    TOOLS,
    Kit,
    ScriptedReferee,
    built_kit,
    play_match,
    scripted_referee,
    started,
)
from tests.sample_bots.tables import rules_of

if TYPE_CHECKING:
    from referee.wire.tractor.v1.bot_pb2 import Card

Requests = Iterator[bot_pb2.PlayRequest]
Responses = Iterator[bot_pb2.PlayResponse]

pytestmark = pytest.mark.slow

OWN: tuple[str, ...] = ()
BY_CHANCE = ("random",)
UNKNOWN_PHASE = b"\x10\x63"
"""Field 2 of a question, 99."""
UNKNOWN_MESSAGE = b"\xfa\x06\x02\x08\x01"
"""Field 111 of a message, with something in it."""


@pytest.fixture(scope="module", params=TOOLS)
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kit:
    return built_kit(request.param, tmp_path_factory)


def goodbye() -> bot_pb2.PlayResponse:
    return bot_pb2.PlayResponse(goodbye=bot_pb2.Goodbye(sentence="The cup is over."))


def held(text: str) -> list[Card.ValueType]:
    """Cards as the protocol numbers them."""
    return cast("list[Card.ValueType]", cards(text))


def question(
    number: int, phase: bot_pb2.Phase.ValueType, *, default: str, listed: tuple[str, ...] = ()
) -> bot_pb2.Question:
    asked = bot_pb2.Question(question_id=number, phase=phase, time_left_s=30)
    asked.view.seat = 1
    asked.view.hand_counts.extend([2] * 4)
    asked.view.hand.extend(held("3C 4C"))
    asked.default_decision.cards.extend(held(default))
    for decision in listed:
        asked.legal_decisions.sizes.append(len(held(decision)))
        asked.legal_decisions.cards.extend(held(decision))
    asked.legal_decisions.complete = True
    return asked


def conversation(*asked: bot_pb2.PlayResponse) -> Callable[[Requests, grpc.ServicerContext], Responses]:
    """Says these things, waiting for an answer to each question and announcement, and goodbye."""

    def script(requests: Requests, _context: grpc.ServicerContext) -> Responses:
        next(requests)
        for message in asked:
            yield message
            if message.HasField("question") or message.HasField("match_starting"):
                next(requests)
        yield goodbye()

    return script


def talk(
    kit: Kit, folder: Path, *asked: bot_pb2.PlayResponse, arguments: tuple[str, ...] = OWN
) -> tuple[ScriptedReferee, str]:
    """What a referee heard that says these things, and what the bot printed; it ends well."""
    with (
        scripted_referee(folder, conversation(*asked)) as referee,
        started(kit, *arguments, address=referee.address) as bot,
    ):
        assert bot.ended() == 0, bot.errors
    return referee, bot.errors


# --- Conversations


def test_a_conversation_runs_from_hello_to_goodbye(kit: Kit, tmp_path: Path) -> None:
    asked = question(17, bot_pb2.PHASE_PLAY, default="3C", listed=("4C",))
    referee, errors = talk(
        kit,
        tmp_path,
        bot_pb2.PlayResponse(welcome=bot_pb2.Welcome(entrant="Ann")),
        bot_pb2.PlayResponse(match_starting=bot_pb2.MatchStarting(match_id="1")),
        bot_pb2.PlayResponse(question=asked),
        bot_pb2.PlayResponse(deal_ended=bot_pb2.DealEnded(deal_number=1)),
        bot_pb2.PlayResponse(match_ended=bot_pb2.MatchEnded()),
        arguments=BY_CHANCE,
    )

    hello, ready, decision = referee.heard
    assert hello.hello == bot_pb2.Hello(
        protocol="tractor.v1", token=TOKEN, name="random", version="1", wants_legal_decisions=100
    )
    assert ready.HasField("ready")
    assert decision.decision == bot_pb2.Decision(question_id=17, cards=held("4C"))
    assert errors == ""


def test_chance_calls_friends_that_are_listed(kit: Kit, tmp_path: Path) -> None:
    asked = question(3, bot_pb2.PHASE_CALL, default="")
    called = [bot_pb2.FriendCall(card=card, ordinal=1) for card in held("AS KS")]
    asked.legal_decisions.sizes.append(2)
    asked.legal_decisions.friend_calls.extend(called)
    referee, _ = talk(kit, tmp_path, bot_pb2.PlayResponse(question=asked), arguments=BY_CHANCE)

    assert referee.heard[1].decision == bot_pb2.Decision(question_id=3, friend_calls=called)


@pytest.mark.parametrize("arguments", [OWN, BY_CHANCE], ids=["own", "random"])
def test_a_phase_that_is_not_known_gets_the_default(kit: Kit, arguments: tuple[str, ...], tmp_path: Path) -> None:
    asked = question(4, bot_pb2.PHASE_UNSPECIFIED, default="3C", listed=("4C",))
    asked.MergeFromString(UNKNOWN_PHASE)
    referee, _ = talk(kit, tmp_path, bot_pb2.PlayResponse(question=asked), arguments=arguments)

    assert referee.heard[1].decision == bot_pb2.Decision(question_id=4, cards=held("3C"))


def test_what_is_not_known_is_ignored(kit: Kit, tmp_path: Path) -> None:
    """A message that is not known at all, and a field that is not in one that is."""
    asked = bot_pb2.PlayResponse(question=question(5, bot_pb2.PHASE_BURY, default="3C"))
    asked.question.MergeFromString(UNKNOWN_MESSAGE)
    referee, errors = talk(kit, tmp_path, bot_pb2.PlayResponse.FromString(UNKNOWN_MESSAGE), asked)

    assert referee.heard[1].decision == bot_pb2.Decision(question_id=5, cards=held("3C"))
    assert errors == ""


# --- Refusals


def refused(rule: str = "F2", **fields: object) -> bot_pb2.PlayResponse:
    refusal = bot_pb2.Refusal(
        question_id=9, reason=bot_pb2.REFUSAL_REASON_ILLEGAL, rule=rule, sentence="that may not be", strike_count=1
    )
    refusal.MergeFrom(bot_pb2.Refusal(**fields))  # type: ignore[arg-type]  # tests say what they like
    return bot_pb2.PlayResponse(refusal=refusal)


def test_refusals_are_told_on_standard_error(kit: Kit, tmp_path: Path) -> None:
    called = [
        bot_pb2.FriendCall(card=bot_pb2.CARD_ACE_OF_SPADES, ordinal=2),
        bot_pb2.FriendCall(card=bot_pb2.CARD_KING_OF_HEARTS),
    ]
    _, errors = talk(
        kit,
        tmp_path,
        refused(done_instead=held("3S RJ TH")),
        refused(reason=bot_pb2.REFUSAL_REASON_LATE, strike_count=2),
        refused("Z3", done_instead_friend_calls=called),
        arguments=BY_CHANCE,
    )

    calls = "calls of AS number 2, the other KH"
    assert errors.splitlines() == [
        "random: question 9 refused by F2: that may not be; done instead: 3S RJ TH; strike 1 of this deal",
        "random: question 9 late: that may not be; done instead: a pass; strike 2 of this deal",
        f"random: question 9 refused by Z3: that may not be; done instead: {calls}; strike 1 of this deal",
    ]


# --- Endings


def test_a_bot_that_is_asked_to_end_ends_well(kit: Kit, tmp_path: Path) -> None:
    with ExitStack() as stack:

        def script(requests: Requests, _context: grpc.ServicerContext) -> Responses:
            next(requests)
            yield bot_pb2.PlayResponse(match_starting=bot_pb2.MatchStarting())
            next(requests)
            bot.process.send_signal(signal.SIGTERM)
            next(requests, None)

        referee = stack.enter_context(scripted_referee(tmp_path, script))
        bot = stack.enter_context(started(kit, address=referee.address))
        assert bot.ended() == 0, bot.errors


def test_the_reason_for_which_the_referee_ends_a_stream_is_told(kit: Kit, tmp_path: Path) -> None:
    def script(requests: Requests, context: grpc.ServicerContext) -> Responses:
        next(requests)
        yield bot_pb2.PlayResponse(welcome=bot_pb2.Welcome())
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "no chair has this token")

    with scripted_referee(tmp_path, script) as referee, started(kit, *BY_CHANCE, address=referee.address) as bot:
        assert bot.ended() == 1

    assert bot.errors == f"random: the stream to {referee.address} ended: no chair has this token\n"


def test_a_stream_that_ends_without_a_goodbye_is_a_failure(kit: Kit, tmp_path: Path) -> None:
    def script(requests: Requests, _context: grpc.ServicerContext) -> Responses:
        next(requests)
        yield bot_pb2.PlayResponse(welcome=bot_pb2.Welcome())

    with scripted_referee(tmp_path, script) as referee, started(kit, *BY_CHANCE, address=referee.address) as bot:
        assert bot.ended() == 1

    assert bot.errors == "random: the referee ended the stream without a goodbye\n"


def test_without_a_referee_the_bot_says_so(kit: Kit) -> None:
    with started(kit, *BY_CHANCE, address=None) as bot:
        assert bot.ended() == 1

    assert bot.errors == "random: TRACTOR_ADDRESS is not set; the arena sets it when it starts a bot\n"


def test_a_token_that_is_missing_is_named(kit: Kit, tmp_path: Path) -> None:
    with started(kit, *BY_CHANCE, address=f"unix:{tmp_path}/nobody", token="") as bot:
        assert bot.ended() == 1

    assert bot.errors == "random: TRACTOR_TOKEN is not set; the arena sets it when it starts a bot\n"


def test_a_referee_that_is_not_there_is_named(kit: Kit, tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/nobody"
    with started(kit, *BY_CHANCE, address=address) as bot:
        assert bot.ended() == 1

    assert bot.errors.startswith(f"random: the stream to {address} ended: ")


# --- Elsewhere


def test_with_an_authority_the_bot_speaks_tls(kit: Kit, tmp_path: Path) -> None:
    certificate = certificate_in(tmp_path)
    asked = bot_pb2.PlayResponse(question=question(6, bot_pb2.PHASE_BURY, default="3C"))
    with (
        scripted_referee(tmp_path, conversation(asked), certificate=certificate) as referee,
        started(kit, address=referee.address, authority=certificate.authority) as bot,
    ):
        assert bot.ended() == 0, bot.errors

    assert referee.heard[1].decision == bot_pb2.Decision(question_id=6, cards=held("3C"))


def test_another_authority_is_not_trusted(kit: Kit, tmp_path: Path) -> None:
    """And not dialled again: the certificate would be the same."""
    (tmp_path / "other").mkdir()
    other = certificate_in(tmp_path / "other")
    with (
        scripted_referee(tmp_path, conversation(), certificate=certificate_in(tmp_path)) as referee,
        started(kit, *BY_CHANCE, address=referee.address, authority=other.authority) as bot,
    ):
        assert bot.ended() == 1

    shown = "it shows no certificate for this host by the authority in TRACTOR_AUTHORITY"
    assert bot.errors.startswith(f"random: {referee.address} is not trusted: {shown} (")
    assert referee.heard == []


def test_where_nobody_listens_yet_the_bot_says_so_once_and_dials_again(kit: Kit, tmp_path: Path) -> None:
    authority = certificate_in(tmp_path).authority
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"localhost:{closed.getsockname()[1]}"
    with started(kit, *BY_CHANCE, address=address, authority=authority) as bot:
        assert bot.process.stderr is not None
        said = bot.process.stderr.readline()

    assert said.startswith(f"random: nobody listens at {address} yet: ")
    assert said.endswith("; dialling again\n")


def test_a_stream_that_broke_is_dialled_again_with_the_same_token(kit: Kit, tmp_path: Path) -> None:
    def breaking(requests: Requests, context: grpc.ServicerContext) -> Responses:
        next(requests)
        yield bot_pb2.PlayResponse(match_starting=bot_pb2.MatchStarting(resume_within_s=60))
        next(requests)
        context.abort(grpc.StatusCode.UNAVAILABLE, "the way is cut")

    def still_there(requests: Requests, context: grpc.ServicerContext) -> Responses:
        next(requests)
        yield from ()
        context.abort(grpc.StatusCode.ALREADY_EXISTS, "a stream with this token is open already")

    certificate = certificate_in(tmp_path)
    taken_up = conversation(
        bot_pb2.PlayResponse(match_starting=bot_pb2.MatchStarting(is_resumed=True)),
        bot_pb2.PlayResponse(question=question(7, bot_pb2.PHASE_BURY, default="4C")),
    )
    with (
        scripted_referee(tmp_path, breaking, still_there, taken_up, certificate=certificate) as referee,
        started(kit, *BY_CHANCE, address=referee.address, authority=certificate.authority) as bot,
    ):
        assert bot.ended() == 0, bot.errors

    assert [stream[0].hello.token for stream in referee.streams] == [TOKEN] * 3
    assert referee.heard[-1].decision == bot_pb2.Decision(question_id=7, cards=held("4C"))
    assert bot.errors == f"random: the stream to {referee.address} broke: the way is cut; dialling again\n"


def test_on_this_machine_a_stream_that_broke_ends_the_bot(kit: Kit, tmp_path: Path) -> None:
    def breaking(requests: Requests, context: grpc.ServicerContext) -> Responses:
        next(requests)
        yield bot_pb2.PlayResponse(match_starting=bot_pb2.MatchStarting(resume_within_s=60))
        context.abort(grpc.StatusCode.UNAVAILABLE, "the referee is gone")

    with scripted_referee(tmp_path, breaking) as referee, started(kit, address=referee.address) as bot:
        assert bot.ended() == 1

    assert len(referee.streams) == 1
    assert "the referee is gone" in bot.errors


# --- Matches


@pytest.mark.parametrize("game", ["tractor", "finding-friends-5"])
async def test_a_match_is_played_without_a_fault(kit: Kit, game: str, tmp_path: Path) -> None:
    """By the bot as it comes, which an author fills in, and the one that plays by chance."""
    match = match_request("kits", rules_of(game), deals=2, limit_s=60.0, connect_within_s=END_WITHIN_S)
    bots = [(kit, BY_CHANCE if seat % 2 else OWN) for seat in range(len(match.chairs))]
    played = await play_match(bots, match, tmp_path)

    assert len(played.deals) == 2
    assert [fault for deal in played.deals for fault in deal.faults] == []
    assert played.finished.ending == bot_pb2.MATCH_ENDING_NORMAL
