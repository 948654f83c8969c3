// The page of replays: which match, deal and step the address names, the controls and keys, and two tables in step.
"use strict";

(() => {
  const { say, count, number, signed, listed, seatName, el, name } = Table;
  const $ = (id) => document.getElementById(id);
  const root = $("replay");
  const isRightToLeft = document.documentElement.dir === "rtl";
  const query = new URLSearchParams(location.search);
  const key = (query.get("match") || "").toLowerCase();
  const KEY = /^[0-9a-f]{32}$/;

  // Matches by key once their files have come: { head, deals, facts }; null if one could not be had.
  const matches = new Map();
  const awaited = new Map();

  let match = null;
  let deal = null; // one of match.deals
  let model = null;
  let index = 0;
  let viewer = null;
  let twin = null; // { key, match, model, seating } of the table beside it
  let timer = null;

  // --- Files

  // The lines of a record; `packed` in arena/site/replay_data.py is the other half.
  const unpacked = (packed) => packed.split("\n").filter(Boolean).map((line) => JSON.parse(line));

  window.tractorReplay = (of, head, packed) => {
    if (!awaited.has(of)) return;
    try {
      matches.set(of, { key: of, head, deals: numbered(unpacked(packed)) });
    } catch {
      matches.set(of, { trouble: "bad_file" });
    }
  };

  // A match's file, by a script: a page that was opened from a file may read no others.
  function load(of) {
    if (awaited.has(of)) return awaited.get(of);
    const loading = new Promise((resolve) => {
      const script = el("script", { src: `${root.dataset.root}replays/${of}.js` });
      // What is wrong in the file is said in the page.
      const quiet = (event) => event.preventDefault();
      const done = (trouble) => {
        window.removeEventListener("error", quiet);
        script.remove();
        resolve(matches.get(of) || { trouble });
      };
      window.addEventListener("error", quiet);
      script.addEventListener("load", () => done("bad_file"));
      script.addEventListener("error", () => done("no_file"));
      document.head.append(script);
    });
    awaited.set(of, loading);
    return loading;
  }

  // The deals of a record with their names in the address: the number, and `~n` behind it for one that was thrown in.
  function numbered(records) {
    const left = new Map();
    for (const { deal: of } of records) left.set(of, (left.get(of) || 0) + 1);
    const met = new Map();
    return records.map((record) => {
      const nth = (met.get(record.deal) || 0) + 1;
      met.set(record.deal, nth);
      const isLast = nth === left.get(record.deal);
      return { record, name: isLast ? String(record.deal) : `${record.deal}~${nth}` };
    });
  }

  const factsOf = (of, record) => ({ ...of.head.rules, firstDrawer: Math.max(0, of.head.rules.seats.indexOf(record.first)) });
  const modelOf = (of, record) => Steps.stepsOf(record, factsOf(of, record));

  // --- The address: #deal.step, and behind it &with=KEY and &seat=n

  function asked() {
    const [place, ...more] = location.hash.slice(1).split("&");
    const [of, step] = place.split(".");
    const options = new URLSearchParams(more.join("&"));
    return { deal: of, step: step === undefined ? null : Number(step), twin: options.get("with"), seat: options.get("seat") };
  }

  function address() {
    const extra = (twin ? `&with=${twin.key}` : "") + (viewer === null ? "" : `&seat=${viewer + 1}`);
    return `#${deal.name}.${index}${extra}`;
  }

  // A step replaces the address, so that "back" leaves the replay; what is chosen with care is a page of its own.
  function written(isNew = false) {
    const to = address();
    if (to === location.hash) return;
    history[isNew ? "pushState" : "replaceState"](null, "", to);
  }

  function linkLanguages() {
    for (const link of document.querySelectorAll(".languages a")) {
      link.dataset.page ||= link.getAttribute("href");
      link.setAttribute("href", link.dataset.page + location.search + location.hash);
    }
  }

  // --- What is shown

  function trouble(which) {
    $("trouble").textContent = say(which);
    $("trouble").hidden = false;
    $("stage").hidden = true;
  }

  async function goToAddress() {
    const wanted = asked();
    const found = match.deals.find((each) => each.name === wanted.deal);
    const isAsked = Boolean(found);
    const start = found || match.deals.find((each) => (each.record.faults || []).length) || match.deals.find((each) => !each.record.thrown_in) || match.deals[0];
    setDeal(start);
    index = isAsked && Number.isInteger(wanted.step) ? within(wanted.step) : isAsked ? 0 : firstFault();
    const seat = Number(wanted.seat);
    viewer = Number.isInteger(seat) && seat >= 1 && seat <= match.head.rules.seats.length ? seat - 1 : null;
    const [at, at_deal] = [index, deal];
    await setTwin(match.head.twins.some((each) => each.key === wanted.twin) ? wanted.twin : null);
    if (deal === at_deal) index = at;
    render();
  }

  const within = (step) => Math.max(0, Math.min(step, model.steps.length - 1));
  const firstFault = () => Math.max(0, model.steps.findIndex((step) => step.faults.length));

  function setDeal(next) {
    deal = next;
    model = modelOf(match, deal.record);
    index = 0;
    pairUp();
  }

  async function setTwin(of) {
    if (!of) {
      twin = null;
      return;
    }
    const loaded = await load(of);
    twin = { key: of, match: loaded, model: null };
    pairUp();
  }

  // The same deal at the other table: its board and its deck.
  function pairUp() {
    if (!twin) return;
    twin.model = null;
    if (twin.match.trouble) return;
    const { board, deck } = deal.record;
    const found = twin.match.deals.find(({ record }) => record.board === board && record.deck === deck);
    twin.model = found ? modelOf(twin.match, found.record) : null;
    twin.difference = twin.model ? Steps.firstDifference(model, twin.model) : null;
  }

  function render() {
    const facts = factsOf(match, deal.record);
    const step = model.steps[index];
    $("scrubber").max = model.steps.length - 1;
    $("scrubber").value = index;
    const texts = Table.sentencesOf(step, facts, viewer);
    if (twin?.model && twin.difference && twin.difference[0] === index) texts.push(Table.sentence(differenceWords()));
    const what = texts.join(" ");
    $("scrubber").setAttribute("aria-valuetext", what);
    $("said").textContent = what;
    $("said").classList.toggle("unseen", Boolean(twin));
    $("seen-by").value = viewer === null ? "" : String(viewer);
    $("twin").value = twin ? twin.key : "";
    for (const link of $("deals").querySelectorAll("a")) {
      const isHere = link.dataset.deal === deal.name;
      if (isHere) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    $("heading").replaceChildren(...heading());
    const first = el("div", { class: "game" });
    Table.draw(first, { model, index, facts, seating: match.head.seating, viewer, titles: twin ? [title(match), el("p", { class: "said" }, what)] : [], onTrick: goToTrick });
    const games = [first];
    if (twin) {
      const second = el("div", { class: "game" });
      if (twin.model) {
        const at = Steps.stepAt(twin.model, step.at);
        const itsFacts = factsOf(twin.match, twin.model.record);
        const its = Table.sentencesOf(twin.model.steps[at], itsFacts, viewer).join(" ");
        Table.draw(second, { model: twin.model, index: at, facts: itsFacts, seating: twin.match.head.seating, viewer, titles: [title(twin.match), el("p", { class: "said" }, its)], onTrick: goToTrick });
      } else second.append(el("p", { class: "trouble" }, say("twin_lacks")));
      games.push(second);
    }
    $("tables").className = twin ? "two" : "";
    $("tables").replaceChildren(...games);
    renderDifference();
    written();
    linkLanguages();
  }

  const title = (of) => el("h2", { class: "small" }, ...of.head.seating.flatMap((each, at) => [at ? " · " : "", name(each)]));

  function heading() {
    const { head } = match;
    const page = el("a", { href: `${root.dataset.home}matches/${key}.html` }, ...distinct(head.seating).flatMap((each, at) => [at ? " · " : "", name(each)]));
    const { record } = deal;
    const places = [say("deal", { number: number(record.deal) }), say("board", { number: number(record.board) })];
    return [page, ` — ${listed(places)}`];
  }

  const distinct = (names) => [...new Set(names)];

  function renderDifference() {
    const box = $("difference");
    box.hidden = !twin?.model;
    if (box.hidden) return;
    const parts = [];
    if (twin.difference) {
      const go = el("button", { type: "button" }, differenceWords());
      go.addEventListener("click", () => goTo(twin.difference[0]));
      parts.push(go);
    } else parts.push(el("span", {}, say("same")));
    const swing = swingText();
    if (swing) parts.push(el("span", {}, swing));
    box.replaceChildren(...parts);
  }

  function differenceWords() {
    const [phase, trick] = model.steps[twin.difference[0]].at;
    const key = { 4: "difference_bury", 5: "difference_calls", 6: "difference_in" }[phase] || "difference_bid";
    return say("difference", { what: say(key, { number: number(trick + 1) }) });
  }

  // Levels that the first side won here more than at the other table, from the same seats with the same cards.
  function swingText() {
    const [mine, theirs] = [model.record.result, twin.model.record.result];
    const facts = match.head.rules;
    if (!mine || !theirs) return "";
    const points = count("points", Math.abs(mine.total - theirs.total));
    const margin = (result) => result.gains[0] - result.gains[1];
    const swing = facts.friends ? 0 : margin(mine) - margin(theirs);
    return say("swing", { levels: count("levels", Math.abs(swing), { count: signed(swing) }), who: Table.sideName(facts, 0), points });
  }

  // --- Moving

  function goTo(step) {
    const next = within(step);
    if (next === index) return;
    index = next;
    render();
  }

  function goToTrick(trick) {
    const found = model.steps.findIndex((step) => step.trick === trick);
    if (found >= 0) goTo(found);
  }

  function byTrick(direction) {
    const starts = [...model.steps.keys()].filter((at) => {
      const step = model.steps[at];
      return at === 0 || step.kind === "end" || (step.trick !== null && model.steps[at - 1].trick !== step.trick);
    });
    if (direction > 0) goTo(starts.find((at) => at > index) ?? model.steps.length - 1);
    else goTo(starts.filter((at) => at < index).pop() ?? 0);
  }

  function toDeal(next, step = 0) {
    if (!next || next === deal) return;
    pause();
    setDeal(next);
    index = within(step);
    written(true);
    render();
  }

  const byDeal = (direction) => toDeal(match.deals[match.deals.indexOf(deal) + direction]);

  function toNextFault() {
    const later = model.steps.findIndex((step, at) => at > index && step.faults.length);
    if (later >= 0) return goTo(later);
    const at = match.deals.indexOf(deal);
    const order = [...match.deals.slice(at + 1), ...match.deals.slice(0, at + 1)];
    const found = order.find((each) => (each.record.faults || []).length);
    if (!found) return undefined;
    if (found === deal) return goTo(firstFault());
    return toDeal(found, Math.max(0, modelOf(match, found.record).steps.findIndex((step) => step.faults.length)));
  }

  const play = () => {
    if (timer !== null) return pause();
    if (index === model.steps.length - 1) goTo(0);
    timer = setInterval(() => (index < model.steps.length - 1 ? goTo(index + 1) : pause()), Number($("speed").value));
    return showPlaying();
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    showPlaying();
  };
  const showPlaying = () => {
    $("play").classList.toggle("playing", timer !== null);
    $("play").querySelector("span").textContent = say(timer === null ? "play_on" : "pause");
  };

  function see(seat) {
    viewer = seat;
    render();
  }

  async function beside(of) {
    const at = index;
    await setTwin(of);
    index = at;
    written(true);
    render();
  }

  async function copy() {
    written();
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      isCopied = false;
    }
    $("copied").textContent = say(isCopied ? "copied" : "not_copied");
  }

  const KEYS = {
    ArrowLeft: () => goTo(index + (isRightToLeft ? 1 : -1)),
    ArrowRight: () => goTo(index + (isRightToLeft ? -1 : 1)),
    ArrowUp: () => byTrick(-1),
    ArrowDown: () => byTrick(1),
    PageUp: () => byDeal(-1),
    PageDown: () => byDeal(1),
    Home: () => goTo(0),
    End: () => goTo(model.steps.length - 1),
    " ": play,
    s: () => see(viewer === null ? 0 : viewer + 1 < match.head.rules.seats.length ? viewer + 1 : null),
    d: () => {
      const keys = [null, ...match.head.twins.map((each) => each.key)];
      if (keys.length > 1) beside(keys[(keys.indexOf(twin ? twin.key : null) + 1) % keys.length]);
    },
    f: toNextFault,
    "?": () => $("help").showModal(),
  };

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || $("help").open) return;
    const { target } = event;
    // What is focused has its own use for some keys.
    if (target.matches("select, input:not([type=range])")) return;
    if (event.key === " " && target.matches("button, a, summary")) return;
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    if (!["s", "d", " "].includes(event.key)) pause();
    action();
  }

  // --- The beginning

  function listDeals() {
    for (const each of match.deals) {
      const { record } = each;
      const hasFault = (record.faults || []).length > 0;
      const label = say("deal", { number: number(record.deal) });
      const result = record.result ? count("points", record.result.total) : record.thrown_in ? say("thrown_in") : "";
      const link = el("a", { href: `#${each.name}`, "data-deal": each.name, class: hasFault ? "faulty" : false, "aria-label": listed([label, ...(result ? [result] : []), ...(hasFault ? [say("has_fault")] : [])]) }, el("b", {}, number(record.deal)), record.result ? el("span", {}, number(record.result.total)) : el("span", {}, "↻"), hasFault ? el("i", { "aria-hidden": "true" }, "!") : null);
      $("deals").append(el("li", {}, link));
    }
    for (const { deal: of, tables } of match.head.hidden || []) {
      $("hidden-deals").append(el("p", {}, say("deal_hidden", { number: number(of), count: tables ? number(tables) : "?" })));
    }
  }

  function fillChoices() {
    const { rules, seating, twins } = match.head;
    $("seen-by").append(el("option", { value: "" }, say("all_hands")), ...rules.seats.map((seat, at) => el("option", { value: at }, seatName(seat))));
    if (!twins.length) return;
    $("twin-choice").hidden = false;
    $("twin").append(el("option", { value: "" }, say("no_twin")), ...twins.map((each) => el("option", { value: each.key }, brief(each.seating.join(" · ")))));
  }

  const brief = (text) => {
    const plain = name(text).textContent;
    return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
  };

  async function begin() {
    Table.speak(JSON.parse($("sentences").textContent));
    document.body.append(Cards.symbols());
    if (!KEY.test(key)) return trouble("no_match");
    const loaded = await load(key);
    if (loaded.trouble) return trouble(loaded.trouble);
    if (!loaded.deals.length) {
      match = loaded;
      listDeals();
      trouble("no_file");
      return undefined;
    }
    match = loaded;
    $("stage").hidden = false;
    listDeals();
    fillChoices();
    showPlaying();
    $("scrubber").addEventListener("input", () => {
      pause();
      goTo(Number($("scrubber").value));
    });
    for (const [id, action] of Object.entries({ "to-first": KEYS.Home, "to-back": () => goTo(index - 1), "to-next": () => goTo(index + 1), "to-last": KEYS.End })) {
      $(id).addEventListener("click", () => {
        pause();
        action();
      });
    }
    $("play").addEventListener("click", play);
    $("speed").addEventListener("change", () => {
      if (timer === null) return;
      pause();
      play();
    });
    $("seen-by").addEventListener("change", () => see($("seen-by").value === "" ? null : Number($("seen-by").value)));
    $("twin").addEventListener("change", () => beside($("twin").value || null));
    $("copy").addEventListener("click", copy);
    $("help-opens").addEventListener("click", KEYS["?"]);
    document.addEventListener("keydown", onKey);
    window.addEventListener("popstate", () => {
      if (location.hash !== address()) goToAddress();
    });
    return goToAddress();
  }

  begin();
})();
