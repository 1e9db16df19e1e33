// Keys of registration and check-in. Everything works without: this only saves steps.
"use strict";

// n and s lead to the fields of the page, other letters to the button that names them.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const field = { n: "line", s: "q" }[event.key];
  const target = field ? document.getElementById(field) : document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!target) return;
  event.preventDefault();
  const folded = target.closest("details");
  if (folded) folded.open = true;
  if (field) target.focus();
  else target.click();
});

// Enter in the search notes the only one found as here, but only once the list belongs to what is typed.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "q") return;
  const found = document.getElementById("found");
  const buttons = found.querySelectorAll("button.who");
  const rows = found.querySelectorAll("li");
  if (event.target.value && found.dataset.q === event.target.value && rows.length === 1 && buttons.length === 1) {
    event.preventDefault();
    buttons[0].click();
  }
});

// After a row has changed, the next name can be typed at once. On a touch screen the keyboard stays away.
document.addEventListener("htmx:afterSettle", (event) => {
  if (!event.target.closest("#found li") || !window.matchMedia("(pointer: fine)").matches) return;
  const search = document.getElementById("q");
  search.focus();
  search.select();
});

// A tap that was not noted must not look like one that was.
for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    const note = document.getElementById("unanswered");
    if (note) note.hidden = false;
  });
}
