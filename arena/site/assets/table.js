// One table at one step, drawn: hands round an oval, the trick on it, and what there is to know beside it.
"use strict";

const Table = (() => {
  const REASONS = new Set(["led", "higher", "trumped", "overtrumped", "first", "bomb"]);
  const ENDINGS = new Set(["late", "illegal", "crashed", "disconnected", "protocol", "not ready"]);

  let sentences = {};

  // --- Words

  const speak = (given) => {
    sentences = given;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  const say = (key, values = {}) => fill(sentences[key], values);
  const number = (value) => {
    const digits = String(Math.abs(value)).replace(/[0-9.]/g, (each) => sentences.signs["0123456789.".indexOf(each)]);
    return (value < 0 ? sentences.minus : "") + digits;
  };
  const signed = (value) => (value > 0 ? sentences.plus : "") + number(value);
  const count = (key, value, values = {}) => fill(sentences[key][value === 1 ? 0 : 1], { count: number(value), ...values });
  const listed = (texts) => texts.join(sentences.comma);
  const labelled = (label, value) => say("labelled", { label, value });
  const sentence = (text) => say("sentence", { text });
  const duration = (ms) =>
    ms < 1000 ? say("ms", { number: number(ms) }) : say("s", { number: number(Number((ms / 1000).toPrecision(3))) });
  const seatName = (name) => (name.startsWith("Seat") ? say("seat", { number: number(Number(name.slice(4))) }) : say(name));
  const rank = (letter) => (letter === "T" ? "10" : letter);
  const level = (text) => {
    const [, base, pluses] = text.match(/^(.*?)(\+*)$/);
    return (base === "W" ? say("past_ace") : base === "Jo" ? say("joker_level") : rank(base)) + pluses;
  };
  const suit = (letter) => say(letter);

  function oneKind(card, copies) {
    const form = copies === 1 ? 0 : 1;
    if (card[1] === "J") return sentences[card][form];
    const name = "AKQJ".includes(card[0]) ? sentences[card[0]][form] : fill(sentences.rank[form], { rank: rank(card[0]) });
    return say("of", { rank: name, suit: suit(card[1]) });
  }

  // Cards in words, identical ones together.
  const words = (cards) =>
    cards.length
      ? listed(Cards.sets(cards).map(([card, copies]) => (copies === 1 ? oneKind(card, 1) : say(`set${copies}`, { cards: oneKind(card, copies) }))))
      : say("no_cards");

  function trumpWords(trump) {
    if (trump.rank === "N" || (trump.rank === null && trump.isSettled)) return say("no_trump");
    return trump.suit ? say("trump", { suit: suit(trump.suit), rank: rank(trump.rank) }) : say("no_suit", { rank: rank(trump.rank) });
  }

  const direction = document.documentElement.dir;

  // --- Elements; what strangers wrote is text and never markup

  function el(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  // A stranger's text on one line and in its own direction, as the other pages show it.
  const shown = (text) => String(text).replace(/[\p{Bidi_C}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "\ufffd");
  const name = (text, attributes = {}) => el("bdi", attributes, shown(text));

  // --- What a step says

  function sentencesOf(step, facts, viewer) {
    const { state, cards } = step;
    const who = step.seat === null ? "" : seatName(facts.seats[step.seat]);
    const isSeen = viewer === null || viewer === step.seat;
    const points = (value) => count("points", value);
    const said = [];
    switch (step.kind) {
      case "start": {
        const first = seatName(facts.seats[facts.firstDrawer]);
        said.push(state.trump.rank ? say("start", { who: first, rank: rank(state.trump.rank) }) : say("start_open", { who: first }));
        if (state.starter !== null) said.push(sentence(labelled(say(starterKey(facts)), seatName(facts.seats[state.starter]))));
        break;
      }
      case "bid":
        said.push(say(step.bid.holds ? "hold" : step.bid.isLastRound ? "bid_last" : "bid", { who, cards: words(cards), drawn: number(step.bid.drawn) }));
        break;
      case "contract":
        if (!state.bids.length) said.push(say("nobody_bid"));
        if (state.turned.length) said.push(say("turned", { cards: words(state.turned) }));
        said.push(say("contract", { who, trump: trumpWords(state.trump) }));
        break;
      case "kitty":
        said.push(isSeen ? say("kitty", { cards: words(cards), points: points(Cards.pointsOf(cards)) }) : say("kitty_hidden", { who }));
        break;
      case "bury":
        said.push(isSeen ? say("bury", { who, cards: words(cards), points: points(Cards.pointsOf(cards)) }) : say("bury_hidden", { who }));
        break;
      case "calls":
        said.push(say("calls", { who, cards: listed(state.calls.map(callWords)) }));
        break;
      case "throw":
        said.push(say("throw", { who, cards: words(cards) }));
        if (step.endsDeal) said.push(say("throw_ends"));
        break;
      case "play":
        if (step.isForced) {
          said.push(say("forced", { who, cards: words(cards), count: count("cards", state.tried.back) }));
          if (state.fine) said.push(say("fine", { points: points(state.fine) }));
        } else said.push(say(step.isLead ? "lead" : "play", { who, cards: words(cards) }));
        for (const { seat, card } of state.joined) {
          said.push(say(seat === state.starter ? "plays_own" : "joins", { who: seatName(facts.seats[seat]), card: oneKind(card, 1) }));
        }
        said.push(...trickSentences(state, facts, points));
        break;
      case "end":
        said.push(...resultSentences(state, facts));
    }
    return said;
  }

  const callWords = (call) =>
    call.ordinal ? say("call", { card: oneKind(call.card, 1), number: number(call.ordinal) }) : say("call_other", { card: oneKind(call.card, 1) });

  function trickSentences(state, facts, points) {
    if (state.winner === null) return [];
    const who = seatName(facts.seats[state.winner]);
    const said = [REASONS.has(state.why) ? say("wins_by", { who, reason: say(state.why) }) : say("wins", { who })];
    if (state.won) said.push(say("worth", { points: points(state.won) }));
    return said;
  }

  function resultSentences(state, facts) {
    if (state.isThrownIn) return [say("thrown_in")];
    const { result } = state;
    const points = (value) => count("points", value);
    const said = [sentence(labelled(say(pointsKey(facts)), number(result.total)))];
    if (state.kittyPoints) said.push(say(state.tried && facts.throws_end ? "from_hands" : "from_kitty", { points: points(state.kittyPoints) }));
    if (result.makers_side) said.push(say("makers_side", { names: listed(result.makers_side.map(seatName)) }));
    const side = result.declarers_won === null ? "" : result.declarers_won ? "declarers" : "opponents";
    said.push(say("outcome", { zone: zoneWords(facts, side, Math.max(...result.gains)) }));
    const sides = result.levels.map((text, side) => say("level_of", { who: sideName(facts, side), level: level(text) }));
    said.push(say("levels_now", { levels: listed(sides) }));
    const winners = result.game_won_by;
    if (winners !== null && winners !== undefined) said.push(say("game_won", { who: listed([].concat(winners).map((side) => sideName(facts, side))) }));
    else if (result.next_starter) said.push(say("next_starter", { who: seatName(result.next_starter) }));
    return said;
  }

  const starterKey = (facts) => (facts.friends ? "maker" : "starter");
  const pointsKey = (facts) => (facts.friends ? "others_label" : "points_label");

  // Who wins how many levels, in short.
  function zoneWords(facts, side, gain) {
    if (!side) return say("zone_nobody");
    const key = facts.friends ? { declarers: "zone_makers", opponents: "zone_others" }[side] : `zone_${side}`;
    return say(key, { gain: signed(gain) });
  }

  const sideName = (facts, side) =>
    facts.seats.filter((_, seat) => facts.sides[seat] === side).map(seatName).join("–");

  // --- Drawing

  // `model` is of Steps.stepsOf, `seating` the bots by seat, `viewer` the seat that looks, null for all hands.
  function draw(host, { model, index, facts, seating, viewer, titles, onTrick }) {
    const step = model.steps[index];
    const { state } = step;
    const isOver = step.kind === "end";
    const seen = (seat) => viewer === null || viewer === seat;
    const knowsKitty = viewer === null || viewer === state.starter || isOver;
    const seats = facts.seats.map((_, seat) => seatBox(seat));
    const top = Math.ceil((seats.length - 2) / 2);
    const round = el(
      "div",
      { class: `round${seats.length > 4 ? " big" : ""}${seats.length > 6 ? " crowd" : ""}`, dir: "ltr" },
      el("div", { class: "row" }, ...seats.slice(0, top).reverse()),
      el("div", { class: "row middle" }, seats[top], centre(), seats[seats.length - 1]),
      el("div", { class: "row" }, ...seats.slice(top + 1, -1)),
    );
    host.replaceChildren(
      ...titles,
      el("div", { class: "board" }, round, el("div", { class: "side" }, pointsBar(), ...remarks(), factList(), trickList())),
    );

    function seatBox(seat) {
      const label = seatName(facts.seats[seat]);
      const isStarter = seat === state.starter;
      const roles = [];
      if (isStarter) roles.push(say(starterKey(facts)));
      else if (facts.friends && state.declarers[seat]) roles.push(say("friend"));
      if (facts.friends) roles.push(say("level", { level: level(model.record.levels[seat]) }), say("won", { points: number(state.seatPoints[seat]) }));
      const isTurn = step.seat === seat && ["bid", "bury", "calls", "play", "throw", "kitty"].includes(step.kind);
      return el(
        "section",
        { class: `seat${isTurn ? " turn" : ""}${state.declarers[seat] ? " declarer" : ""}`, "data-seat": facts.seats[seat] },
        el("h3", { dir: direction }, el("span", { class: "place" }, label), " ", name(seating[seat] ?? ""), ...roles.map((role) => el("span", { class: "role" }, role))),
        hand(seat, label),
      );
    }

    function hand(seat, label) {
      const cards = state.hands[seat];
      if (!seen(seat)) {
        return el("div", { class: "hand", role: "img", "aria-label": say("hidden_hand", { who: label, cards: count("cards", cards.length) }) }, el("span", { class: "group" }, ...cards.map(() => Cards.face("back"))));
      }
      const coming = state.coming ? state.coming[seat].slice() : [];
      const fresh = seat === state.starter ? state.fromKitty.slice() : [];
      const items = cards.map((card) => ({ card, mark: taken(coming, card) ? "coming" : taken(fresh, card) ? "fresh" : "" }));
      const groups = Cards.groups(items, state.trump);
      const said = groups.map(([group, members]) => labelled(group === "trump" ? say("trumps") : suit(group), listed(members.map(({ card }) => (group === "trump" || card[1] === "J" ? oneKind(card, 1) : rank(card[0]))))));
      return el(
        "div",
        { class: "hand", role: "img", "aria-label": say("hand", { who: label, group: said.join(sentences.semicolon) || say("no_cards") }) },
        ...groups.map(([group, members]) => el("span", { class: `group${group === "trump" ? " trumps" : ""}` }, ...members.map(({ card, mark }) => Cards.face(card, mark)))),
      );
    }

    function centre() {
      const middle = el("div", { class: "trump" });
      if (state.trump.isSettled) {
        if (state.trump.suit) middle.append(Cards.suit(state.trump.suit));
        middle.append(el("b", {}, state.trump.rank === "N" ? "–" : rank(state.trump.rank)));
        middle.setAttribute("role", "img");
        middle.setAttribute("aria-label", `${say("trump_label")}: ${trumpWords(state.trump)}`);
      }
      const shownCards = { kitty: state.fromKitty, bury: step.cards }[step.kind];
      const laid = step.kind === "bid" ? [{ seat: step.seat, cards: step.cards }] : step.kind === "calls" ? [{ seat: step.seat, cards: step.cards }] : state.table;
      return el(
        "div",
        { class: "centre" },
        middle,
        shownCards ? el("div", { class: "kitty" }, fan(knowsKitty ? shownCards : shownCards.map(() => "back"))) : null,
        step.kind === "contract" && state.turned.length ? el("div", { class: "kitty" }, fan(state.turned)) : null,
        isOver && state.buried ? el("div", { class: "kitty" }, fan(state.buried)) : null,
        ...(isOver ? [] : laid.map(play)),
      );
    }

    function play({ seat, cards, isTried }) {
      const isWinner = seat === state.winner;
      const called = new Set(state.calls.map((call) => call.card));
      const joins = state.joined.some((each) => each.seat === seat) && seat === step.seat;
      const { x, y } = placeOf(seat);
      return el(
        "div",
        { class: `play${isWinner ? " winner" : ""}${isTried ? " tried" : ""}${seat === step.seat ? " latest" : ""}${joins ? " joins" : ""}`, style: `--x:${x.toFixed(1)}%;--y:${y.toFixed(1)}%` },
        fan(cards, called),
        el("span", { class: "by", dir: direction }, seatName(facts.seats[seat]), isWinner ? ` · ${say("winner")}` : isTried ? ` · ${say("tried")}` : ""),
      );
    }

    function fan(cards, called = new Set()) {
      const groups = cards[0] === "back" ? [["", cards.map((card) => ({ card }))]] : Cards.groups(cards.map((card) => ({ card })), state.trump);
      return el("span", { class: "fan" }, ...groups.map(([, members]) => el("span", { class: "group" }, ...members.map(({ card }) => Cards.face(card, called.has(card) ? "called" : "")))));
    }

    // On an ellipse, as the seats stand round it.
    function placeOf(seat) {
      const last = facts.seats.length - 1;
      if (seat === top) return { x: 17, y: 50 };
      if (seat === last) return { x: 83, y: 50 };
      const isTop = seat < top;
      const many = isTop ? top : last - top - 1;
      const at = isTop ? many - 1 - seat : seat - top - 1;
      const x = ((at + 0.5) / many) * 100;
      const rise = 33 * Math.sqrt(1 - ((x - 50) / 75) ** 2);
      return { x, y: isTop ? 50 - rise : 50 + rise };
    }

    function pointsBar() {
      const last = facts.marks[facts.marks.length - 1].points;
      const end = Math.max(last + (last - facts.threshold) / 2, state.points);
      const percent = (value) => `${Math.max(0, Math.min(100, (value / end) * 100)).toFixed(2)}%`;
      const stands = facts.marks.filter((mark) => mark.points <= Math.max(0, state.points)).pop();
      const zone = zoneWords(facts, stands.side, stands.gain);
      const bar = el("div", { class: "meter", role: "img", "aria-label": `${number(state.points)} / ${number(facts.threshold)}: ${zone}` });
      bar.append(el("span", { class: "filled", style: `inline-size:${percent(state.points)}` }));
      for (const mark of facts.marks.slice(1)) {
        bar.append(el("span", { class: `tick${mark.points === facts.threshold ? " losing" : ""}`, style: `inset-inline-start:${percent(mark.points)}` }, el("span", {}, mark.points >= 20 || mark.points === facts.threshold ? number(mark.points) : "")));
      }
      return el(
        "div",
        { class: "points" },
        el("h4", {}, say(pointsKey(facts))),
        el("p", {}, el("b", {}, number(state.points)), " ", el("span", { class: "zone" }, zone)),
        bar,
      );
    }

    function factList() {
      const rows = [];
      const row = (key, ...value) => rows.push(el("dt", {}, say(key)), el("dd", {}, ...value));
      if (step.ms !== null && step.ms !== undefined) row("time_label", duration(step.ms));
      if (state.trump.isSettled) row("trump_label", trumpWords(state.trump));
      if (!facts.friends) row("levels_label", listed(model.record.levels.map((text, side) => say("level_of", { who: sideName(facts, side), level: level(text) }))));
      if (state.calls.length) row("called_label", ...state.calls.map((call) => el("span", { class: "call" }, labelled(callWords(call), call.by === null ? say("nobody_yet") : seatName(facts.seats[call.by])))));
      if (state.buried) row("buried_label", knowsKitty ? fan(state.buried) : say("unseen"));
      return el("dl", { class: "facts" }, ...rows);
    }

    function remarks() {
      const boxes = [];
      for (const fault of step.faults) boxes.push(faultBox(fault, facts, step));
      for (const note of step.notes) boxes.push(el("div", { class: "note-box" }, el("h4", {}, say("note")), el("p", {}, name(note))));
      if (boxes.length && step.kind === "contract") boxes.unshift(el("p", { class: "small soft" }, say("in_bidding")));
      const { faults, notes } = model.unplaced;
      if ((index === 0 || isOver) && faults.length + notes.length) {
        boxes.push(el("p", { class: "small soft" }, say("somewhere")));
        boxes.push(...faults.map((fault) => faultBox(fault, facts, null)));
        boxes.push(...notes.map((note) => el("div", { class: "note-box" }, el("h4", {}, say("note")), el("p", {}, name(note)))));
      }
      if (isOver) boxes.push(el("div", { class: "result" }, ...resultSentences(state, facts).map((text) => el("p", {}, text))));
      if (model.broken && index === model.steps.length - 1) boxes.push(el("p", { class: "trouble" }, say("cut_short")));
      return boxes;
    }

    function trickList() {
      if (!state.tricksWon.length) return "";
      return el(
        "div",
        { class: "tricks" },
        el("h4", {}, say("tricks_label")),
        el("ol", {}, ...state.tricksWon.map(({ trick, winner, points }) => {
          const text = `${winner === null ? "–" : seatName(facts.seats[winner])}${points ? ` ${number(points)}` : ""}`;
          const button = el("button", { type: "button", class: winner !== null && state.declarers[winner] ? "declarers" : "opponents", "aria-label": `${number(trick + 1)}. ${text}` }, el("span", { class: "small" }, number(trick + 1)), " ", text);
          button.addEventListener("click", () => onTrick(trick));
          return el("li", {}, button);
        })),
      );
    }
  }

  function faultBox(fault, facts, step) {
    const seat = facts.seats.includes(fault.seat) ? seatName(fault.seat) : shown(fault.seat);
    const ending = ENDINGS.has(fault.ending) ? say(fault.ending) : shown(fault.ending);
    const more = [];
    if (fault.rule) more.push(say("rule", { rule: shown(fault.rule) }));
    if (fault.overrun_s) more.push(say("overrun", { time: duration(Math.round(fault.overrun_s * 1000)) }));
    return el(
      "div",
      { class: "fault" },
      el("h4", {}, [say("fault", { who: seat, ending }), ...more].join(" · ")),
      fault.offence ? el("p", {}, ...around("offered", "offence", name(fault.offence))) : null,
      step && step.decision !== null ? el("p", {}, say("instead", { cards: words(step.cards) })) : null,
      fault.output ? el("details", {}, el("summary", {}, say("printed")), el("pre", { dir: "ltr" }, fault.output.split("\n").map(shown).join("\n"))) : null,
    );
  }

  // A sentence with an element in the place of one of its names.
  function around(key, slot, element) {
    const [before, after] = sentences[key].split(`{${slot}}`);
    return [before, element, after ?? ""];
  }

  function taken(cards, card) {
    const at = cards.indexOf(card);
    if (at >= 0) cards.splice(at, 1);
    return at >= 0;
  }

  return { speak, say, count, number, signed, listed, sentence, seatName, sideName, sentencesOf, draw, el, name, level };
})();
