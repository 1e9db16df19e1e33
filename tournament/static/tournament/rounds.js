// The draft of a draw: "s" goes to the field for changing places; a name dragged onto another shows what a swap would do.
"use strict";

(() => {
  const field = document.querySelector("[data-swap]");
  if (!field) return;

  document.addEventListener("keydown", (event) => {
    if (event.key !== "s" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  const seats = document.querySelectorAll(".tables li[data-number]");
  let dragged = null;
  for (const seat of seats) {
    seat.draggable = true;
    seat.addEventListener("dragstart", (event) => {
      dragged = seat;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", seat.dataset.number);
    });
    seat.addEventListener("dragover", (event) => {
      if (!dragged || dragged === seat) return;
      event.preventDefault();
      seat.classList.add("over");
    });
    seat.addEventListener("dragleave", () => seat.classList.remove("over"));
    seat.addEventListener("dragend", () => (dragged = null));
    seat.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged && dragged !== seat) {
        location.assign(`${field.dataset.swap}?pair=${dragged.dataset.number}+${seat.dataset.number}`);
      }
    });
  }
})();
