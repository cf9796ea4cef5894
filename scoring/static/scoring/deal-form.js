// Comforts of the deal form; it is complete without them. Shows the opponents' card points while the declarers' are
// typed, and the suit only beside a figure that needs one.
"use strict";

const form = document.querySelector(".deal-form");
const points = form.querySelector("#id_card_points");
const rest = form.querySelector("[data-rest]");

function showRest() {
  const all = Number(form.dataset.all);
  const taken = points.value.trim();
  const sensible = /^\d+$/.test(taken) && Number(taken) <= all;
  rest.hidden = !sensible;
  rest.querySelector("output").value = sensible ? all - Number(taken) : "";
}

const suited = new Set(form.dataset.suited.split(" "));

// A suit that was chosen stays to be seen, so that it can be taken back.
function showSuit(row) {
  const suit = row.querySelector(".is-suit");
  const figure = row.querySelector(".is-figure select");
  if (suit) {
    suit.hidden = !suited.has(figure.value) && !suit.querySelector("select").value && !suit.classList.contains("has-error");
  }
}

points.addEventListener("input", showRest);
showRest();
for (const row of form.querySelectorAll(".figure-row")) {
  showSuit(row);
  row.addEventListener("change", () => showSuit(row));
}
