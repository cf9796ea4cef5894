// The table's page on a phone that may lose the network, fall asleep or be closed at any moment. The page works without
// this script; with it nothing that was saved or typed is lost, and the page says in which state it is.
//
// - What is saved is first written down on the phone, then sent; it is sent again, with the same key, until the server
//   has answered. The server stores once under a key, so trying again is always safe, also where the answer was lost.
// - What is typed and not saved yet is kept as a draft.
// - Kept are form bodies, never the page. They are found by the table (main[data-table]), not by the link, which may be
//   renewed meanwhile.
//
// Built for plain HTTP by another name than localhost: no service worker, no crypto.randomUUID, no clipboard.
"use strict";

(() => {
  const TIMEOUT = 10000; // ms until an answer counts as lost
  const TRIES = [2000, 4000, 8000, 15000, 30000]; // ms between tries
  const OLD = 14 * 24 * 3600 * 1000; // ms after which a draft is of no use to anybody
  const REFUSED = ".entries [data-state=refused] [data-slot=title]";
  // Buttons that only look; all others write.
  const LOOKS = /^(preview|more-|as-next|adopt-)/;
  // What a form carries unseen belongs to the page it came from, not to what was typed.
  const UNSEEN = /^(key|position|number|revision|action|rows-.*)$/;

  // ------------------------------------------------------------------------------------------------ the phone's memory

  // What the phone's storage would not take (full, forbidden) lives here, as long as the page does.
  const memory = new Map();

  function put(name, value) {
    memory.delete(name);
    try {
      localStorage.setItem(name, JSON.stringify(value));
      return true;
    } catch {
      memory.set(name, value);
      return false;
    }
  }

  function get(name) {
    if (memory.has(name)) return memory.get(name);
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  }

  function drop(name) {
    memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // Forbidden storage holds nothing.
    }
  }

  function all(start) {
    const names = new Set(memory.keys());
    try {
      for (const name of Object.keys(localStorage)) names.add(name);
    } catch {
      // Forbidden storage holds nothing.
    }
    return [...names].filter((name) => name.startsWith(start)).sort();
  }

  const waitingAt = (table) => `kupa:waiting:${table}`;
  const refusedAt = (entry) => `kupa:refused:${entry.table}:${entry.key}`;
  // A draft belongs to one version of one deal. `entry`: anything with table, kind, path and body.
  function draftOf(entry) {
    const body = new URLSearchParams(entry.body);
    const place = [entry.path, body.get("position"), body.get("revision")].filter(Boolean).join(".");
    return `kupa:draft:${entry.table}:${entry.kind}:${place}`;
  }
  const isMine = (entry) => entry.table === here.table;

  // ------------------------------------------------------------------------------------------------------- the page

  let main = document.querySelector("main[data-table]");
  if (!main || !window.fetch) return;
  const here = { table: main.dataset.table, link: main.dataset.link };
  const dealForm = () => main.querySelector("form[data-entry=new], form[data-entry=correct]");
  const forms = () => main.querySelectorAll("form[data-entry]");

  const bodyOf = (form) => new URLSearchParams(new FormData(form));
  // Not form.action: that is the button of that name.
  const addressOf = (form, button) =>
    new URL(button?.getAttribute("formaction") || form.getAttribute("action") || "", location.href);
  const pathOf = (address) => address.pathname.replace(new URL(here.link, location.href).pathname, "");
  const entryIn = (form) => ({
    table: here.table,
    kind: form.dataset.entry,
    path: pathOf(addressOf(form)),
    body: bodyOf(form).toString(),
    said: inWords(form),
    number: form.elements.number?.value,
    at: Date.now(),
  });

  // Words come from the page, in its language: <template id="entry-texts">. {name} is filled in.
  function text(name, values = {}) {
    const found = document.getElementById("entry-texts").content.querySelector(`[data-say="${name}"]`);
    return found ? found.textContent.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "") : name;
  }

  const title = (entry) =>
    (isMine(entry) ? "" : `${text("elsewhere", { table: entry.table })}: `) + text(entry.kind, { n: entry.number });

  function say(words, state = "") {
    const status = main.querySelector("#entry-state");
    if (!status) return;
    status.textContent = words;
    status.dataset.state = state;
  }

  // Shows an answer in place of the page. `fresh`: its form is a new one, not the one that was sent.
  function swap(html, address, fresh) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const answer = page.querySelector("main[data-table]");
    if (!answer) return false;
    document.title = page.title;
    main.replaceWith(document.adoptNode(answer));
    main = answer;
    here.link = main.dataset.link || here.link;
    if (address) history.replaceState(null, "", address);
    window.htmx?.process(main);
    setUp(fresh);
    return true;
  }

  // Puts the focus on the first of these that is there.
  function focus(...selectors) {
    const element = selectors.map((selector) => main.querySelector(selector)).find(Boolean);
    if (!element) return;
    if (!element.matches("a, button, input, select, textarea")) element.tabIndex = -1;
    element.focus();
  }

  // One tap, one entry: from the tap to the answer nothing else can be sent from here.
  function lock(locked) {
    for (const form of forms()) {
      form.toggleAttribute("data-busy", locked);
      for (const button of form.querySelectorAll("button")) button.disabled = locked;
    }
  }

  // What the style sheet hides since the chosen bid does not have it (taroky-form.css).
  function isLeftOut(field) {
    const part = field.closest(".not-each, .only-each, .only-degree, .only-partner");
    return Boolean(part) && getComputedStyle(part).display === "none";
  }

  // What stands in a form, in words: [label, what was chosen], a row of figures in one.
  function inWords(form) {
    const said = new Map();
    for (const field of form.querySelectorAll("input, select, textarea")) {
      const chip = field.type === "radio" || field.type === "checkbox";
      const nothing = chip ? !field.checked : field.type === "hidden";
      const usual = /(^outcome=played|kontra=0|=)$/.test(`${field.name}=${field.value}`);
      if (nothing || usual || field.closest("[hidden]") || isLeftOut(field)) continue;
      const label = field.labels[0]?.textContent.trim() ?? "";
      const group = field.closest(".figure-row") ?? (chip ? field.closest("fieldset") : null);
      const name = group?.querySelector(":scope > legend")?.textContent.trim() ?? label;
      const what = chip ? label : (field.selectedOptions?.[0].textContent.trim() ?? field.value);
      said.set(name, said.has(name) ? `${said.get(name)}, ${what}` : what);
    }
    return [...said];
  }

  // --------------------------------------------------------------------------------------------------------- drafts

  let untouched = null; // The deal form as it came: that is no draft.
  let draftTimer = 0;

  function typed(form) {
    return [...bodyOf(form)].filter(([name]) => !/^(key|entered_by)$/.test(name)).map((pair) => pair.join("=")).join("&");
  }

  function keepDraft() {
    clearTimeout(draftTimer);
    const form = dealForm();
    if (!form || form.hidden) return;
    const draft = entryIn(form);
    const name = draftOf(draft);
    if (typed(form) === untouched) return drop(name);
    if (!put(name, { ...draft, key: get(name)?.key })) say(text("no-draft"), "unkept");
  }

  function fill(form, body) {
    const values = new URLSearchParams(body);
    for (const [name, rows] of values) {
      if (name.startsWith("rows-")) window.dealForm?.atLeast(form, name.slice(5), Number(rows));
    }
    for (const field of form.elements) {
      if (!field.name || UNSEEN.test(field.name)) continue;
      if (field.type === "radio" || field.type === "checkbox") {
        field.checked = values.getAll(field.name).includes(field.value);
      } else if (values.has(field.name)) {
        field.value = values.get(field.name);
      }
    }
    form.querySelectorAll("details").forEach((part) => {
      const chosen = (field) => (/^(radio|checkbox)$/.test(field.type) ? field.checked : field.value);
      part.open ||= [...part.querySelectorAll("input:not([type=hidden]), select, textarea")].some(chosen);
    });
    window.dealForm?.wire(form);
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function restore(form) {
    const draft = get(draftOf(entryIn(form)));
    if (!draft) return;
    fill(form, draft.body);
    // It may have been sent under this key: then the server must not store it a second time.
    if (draft.key) form.elements.key.value = draft.key;
    say(text("draft"), "draft");
  }

  // ------------------------------------------------------------------------------------------------ cards of entries

  // What waits, and what was refused when there was no form to put it into; told as stored, those of other tables.
  const told = new Map();

  function cards() {
    const found = new Map(told);
    for (const name of all("kupa:waiting:")) found.set(name, get(name));
    for (const name of all("kupa:refused:")) found.set(name, get(name));
    const form = main.querySelector("form[data-entry=new]");
    for (const name of all(`kupa:draft:${here.table}:new:`)) {
      // Somebody else's deal has that place by now.
      if (form && name === draftOf(entryIn(form))) continue;
      if (!form && dealForm()) continue; // Another page of this table: the form is not here, but still to come.
      found.set(name, { ...get(name), state: "left" });
    }
    return found;
  }

  function showCards() {
    const found = cards();
    let list = main.querySelector(".entries");
    if (!list) {
      list = document.createElement("div");
      list.className = "entries stack";
      main.querySelector("#entry-state")?.after(list);
    }
    for (const card of [...list.children]) if (!found.has(card.dataset.name)) card.remove();
    for (const [name, entry] of found) {
      if (!entry) continue;
      let card = [...list.children].find((each) => each.dataset.name === name);
      if (card?.dataset.state !== entry.state) {
        card?.remove();
        card = makeCard(name, entry);
        list.append(card);
      }
      card.querySelector("[data-slot=note]").textContent = note(entry);
    }
    // One entry waits at a time: the next deal's number depends on it.
    const mine = get(waitingAt(here.table));
    for (const form of forms()) form.hidden = Boolean(mine);
  }

  function note(entry) {
    if (entry.state !== "waiting") return text(`${entry.state}-note`, { why: entry.why });
    const parts = [text(entry.strange ? "strange-note" : "waiting-note", { status: entry.strange })];
    if (memory.has(waitingAt(entry.table))) parts.push(text("unkept"));
    return parts.join(" ");
  }

  function makeCard(name, entry) {
    const card = document.getElementById("entry-card").content.firstElementChild.cloneNode(true);
    card.dataset.name = name;
    card.dataset.state = entry.state;
    const heading = card.querySelector("[data-slot=title]");
    heading.textContent = text(entry.state, { what: title(entry), why: entry.why ?? "" });
    heading.id = `entry-${name.replace(/\W/g, "-")}`;
    card.setAttribute("aria-labelledby", heading.id);
    const list = card.querySelector("[data-slot=said]");
    for (const [label, value] of entry.said ?? []) {
      const line = list.appendChild(document.createElement("div"));
      line.appendChild(document.createElement("dt")).textContent = label;
      line.appendChild(document.createElement("dd")).textContent = value;
    }
    list.hidden = !list.children.length;
    for (const button of card.querySelectorAll("[data-do]")) {
      const waits = entry.state === "waiting";
      button.hidden = button.dataset.do === "dismiss" ? waits : !waits || (button.dataset.do === "back" && !isMine(entry));
      button.addEventListener("click", () => DO[button.dataset.do](name, entry));
    }
    return card;
  }

  const DO = {
    send: () => {
      say(text("sending"), "sending");
      pump();
    },
    back: (name, entry) => takeBack(get(name) ?? entry),
    dismiss: (name) => {
      told.delete(name);
      drop(name);
      showCards();
      focus("#entry-state");
    },
  };

  // Takes an entry out of the queue, to be changed. It keeps its key: if it did arrive, the server refuses the changed
  // one under that key and shows what is stored; if it did not, it never will beside the changed one.
  function takeBack(entry) {
    flying.get(entry.table)?.abort();
    drop(waitingAt(entry.table));
    lock(false);
    if (/^(new|correct)$/.test(entry.kind)) put(draftOf(entry), { ...entry, key: entry.tried ? entry.key : undefined });
    showCards();
    const form = dealForm();
    if (form?.dataset.entry === entry.kind) restore(form);
    else if (entry.kind === "correct") return location.assign(here.link + entry.path);
    say(text(entry.tried ? "back-maybe" : "back"), "draft");
    focus("#entry-state");
  }

  // -------------------------------------------------------------------------------------------------------- sending

  const flying = new Map(); // table -> AbortController of what is under way
  let failures = 0;
  let timer = 0;

  async function post(address, body, table) {
    const stop = new AbortController();
    flying.set(table, stop);
    const late = setTimeout(() => stop.abort(), TIMEOUT);
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { "X-Requested-With": "table" },
        body: new URLSearchParams(body),
        cache: "no-store",
        signal: stop.signal,
      });
      return { status: answer.status, verdict: answer.headers.get("X-Entry"), html: await answer.text() };
    } catch {
      return { status: 0, stopped: stop.signal.aborted };
    } finally {
      clearTimeout(late);
      if (flying.get(table) === stop) flying.delete(table);
    }
  }

  async function send(entry) {
    if (flying.has(entry.table)) return;
    const name = waitingAt(entry.table);
    entry.tried ||= navigator.onLine;
    put(name, entry);
    const answer = await post((isMine(entry) ? here.link : entry.link) + entry.path, entry.body, entry.table);
    // Taken back meanwhile, or told by another window of this phone.
    if (get(name)?.key !== entry.key) return;
    // Only the program itself says so: what a router answers in its place is no answer.
    if (answer.verdict === "stored") return stored(entry, answer);
    if (answer.verdict === "refused") return refused(entry, answer);
    entry.strange = answer.status && answer.status < 500 ? answer.status : 0;
    put(name, entry);
    if (!isMine(entry)) return showCards();
    const first = !main.querySelector(".entries [data-state=waiting]");
    showCards();
    say(text("waiting", { what: title(entry) }), "waiting");
    if (first) focus(".entries [data-state=waiting] [data-slot=title]");
  }

  function stored(entry, answer) {
    drop(waitingAt(entry.table));
    drop(draftOf(entry));
    if (!isMine(entry)) {
      told.set(`told:${entry.key}`, { ...entry, state: "stored" });
      return showCards();
    }
    if (!swap(answer.html, here.link, true)) return location.assign(here.link);
    say(text("stored", { what: title(entry) }), "stored");
    focus("#entry-state");
  }

  function refused(entry, answer) {
    const page = new DOMParser().parseFromString(answer.html, "text/html");
    const reason = page.querySelector("[data-reason], #faults li, #conflict p, #conflict");
    entry.why = reason ? reason.textContent.trim().replace(/\s+/g, " ") : "";
    entry.state = "refused";
    entry.status = answer.status;
    drop(waitingAt(entry.table));
    // A page with a form has it in the form, and tells of a confirmation or signature where that is; what cannot be sent
    // any more is kept apart.
    const isDeal = /^(new|correct)$/.test(entry.kind);
    const hasForm = page.querySelector("form[data-entry=new], form[data-entry=correct]");
    const apart = !isMine(entry) || answer.status === 410 || (isDeal && !hasForm);
    if (apart) put(refusedAt(entry), entry);
    if (!isMine(entry)) return showCards();
    drop(draftOf(entry)); // With its key: the answer's form may have another one.
    swap(answer.html, here.link + (hasForm && entry.kind === "correct" ? entry.path : ""), !isDeal);
    // The card says it, and stays until it was read.
    if (apart) main.querySelectorAll(".sent").forEach((part) => part.remove());
    keepDraft();
    say(text("refused", { what: title(entry), why: entry.why }), "refused");
    focus("#faults", "#conflict", REFUSED, "#entry-state");
  }

  // Sends what waits, this table's first; tries again later what still does.
  async function pump() {
    clearTimeout(timer);
    const names = all("kupa:waiting:").sort((a, b) => (b === waitingAt(here.table)) - (a === waitingAt(here.table)));
    for (const name of names) {
      const entry = get(name);
      if (entry) await send(entry);
    }
    if (!all("kupa:waiting:").length) {
      failures = 0;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(pump, TRIES[Math.min(failures, TRIES.length - 1)] * (0.8 + 0.4 * Math.random()));
    failures += 1;
  }

  async function save(form, address, body) {
    if (get(waitingAt(here.table))) {
      // Another window of this phone has one waiting.
      showCards();
      return focus(".entries [data-slot=title]");
    }
    const number = body.get("number") || body.get("position") || /deal\/(\d+)/.exec(address.pathname)?.[1] || "";
    const sent = { link: here.link, path: pathOf(address), key: body.get("key"), body: body.toString(), number };
    const entry = { ...entryIn(form), ...sent, state: "waiting", tried: false };
    keepDraft();
    const kept = put(waitingAt(here.table), entry);
    lock(true);
    say(text(kept ? "sending" : "unkept"), kept ? "sending" : "unkept");
    failures = 0;
    await pump();
  }

  // Preview, one more row and the like: the server's page, in place. Without a network all stays as it is.
  async function look(address, body) {
    lock(true);
    const answer = await post(address, body, "look");
    lock(false);
    const corrects = /\/deal\/\d+\/$/.test(address.pathname);
    if (!answer.html || answer.status >= 500 || !swap(answer.html, corrects ? address.pathname : "", false)) {
      return say(text("offline"), "offline");
    }
    keepDraft();
    focus("#faults", "#conflict", "#preview-name", "[autofocus]", "#entry-state");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-entry]")) return;
    event.preventDefault();
    if (form.hasAttribute("data-busy")) return;
    const button = event.submitter;
    const body = bodyOf(form);
    if (button?.name) body.append(button.name, button.value);
    const address = addressOf(form, button);
    if (LOOKS.test(body.get("action") ?? "")) look(address, body);
    else save(form, address, body);
  });

  // ---------------------------------------------------------------------------------------------------------- set-up

  function setUp(fresh) {
    const form = dealForm();
    untouched = null;
    if (form) {
      const me = get(`kupa:me:${here.table}`);
      const enters = [...form.querySelectorAll("input[name=entered_by]")];
      const mine = enters.find((each) => each.value === me);
      if (mine && !enters.some((each) => each.checked)) mine.checked = true;
      window.dealForm?.wire(form);
    }
    if (form && fresh) {
      untouched = typed(form);
      restore(form);
      reviveEnded(form);
    }
    showCards();
  }

  // Refused because the link had ended; here is a link that is good: what was typed goes back into the form.
  function reviveEnded(form) {
    for (const name of all(`kupa:refused:${here.table}:`)) {
      const entry = get(name);
      if (entry?.status !== 410 || draftOf(entry) !== draftOf(entryIn(form))) continue;
      drop(name);
      put(draftOf(entry), { ...entry, key: undefined });
      restore(form);
    }
  }

  function onInput(event) {
    const form = event.target.closest?.("form[data-entry]");
    if (!form) return;
    if (event.target.name === "entered_by") put(`kupa:me:${here.table}`, event.target.value);
    if (form === dealForm()) {
      clearTimeout(draftTimer);
      draftTimer = setTimeout(keepDraft, 300);
    }
  }

  // The page as it is now, without leaving it: a network that fails meanwhile costs nothing.
  async function renew() {
    try {
      const answer = await fetch(here.link, { cache: "no-store" });
      swap(await answer.text(), here.link, true);
    } catch {
      say(text("offline"), "offline");
    }
  }

  function wake() {
    if (document.visibilityState === "hidden") return keepDraft();
    if (!all("kupa:waiting:").length) return;
    failures = 0;
    pump();
  }

  // The preview (htmx) says quietly that there is none; typing goes on.
  function noPreview() {
    const shown = main.querySelector("#preview");
    if (!shown) return;
    const line = document.createElement("p");
    line.className = "soft";
    line.textContent = text("no-preview");
    shown.replaceChildren(line);
  }

  document.addEventListener("input", onInput);
  document.addEventListener("change", onInput);
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, noPreview);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", () => {
    dealForm()?.dispatchEvent(new Event("input", { bubbles: true }));
    wake();
  });
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", keepDraft);
  // Another window of this phone has one waiting, or got its answer.
  window.addEventListener("storage", (event) => {
    if (event.key === waitingAt(here.table) && event.oldValue && !event.newValue) renew();
    else if (event.key?.startsWith("kupa:waiting:")) showCards();
  });
  // What only this page knows would be gone with it.
  window.addEventListener("beforeunload", (event) => {
    if ([...memory.keys()].some((name) => name.startsWith("kupa:waiting:"))) event.preventDefault();
  });

  for (const name of all("kupa:draft:")) if (!(get(name)?.at > Date.now() - OLD)) drop(name);
  setUp(true);
  if (get(waitingAt(here.table))) say(text("sending"), "sending");
  pump();
})();
