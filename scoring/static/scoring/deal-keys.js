// A fast path for the keyboard through the form of a deal: in a group of chips a digit takes that chip and goes on to the
// next group, 0 goes on without taking one; Enter shows the preview, and Enter there saves. The keys work only while a
// chip has the focus, so that nobody meets them who does not type there (WCAG 2.1.4); screen readers that read with
// digits never pass them on. The digits are shown beside the chips by the style sheet (.has-keys).
"use strict";

(() => {
  // Where one stops on the way: groups of chips, the first free row's figure where there are no chips, and numbers.
  const GROUPS = ".choices, fieldset.chips, [data-chips]";
  const STOPS = `${GROUPS}, .is-figure select, input[inputmode=numeric]`;
  const CHIPS = "input[type=radio], .melds input[type=checkbox], button[data-figure]";

  const seen = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;
  const chipsOf = (group) => [...group.querySelectorAll(CHIPS)].filter((chip) => seen(chip.closest("label") ?? chip));

  function stops(form) {
    const found = [...form.querySelectorAll(STOPS)].filter((stop) => seen(stop) && !stop.disabled);
    const used = (stop) => stop.matches("select") && stop.value;
    return found.filter((stop) => !used(stop) && (!stop.matches(GROUPS) || chipsOf(stop).length));
  }

  function goTo(stop) {
    if (!stop) return;
    const chips = stop.matches(GROUPS) ? chipsOf(stop) : [];
    const target = chips.find((chip) => chip.checked) ?? chips[0] ?? stop;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
    if (target.select) target.select();
  }

  function next(form, group) {
    const after = (stop) => group.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
    return stops(form).find((stop) => after(stop) && !group.contains(stop));
  }

  function digit(event, form) {
    const group = event.target.matches(CHIPS) && event.target.closest(GROUPS);
    if (!group) return;
    const chip = chipsOf(group)[Number(event.key) - 1];
    if (event.key !== "0" && !chip) return;
    event.preventDefault();
    if (event.key === "0") return goTo(next(form, group));
    chip.focus();
    chip.click();
    // A figure's chip goes on by itself, to what is not known yet of its row.
    if (chip.type === "radio") goTo(next(form, group));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
    const form = event.target.closest?.("form.deal-form");
    if (!form || event.defaultPrevented) return;
    if (/^[0-9]$/.test(event.key)) return digit(event, form);
    // On the preview, which nothing else can be done with: what is seen is saved.
    if (event.key === "Enter" && event.target.closest("#preview") && !event.target.closest("a, summary, button, [role=region]")) {
      event.preventDefault();
      form.querySelector("button[name=action][value=save]")?.click();
    }
  });

  // The digits stand beside the chips where this script sees to them, and where there is a keyboard (style sheet).
  document.documentElement.classList.add("has-keys");
})();
