// Keys of every page: Escape goes back, ? shows the keys, digits and Enter where a page names them.
"use strict";

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "?" && !typing) {
    const keys = document.querySelector("details.keys-help");
    if (keys) {
      keys.open = !keys.open;
      event.preventDefault();
    }
  }
  if (event.key === "Enter" && !typing && !event.target.closest("a, button, summary")) {
    const next = document.querySelector("[data-next]");
    if (next) {
      event.preventDefault();
      next.click();
    }
  }
  if (event.key === "Escape" && !event.defaultPrevented) {
    const back = document.querySelector("[data-back]");
    if (back) back.click();
  }
});
