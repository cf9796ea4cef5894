// Comforts of the deal form of the Czech game, on top of deal-form.js; the form is complete without them. Melds that rule
// each other out cannot both be tapped; a bid that binds its declarer to a figure announces it; an announced walat asks
// for the tricks; where everyone plays for himself, what was typed is summed up.
"use strict";

(() => {
  const boxesOf = (form) => [...form.querySelectorAll("[data-melds] input[type=checkbox]")];
  const playerOf = (box) => box.closest("[data-player]").dataset.player;
  const meldOf = (box) => box.name.slice(`meld-${playerOf(box)}-`.length);
  const has = (list, id) => (list ?? "").split(" ").includes(id);

  // A box that is chosen can always be taken back.
  function ruleOut(form) {
    const boxes = boxesOf(form);
    const chosen = boxes.filter((box) => box.checked);
    for (const box of boxes) {
      const excludes = (other) =>
        other !== box &&
        has(playerOf(other) === playerOf(box) ? box.dataset.oneHand : box.dataset.twoHands, meldOf(other));
      box.disabled = !box.checked && chosen.some(excludes);
    }
    for (const part of form.querySelectorAll("[data-melds] [data-player]")) {
      const words = [...part.querySelectorAll("input:checked")].map((box) => box.labels[0].textContent.trim());
      part.querySelector("[data-words]").textContent = words.join(", ");
    }
  }

  function sumUp(form) {
    for (const place of form.querySelectorAll("[data-sum]")) {
      const texts = [...form.querySelectorAll(`input[name^="${place.dataset.sum}"]`)].map((field) => field.value.trim());
      const sum = texts.filter((text) => /^\d{1,3}$/.test(text)).reduce((total, text) => total + Number(text), 0);
      const left = Number(place.dataset.all) - sum;
      place.querySelector("[data-slot=sum]").textContent = sum;
      place.querySelector("[data-slot=left]").textContent = left > 0 ? place.dataset.left.replace("{n}", left) : "";
    }
  }

  const rowsOf = (form) =>
    [...form.querySelectorAll(".figure-row")].filter((row) => figureOf(row)?.name.startsWith("announcements-"));
  const figureOf = (row) => row.querySelector(".is-figure select");
  const bidOf = (form) => form.querySelector("input[name=bid]:checked");
  const chosenBy = (row) => row.querySelector(".is-by select, .is-by input:checked")?.value ?? "";

  function choose(row, player) {
    const list = row.querySelector(".is-by select");
    if (list) list.value = player;
    for (const chip of row.querySelectorAll(".is-by input")) chip.checked = chip.value === player;
  }

  function put(row, figure) {
    figureOf(row).value = figure;
    row.hidden = false;
    figureOf(row).dispatchEvent(new Event("change", { bubbles: true }));
  }

  // The row that a bid put there; taken away again with the bid, unless something was said of it.
  function bind(form) {
    const figure = bidOf(form)?.dataset.needs;
    const declarer = form.querySelector("input[name=declarer]:checked")?.value ?? "";
    for (const row of rowsOf(form)) {
      if (!row.dataset.bound || row.dataset.bound === figure) continue;
      delete row.dataset.bound;
      if (!row.querySelector('.is-made input:checked:not([value=""])')) {
        choose(row, "");
        put(row, "");
        row.hidden = Boolean(form.querySelector('[data-chips="announcements"]'));
      }
    }
    if (!figure) return;
    const said = rowsOf(form).find((row) => figureOf(row).value === figure && ["", declarer].includes(chosenBy(row)));
    let row = rowsOf(form).find((each) => each.dataset.bound === figure) ?? said;
    if (!row) {
      const free = rowsOf(form).findIndex((each) => !figureOf(each).value);
      if (free < 0) window.dealForm.atLeast(form, "announcements", rowsOf(form).length + 1);
      row = rowsOf(form).at(free);
      row.dataset.bound = figure;
      put(row, figure);
    }
    if (declarer && (row.dataset.bound || !chosenBy(row))) choose(row, declarer);
  }

  // Of what the tricks tell, they have to be known.
  function askTricks(form) {
    const tricks = form.querySelector("details[data-tricks]");
    const derived = (form.dataset.counted ?? "").split(" ").filter(Boolean);
    if (tricks) tricks.open ||= rowsOf(form).some((row) => derived.includes(figureOf(row).value));
  }

  function own(form) {
    ruleOut(form);
    sumUp(form);
    askTricks(form);
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.(".deal-form");
    if (form) own(form);
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.(".deal-form");
    if (!form) return;
    if (/^(bid|declarer)$/.test(event.target.name)) bind(form);
    own(form);
  });

  // Forms that come and go (table.js) are wired as those of the page are.
  const { wire } = window.dealForm;
  window.dealForm.wire = (form) => {
    wire(form);
    own(form);
  };
  for (const form of document.querySelectorAll(".deal-form")) own(form);
})();
