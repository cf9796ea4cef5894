// Renews a page that somebody looks at: asks every ten seconds or so whether it has changed, and if so brings what
// differs into the elements marked data-live, each matched by its id. Everything else stays as it is: what is typed,
// opened, selected, focused, and how far it is scrolled. Rows of players (data-player, data-rank) that moved are marked.
"use strict";

(() => {
  const EVERY = 10_000;
  const LONGEST = 120_000;
  const PATIENCE = 20_000;
  // A page that took long to make is not asked for all the time.
  const SPARING = 10;
  const MARKED_FOR = 120_000;
  const LOST_AFTER = 2;

  const news = document.getElementById("live-news");
  const lost = document.getElementById("live-lost");
  const marks = new Map();
  let etag = null;
  let timer = 0;
  let failures = 0;
  let asking = false;
  let asked = Date.now();
  let renewed = Date.now();
  let changed = false;

  // ------------------------------------------------------------------------------------------------ when to ask

  function later(wait) {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(look, wait * (0.8 + 0.4 * Math.random()));
  }

  function isTyping() {
    const field = document.activeElement;
    return field instanceof HTMLInputElement && field.value !== field.defaultValue;
  }

  async function look() {
    if (asking) return;
    if (isTyping()) return later(EVERY);
    asking = true;
    asked = Date.now();
    let wait = EVERY;
    try {
      const page = await ask();
      if (page) renew(page);
      failures = 0;
      renewed = Date.now();
      wait = Math.min(LONGEST, Math.max(EVERY, SPARING * (renewed - asked)));
    } catch {
      failures += 1;
      wait = Math.min(LONGEST, EVERY * 2 ** failures);
    } finally {
      asking = false;
    }
    showLost();
    forget();
    later(wait);
  }

  // The page as it is now; nothing when it has not changed. Throws when there is no such answer.
  async function ask() {
    const patience = new AbortController();
    const bell = setTimeout(() => patience.abort(), PATIENCE);
    try {
      // The first time the browser asks with what it kept of the page itself, so that costs the server a 304, too.
      const how = etag ? { cache: "no-store", headers: { "If-None-Match": etag } } : { cache: "no-cache" };
      const answer = await fetch(location.href, { ...how, credentials: "same-origin", signal: patience.signal });
      if (answer.status === 304) return null;
      if (answer.status !== 200) throw new Error(String(answer.status));
      const text = await answer.text();
      const tag = answer.headers.get("ETag");
      const known = etag !== null && tag === etag;
      etag = tag;
      return known ? null : new DOMParser().parseFromString(text, "text/html");
    } finally {
      clearTimeout(bell);
    }
  }

  function showLost() {
    const isLost = failures >= LOST_AFTER;
    if (lost.hidden === isLost) lost.hidden = !isLost;
    if (!isLost) return;
    const at = new Date(renewed);
    const time = lost.querySelector("time");
    time.dateTime = at.toISOString();
    time.textContent = at.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  }

  // ------------------------------------------------------------------------------------------------ what has changed

  function renew(page) {
    // Somebody switched the language in another window: what is around the live parts has to follow.
    if (page.documentElement.lang !== document.documentElement.lang) return location.reload();
    const ranks = ranksOf(document);
    const focused = document.activeElement;
    unmark();
    changed = false;
    for (const old of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(old.id);
      if (fresh) follow(old, fresh);
    }
    // An element that was moved has lost the focus.
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
    const moved = remember(ranks);
    mark();
    if (!changed) return;
    news.textContent = sentence(moved);
    document.dispatchEvent(new Event("live:renewed"));
  }

  const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.player || "" : "");
  const isSame = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

  // Makes `old` what `fresh` is, with as little change as can be.
  function follow(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.nodeValue = fresh.nodeValue;
      changed = true;
      return;
    }
    // What somebody types into is theirs; a clock that ticks (clock.js) is not what it was told, and has been told no
    // other thing now.
    if (old.nodeName === "FORM" || (old.dataset.told && old.dataset.told === fresh.dataset.told)) return;
    followAttributes(old, fresh);
    const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
    let at = old.firstChild;
    for (const next of fresh.childNodes) {
      const key = keyOf(next);
      let found = key ? keyed.get(key) : at;
      if (found && !isSame(found, next)) found = null;
      if (!found) {
        old.insertBefore(document.importNode(next, true), at);
        changed = true;
        continue;
      }
      if (found === at) {
        at = at.nextSibling;
      } else {
        old.insertBefore(found, at);
        changed = true;
      }
      follow(found, next);
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
      changed = true;
    }
  }

  function followAttributes(old, fresh) {
    const isTheirs = (name) => old.nodeName === "DETAILS" && name === "open";
    for (const { name } of [...old.attributes]) {
      if (fresh.hasAttribute(name) || isTheirs(name)) continue;
      old.removeAttribute(name);
      changed = true;
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) === value || isTheirs(name)) continue;
      old.setAttribute(name, value);
      changed = true;
    }
  }

  // ------------------------------------------------------------------------------------------------ who moved

  const rows = () => document.querySelectorAll("[data-live] [data-rank]");

  function ranksOf() {
    return new Map([...rows()].map((row) => [row.dataset.player, Number(row.dataset.rank)]));
  }

  // Keeps from where each player came, since the mark was set; gives the rows that moved just now.
  function remember(before) {
    const moved = [];
    for (const row of rows()) {
      const { player, rank } = row.dataset;
      if (!before.has(player) || before.get(player) === Number(rank)) continue;
      const from = marks.get(player)?.from ?? before.get(player);
      if (from === Number(rank)) marks.delete(player);
      else marks.set(player, { from, at: Date.now() });
      moved.push({ row, by: before.get(player) - Number(rank) });
    }
    return moved;
  }

  function inWords(by) {
    const count = Math.abs(by);
    const { upOne, upMany, downOne, downMany } = news.dataset;
    const words = count === 1 ? [upOne, downOne] : [upMany, downMany];
    return words[by > 0 ? 0 : 1].replace("{n}", count);
  }

  function sentence(moved) {
    if (moved.length === 0) return news.dataset.new;
    if (moved.length > 1) return news.dataset.moved.replace("{n}", moved.length);
    const [{ row, by }] = moved;
    const name = row.querySelector("th a") ?? row.querySelector("th");
    return `${name.textContent.trim()}: ${inWords(by)}.`;
  }

  function mark() {
    for (const row of rows()) {
      const found = marks.get(row.dataset.player);
      if (!found) continue;
      const by = found.from - Number(row.dataset.rank);
      row.classList.add(by > 0 ? "is-up" : "is-down");
      const sign = document.createElement("span");
      sign.className = "moved";
      sign.innerHTML = '<span aria-hidden="true"></span><span class="hidden"></span>';
      sign.firstChild.textContent = `${by > 0 ? "▲" : "▼"}${Math.abs(by)}`;
      sign.lastChild.textContent = inWords(by);
      row.querySelector(".rank").append(sign);
    }
  }

  function unmark() {
    for (const sign of document.querySelectorAll(".moved")) sign.remove();
    for (const row of rows()) {
      row.classList.remove("is-up", "is-down");
      if (!row.className) row.removeAttribute("class");
    }
  }

  function forget() {
    const old = [...marks].filter(([, found]) => Date.now() - found.at > MARKED_FOR);
    if (!old.length) return;
    for (const [player] of old) marks.delete(player);
    unmark();
    mark();
  }

  // ------------------------------------------------------------------------------------------------ begin

  // Who comes back to the page, or to the network, sees at once how it stands.
  const again = () => (document.hidden ? clearTimeout(timer) : later(Math.max(0, EVERY / 5 - (Date.now() - asked))));
  document.addEventListener("visibilitychange", again);
  window.addEventListener("online", again);
  later(EVERY);
})();
