// The board and the sheet: digits open a table, Enter moves on, rows are saved one after another, nothing typed is lost.
"use strict";

(() => {
  const form = document.getElementById("sheet-form");
  const game = document.getElementById("game-form");
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

  // What is half typed goes to the desk; a page that is being closed has no time to wait for an answer.
  function keep(address, data, beacon) {
    data.append("csrfmiddlewaretoken", token());
    if (beacon) navigator.sendBeacon(address, data);
    else fetch(address, { method: "POST", body: data, credentials: "same-origin" }).catch(() => {});
  }

  if (game) typeGame();
  if (!form) return;

  const steps = () => Array.from(form.querySelectorAll("[data-step]"));
  const rows = () => Array.from(form.querySelectorAll("[data-row]"));
  const games = () => rows().filter((input) => !("foot" in input.dataset));
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
    const filled = event.target.closest("[data-fill]");
    if (filled) fill(filled.dataset.fill.split(" "));
  });

  // + and − behind a total turn its sign; before it they are typed like any letter.
  form.addEventListener("keydown", (event) => {
    const input = event.target.closest("[name^=total-], [name^=again-], [data-foot]");
    if (!input || !["+", "-"].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!/\d/.test(input.value) || input.selectionStart !== input.value.length) return;
    event.preventDefault();
    if (event.key === "-" || /^[-−]/.test(input.value.trim())) flip(input);
  });

  // A reading of totals puts its numbers into the fields; where a seat changed hands it is only said.
  function fill(totals) {
    const fields = steps().filter((input) => input.name.startsWith("total-"));
    if (fields.length !== totals.length) return;
    fields.forEach((input, place) => {
      input.value = totals[place];
    });
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
    fields.at(-1).focus();
  }

  // F2, F4, F8 take a reading of the sheet doctor.
  form.addEventListener("keydown", (event) => {
    const reading = /^F\d$/.test(event.key) && form.querySelector(`[data-key="${event.key}"]`);
    if (!reading) return;
    event.preventDefault();
    reading.click();
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

  // A sheet that is half typed goes on at the first total that is missing; one that is complete is typed over, not on.
  const begun = form.querySelector("[autofocus]");
  if (begun && begun.value && steps().includes(begun)) {
    const totals = steps().filter((input) => /^(total|again)-/.test(input.name));
    const refused = totals.find((input) => input.hasAttribute("aria-invalid"));
    const next = refused || totals.find((input) => !input.value.trim()) || begun;
    next.focus();
    next.select();
  }

  // What the clerk last saw in a row before he typed there.
  function stored(number) {
    return document.getElementById(`was-${number}`);
  }

  // Half-typed sheets are kept on the server, so that a closed browser loses nothing. Saying so also shows the
  // others who is typing where.
  let leaving = false;
  function here(beacon) {
    if (!form.dataset.here || leaving) return;
    const data = new FormData();
    for (const field of steps()) {
      if (field.value.trim()) data.append(field.name, field.value);
    }
    for (const field of rows()) {
      const was = stored(field.dataset.row).value;
      if (field.value.trim() === was) continue;
      data.append(field.name, field.value);
      data.append(`was-${field.dataset.row}`, was);
    }
    // What was seen when this was typed: should another save meanwhile, both versions are shown.
    const version = form.querySelector("[name=version]");
    if (version) data.append("version", version.value);
    keep(form.dataset.here, data, beacon);
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
      show(html, { number, text: row.text.trim() });
      clearTimeout(soon);
      soon = setTimeout(() => here(false), 1500);
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
  function show(html, own) {
    const before = seen();
    const focused = document.activeElement;
    const id = focused && live.contains(focused) ? focused.id : "";
    const start = id && focused.matches("input") ? focused.selectionStart : null;
    const end = id && focused.matches("input") ? focused.selectionEnd : null;
    dropChecks();
    htmx.swap(live, html, { swapStyle: "innerHTML", settleDelay: 0, swapDelay: 0 });
    reconcile(before, own);
    const again = id ? document.getElementById(id) : null;
    if (again && document.activeElement !== again) {
      again.focus();
      if (start !== null) again.setSelectionRange(start, end);
    }
  }

  function seen() {
    return new Map(rows().map((input) => [input.dataset.row, stored(input.dataset.row).value]));
  }

  // Where nothing was typed the field shows what stands there now. Where something was, it stays, and so does what was
  // seen before it was typed: saving it over what another has saved meanwhile is then asked about, never done silently.
  // `posted` is what went along with a reading: the desk has kept it and mended it.
  function reconcile(before, own, posted) {
    for (const input of rows()) {
      const number = input.dataset.row;
      const old = before.get(number);
      const now = stored(number).value;
      const typed = input.value.trim();
      if (old === undefined || old === now || typed === now) continue;
      if (typed === old || (posted && posted.get(number) === typed)) input.value = now;
      else if (!(own && own.number === number && own.text === now)) stored(number).value = old;
    }
    for (const found of live.querySelectorAll("[data-conflict]")) {
      drop(found.dataset.conflict);
    }
    const panel = live.querySelector(".conflicts");
    if (panel) conflicts.append(panel);
  }

  // Both versions stay on the page until one is chosen.
  const conflicts = document.getElementById("conflicts");
  function drop(number) {
    conflicts.querySelector(`[data-conflict="${number}"]`)?.remove();
    for (const panel of conflicts.querySelectorAll(".conflicts")) {
      if (!panel.querySelector("[data-conflict]")) panel.remove();
    }
  }

  // A check that is still under way belongs to a row that is about to be drawn anew: its answer would take the field away.
  function dropChecks() {
    for (const input of rows()) htmx.trigger(input, "htmx:abort");
  }
  let kept = null;
  let posted = null;
  live.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("[name=reading]")) {
      posted = new Map(rows().map((input) => [input.dataset.row, input.value.trim()]));
    }
  });
  live.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== live) return;
    dropChecks();
    kept = seen();
  });
  live.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== live || !kept) return;
    reconcile(kept, null, posted);
    kept = posted = null;
  });

  // A reading is of the sheet as it is saved: what waits to be saved goes first.
  form.addEventListener(
    "click",
    (event) => {
      const reading = event.target.closest("[name=reading]");
      if (!reading || !waiting.size) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTimeout(() => form.querySelector(`[name=reading][value="${reading.value}"]`)?.click(), 60);
    },
    true,
  );

  function first() {
    const open = games().find((input) => !input.value.trim());
    return open || games().at(-1);
  }

  form.addEventListener("keydown", (event) => {
    if (event.key === "F9") {
      event.preventDefault();
      way.selectedIndex = (way.selectedIndex + 1) % way.options.length;
      way.dispatchEvent(new Event("change", { bubbles: true }));
      return;
    }
    const input = event.target.closest("[data-row]");
    if (!input) return;
    const foot = "foot" in input.dataset;
    if (event.altKey && (event.key === "+" || event.key === "-")) {
      event.preventDefault();
      if (!foot) line(event.key === "+" ? "insert" : "delete", input.dataset.row);
    } else if (event.key === "Enter") {
      event.preventDefault();
      save(input);
      // The totals at the foot are a check for whoever wants it: Enter passes them by, ↓ goes there.
      if (!move(foot ? rows() : games(), input, 1)) finish().focus();
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
    if (input && input.isConnected && input.value.trim() && !disputed(input.dataset.row)) save(input);
  });

  function disputed(number) {
    return Boolean(conflicts.querySelector(`[data-conflict="${number}"]`));
  }

  way.addEventListener("change", () => {
    for (const hint of form.querySelectorAll("[data-way]")) hint.hidden = hint.dataset.way !== way.value;
  });

  // Two people typed one game: take what stands there, or what was typed here.
  form.addEventListener("click", (event) => {
    const taken = event.target.closest("[data-take]");
    if (taken) {
      event.preventDefault();
      const number = taken.dataset.take;
      const input = document.getElementById(`row-${number}`);
      input.value = taken.dataset.text;
      stored(number).value = taken.dataset.theirs;
      waiting.delete(number);
      drop(number);
      if ("save" in taken.dataset) save(input);
      else input.dispatchEvent(new Event("input", { bubbles: true }));
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

  // A full game: Enter goes to what must still be typed and then saves, arrows move about, and a game that is half
  // typed is kept like the rest of the sheet.
  function typeGame() {
    const fields = Array.from(game.querySelectorAll("input:not([type=hidden]), select"));
    const needed = fields.filter((field) => field.required && field.matches("input"));
    let touched = Boolean(game.querySelector(".errors, .conflicts"));
    let saving = false;
    let later = 0;

    function here(beacon) {
      if (saving) return;
      const data = new FormData();
      data.append("game", game.dataset.game);
      for (const field of touched ? [...fields, game.elements.was] : []) {
        data.append(`game-${game.dataset.game}-${field.name}`, field.value);
      }
      keep(game.dataset.here, data, beacon);
    }
    game.addEventListener("input", () => {
      touched = true;
      clearTimeout(later);
      later = setTimeout(() => here(false), 1500);
    });
    game.addEventListener("submit", () => {
      saving = true;
    });
    setInterval(() => here(false), 20000);
    addEventListener("pagehide", () => touched && here(true));

    game.addEventListener("keydown", (event) => {
      const field = event.target.closest("input, select");
      if (!field) return;
      const missing = needed.find((each) => each !== field && !each.value.trim());
      if (event.key === "Enter" && missing && field.value.trim()) {
        event.preventDefault();
        missing.focus();
      }
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by && field.matches("input")) {
        event.preventDefault();
        fields[fields.indexOf(field) + by]?.focus();
      }
    });
    if (!document.querySelector("[aria-invalid], .errors, .conflicts")) needed[0]?.focus();
  }
})();
