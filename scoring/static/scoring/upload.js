// A file that is too large is said at once, before it is sent for nothing. The server looks again.
"use strict";
{
  const field = document.querySelector("input[type=file][data-most]");
  const form = field?.form;
  const error = document.createElement("p");
  error.className = "error";
  error.setAttribute("role", "alert");

  const check = () => {
    const large = [...field.files].some((file) => file.size > Number(field.dataset.most));
    error.textContent = large ? field.dataset.tooLarge : "";
    if (large) field.after(error);
    else error.remove();
    field.closest(".field").classList.toggle("has-error", large);
    return !large;
  };

  field?.addEventListener("change", check);
  form?.addEventListener("submit", (event) => {
    if (!check()) {
      event.preventDefault();
      field.focus();
    }
  });
}
