// Places in a round: two people change places by dragging one onto the other, or by picking one and then the other (with
// the mouse, the thumb, or Tab and Enter). Everything happens on the page, with the repeated meetings reckoned from what
// it carries; only "Save" sends it. Without this script the page has two lists to choose from.
"use strict";

(() => {
  const form = document.getElementById("places");
  if (!form) return;
  const FEWEST = 4;
  const MOST = 5;
  const FAR = 8; // px that a pointer moves before it drags
  const EDGE = 70; // px from the window's edge where dragging scrolls

  const text = (name, value = "") => form.dataset[name].replace("#", () => value);
  const count = document.querySelector("[data-count]");
  const said = form.querySelector("[data-said]");
  const save = form.querySelector("[data-save]");
  const back = form.querySelector("[data-undo]");
  const bench = form.querySelector('[data-table="out"]');
  const tables = [...form.querySelectorAll("li[data-table]")];
  const open = tables.filter((table) => !table.classList.contains("is-begun"));
  const places = [...open, bench];

  const listOf = (place) => place.querySelector(".seated");
  const rows = (place) => [...place.querySelectorAll("[data-player]")];
  const placeOf = (row) => row.closest("[data-table]");
  const met = new Map();
  for (const row of form.querySelectorAll("[data-player]")) {
    const pairs = row.dataset.met.split(" ").filter(Boolean).map((pair) => pair.split(":")[0]);
    met.set(row.dataset.player, new Set(pairs));
  }
  const meets = (one, other) => one !== other && met.get(one.dataset.player).has(other.dataset.player);

  let picked = null;
  const past = [];

  // ------------------------------------------------------------------------------------------------------ reckoning

  const repeatsOf = (at) => {
    let found = 0;
    at.forEach((one, index) => at.slice(index + 1).forEach((other) => (found += meets(one, other))));
    return found;
  };
  const worth = (place) => (place === bench ? 0 : repeatsOf(rows(place)));

  // Who sits at both places if `row` went to `target`, a row or a free place; null where that cannot be.
  function outcome(row, target) {
    const from = placeOf(row);
    const to = placeOf(target);
    if (target === row) return null;
    if (target.dataset.player) {
      if (from === bench && to === bench) return null;
      const change = (each) => (each === row ? target : each === target ? row : each);
      return from === to ? [[from, rows(from).map(change)]] : [[from, rows(from).map(change)], [to, rows(to).map(change)]];
    }
    if (from === to) return null;
    const left = rows(from).filter((each) => each !== row);
    const come = [...rows(to), row];
    if ((from !== bench && left.length < FEWEST) || (to !== bench && come.length > MOST)) return null;
    return [[from, left], [to, come]];
  }

  function difference(row, target) {
    const found = outcome(row, target);
    if (!found) return null;
    return found.reduce((sum, [place, at]) => sum + (place === bench ? 0 : repeatsOf(at)) - worth(place), 0);
  }

  // ------------------------------------------------------------------------------------------------------ the page

  const total = () => tables.reduce((sum, table) => sum + repeatsOf(rows(table)), 0);
  const inWords = (n) => (n === 0 ? count.dataset.none : n === 1 ? count.dataset.one : count.dataset.many.replace("#", n));
  const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");
  const state = () => places.map((place) => rows(place).map((row) => row.dataset.player).join(",")).join(";");
  const locks = () => [...form.querySelectorAll("input[name=locked]:checked")].map((box) => box.value).sort().join(",");
  const first = { state: state(), locks: locks() };
  const isChanged = () => state() !== first.state || locks() !== first.locks;

  function refresh() {
    for (const table of tables) {
      const at = rows(table);
      const repeats = repeatsOf(at);
      const told = table.querySelector("[data-repeats]");
      told.textContent = repeats ? inWords(repeats) : "";
      told.classList.toggle("soft", !repeats);
      for (const row of at) {
        const again = at.filter((other) => meets(row, other)).map((other) => other.dataset.name);
        row.querySelector("[data-again]").textContent = again.length ? text("again", again.join(", ")) : "";
      }
    }
    for (const row of rows(bench)) row.querySelector("[data-again]").textContent = "";
    count.textContent = inWords(total());
    save.disabled = !isChanged();
    back.disabled = !past.length;
  }

  function showTargets() {
    form.classList.toggle("is-picking", Boolean(picked));
    bench.hidden = !rows(bench).length && !(picked && rows(placeOf(picked)).length === MOST);
    for (const place of places) {
      for (const target of [...rows(place), place.free]) {
        const change = picked ? difference(picked, target) : null;
        const note = target.querySelector(".delta");
        note.textContent = change === null ? "" : signed(change);
        note.className = `delta${change > 0 ? " is-worse" : change < 0 ? " is-better" : ""}`;
        if (target === place.free) target.hidden = change === null;
        target.classList.toggle("is-picked", target === picked);
        target.querySelector("button").setAttribute("aria-pressed", String(target === picked));
      }
    }
  }

  function pick(row) {
    picked = row;
    showTargets();
    say(row ? text("picked", row.dataset.name) : "");
  }

  function say(words) {
    said.textContent = words || (isChanged() ? `${text("unsaved")} ${inWords(total())}.` : "");
  }

  function apply(row, target) {
    const found = outcome(row, target);
    if (!found) return say(text("cannot"));
    past.push(snapshot());
    for (const [place, at] of found) lay(place, at);
    const names = target.dataset.player ? `${row.dataset.name} ↔ ${target.dataset.name}` : row.dataset.name;
    picked = null;
    refresh();
    showTargets();
    row.querySelector("button").focus({ preventScroll: true });
    say(`${text(target.dataset.player ? "swapped" : "moved", names)} ${inWords(total())}.`);
  }

  const snapshot = () => places.map((place) => [place, rows(place)]);
  const lay = (place, at) => listOf(place).replaceChildren(...at, place.free);

  function undo() {
    for (const [place, at] of past.pop()) lay(place, at);
    picked = null;
    refresh();
    showTargets();
    say(`${text("back")} ${inWords(total())}.`);
  }

  // ------------------------------------------------------------------------------------------------------ pointers

  let drag = null;

  function start(event) {
    const row = event.target.closest("[data-player]");
    const onGrip = event.target.closest(".grip");
    // A thumb scrolls the page by the names and drags by the grip; a mouse does not scroll.
    if (!row || event.button !== 0 || event.target.closest(".lock") || !places.includes(placeOf(row))) return;
    if (event.pointerType === "touch" && !onGrip) return;
    drag = { row, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, over: null };
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      drag.ghost = document.createElement("div");
      drag.ghost.className = "ghost";
      drag.ghost.textContent = drag.row.dataset.name;
      document.body.append(drag.ghost);
      form.setPointerCapture(drag.id);
      pick(drag.row);
    }
    event.preventDefault();
    drag.ghost.style.translate = `${event.clientX + 12}px ${event.clientY + 12}px`;
    if (event.clientY < EDGE) window.scrollBy(0, -14);
    if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, 14);
    const over = document.elementFromPoint(event.clientX, event.clientY);
    const target = over?.closest("[data-player], .free") ?? over?.closest("[data-table]")?.free ?? null;
    if (target !== drag.over) {
      drag.over?.classList.remove("is-over");
      drag.over = target && target.closest("#places") && places.includes(placeOf(target)) ? target : null;
      drag.over?.classList.add("is-over");
    }
  }

  function end(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { row, ghost, over } = drag;
    drag = null;
    over?.classList.remove("is-over");
    if (!ghost) return;
    ghost.remove();
    // The click that follows a drag is none.
    window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => window.dispatchEvent(new Event("click")), 0);
    if (event.type === "pointerup" && over && over !== row) apply(row, over);
    else pick(null);
  }

  form.addEventListener("pointerdown", start);
  form.addEventListener("pointermove", move);
  form.addEventListener("pointerup", end);
  form.addEventListener("pointercancel", end);

  // ------------------------------------------------------------------------------------------------------ begin

  function button(row, inside) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "pick";
    made.append(...inside, Object.assign(document.createElement("span"), { className: "delta" }));
    row.prepend(made);
  }

  for (const place of places) {
    for (const row of rows(place)) {
      const who = row.querySelector(".who");
      button(row, [who]);
      row.prepend(Object.assign(document.createElement("span"), { className: "grip", ariaHidden: "true" }));
    }
    place.free = Object.assign(document.createElement("li"), { className: "free", hidden: true });
    button(place.free, [text(place === bench ? "out" : "free")]);
    listOf(place).append(place.free);
  }

  form.addEventListener("click", (event) => {
    const target = event.target.closest(".pick")?.parentElement;
    if (event.target.closest("[data-undo]")) return undo();
    if (!target) return;
    if (picked && picked !== target) return apply(picked, target);
    pick(picked ? null : target);
  });
  form.addEventListener("change", (event) => event.target.name === "locked" && (refresh(), say("")));
  document.addEventListener("keydown", (event) => event.key === "Escape" && picked && pick(null));

  let sending = false;
  form.addEventListener("submit", () => {
    sending = true;
    const isNew = state() !== first.state;
    const written = open.map((table) => `${table.dataset.table}:${rows(table).map((row) => row.dataset.player)}`);
    form.elements.arrangement.value = isNew ? written.join(";") : "";
  });
  window.addEventListener("beforeunload", (event) => {
    if (!sending && isChanged()) event.preventDefault();
  });

  for (const part of form.querySelectorAll("[data-plain]")) part.remove();
  for (const part of form.querySelectorAll("[data-script]")) part.hidden = false;
  form.classList.add("has-script");
  refresh();
  showTargets();
})();
