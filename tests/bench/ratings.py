"""Speed of the fit: a million results in as many seatings, as columns and from a CSV file."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from arena.rating.command import rate
from arena.ratings import Results, fit

ENTRANTS = 60
RESULTS_PER_SHUFFLE = 5


def measure(result_count: int = 1_000_000) -> dict[str, object]:
    """Seconds, of the clock, that a fit takes; and with reading the file and printing the document."""
    results = _results(result_count)
    started = perf_counter()
    fitted = fit(results)
    fit_s = perf_counter() - started
    assert fitted.result_count == result_count
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        _write(results, path)
        out = io.StringIO()
        started = perf_counter()
        with contextlib.redirect_stdout(out):
            status = rate(str(path), penalty="400", anchor=None, as_json=True)
        rate_s = perf_counter() - started
    assert status == 0
    assert out.getvalue().startswith('{"format": "tractor-arena/ratings/1"')
    return {"fit_1e6_s": round(fit_s, 2), "rate_csv_1e6_s": round(rate_s, 2)}


def _results(count: int) -> Results:
    """Different four of the field at every table, of strengths from −150 to 150 Elo."""
    rng = np.random.default_rng(1)
    seats = np.concatenate(
        [np.argsort(rng.random((part.size, ENTRANTS)), axis=1)[:, :4] for part in np.array_split(np.arange(count), 20)]
    )
    strengths = np.linspace(-150.0, 150.0, ENTRANTS)
    lead = strengths[seats] @ np.array([0.5, -0.5, 0.5, -0.5])
    shuffle_count = max(1, count // RESULTS_PER_SHUFFLE)
    return Results(
        entrants=tuple(f"bot {number:02}" for number in range(ENTRANTS)),
        shuffles=tuple(map(str, range(shuffle_count))),
        seats=seats,
        decks=np.arange(count) % shuffle_count,
        scores=(rng.random(count) < 1 / (1 + 10 ** (-lead / 400))).astype(np.float64),
        margins=rng.integers(-3, 4, count).astype(np.float64),
    )


def _write(results: Results, path: Path) -> None:
    columns = (results.seats.tolist(), results.decks.tolist(), results.scores.tolist(), results.margins.tolist())
    with path.open("w", encoding="utf-8") as file:
        file.write("north,west,south,east,shuffle,score,margin\n")
        for seats, deck, score, margin in zip(*columns, strict=True):
            names = ",".join(results.entrants[seat] for seat in seats)
            file.write(f"{names},{deck},{score:g},{margin:g}\n")
