"""The chair of a sample bot, against a referee that speaks from a script."""

from __future__ import annotations

import importlib
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import connection
import grpc
import pytest
from cards import cards
from tractor.v1 import bot_pb2, bot_pb2_grpc

from tests.sample_bots.questions import play_question, wire
from tests.sample_bots.tables import WISHES

Script = Callable[[Iterator[bot_pb2.PlayRequest], grpc.ServicerContext], Iterator[bot_pb2.PlayResponse]]

BOTS = Path(connection.__file__).parent


class _Scripted(bot_pb2_grpc.BotServiceServicer):
    def __init__(self, script: Script) -> None:
        self._script = script

    def Play(  # the generated name
        self, request_iterator: Iterator[bot_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        return self._script(request_iterator, context)


@pytest.fixture
def seat_with(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Script], str]]:
    """Starts a referee that follows a script and points the environment at it; gives its address."""
    with ThreadPoolExecutor(max_workers=1) as workers:
        servers = []

        def start(script: Script) -> str:
            server = grpc.server(workers)
            bot_pb2_grpc.add_BotServiceServicer_to_server(_Scripted(script), server)
            address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
            server.start()
            servers.append(server)
            monkeypatch.setenv("TRACTOR_ADDRESS", address)
            monkeypatch.setenv("TRACTOR_TOKEN", "a token")
            return address

        yield start
        for server in servers:
            server.stop(grace=None).wait()


def goodbye() -> bot_pb2.PlayResponse:
    return bot_pb2.PlayResponse(goodbye=bot_pb2.Goodbye(sentence="The cup is over."))


def default(question: bot_pb2.Question) -> list[int]:
    return list(question.default_decision.cards)


def test_a_conversation_runs_from_hello_to_goodbye(seat_with: Callable[[Script], str]) -> None:
    heard: list[bot_pb2.PlayRequest] = []

    def script(
        requests: Iterator[bot_pb2.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        heard.append(next(requests))
        yield bot_pb2.PlayResponse(welcome=bot_pb2.Welcome(entrant="Ann"))
        yield bot_pb2.PlayResponse(match_starting=bot_pb2.MatchStarting(match_id="1"))
        heard.append(next(requests))
        question = play_question("3C 4C", trump="7C")
        question.question_id = 17
        question.default_decision.CopyFrom(bot_pb2.Decision(cards=wire(cards("4C"))))
        yield bot_pb2.PlayResponse(question=question)
        heard.append(next(requests))
        yield bot_pb2.PlayResponse(deal_ended=bot_pb2.DealEnded(deal_number=1))
        yield bot_pb2.PlayResponse(match_ended=bot_pb2.MatchEnded())
        yield goodbye()

    seat_with(script)
    connection.play(default, name="echo", version="3", legal_decisions=40, history=True)

    hello, ready, decision = heard
    assert hello.hello == bot_pb2.Hello(
        protocol="tractor.v1",
        token="a token",  # of a test
        name="echo",
        version="3",
        wants_legal_decisions=40,
        wants_history=True,
    )
    assert ready.HasField("ready")
    assert decision.decision == bot_pb2.Decision(question_id=17, cards=wire(cards("4C")))


def test_a_refusal_is_told_on_standard_error(
    seat_with: Callable[[Script], str], capsys: pytest.CaptureFixture[str]
) -> None:
    def script(
        requests: Iterator[bot_pb2.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        refusal = bot_pb2.Refusal(
            question_id=9,
            reason=bot_pb2.RefusalReason.REFUSAL_REASON_ILLEGAL,
            rule="F2",
            sentence="KS asks for a spade, and the hand holds 3S",
            done_instead=wire(cards("3S")),
            strike_count=1,
        )
        yield bot_pb2.PlayResponse(refusal=refusal)
        yield goodbye()

    seat_with(script)
    connection.play(default, name="echo")

    said = (
        "echo: question 9 refused by F2: KS asks for a spade, and the hand holds 3S; "
        "done instead: 3S; strike 1 of this deal\n"
    )
    assert capsys.readouterr().err == said


def test_a_whole_decision_is_sent_as_it_is(seat_with: Callable[[Script], str]) -> None:
    """Calls of friends and the note go along; the number of the question is that of the question asked."""
    heard: list[bot_pb2.PlayRequest] = []
    ace = bot_pb2.FriendCall(card=bot_pb2.CARD_ACE_OF_SPADES, ordinal=1)

    def script(
        requests: Iterator[bot_pb2.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        yield bot_pb2.PlayResponse(question=bot_pb2.Question(question_id=5, phase=bot_pb2.Phase.PHASE_CALL))
        heard.append(next(requests))
        yield goodbye()

    def calling(_question: bot_pb2.Question) -> bot_pb2.Decision:
        return bot_pb2.Decision(friend_calls=[ace], note="aces are friends")

    seat_with(script)
    connection.play(calling, name="echo")

    expected = bot_pb2.Decision(question_id=5, friend_calls=[ace], note="aces are friends")
    assert [request.decision for request in heard] == [expected]


@pytest.mark.parametrize("answer", [17, None, ["KS"], "KS"])
def test_an_answer_of_another_kind_is_told_with_its_question(
    seat_with: Callable[[Script], str], answer: object
) -> None:
    def script(requests: Iterator[bot_pb2.PlayRequest], _: grpc.ServicerContext) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        yield bot_pb2.PlayResponse(question=bot_pb2.Question(question_id=7))

    seat_with(script)

    with pytest.raises(TypeError) as caught:
        connection.play(lambda _: answer, name="odd")  # type: ignore[arg-type,return-value]

    told = f"question 7: decide answered {answer!r}: answer with a list of cards (numbers) or a Decision"
    assert str(caught.value) == told


def test_a_bot_is_told_of_its_match_before_it_is_ready(seat_with: Callable[[Script], str]) -> None:
    starting = bot_pb2.MatchStarting(match_id="1", rules="players = 5\n", seat=3)
    told: list[bot_pb2.MatchStarting] = []

    def script(
        requests: Iterator[bot_pb2.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        yield bot_pb2.PlayResponse(match_starting=starting)
        assert next(requests).HasField("ready")
        assert told == [starting]
        yield goodbye()

    seat_with(script)
    connection.play(default, name="echo", prepare=told.append)

    assert told == [starting]


def test_what_was_called_instead_is_told_on_standard_error(
    seat_with: Callable[[Script], str], capsys: pytest.CaptureFixture[str]
) -> None:
    def script(
        requests: Iterator[bot_pb2.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        refusal = bot_pb2.Refusal(
            question_id=9,
            reason=bot_pb2.RefusalReason.REFUSAL_REASON_ILLEGAL,
            rule="Z3",
            sentence="exactly 2 cards are called; none was",
            done_instead_friend_calls=[
                bot_pb2.FriendCall(card=bot_pb2.CARD_ACE_OF_SPADES, ordinal=2),
                bot_pb2.FriendCall(card=bot_pb2.CARD_KING_OF_HEARTS, ordinal=0),
            ],
            strike_count=1,
        )
        yield bot_pb2.PlayResponse(refusal=refusal)
        yield goodbye()

    seat_with(script)
    connection.play(default, name="echo")

    assert "; done instead: calls of AS number 2, the other KH; strike 1" in capsys.readouterr().err


def test_a_stream_that_the_referee_aborts_ends_the_bot_with_its_sentence(seat_with: Callable[[Script], str]) -> None:
    def script(
        requests: Iterator[bot_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "no chair has this token")

    address = seat_with(script)
    with pytest.raises(SystemExit) as ended:
        connection.play(default, name="echo")

    assert ended.value.code == f"echo: the stream to {address} ended: no chair has this token"


def test_a_stream_that_ends_without_goodbye_is_a_failure(seat_with: Callable[[Script], str]) -> None:
    def script(
        requests: Iterator[bot_pb2.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        next(requests)
        yield bot_pb2.PlayResponse(welcome=bot_pb2.Welcome())

    seat_with(script)
    with pytest.raises(SystemExit, match="without a goodbye"):
        connection.play(default, name="echo")


def test_a_bot_that_fails_ends_its_stream(seat_with: Callable[[Script], str]) -> None:
    """What the bot's own code raises comes out, for its log; the referee sees the stream end."""
    ended = Event()

    def script(
        requests: Iterator[bot_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        assert context.add_callback(ended.set)
        next(requests)
        yield bot_pb2.PlayResponse(question=play_question("3C", trump="7C"))

    def failing(_question: bot_pb2.Question) -> list[int]:
        raise ZeroDivisionError

    seat_with(script)
    with pytest.raises(ZeroDivisionError):
        connection.play(failing, name="echo")

    assert ended.wait(timeout=10)


def test_without_a_referee_the_bot_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRACTOR_ADDRESS", raising=False)

    with pytest.raises(SystemExit, match="TRACTOR_ADDRESS and TRACTOR_TOKEN are not set"):
        connection.play(default, name="echo")


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["default_bot", "random_bot", "greedy_bot", "sensible_bot"])
def test_each_bot_is_a_program(bot: str, tmp_path: Path) -> None:
    """Started by its path from anywhere; with no one listening it says where it dialled, and its status is 1."""
    address = f"unix:{tmp_path}/nobody"
    ran = subprocess.run(
        [sys.executable, str(BOTS / f"{bot}.py")],
        env={"TRACTOR_ADDRESS": address, "TRACTOR_TOKEN": "a token"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert ran.returncode == 1
    assert f"the stream to {address} ended: " in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("bot", ["default_bot", "random_bot", "greedy_bot", "sensible_bot"])
def test_each_bot_asks_for_what_it_gets_in_whole_deals(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So what whole deals show of a bot, they show of the program."""
    asked: dict[str, object] = {}

    def play(_decide: object, **named: object) -> None:
        asked.update(named)

    monkeypatch.setattr(connection, "play", play)
    runpy.run_path(str(BOTS / f"{bot}.py"), run_name="__main__")
    wishes = WISHES[importlib.import_module(bot).decide]

    assert asked.get("legal_decisions", 0) == wishes.legal_decisions
    assert asked.get("history", False) == wishes.history
