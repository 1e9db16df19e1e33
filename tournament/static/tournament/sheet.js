// The board and the sheet: digits open a table, Enter moves on, rows are saved one after another, nothing typed is lost.
"use strict";

(() => {
  const form = document.getElementById("sheet-form");
  const live = document.getElementById("sheet-live");
  const code = document.querySelector("[data-digits]");
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

  // The board: a digit typed anywhere goes into the field for tables and codes.
  if (code) {
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/.test(event.key)) {
        code.value += event.key;
        code.focus();
        event.preventDefault();
      }
    });
  }
  if (!form) return;

  const steps = () => Array.from(form.querySelectorAll("[data-step]"));
  const rows = () => Array.from(form.querySelectorAll("[data-row]"));
  const finish = () => form.querySelector("[data-finish]");

  // ± on keyboards without a minus key: the sign stands before the number, whether or not it is typed yet.
  function flip(input) {
    const text = input.value.trim();
    input.value = /^[-−]/.test(text) ? text.slice(1) : `-${text.replace(/^\+/, "")}`;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-flip]");
    if (button) flip(document.getElementById(button.dataset.flip));
  });

  function move(fields, from, by) {
    const next = fields[fields.indexOf(from) + by];
    if (!next) return false;
    next.focus();
    next.select();
    return true;
  }

  // Totals: Enter goes to the next field, at the end it sends the sheet.
  form.addEventListener("keydown", (event) => {
    const input = event.target.closest("[data-step]");
    if (!input) return;
    if (event.key === "Enter" && move(steps(), input, 1)) event.preventDefault();
    if (event.key === "ArrowDown") {
      move(steps(), input, 1);
      event.preventDefault();
    }
    if (event.key === "ArrowUp") {
      move(steps(), input, -1);
      event.preventDefault();
    }
  });

  // Half-typed sheets are kept on the server, so that a closed browser loses nothing. Saying so also shows the
  // others who is typing where.
  let leaving = false;
  function here(beacon) {
    if (!form.dataset.here || leaving) return;
    const data = new FormData();
    data.append("csrfmiddlewaretoken", token());
    for (const field of [...steps(), ...rows()]) {
      const saved = field.dataset.row ? document.getElementById(`was-${field.dataset.row}`).value : field.defaultValue;
      if (field.value.trim() && (!field.dataset.row || field.value.trim() !== saved)) data.append(field.name, field.value);
    }
    if (beacon) navigator.sendBeacon(form.dataset.here, data);
    else fetch(form.dataset.here, { method: "POST", body: data, credentials: "same-origin" }).catch(() => {});
  }
  let soon = 0;
  form.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => here(false), 1500);
  });
  form.addEventListener("change", () => here(false));
  form.addEventListener("submit", () => {
    leaving = true;
  });
  setInterval(() => here(false), 20000);
  addEventListener("pagehide", () => here(true));

  if (!live) return;

  // Rows. A queue sends them one after another; what the desk has not acknowledged is sent again.
  const way = document.getElementById("way");
  const note = document.getElementById("unsaved-note");
  const waiting = new Map();
  let sending = false;

  function stored(number) {
    return document.getElementById(`was-${number}`);
  }

  function save(input) {
    const number = input.dataset.row;
    const sent = waiting.get(number);
    const after = document.getElementById(`after-${number}`);
    const moved = after && after.value !== (sent ? sent.after : after.defaultValue);
    if (!moved && input.value.trim() === (sent ? sent.text.trim() : stored(number).value)) return;
    waiting.set(number, {
      text: input.value,
      was: sent ? sent.was : stored(number).value,
      way: way.value,
      after: after ? after.value : null,
    });
    send();
  }

  async function send() {
    if (sending || !waiting.size) return;
    sending = true;
    const [number, row] = waiting.entries().next().value;
    const data = new FormData();
    data.append("csrfmiddlewaretoken", token());
    data.append(`row-${number}`, row.text);
    data.append(`was-${number}`, row.was);
    data.append("way", row.way);
    if (row.after !== null) data.append(`after-${number}`, row.after);
    try {
      const answer = await fetch(form.dataset.rows, {
        method: "POST",
        body: data,
        headers: { "HX-Request": "true" },
        credentials: "same-origin",
      });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const html = await answer.text();
      const newer = waiting.get(number);
      if (newer === row) waiting.delete(number);
      else newer.was = row.text.trim();
      show(html);
      note.hidden = true;
      sending = false;
      send();
    } catch {
      note.hidden = false;
      sending = false;
      setTimeout(send, 2000);
    }
  }

  // What comes from the desk takes the place of the sheet; the fields themselves stay, with the cursor in them.
  function show(html) {
    const focused = document.activeElement;
    const id = focused && live.contains(focused) ? focused.id : "";
    const start = id && focused.matches("input") ? focused.selectionStart : null;
    const end = id && focused.matches("input") ? focused.selectionEnd : null;
    dropChecks();
    htmx.swap(live, html, { swapStyle: "innerHTML", settleDelay: 0, swapDelay: 0 });
    const again = id ? document.getElementById(id) : null;
    if (again && document.activeElement !== again) {
      again.focus();
      if (start !== null) again.setSelectionRange(start, end);
    }
  }

  // A check that is still under way belongs to a row that is about to be drawn anew: its answer would take the field away.
  function dropChecks() {
    for (const input of rows()) htmx.trigger(input, "htmx:abort");
  }
  live.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target === live) dropChecks();
  });

  function first() {
    const open = rows().find((input) => !input.value.trim());
    return open || rows().at(-1);
  }

  form.addEventListener("keydown", (event) => {
    if (/^F\d$/.test(event.key)) {
      const reading = form.querySelector(`[data-key="${event.key}"]`);
      if (reading) {
        event.preventDefault();
        reading.click();
        return;
      }
    }
    if (event.key === "F9") {
      event.preventDefault();
      way.selectedIndex = (way.selectedIndex + 1) % way.options.length;
      way.dispatchEvent(new Event("change", { bubbles: true }));
      return;
    }
    const input = event.target.closest("[data-row]");
    if (!input) return;
    if (event.altKey && (event.key === "+" || event.key === "-")) {
      event.preventDefault();
      line(event.key === "+" ? "insert" : "delete", input.dataset.row);
    } else if (event.key === "Enter") {
      event.preventDefault();
      save(input);
      if (!move(rows(), input, 1)) finish().focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      save(input);
      move(rows(), input, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape" && input.value.trim() !== stored(input.dataset.row).value) {
      event.preventDefault();
      input.value = stored(input.dataset.row).value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  form.addEventListener("change", (event) => {
    const after = event.target.closest("[data-after]");
    const input = after && document.getElementById(`row-${after.dataset.after}`);
    if (input && input.value.trim()) save(input);
  });

  let current = null;
  form.addEventListener("focusin", (event) => {
    const input = event.target.closest("[data-row]");
    if (input) current = input;
  });
  form.addEventListener("focusout", (event) => {
    const input = event.target.closest("[data-row]");
    if (input && input.isConnected && input.value.trim()) save(input);
  });

  way.addEventListener("change", () => {
    for (const hint of form.querySelectorAll("[data-way]")) hint.hidden = hint.dataset.way !== way.value;
  });

  // Two people typed one game: take what stands there, or what was typed here.
  form.addEventListener("click", (event) => {
    const taken = event.target.closest("[data-take]");
    if (taken) {
      const number = taken.dataset.take;
      const input = document.getElementById(`row-${number}`);
      input.value = taken.dataset.text;
      waiting.delete(number);
      if ("save" in taken.dataset) {
        waiting.set(number, { text: input.value, was: stored(number).value, way: way.value, after: null });
        send();
      } else input.dispatchEvent(new Event("input", { bubbles: true }));
      taken.closest("table").remove();
      input.focus();
    }
    const moved = event.target.closest("[data-line]");
    if (moved && current) line(moved.dataset.line, current.dataset.row);
  });

  async function line(what, number) {
    const target = document.getElementById("line-form");
    const data = new FormData(target);
    data.append(what, number);
    data.append("version", form.querySelector("[name=version]").value);
    const answer = await fetch(target.action, {
      method: "POST",
      body: data,
      headers: { "HX-Request": "true" },
      credentials: "same-origin",
    }).catch(() => null);
    if (answer && answer.ok) {
      show(await answer.text());
      document.getElementById(`row-${number}`)?.focus();
    }
  }

  // A sheet is finished once every row has been acknowledged.
  form.addEventListener("submit", (event) => {
    if (!waiting.size) return;
    event.preventDefault();
    leaving = false;
    const again = event.submitter;
    const timer = setInterval(() => {
      if (waiting.size) return;
      clearInterval(timer);
      form.requestSubmit(again);
    }, 30);
  });

  // Thumbs: a pad of large keys instead of the keyboard of the phone.
  const pad = form.querySelector(".pad");
  if (pad && matchMedia("(pointer: coarse)").matches) {
    pad.hidden = false;
    const quiet = () => rows().forEach((input) => input.setAttribute("inputmode", "none"));
    quiet();
    new MutationObserver(quiet).observe(live, { childList: true });
    pad.addEventListener("mousedown", (event) => event.preventDefault());
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("[data-pad]")?.dataset.pad;
      const input = current?.isConnected ? current : first();
      if (!key || !input) return;
      input.focus();
      if (key === "Enter") input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      else {
        input.value = key === "Backspace" ? input.value.slice(0, -1) : input.value + key;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
  }

  if (!document.querySelector("[autofocus]")) first()?.focus();
})();
