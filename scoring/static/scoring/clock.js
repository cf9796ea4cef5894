// Clocks of rounds (data-clock) tick: the page says when they end, and the server what time it is, for phones go wrong.
// On the board they also say for how long a table has been quiet (data-since).
// On a table's page this script also asks every quarter of a minute what the hall is told (data-hall), and puts it there.
"use strict";

(() => {
  const TICK = 250;
  const SYNC = 10 * 60_000;
  // A deal takes five minutes, so there the phone has died, or something is being argued about.
  const QUIET = 20;
  const EVERY = 15_000;
  const LONGEST = 120_000;
  const TIMEOUT = 10_000;

  const clocks = () => document.querySelectorAll("[data-clock][data-ends]");
  const wait = (often, every) => Math.min(LONGEST, every * 2 ** often) * (0.8 + 0.4 * Math.random());

  async function ask(address, headers = {}) {
    const patience = new AbortController();
    const bell = setTimeout(() => patience.abort(), TIMEOUT);
    try {
      return await fetch(address, { cache: "no-store", headers, signal: patience.signal });
    } finally {
      clearTimeout(bell);
    }
  }

  // ------------------------------------------------------------------------------------------------ what time it is

  let ahead = null; // ms that the server's time is ahead of ours; null while we do not know
  let next = 0; // when to ask again
  let failures = 0;
  let asking = false;

  async function sync(address) {
    asking = true;
    const asked = Date.now();
    try {
      const { now } = await (await ask(address)).json();
      // The answer was on its way for half of the time that it took.
      ahead = now - (asked + Date.now()) / 2;
      failures = 0;
      next = Date.now() + SYNC;
    } catch {
      failures += 1;
      next = Date.now() + wait(failures, 2000);
    } finally {
      asking = false;
    }
  }

  // ------------------------------------------------------------------------------------------------ ticking

  function written(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }

  function put(element, text) {
    if (element.textContent !== text) element.textContent = text;
    element.hidden = false;
  }

  function show(clock) {
    const left = Math.ceil((Number(clock.dataset.ends) * 1000 - Date.now() - ahead) / 1000);
    const state = left <= 0 ? "up" : left <= Number(clock.dataset.warning) ? "warning" : "left";
    const { leftWord, warningWord, upWord } = clock.dataset;
    const word = { left: leftWord, warning: warningWord, up: upWord }[state];
    put(clock.querySelector(".clock-time"), left < 0 ? `+${written(-left)}` : written(left));
    put(clock.querySelector(".clock-word"), word);
    for (const each of ["warning", "up"]) clock.classList.toggle(`is-${each}`, each === state);
    // Who listens is told twice, not every second; and not of what was so when the page was opened.
    if (clock.said !== undefined && clock.said !== state && state !== "left") {
      clock.querySelector("[data-say]").textContent = word;
    }
    clock.said = state;
  }

  function quiet(entry, words) {
    const minutes = Math.floor((Date.now() + ahead - Number(entry.dataset.since) * 1000) / 60_000);
    let said = entry.querySelector(".quiet");
    if (minutes < QUIET) return said?.remove();
    if (!said) {
      said = entry.appendChild(document.createElement("span"));
      said.className = "quiet";
    }
    put(said, words.replace("{n}", minutes));
  }

  function tick() {
    const asks = document.querySelector("[data-now]");
    if (!asks || document.hidden) return;
    if (!asking && Date.now() >= next) sync(asks.dataset.now);
    if (ahead === null) return;
    clocks().forEach(show);
    const words = document.querySelector("[data-quiet-word]")?.dataset.quietWord;
    if (words) document.querySelectorAll("[data-since]").forEach((entry) => quiet(entry, words));
  }

  // ------------------------------------------------------------------------------------------------ a table's page

  let etag = null;
  let timer = 0;
  let losses = 0;

  const hall = () => document.querySelector("main[data-hall]")?.dataset.hall;

  function later(delay) {
    clearTimeout(timer);
    if (hall() && !document.hidden) timer = setTimeout(look, delay);
  }

  async function look() {
    const address = hall();
    if (!address) return;
    try {
      const answer = await ask(address, etag ? { "If-None-Match": etag } : {});
      losses = 0;
      if (answer.status === 200) renew(await answer.text());
      if (answer.status === 200) etag = answer.headers.get("ETag");
      // The link has ended: the page says so with the next thing that is sent.
      if (answer.status === 410) return;
    } catch {
      losses += 1;
    }
    later(wait(losses, EVERY));
  }

  function renew(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const id of ["hall-clock", "hall-notices"]) {
      const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
      if (!old || !now || old.dataset.told === now.dataset.told) continue;
      old.dataset.told = now.dataset.told;
      old.replaceChildren(...now.childNodes);
    }
    tick();
  }

  // ------------------------------------------------------------------------------------------------ begin

  // What slept has missed something, and perhaps the clock of the phone was set meanwhile.
  function wake() {
    next = 0;
    tick();
    later(0);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : wake()));
  window.addEventListener("online", wake);
  document.addEventListener("live:renewed", tick);
  setInterval(tick, TICK);
  tick();
  later(wait(0, EVERY));
})();
