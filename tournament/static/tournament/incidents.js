// The common reasons as keys: a tap fills the field. Without this script the field itself offers them while typing.
"use strict";

(() => {
  const keys = document.querySelector("[data-fills]");
  if (!keys) return;
  const field = document.getElementById(keys.dataset.fills);
  keys.hidden = false;

  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    // The field is not focused: on a phone its keyboard would cover what comes next.
    field.value = key.textContent.trim();
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
