// The public page keeps itself up to date: it asks with its ETag, so that nothing comes while nothing has changed, and
// counts towards the end of the round by the server's time, whatever this phone's clock says.
"use strict";

(() => {
  const ASK_SECONDS = 20;
  const SPREAD_SECONDS = 10; // so that three hundred phones do not ask in the same second
  const PATIENCE_MS = 8000;
  const JUMP_MS = 1500;
  let ahead = null; // server's time minus this device's, in milliseconds
  let etag = document.body.dataset.etag;
  let asking = false;
  let next = 0;

  // This device's clock minus the time since the page was opened: it changes when the device slept or its clock is set.
  const apart = () => Date.now() - performance.now();
  let known = apart();
  const live = () => document.getElementById("live");
  const lost = (yes) => document.querySelectorAll("[data-lost]").forEach((note) => (note.hidden = !yes));

  const ask = async () => {
    if (asking || document.hidden) return;
    asking = true;
    next = performance.now() + 1000 * (ASK_SECONDS + Math.random() * SPREAD_SECONDS);
    const sent = apart();
    try {
      const answer = await fetch(location.href, {
        headers: { "If-None-Match": etag },
        cache: "no-store",
        credentials: "same-origin",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const date = Date.parse(answer.headers.get("Date"));
      if (date && Math.abs(apart() - sent) <= JUMP_MS) ahead = date - Date.now();
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById("live");
        if (fresh && fresh.innerHTML !== live().innerHTML) live().replaceWith(fresh);
        etag = answer.headers.get("ETag") || "";
      }
      lost(answer.status !== 200 && answer.status !== 304);
    } catch {
      lost(true);
    } finally {
      asking = false;
      show();
    }
  };

  // After a jump only the desk knows the time; until it has answered no rest is shown.
  const watch = () => {
    if (Math.abs(apart() - known) <= JUMP_MS) return;
    known = apart();
    ahead = null;
    next = 0;
    document.querySelectorAll("[data-ends]").forEach((rest) => (rest.textContent = ""));
  };

  const show = () => {
    if (ahead === null) return;
    for (const rest of document.querySelectorAll("[data-ends]")) {
      const seconds = Math.ceil((Number(rest.dataset.ends) - Date.now() - ahead) / 1000);
      const two = (value) => String(value).padStart(2, "0");
      const hours = Math.floor(seconds / 3600);
      const minutes = Math.floor(seconds / 60) % 60;
      const time = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
      const solos = rest.dataset.solosFrom && Number(rest.dataset.solosFrom) <= Date.now() + ahead;
      const over = solos ? rest.dataset.solos : rest.dataset.over;
      rest.textContent = `· ${seconds > 0 ? rest.dataset.rest.replace("{time}", time) : over}`;
    }
  };

  setInterval(() => {
    watch();
    if (performance.now() >= next) ask();
    show();
  }, 1000);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  ask();
})();
