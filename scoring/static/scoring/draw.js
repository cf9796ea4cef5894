// A draw may take half a minute: the page says so while it waits, and its buttons cannot be pressed twice.
"use strict";

(() => {
  const form = document.querySelector("form[data-working]");
  const said = form?.querySelector("[data-said]");
  if (!said) return;
  const before = said.textContent;
  const buttons = () => form.querySelectorAll("button");

  form.addEventListener("submit", () => {
    said.textContent = form.dataset.working;
    said.classList.add("is-working");
    // Only after this: a button that is disabled is not sent.
    setTimeout(() => buttons().forEach((button) => (button.disabled = true)));
  });

  // Back by the browser's button: the page is as it was left.
  window.addEventListener("pageshow", () => {
    buttons().forEach((button) => (button.disabled = false));
    said.textContent = before;
    said.classList.remove("is-working");
  });
})();
