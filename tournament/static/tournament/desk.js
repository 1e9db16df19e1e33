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

// What could not be saved in the middle of a page is said above it, in the desk's own words; what was typed stays.
document.addEventListener("htmx:responseError", (event) => {
  const answer = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
  const sentence = answer.querySelector("[data-trouble]");
  if (!sentence) return;
  const note = document.getElementById("trouble") || document.createElement("p");
  note.id = "trouble";
  note.className = "note error";
  note.setAttribute("role", "alert");
  note.textContent = sentence.textContent;
  document.getElementById("content").prepend(note);
});
// Who was logged out meanwhile is led to the login, which must not stand inside the board.
document.addEventListener("htmx:beforeSwap", (event) => {
  const address = event.detail.xhr.responseURL;
  if (!address || new URL(address).pathname !== "/login/") return;
  event.detail.shouldSwap = false;
  location.reload();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) document.getElementById("trouble")?.remove();
});
