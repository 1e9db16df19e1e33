// The clock of a round. The server says when it ends; this only shows it, by the server's time, whatever this device's
// clock says, and asks again when the device slept, its clock jumped, the connection came back, or an end is reached.
"use strict";

(() => {
  const ASK_SECONDS = 15;
  const JUMP_MS = 1500;
  const GONG_LATE_MS = 3000;
  let face = document.querySelector("[data-clock]");
  if (!face) return;

  let ahead = 0; // server's time minus this device's, in milliseconds
  let heard = Date.now() + ahead;
  let lastWall = Date.now();
  let lastSteady = performance.now();
  let asking = false;
  let sound = null;

  const serverNow = () => Date.now() + ahead;
  const learn = (sent) => {
    const arrived = Date.now();
    ahead = Number(face.dataset.now) + (arrived - sent) / 2 - arrived;
  };
  const digits = (seconds) => {
    const two = (value) => String(value).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const ask = async () => {
    if (asking) return;
    asking = true;
    const sent = Date.now();
    try {
      const answer = await fetch(location.href, { cache: "no-store", credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-clock]");
      if (!answer.ok || !fresh) throw new Error("no clock");
      face.replaceWith(fresh);
      face = fresh;
      learn(sent);
      lost(false);
    } catch {
      lost(true);
    } finally {
      asking = false;
      show();
    }
  };
  const lost = (yes) => document.querySelectorAll("[data-lost]").forEach((note) => (note.hidden = !yes));

  const show = () => {
    const now = serverNow();
    let reached = false;
    for (const dial of face.querySelectorAll(".digits")) {
      let seconds = null;
      if (dial.dataset.ends) {
        const left = Math.ceil((Number(dial.dataset.ends) - now) / 1000);
        reached = reached || (left <= 0 && dial.textContent !== digits(0));
        seconds = Math.max(0, left);
      } else if (dial.dataset.since) {
        seconds = Math.max(0, Math.floor((now - Number(dial.dataset.since)) / 1000));
      }
      if (seconds !== null && dial.textContent !== digits(seconds)) dial.textContent = digits(seconds);
      for (const gong of (dial.dataset.gongs || "").split(" ").filter(Boolean).map(Number)) {
        if (heard < gong && gong <= now && now - gong < GONG_LATE_MS) strike();
      }
    }
    heard = now;
    if (reached) ask();
  };

  const tick = () => {
    const wall = Date.now();
    const steady = performance.now();
    const jumped = Math.abs(wall - lastWall - (steady - lastSteady)) > JUMP_MS || steady - lastSteady > 5000;
    lastWall = wall;
    lastSteady = steady;
    show();
    if (jumped) ask();
  };

  // A gong made here: three falling partials. No file, nothing from elsewhere.
  const strike = () => {
    if (!sound) return;
    for (const [pitch, loud, long] of [[196, 0.5, 4], [294, 0.3, 3], [523, 0.15, 2]]) {
      const tone = sound.createOscillator();
      const volume = sound.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loud, sound.currentTime);
      volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + long);
      tone.connect(volume).connect(sound.destination);
      tone.start();
      tone.stop(sound.currentTime + long);
    }
  };
  const soundKey = document.querySelector("[data-sound]");
  if (soundKey && window.AudioContext) {
    soundKey.hidden = false;
    soundKey.addEventListener("click", async () => {
      sound = sound || new AudioContext();
      await sound.resume();
      strike();
      soundKey.hidden = true;
      document.querySelectorAll("[data-sound-on]").forEach((note) => (note.hidden = false));
      if (document.querySelector(".clock-screen")) {
        try {
          await document.documentElement.requestFullscreen();
        } catch {
          // A device without full screen shows the page as it is.
        }
      }
    });
  }

  learn(Date.now());
  heard = serverNow();
  show();
  setInterval(tick, 250);
  setInterval(ask, ASK_SECONDS * 1000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      tick();
      ask();
    }
  });
  for (const event of ["pageshow", "online", "focus"]) window.addEventListener(event, ask);
})();
