// Answers about windows of time. While the window moves, the last answer stays, and one question at a time is open.

import { repaint } from './h.js';
import { TOLD } from './route.js';

const AGAIN_MS = 2000;
const SOON_MS = 250;
const SETTLED = new Set([400, 422]); // asked again, it would be the same
const RESTS = 4; // a slow answer is asked for less often: this many times its own duration apart

/** A source of answers. `about` is what they are about: with another one, the former are forgotten. */
export function windows() {
  let about = null;
  let state = none();

  function none() {
    return { answer: null, path: null, error: null, wanted: null, every: 0, open: false, ended: 0, took: 0, heard: 0 };
  }

  async function load(mine) {
    if (mine.open || mine !== state || document.hidden) return;
    const path = mine.wanted;
    const rest = Date.now() - mine.ended;
    if (rest < restOf(mine, path)) return;
    const began = Date.now();
    mine.open = true;
    try {
      const reply = await fetch(path, { headers: TOLD });
      const body = await reply.json();
      if (!reply.ok) throw Object.assign(new Error(body.detail ?? body.title ?? String(reply.status)), { status: reply.status, todo: body.hint });
      Object.assign(mine, { answer: body, error: null, heard: Date.now() });
    } catch (error) {
      mine.error = error;
    }
    Object.assign(mine, { open: false, path, ended: Date.now(), took: Date.now() - began });
    if (mine !== state) return;
    repaint();
    if (mine.wanted !== path) setTimeout(() => load(mine), SOON_MS);
  }

  /** A moving window asks soon, but not with each turn; what is refused would be refused again. */
  function restOf(mine, path) {
    if (path === mine.path && mine.error) return SETTLED.has(mine.error.status) ? Infinity : AGAIN_MS;
    if (path === mine.path) return Math.max(mine.every, mine.took * RESTS);
    return mine.every === Infinity ? 0 : Math.max(Math.min(mine.every, SOON_MS), mine.took * RESTS);
  }

  return {
    /** The last answer, its error, and whether it is the one to this question. It is asked again after so many ms. */
    of(which, path, every = Infinity) {
      if (which !== about) {
        about = which;
        state = none();
      }
      Object.assign(state, { wanted: path, every });
      const mine = state;
      queueMicrotask(() => load(mine));
      return { answer: state.answer, error: state.error, heard: state.heard, settled: state.path === path && !state.open };
    },
  };
}
