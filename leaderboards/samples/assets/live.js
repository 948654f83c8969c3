// Keeps a served page up to date: the news of a cup as they come, and new standings in place of those on the page.
"use strict";

(() => {
  const bar = document.getElementById("live-bar");
  if (!bar || !window.EventSource) return;

  const element = (name) => document.getElementById(`live-${name}`);
  const texts = bar.dataset;
  const LONGEST_WAIT_MS = 30000;
  const HIDDEN_FOR_MS = 10000; // A browser keeps few connections to a server; pages in the background give theirs back.

  let after = texts.after;
  let seen = texts.seen; // Undefined on pages without standings, which ask for none.
  let failures = 0;
  let source = null;
  let timer = 0;
  let isUp = false;
  let isReadable = true;
  let isOver = false;

  function say(text) {
    if (text) element("said").textContent = text;
  }

  function showState() {
    const state = isOver ? "complete" : !isUp ? "lost" : !isReadable ? "unreadable" : "live";
    element("dot").dataset.state = state;
    const text = !isUp && failures === 0 && !isOver ? texts.connecting : texts[state];
    if (element("connection").textContent !== text) element("connection").textContent = text;
  }

  function connect() {
    window.clearTimeout(timer);
    const query = new URLSearchParams({ after });
    if (seen !== undefined) query.set("seen", seen);
    source = new EventSource(`${texts.events}&${query}`);
    const listen = (name, take) =>
      source.addEventListener(name, (event) => {
        // The place from which to go on: what is known is not asked for again.
        if (event.lastEventId) after = event.lastEventId;
        take(JSON.parse(event.data));
      });
    source.addEventListener("open", () => {
      failures = 0;
      isUp = true;
      showState();
    });
    source.addEventListener("error", lose);
    listen("snapshot", (matches) => matches.forEach(takeMatch));
    listen("match", takeMatch);
    listen("progress", takeProgress);
    listen("standings", takeStandings);
    listen("complete", complete);
  }

  function disconnect() {
    window.clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function lose() {
    disconnect();
    if (isOver) return;
    isUp = false;
    failures += 1;
    showState();
    // Not all readers at the same moment.
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2);
    timer = window.setTimeout(connect, wait);
  }

  function takeMatch(match) {
    const link = element("match");
    link.hidden = false;
    link.textContent = match.text;
    link.href = texts.home + match.page;
    document.dispatchEvent(new CustomEvent("arena:match", { detail: match }));
  }

  function takeProgress(progress) {
    element("done").max = progress.count;
    element("done").value = progress.done;
    element("progress").textContent = progress.text;
    isReadable = progress.is_readable;
    showState();
  }

  function takeStandings(standings) {
    seen = standings.version;
    const holder = document.createElement("template");
    holder.innerHTML = standings.html; // Made by the template of this very page, from the same server.
    const fresh = [...holder.content.children].filter((each) => each.id);
    if (fresh.some((each) => !document.getElementById(each.id))) {
      say(texts.outdated);
      element("progress").textContent = texts.outdated;
    }
    for (const each of fresh) replace(document.getElementById(each.id), each);
    say(standings.said);
  }

  // The reader stays where it is: what had the focus has it again, what was open stays open, and nothing moves.
  function replace(old, fresh) {
    if (!old) return;
    const focus = old.contains(document.activeElement) ? path(old, document.activeElement) : null;
    const open = [...old.querySelectorAll("details")].map((each) => each.open);
    const scrolled = [...old.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
    const anchor = anchorBelow(old);
    const top = anchor ? anchor.getBoundingClientRect().top : 0;
    old.replaceWith(fresh);
    fresh.querySelectorAll("details").forEach((each, at) => {
      if (at < open.length) each.open = open[at];
    });
    fresh.querySelectorAll(".scroll").forEach((each, at) => {
      if (at < scrolled.length) each.scrollLeft = scrolled[at];
    });
    if (anchor) window.scrollBy(0, anchor.getBoundingClientRect().top - top);
    if (focus) at(fresh, focus)?.focus({ preventScroll: true });
  }

  // What the reader looks at, if that is below what changes; browsers that hold the place themselves move nothing.
  function anchorBelow(old) {
    if (old.getBoundingClientRect().bottom > 0) return null;
    let next = old.nextElementSibling;
    for (let up = old; !next && up.parentElement; up = up.parentElement) next = up.parentElement.nextElementSibling;
    return next;
  }

  // Links are known by where they lead, since rows change places; all else by where it is.
  function path(root, node) {
    if (node.href) return { href: node.getAttribute("href") };
    return { index: [...root.querySelectorAll("*")].indexOf(node) };
  }

  function at(root, { href, index }) {
    if (href) return [...root.querySelectorAll("a[href]")].find((each) => each.getAttribute("href") === href);
    return root.querySelectorAll("*")[index];
  }

  function complete() {
    isOver = true;
    disconnect();
    showState();
    say(texts.complete);
    const link = element("match");
    link.hidden = false;
    link.textContent = texts.reload;
    link.href = window.location.href;
  }

  document.addEventListener("visibilitychange", () => {
    if (isOver) return;
    window.clearTimeout(timer);
    if (!document.hidden) {
      if (!source) connect();
      return;
    }
    timer = window.setTimeout(() => {
      disconnect();
      isUp = false;
      failures = 0;
      showState();
    }, HIDDEN_FOR_MS);
  });

  // A page that is left does not wait for its connection to be noticed as gone; one that is come back to goes on.
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && !isOver) connect();
  });

  connect();
})();
