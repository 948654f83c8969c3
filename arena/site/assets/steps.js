// What a record shows, step by step. No rule is known here: who wins and what a deal earns, the record says; what is
// worked out are hands, points of cards and which decision a step is.
"use strict";

const Steps = (() => {
  // The steps of a deal. `facts` are those of the game (arena/site/replay_data.py). Each step has
  //   kind: start bid contract kitty bury calls throw play end;
  //   seat, cards: who does it with what; at: its place for comparison with another table, numbers by weight;
  //   decision: its number, null if nobody can tell; ms, notes, faults, isDefault: what is known of it;
  //   state: what lies on the table after it.
  // `broken` says that the record ends before the deal did; `unplaced` are remarks whose step is not known.
  function stepsOf(record, facts) {
    const seats = facts.seats;
    const seatOf = (name) => seats.indexOf(name);
    const steps = [];
    const deck = Cards.split(record.deck || "");
    const dealt = Math.max(0, deck.length - facts.kitty);
    const first = Math.max(0, seatOf(record.first));
    const seatAt = (draw) => (first + draw) % seats.length;
    const whole = seats.map((_, seat) => deck.slice(0, dealt).filter((_, draw) => seatAt(draw) === seat));
    const kitty = deck.slice(dealt);
    const tricks = record.tricks || [];
    const throws = new Map((record.throws || []).map(([trick, cards]) => [trick, Cards.split(cards)]));

    let state = {
      hands: whole,
      coming: null,
      drawn: dealt,
      trump: { rank: record.rank, suit: null, stay: true, isSettled: false },
      starter: record.starter ? seatOf(record.starter) : null,
      declarers: seats.map(() => false),
      bids: [],
      turned: [],
      kitty,
      fromKitty: [],
      buried: null,
      calls: [],
      trick: null,
      table: [],
      tried: null,
      winner: null,
      why: "",
      won: 0,
      wonBySide: "",
      points: 0,
      seatPoints: seats.map(() => 0),
      fines: seats.map(() => 0),
      fine: 0,
      joined: [],
      tricksWon: [],
      result: null,
    };
    const add = (kind, at, changes, more = {}) => {
      state = { ...state, joined: [], fine: 0, coming: null, ...changes };
      steps.push({ kind, at, seat: null, cards: [], trick: null, decision: null, ms: null, notes: [], faults: [], isDefault: false, ...more, state });
    };

    add("start", [0], {});
    for (const [index, [drawn, name, text]] of (record.bids || []).entries()) {
      const cards = Cards.split(text);
      const before = record.bids[index - 1];
      // Only who holds a bid shows as many cards at the same moment as the bid before (Z1).
      const holds = Boolean(facts.friends && before && before[0] === drawn && before[2].length === text.length);
      const bid = { seat: seatOf(name), cards, drawn, holds, isLastRound: drawn > dealt };
      add("bid", [1, index], {
        bids: [...state.bids, bid],
        coming: seats.map((_, seat) => deck.slice(drawn, dealt).filter((_, later) => seatAt(drawn + later) === seat)),
        drawn: Math.min(drawn, dealt),
      }, { seat: bid.seat, cards, bid });
    }
    if (record.thrown_in) {
      add("end", [9], { isThrownIn: true });
      return finished(record, steps, false);
    }
    if (!record.trump || !tricks.length) return finished(record, steps, true);

    const starter = seatOf(tricks[0][0]);
    const isDeclarer = (seat) => !facts.friends && facts.sides[seat] === facts.sides[starter];
    add("contract", [2], {
      trump: {
        rank: record.trump[0],
        suit: record.trump[1] === "N" ? null : record.trump[1],
        stay: facts.rank_cards_stay,
        isSettled: true,
      },
      turned: Cards.split(record.turned || ""),
      starter,
      declarers: seats.map((_, seat) => seat === starter || isDeclarer(seat)),
    }, { seat: starter });
    const inHand = (seat, cards) => state.hands.map((hand, at) => (at === seat ? cards : hand));
    add("kitty", [3], { hands: inHand(starter, [...state.hands[starter], ...kitty]), fromKitty: kitty }, { seat: starter, cards: kitty });
    const buried = Cards.split(record.buried || "");
    add("bury", [4], {
      hands: inHand(starter, Cards.without(state.hands[starter], buried)),
      fromKitty: [],
      buried,
    }, { seat: starter, cards: buried });
    if (record.calls) {
      const calls = record.calls.map(([card, ordinal]) => ({ card, ordinal, seen: 0, by: null }));
      add("calls", [5], { calls }, { seat: starter, cards: calls.map((call) => call.card) });
    }

    for (const [trick, [name, ...plays]] of tricks.entries()) {
      const leader = seatOf(name);
      const tried = throws.get(trick);
      const cleared = { table: [], tried: null, winner: null, why: "", won: 0, wonBySide: "", trick };
      if (tried) {
        const before = state.hands[leader];
        add("throw", [6, trick, 0], {
          ...cleared,
          hands: inHand(leader, Cards.without(before, tried)),
          table: [{ seat: leader, cards: tried, isTried: true }],
          tried: { seat: leader, cards: tried },
        }, { seat: leader, cards: tried, trick, endsDeal: !plays.length });
        state = { ...state, hands: inHand(leader, before) };
      }
      for (const [turn, text] of plays.entries()) {
        const seat = (leader + turn) % seats.length;
        const cards = Cards.split(text);
        const changes = turn ? {} : { ...cleared };
        changes.hands = inHand(seat, Cards.without(state.hands[seat], cards));
        changes.table = [...(turn ? state.table : []), { seat, cards }];
        Object.assign(changes, afterPlay(state, facts, starter, seat, cards));
        if (!turn && tried) {
          const fine = facts.fine * (tried.length - cards.length);
          changes.tried = { seat, cards: tried, back: tried.length - cards.length };
          changes.fine = fine;
          changes.fines = state.fines.map((paid, at) => paid + (at === seat ? fine : 0));
        }
        if (turn === seats.length - 1) Object.assign(changes, won(trick, { ...state, ...changes }));
        const counted = { ...state, ...changes };
        changes.points = pointsOfOpponents(counted, facts);
        add("play", [6, trick, turn + 1], changes, { seat, cards, trick, turn, isLead: !turn, isForced: !turn && Boolean(tried) });
      }
      // Cut short: what is left of the record is shown, and that it ends here is said.
      if (plays.length !== seats.length && !(facts.throws_end && tried && !plays.length)) return finished(record, steps, true);
    }
    if (!record.result) return finished(record, steps, true);
    add("end", [9], {
      result: record.result,
      kittyPoints: record.result.total - state.points,
      points: record.result.total,
      declarers: record.result.makers_side ? seats.map((seat) => record.result.makers_side.includes(seat)) : state.declarers,
    });
    return finished(record, steps, false);

    function won(trick, now) {
      const points = Cards.pointsOf(now.table.flatMap((play) => play.cards));
      const [said, why] = (record.wins || [])[trick] || [];
      const next = tricks[trick + 1];
      let winner = said !== undefined && said !== null ? seatOf(said) : next ? seatOf(next[0]) : null;
      let side = "";
      if (winner === null && record.result) {
        // Who won the last trick of an older record shows in the points alone.
        const gained = (record.result.points || []).findIndex((total, seat) => total > now.seatPoints[seat]);
        if (facts.friends) winner = gained < 0 ? null : gained;
        else if (points || Cards.pointsOf(buried)) {
          side = record.result.total > pointsOfOpponents(now, facts) ? "opponents" : "declarers";
        }
      }
      const tricksWon = [...now.tricksWon, { trick, winner, points }];
      const seatPoints = now.seatPoints.map((had, seat) => had + (seat === winner ? points : 0));
      return { winner, why: winner === null ? "" : why || "", won: points, wonBySide: side, seatPoints, tricksWon };
    }
  }

  // Points of the opponents; in Finding Friends, of all who are not known to be on the maker's side (Z7).
  function pointsOfOpponents(state, facts) {
    let sum = state.wonBySide === "opponents" ? state.won : 0;
    for (const [seat, isDeclarer] of state.declarers.entries()) {
      sum += isDeclarer ? state.fines[seat] : state.seatPoints[seat] - state.fines[seat];
    }
    return sum;
  }

  // Who joins the maker by playing a copy that was called: copies are counted as they are played (Z3).
  function afterPlay(state, facts, maker, seat, cards) {
    if (!state.calls.length) return {};
    const joined = [];
    const calls = state.calls.map((call) => {
      const count = cards.filter((card) => card === call.card).length;
      if (!count || (call.ordinal === 0 && seat === maker)) return call;
      const seen = call.seen + count;
      const wanted = call.ordinal || 1;
      if (!(call.seen < wanted && wanted <= seen)) return { ...call, seen };
      joined.push({ seat, card: call.card });
      return { ...call, seen, by: seat };
    });
    return { calls, joined, declarers: state.declarers.map((on, at) => on || joined.some((each) => each.seat === at)) };
  }

  // Which decision each step is, and what was said of it.
  function finished(record, steps, broken) {
    const asked = steps.filter((step) => step.kind === "bury" || step.kind === "calls" || decidesPlay(step));
    const bids = steps.filter((step) => step.kind === "bid");
    const total = broken || !record.times ? null : record.times.length;
    // Passes are in no record: how many there were follows from the number of all decisions.
    const bidCount = total === null ? null : total - asked.length;
    if (bidCount !== null) {
      for (const [at, step] of asked.entries()) step.decision = bidCount + at;
      if (bidCount === bids.length) for (const [at, step] of bids.entries()) step.decision = at;
    }
    const at = new Map();
    for (const [index, step] of steps.entries()) if (step.decision !== null) at.set(step.decision, index);
    const unplaced = { faults: [], notes: [] };
    const placeOf = (decision) => {
      if (at.has(decision)) return steps[at.get(decision)];
      if (bidCount === null) return null;
      return decision < bidCount ? steps.find((step) => step.kind === "contract" || step.kind === "end") : steps[steps.length - 1];
    };
    for (const fault of record.faults || []) (placeOf(fault.decision) || unplaced).faults.push(fault);
    for (const [decision, text] of record.notes || []) (placeOf(decision) || unplaced).notes.push(text);
    for (const decision of record.defaults || []) if (at.has(decision)) steps[at.get(decision)].isDefault = true;
    for (const [decision, index] of at) steps[index].ms = record.times[decision];
    return { record, steps, broken, unplaced, bidCount };
  }

  // A throw that failed and its forced lead are one decision; where it ended the deal there is no lead.
  const decidesPlay = (step) => step.kind === "play" || (step.kind === "throw" && step.endsDeal);

  const compared = (one, other) => {
    for (let at = 0; at < 3; at++) {
      const difference = (one[at] ?? -1) - (other[at] ?? -1);
      if (difference) return difference;
    }
    return 0;
  };

  // The step of `model` that is no further than the place `at` of another table.
  function stepAt(model, at) {
    let found = 0;
    for (const [index, step] of model.steps.entries()) if (compared(step.at, at) <= 0) found = index;
    return found;
  }

  // The first decision in which two tables differ: the index of its step at each, null if they are the same.
  function firstDifference(model, other) {
    const [mine, theirs] = [model, other].map(({ steps }) =>
      [...steps.entries()].filter(([, step]) => step.kind === "bid" || step.kind === "bury" || step.kind === "calls" || decides(step)),
    );
    for (let at = 0; at < Math.max(mine.length, theirs.length); at++) {
      if (!mine[at] || !theirs[at] || said(mine[at][1]) !== said(theirs[at][1])) {
        return [mine[at] ? mine[at][0] : model.steps.length - 1, theirs[at] ? theirs[at][0] : other.steps.length - 1];
      }
    }
    return null;
  }

  // Of a failed throw, what was tried is the decision.
  const decides = (step) => step.kind === "throw" || (step.kind === "play" && !step.isForced);
  const said = (step) =>
    [step.kind === "throw" ? "play" : step.kind, step.seat, step.bid ? step.bid.drawn : "", ...[...step.cards].sort(),
      ...step.kind === "calls" ? step.state.calls.map((call) => call.ordinal) : []].join(" ");

  return { stepsOf, stepAt, firstDifference };
})();
