// Comforts of the deal form; it is complete without them. Shows the opponents' card points while the declarers' are
// typed; the suit only beside a figure that needs one; who caught whom only beside a catch.
"use strict";

const form = document.querySelector(".deal-form");
const points = form.querySelector("#id_card_points");
const rest = form.querySelector("[data-rest]");
const suited = new Set(form.dataset.suited.split(" "));
const caught = new Set(form.dataset.caught.split(" "));

function showRest() {
  const all = Number(form.dataset.all);
  const taken = points.value.trim();
  const sensible = /^\d+$/.test(taken) && Number(taken) <= all;
  rest.hidden = !sensible;
  rest.querySelector("output").value = sensible ? all - Number(taken) : "";
}

// What was chosen stays to be seen, so that it can be taken back; so does what is wrong.
function show(field, needed) {
  field.hidden = !needed && !field.querySelector("select").value && !field.classList.contains("has-error");
}

// A silent figure was made if nothing else is said; an empty row says nothing.
function chooseMade(row, figure) {
  const made = row.querySelector('input[type="radio"][name^="silent-"][value="1"]');
  if (!made) return;
  if (!figure) made.checked = false;
  else if (!row.querySelector('input[type="radio"]:checked')) made.checked = true;
}

function showFields(row) {
  const figure = row.querySelector(".is-figure select").value;
  chooseMade(row, figure);
  row.querySelectorAll(".is-suit").forEach((field) => show(field, suited.has(figure)));
  row.querySelectorAll(".catcher, .victim").forEach((field) => show(field, caught.has(figure)));
  const more = row.querySelector(".is-more");
  if (more) {
    more.hidden = !more.querySelector(".field:not([hidden])");
    // Whom a catch was made by and from is asked at once.
    more.open ||= caught.has(figure);
  }
}

points.addEventListener("input", showRest);
showRest();
for (const row of form.querySelectorAll(".figure-row")) {
  showFields(row);
  row.addEventListener("change", () => showFields(row));
}
