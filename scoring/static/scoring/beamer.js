// Turns the screens of the projector's page: by itself every twelve seconds, and by the keyboard and the buttons.
"use strict";

(() => {
  const EVERY = 12_000;
  const STEPS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };

  const turn = document.querySelector("[data-turn]");
  const count = turn.querySelector("output");
  const pause = turn.querySelector("[data-pause]");
  const screens = () => [...document.querySelectorAll(".screen")];
  let shown = 0;
  let timer = 0;

  function show() {
    const all = screens();
    shown = ((shown % all.length) + all.length) % all.length;
    all.forEach((screen, number) => screen.classList.toggle("is-shown", number === shown));
    count.textContent = `${shown + 1} / ${all.length}`;
    turn.hidden = all.length < 2;
  }

  function step(by) {
    shown += by;
    show();
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (pause.getAttribute("aria-pressed") === "false") timer = setTimeout(step, EVERY, 1);
  }

  turn.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button === pause) {
      pause.setAttribute("aria-pressed", String(pause.getAttribute("aria-pressed") === "false"));
      wait();
    } else if (button) step(Number(button.dataset.step));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape") document.querySelector("[data-back]").click();
    // Space presses a button that has the focus.
    const by = event.key === " " && event.target.closest("button, a") ? 0 : STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  });

  document.addEventListener("live:renewed", show);
  document.documentElement.classList.add("is-turning");
  show();
  wait();
})();
