// A screen of the hall: turns its pages, asks the desk for news, says when the connection is lost.
"use strict";

(() => {
  const ASK_SECONDS = 5;
  let slides = document.querySelector("[data-slides]");
  if (!slides) return;
  let place = Math.max(0, [...slides.children].findIndex((slide) => !slide.hidden));
  let tag = null;
  let turning = null;

  const lost = (yes) => document.querySelectorAll("[data-lost]").forEach((note) => (note.hidden = !yes));

  const show = () => {
    const pages = [...slides.children];
    if (!pages.length) return;
    place %= pages.length;
    pages.forEach((page, number) => (page.hidden = number !== place));
    document.body.dataset.kind = pages[place].dataset.kind || "";
    clearTimeout(turning);
    turning = setTimeout(() => {
      place += 1;
      show();
    }, Number(pages[place].dataset.seconds || 10) * 1000);
  };

  const ask = async () => {
    try {
      const answer = await fetch(location.href, {
        cache: "no-store",
        credentials: "same-origin",
        headers: tag ? { "If-None-Match": tag } : {},
      });
      if (answer.status === 404) {
        slides.replaceChildren();
        document.body.dataset.kind = "";
        return;
      }
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      if (answer.status === 200) {
        tag = answer.headers.get("ETag");
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector("[data-slides]");
        if (!fresh) throw new Error("no slides");
        const sameList = fresh.children.length === slides.children.length;
        slides.replaceWith(fresh);
        slides = fresh;
        if (!sameList) place = 0;
        for (const name of [".screen-head", ".screen-foot .notice"]) {
          const now = document.querySelector(name);
          const news = page.querySelector(name);
          if (now && news) now.replaceWith(news);
          else if (news) document.querySelector(".screen-foot").append(news);
          else if (now) now.remove();
        }
        const hadClock = document.querySelector("[data-clock]");
        const hasClock = page.querySelector("[data-clock]");
        if (Boolean(hadClock) !== Boolean(hasClock)) location.reload();
        document.documentElement.dataset.theme = page.documentElement.dataset.theme;
        show();
      }
      lost(false);
    } catch {
      lost(true);
    }
  };

  show();
  ask();
  setInterval(ask, ASK_SECONDS * 1000);
})();
