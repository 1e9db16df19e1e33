// The clock of a round. The desk says when it ends; this only shows it, by the desk's time, whatever this device's clock
// says. It asks again when the device slept, its clock jumped, the connection came back, or an end is reached; while
// it cannot know the time it shows none. On a screen of the hall screen.js does the asking.
"use strict";

(() => {
  const ASK_SECONDS = 15;
  const PATIENCE_MS = 8000;
  const JUMP_MS = 1500;
  const GONG_LATE_MS = 3000;
  const WARNING_MS = 30_000;
  const AHEAD_MS = 150_000;
  const UNKNOWN = "–:––";
  let face = document.querySelector("[data-clock]");
  if (!face) return;

  const onScreen = document.querySelector("[data-slides]") !== null;
  let ahead = 0; // the desk's time minus this device's, in milliseconds
  let sure = false; // false from a jump of this device's clock until the desk has answered
  let lastWall = Date.now();
  let lastSteady = performance.now();
  let asking = false;
  let sound = null;
  const ordered = new Map(); // the tones of each gong that is to sound

  const deskNow = () => Date.now() + ahead;
  const learn = (now, sent) => {
    const arrived = Date.now();
    if (arrived < sent || arrived - sent > PATIENCE_MS) return; // the device slept, or its clock was set, meanwhile
    ahead = now + (arrived - sent) / 2 - arrived;
    sure = true;
  };
  const digits = (seconds) => {
    const two = (value) => String(value).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };
  const write = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };

  const ask = async () => {
    if (onScreen) {
      document.dispatchEvent(new Event("desk:ask"));
      return;
    }
    if (asking) return;
    asking = true;
    const sent = Date.now();
    try {
      const answer = await fetch(location.href, {
        cache: "no-store",
        credentials: "same-origin",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-clock]");
      if (!answer.ok || !fresh) throw new Error("no clock");
      face.replaceWith(fresh);
      renew(page);
      learn(Number(fresh.dataset.now), sent);
      lost(false);
    } catch {
      lost(true);
    } finally {
      asking = false;
    }
  };
  // What else the page says of the time: which tables still play, and which keys there are.
  const renew = (page) => {
    const fresh = [...page.querySelectorAll("[data-renew]")];
    [...document.querySelectorAll("[data-renew]")].forEach((old, place) => {
      if (fresh[place] && fresh[place].textContent !== old.textContent) old.replaceWith(fresh[place]);
    });
  };
  const lost = (yes) => {
    document.querySelectorAll("[data-lost]").forEach((note) => (note.hidden = !yes));
    face = document.querySelector("[data-clock]") || face;
    show();
  };

  const show = () => {
    if (!sure) {
      order([], deskNow());
      face.querySelectorAll("[data-ends], [data-since]").forEach((dial) => write(dial, UNKNOWN));
      return;
    }
    const now = deskNow();
    let reached = false;
    let warned = false;
    const sounds = [];
    for (const dial of face.querySelectorAll(".digits")) {
      let seconds = null;
      if (dial.dataset.ends) {
        const left = Math.ceil((Number(dial.dataset.ends) - now) / 1000);
        reached = reached || (left <= 0 && dial.textContent !== digits(0));
        seconds = Math.max(0, left);
      } else if (dial.dataset.since) {
        seconds = Math.max(0, Math.floor((now - Number(dial.dataset.since)) / 1000));
      }
      if (seconds !== null) write(dial, digits(seconds));
      const gongs = (dial.dataset.gongs || "").split(" ").filter(Boolean).map(Number);
      sounds.push(...gongs);
      warned = warn(dial, gongs, now) || warned;
    }
    order(sounds, now);
    document.body.toggleAttribute("data-warning", warned);
    if (reached) ask();
  };

  // The large words that come with the gong.
  const warn = (dial, gongs, now) => {
    const note = dial.parentElement.querySelector("[data-warning-of]");
    const gong = gongs.filter((one) => one <= now && now - one < WARNING_MS).pop();
    if (!note || (gong === undefined && !gongs.length)) return Boolean(note && !note.hidden);
    note.hidden = gong === undefined;
    if (gong === undefined) return false;
    const minutes = Math.round((gongs[gongs.length - 1] - gong) / 60_000);
    const { over, still, stillOne } = note.dataset;
    write(note, minutes === 0 ? over : minutes === 1 ? stillOne : still.replace("{minutes}", minutes));
    return true;
  };

  const tick = () => {
    const wall = Date.now();
    const steady = performance.now();
    // The two part when the device slept or somebody set its clock: only the desk knows which.
    const jumped = Math.abs(wall - lastWall - (steady - lastSteady)) > JUMP_MS;
    const idled = steady - lastSteady > 5000;
    lastWall = wall;
    lastSteady = steady;
    if (jumped) sure = false;
    // While the device slept the sound stood still, and what was ordered would come late.
    if (idled) order([], deskNow());
    show();
    if (jumped || idled) ask();
  };

  // A gong made here: three falling partials. No file, nothing from elsewhere.
  const strike = (seconds) => {
    const begin = sound.currentTime + seconds;
    return [[196, 0.5, 4], [294, 0.3, 3], [523, 0.15, 2]].map(([pitch, loud, long]) => {
      const tone = sound.createOscillator();
      const volume = sound.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loud, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + long);
      tone.connect(volume).connect(sound.destination);
      tone.start(begin);
      tone.stop(begin + long);
      return tone;
    });
  };
  // Gongs are ordered ahead of their time: a tab in the background is woken once a minute, too seldom to strike by itself.
  const order = (gongs, now) => {
    for (const [gong, tones] of ordered) {
      if (gong <= now || gongs.includes(gong)) continue;
      tones.forEach((tone) => tone.stop());
      ordered.delete(gong);
    }
    if (sound?.state !== "running") return;
    for (const gong of gongs) {
      if (ordered.has(gong) || now - gong >= GONG_LATE_MS || gong - now >= AHEAD_MS) continue;
      ordered.set(gong, strike(Math.max(0, gong - now) / 1000));
    }
  };
  const soundKey = document.querySelector("[data-sound]");
  const fills = onScreen || document.querySelector(".clock-screen") !== null;
  const heard = () => {
    const on = sound !== null && sound.state === "running";
    soundKey.hidden = on;
    document.querySelectorAll("[data-sound-on]").forEach((note) => (note.hidden = !on));
  };
  const start = async () => {
    sound = sound || new AudioContext();
    sound.onstatechange = heard;
    await sound.resume();
    heard();
    strike(0);
    if (!fills || document.fullscreenElement) return;
    try {
      await document.documentElement.requestFullscreen();
    } catch {
      // A device without full screen shows the page as it is.
    }
  };
  if (soundKey && window.AudioContext) {
    heard();
    // A tap anywhere on a screen will do: there is nothing else to press.
    (onScreen ? document : soundKey).addEventListener("click", () => {
      if (!soundKey.hidden) start();
    });
  }

  document.addEventListener("desk:answer", ({ detail }) => {
    face = document.querySelector("[data-clock]") || face;
    learn(detail.now, detail.sent);
    lost(false);
  });
  document.addEventListener("desk:lost", () => lost(true));

  // A page out of the browser's own store says what time it was long ago.
  const [arrival] = performance.getEntriesByType("navigation");
  if (arrival && arrival.transferSize > 0 && arrival.transferSize >= arrival.encodedBodySize) {
    learn(Number(face.dataset.now), Date.now());
  }
  show();
  setInterval(tick, 250);
  if (!onScreen) setInterval(ask, ASK_SECONDS * 1000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      tick();
      ask();
    }
  });
  for (const event of ["pageshow", "online", "focus"]) window.addEventListener(event, ask);
})();
