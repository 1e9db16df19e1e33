// A screen of the hall: turns its pages and asks the desk for news. What comes is put in place without a reload, so that
// sound and full screen stay on; a page that is being shown keeps its time. clock.js shows the clock and a lost line.
"use strict";

(() => {
  const ASK_SECONDS = 5;
  const PATIENCE_MS = 8000;
  let slides = document.querySelector("[data-slides]");
  if (!slides) return;
  let place = Math.max(0, [...slides.children].findIndex((slide) => !slide.hidden));
  let turnAt = 0;
  let tag = null;
  let asking = false;

  const pages = () => [...slides.children];
  const same = (one, other) => one.dataset.kind === other.dataset.kind && one.dataset.part === other.dataset.part;

  const show = () => {
    pages().forEach((page, number) => (page.hidden = number !== place));
    document.body.dataset.kind = pages()[place]?.dataset.kind || "";
  };
  const open = (number) => {
    place = pages().length ? number % pages().length : 0;
    turnAt = performance.now() + 1000 * Number(pages()[place]?.dataset.seconds || 10);
    show();
  };

  const take = (page) => {
    const fresh = page.querySelector("[data-slides]");
    if (!fresh) throw new Error("no slides");
    const look = (of) => of.querySelector("link[rel=stylesheet]")?.getAttribute("href");
    if (look(page) !== look(document)) location.reload(); // another version of the program
    const shown = pages()[place];
    slides.replaceWith(fresh);
    slides = fresh;
    const stays = shown && pages()[place] && same(shown, pages()[place]);
    const found = stays ? place : shown ? pages().findIndex((slide) => same(slide, shown)) : -1;
    if (found < 0) open(0);
    else {
      place = found;
      show();
    }
    for (const name of [".screen-head", "[data-clock]", ".screen-foot .notice"]) {
      document.querySelector(name).replaceWith(page.querySelector(name));
    }
    document.documentElement.dataset.theme = page.documentElement.dataset.theme;
  };

  const ask = async () => {
    if (asking) return;
    asking = true;
    const sent = Date.now();
    try {
      const answer = await fetch(location.href, {
        cache: "no-store",
        credentials: "same-origin",
        headers: tag ? { "If-None-Match": tag } : {},
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (answer.status === 404) {
        // The link is void: nothing more is shown.
        slides.replaceChildren();
        document.querySelector("[data-clock]").replaceChildren();
        document.querySelector(".screen-head").replaceChildren();
        document.querySelector(".screen-foot .notice").replaceChildren();
        show();
        return;
      }
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      const now = Number(answer.headers.get("Desk-Time"));
      if (answer.status === 200) {
        take(new DOMParser().parseFromString(await answer.text(), "text/html"));
        tag = answer.headers.get("ETag");
      }
      document.dispatchEvent(new CustomEvent("desk:answer", { detail: { now, sent } }));
    } catch {
      document.dispatchEvent(new Event("desk:lost"));
    } finally {
      asking = false;
    }
  };

  open(place);
  ask();
  document.addEventListener("desk:ask", ask);
  setInterval(ask, ASK_SECONDS * 1000);
  setInterval(() => {
    if (performance.now() >= turnAt) open(place + 1);
  }, 250);
})();
