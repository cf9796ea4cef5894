// Comforts of the deal form, at the desk and at the table; it is complete without them. Shows the opponents' card points
// while the declarers' are typed; the suit only beside a figure that needs one; who caught whom only beside a catch. A tap
// on a figure's chip fills the next free row; where there are chips, rows that are not in use are out of sight.
//
// `window.dealForm` is for the table's page, whose forms come and go.
"use strict";

(() => {
  const words = (form, name) => new Set((form.dataset[name] ?? "").split(" ").filter(Boolean));
  const figureOf = (row) => row.querySelector(".is-figure select");
  const rowsOf = (form, list) =>
    [...form.querySelectorAll(".figure-row")].filter((row) => figureOf(row)?.name.startsWith(`${list}-`));
  const listOf = (row) => figureOf(row).name.split("-")[0];

  // The value of a part of a row, be it a list or chips; `give` chooses one.
  function given(row, part) {
    return row.querySelector(`${part} select, ${part} input:checked`)?.value ?? "";
  }

  function give(row, part, value) {
    const list = row.querySelector(`${part} select`);
    if (list) list.value = value;
    const chip = row.querySelector(`${part} input[value="${CSS.escape(value)}"]`);
    if (chip) chip.checked = true;
  }

  function showRest(form) {
    const points = form.querySelector("#id_card_points");
    const rest = form.querySelector("[data-rest]");
    if (!points || !rest) return;
    const all = Number(form.dataset.all);
    const taken = points.value.trim();
    const sensible = /^\d+$/.test(taken) && Number(taken) <= all;
    rest.hidden = !sensible;
    rest.querySelector("output").value = sensible ? all - Number(taken) : "";
  }

  // What was chosen stays to be seen, so that it can be taken back; so does what is wrong.
  function show(field, needed) {
    const chosen = [...field.querySelectorAll("select, input:checked")].some((each) => each.value);
    field.hidden = !needed && !chosen && !field.classList.contains("has-error");
  }

  // A silent figure was made if nothing else is said; an empty row says nothing.
  function chooseMade(row, figure) {
    const made = row.querySelector('input[type="radio"][name^="silent-"][value="1"]');
    if (!made) return;
    if (!figure) made.checked = false;
    else if (!row.querySelector('input[type="radio"]:checked')) made.checked = true;
  }

  function showFields(form, row) {
    const figure = figureOf(row).value;
    const caught = words(form, "caught");
    chooseMade(row, figure);
    row.querySelectorAll(".is-suit").forEach((field) => show(field, words(form, "suited").has(figure)));
    row.querySelectorAll(".catcher, .victim").forEach((field) => show(field, caught.has(figure)));
    // A count is what it says: nobody makes it or fails.
    row.querySelectorAll(".is-made").forEach((field) => show(field, !words(form, "counted").has(figure)));
    const more = row.querySelector(".is-more");
    if (more) {
      more.hidden = !more.querySelector(".field:not([hidden])");
      // Whom a catch was made by and from is asked at once.
      more.open ||= caught.has(figure);
    }
    // Where a chip brings a row into sight, an empty one has no business there.
    const chips = form.querySelector(`[data-chips="${listOf(row)}"]`);
    if (chips && !chips.hidden) {
      row.hidden = !figure && !row.querySelector(".has-error") && !row.contains(document.activeElement);
    }
  }

  // What a row may be raised from is told by the figures of the rows before, as they are now.
  function nameSources(form) {
    const rows = rowsOf(form, "announcements");
    for (const row of rows) {
      for (const option of row.querySelector(".raised_from select")?.options ?? []) {
        const source = option.value && figureOf(rows[Number(option.value)]);
        if (source) option.text = `${Number(option.value) + 1}. ${source.value ? source.selectedOptions[0].text : "–"}`;
      }
    }
  }

  function wire(form) {
    showRest(form);
    for (const chips of form.querySelectorAll("[data-chips]")) {
      chips.hidden = false;
      // A chip makes the row it needs.
      chips.parentElement.querySelectorAll(".more-rows").forEach((more) => (more.hidden = true));
    }
    for (const row of form.querySelectorAll(".figure-row")) {
      if (!figureOf(row)) continue;
      showFields(form, row);
    }
    nameSources(form);
  }

  // One more row, made from the last one.
  function addRow(form, list) {
    const rows = rowsOf(form, list);
    const last = rows.at(-1);
    const old = rows.length - 1;
    const markup = last.outerHTML
      .replaceAll(`${list}-${old}-`, `${list}-${old + 1}-`)
      .replaceAll(`${old + 1}.<`, `${old + 2}.<`)
      .replaceAll(`(${old + 1}.)`, `(${old + 2}.)`);
    last.insertAdjacentHTML("afterend", markup);
    const row = last.nextElementSibling;
    for (const field of row.querySelectorAll("input, select")) {
      if (field.type === "radio") field.checked = field.value === "0" && field.name.endsWith("-kontra");
      else if (field.type === "select-one") field.selectedIndex = 0;
      else field.value = "";
    }
    row.querySelector(".raised_from select")?.add(new Option("", String(old)));
    row.querySelectorAll(".error").forEach((error) => error.remove());
    row.querySelectorAll(".has-error").forEach((field) => field.classList.remove("has-error"));
    form.elements[`rows-${list}`].value = old + 2;
    showFields(form, row);
    nameSources(form);
    return row;
  }

  // Sees to it that a list has that many rows.
  function atLeast(form, list, count) {
    while (rowsOf(form, list).length && rowsOf(form, list).length < Math.min(count, 30)) addRow(form, list);
  }

  // The row that this figure was raised from: the last that the rules let be raised to it, of whoever announced that.
  function sourceOf(form, figure) {
    const sources = new Set((form.dataset.raises ?? "").split(" ").flatMap((pair) => {
      const [from, to] = pair.split(">");
      return to === figure ? [from] : [];
    }));
    return rowsOf(form, "announcements").findLast((row) => sources.has(figureOf(row).value));
  }

  function take(form, chip) {
    const list = chip.closest("[data-chips]").dataset.chips;
    const figure = chip.dataset.figure;
    const source = list === "announcements" ? sourceOf(form, figure) : undefined;
    const row = rowsOf(form, list).find((each) => !figureOf(each).value) ?? addRow(form, list);
    figureOf(row).value = figure;
    const declarer = form.querySelector('input[name="declarer"]:checked');
    if (!given(row, ".is-by") && declarer) give(row, ".is-by", declarer.value);
    if (source) {
      give(row, ".raised_from", String(rowsOf(form, list).indexOf(source)));
      give(row, ".is-by", given(source, ".is-by"));
      if (row.querySelector(".is-suit")) give(row, ".is-suit", given(source, ".is-suit"));
    }
    row.hidden = false;
    showFields(form, row);
    nameSources(form);
    form.dispatchEvent(new Event("input", { bubbles: true }));
    // On to what nobody can know yet.
    const open = [".is-suit", ".is-made", ".is-by"].map((part) => row.querySelector(`${part}:not([hidden])`));
    const unknown = open.find((part) => part && !part.querySelector('input:checked:not([value=""])'));
    unknown?.querySelector('select, input:not([value=""])')?.focus();
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.(".deal-form");
    if (form && event.target.id === "id_card_points") showRest(form);
  });

  document.addEventListener("change", (event) => {
    const row = event.target.closest?.(".figure-row");
    if (!row || !figureOf(row)) return;
    const form = row.closest("form");
    showFields(form, row);
    nameSources(form);
  });

  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.("button[data-figure]");
    if (chip) take(chip.closest("form"), chip);
  });

  window.dealForm = { wire, atLeast };
  for (const form of document.querySelectorAll(".deal-form")) wire(form);
})();
