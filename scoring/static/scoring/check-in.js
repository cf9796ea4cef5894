// The check-in: the list narrows while a name is typed, and a button is pressed without the page jumping.
// Without this script both work by whole pages.
"use strict";
{
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const box = () => document.querySelector("#q");

  const narrow = () => {
    const form = document.querySelector("#check-in-form");
    const field = box();
    if (!form || !field) return;
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of form.querySelectorAll("[data-find]")) {
      row.hidden = !words.every((word) => row.dataset.find.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    let nobody = form.querySelector(".nobody");
    if (!nobody) {
      nobody = document.createElement("p");
      nobody.className = "nobody card soft";
      nobody.setAttribute("role", "status");
      form.prepend(nobody);
    }
    nobody.hidden = shown > 0;
    nobody.textContent = shown > 0 ? "" : form.dataset.nobody;
    // What is typed stays when a button is pressed.
    form.elements.q.value = field.value;
  };

  const replace = (page, focus) => {
    const typed = box()?.value ?? "";
    const fresh = page.querySelector("#check-in-page");
    const now = document.querySelector("#check-in-page");
    if (!fresh || !now) return false;
    now.replaceWith(fresh);
    const messages = document.querySelector(".messages");
    const told = page.querySelector(".messages");
    if (messages && !told) messages.closest("[role=status]").remove();
    if (messages && told) messages.replaceWith(told);
    if (!messages && told) fresh.before(told.closest("[role=status]"));
    if (box()) box().value = typed;
    narrow();
    const button = [...document.querySelectorAll("#check-in-form button")].find(focus);
    button?.focus({ preventScroll: true });
    return true;
  };

  document.addEventListener("input", (event) => {
    if (event.target === box()) narrow();
  });

  // Enter in the search box narrows, too: nothing has to be fetched for it.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches("#check-in-page .search")) {
      event.preventDefault();
      narrow();
      return;
    }
    const button = event.submitter;
    if (form.id !== "check-in-form" || !button?.name) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "yes";
    const kind = ["here", "away"].includes(button.name) ? ["here", "away"] : ["paid", "unpaid"];
    const data = new FormData(form);
    // The whole list is asked for again: it is narrowed here.
    data.set("q", "");
    data.set(button.name, button.value);
    try {
      const answer = await fetch(location.pathname, { method: "POST", body: data, credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const same = (each) => kind.includes(each.name) && each.value === button.value;
      if (answer.ok && replace(page, same)) return;
    } catch {
      // The plain way tells what is wrong.
    }
    delete form.dataset.busy;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = button.name;
    field.value = button.value;
    form.append(field);
    form.submit();
  });

  narrow();
}
