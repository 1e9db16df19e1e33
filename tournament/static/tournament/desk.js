// Keys of every page: Escape goes back, ? shows the keys or else the handbook, digits and Enter where a page names them.
"use strict";

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "?" && !typing) {
    const keys = document.querySelector("details.keys-help");
    const help = document.querySelector("[data-help]");
    if (keys || help) event.preventDefault();
    if (keys) keys.open = !keys.open;
    else if (help) help.click();
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
