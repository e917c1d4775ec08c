// Questions to the server. A view names what it needs each time it is painted; what no view needs is not asked again.

import { repaint } from './h.js';
import { TOLD } from './route.js';

const TICK_MS = 200;
const AGAIN_AFTER_ERROR_MS = 2000;
const GIVE_UP_MS = 45_000; // later than the server does
const SETTLED = new Set([400, 422]); // asked again, it would be the same
const RESTS = 4; // a slow answer is asked for less often: this many times its own duration apart

const questions = new Map();
let shut = false; // the server asks who the reader is
let painting = 0;

/** Paints with the questions that it asks; forgets those that it does not. */
export function withQuestions(paint) {
  painting++;
  paint();
  for (const [path, one] of questions) {
    if (one.painted !== painting) {
      one.stop?.abort();
      questions.delete(path);
    }
  }
  load();
}

/**
 * What is known of a path: `value`, when it was `heard`, `error`, `since` when it is awaited.
 *
 * @param every ms after which it is asked again; without it, only after an error
 * @param steady true: however slow its answers are
 * @param turn the lane's turn as far as known: an answer as of this turn is not asked for again
 */
export function ask(path, { every = Infinity, steady = false, turn = null } = {}) {
  let one = questions.get(path);
  if (!one) {
    one = { path, value: null, error: null, since: null, ended: 0, heard: 0, took: 0, stop: null };
    questions.set(path, one);
  }
  return Object.assign(one, { painted: painting, every, steady, turn });
}

/** Asks again at once. */
export function again(path) {
  const one = questions.get(path);
  if (one) one.ended = 0;
  load();
}

/** True once the server has asked who the reader is. */
export function isShut() {
  return shut;
}

/** Asks everything again: the server knows the reader now. */
export function opened() {
  shut = false;
  for (const one of questions.values()) one.ended = 0;
  load();
  repaint();
}

function due(one) {
  if (shut) return false;
  if (one.since !== null) return false;
  if (one.ended === 0) return true;
  const rest = Date.now() - one.ended;
  if (one.error) return !SETTLED.has(one.error.status) && rest >= AGAIN_AFTER_ERROR_MS;
  const old = one.turn === null || one.value?.turn === undefined || one.turn > one.value.turn;
  return old && rest >= (one.steady ? one.every : Math.max(one.every, one.took * RESTS));
}

function load() {
  if (document.hidden) return;
  for (const one of questions.values()) {
    if (due(one)) fetchOne(one);
  }
}

async function fetchOne(one) {
  one.since = Date.now();
  one.stop = new AbortController();
  const late = setTimeout(() => one.stop.abort(), GIVE_UP_MS);
  try {
    const reply = await fetch(one.path, { signal: one.stop.signal, headers: TOLD });
    const body = await read(reply);
    shut = reply.status === 401;
    if (!reply.ok) throw problem(reply, body);
    one.value = body;
    one.heard = Date.now();
    one.error = null;
  } catch (error) {
    one.error = error.title ? error : unreachable(error);
  } finally {
    clearTimeout(late);
    one.took = Date.now() - one.since;
    one.since = null;
    one.ended = Date.now();
    repaint();
  }
}

async function read(reply) {
  const type = reply.headers.get('content-type') ?? '';
  return type.includes('json') ? reply.json() : reply.text();
}

function problem(reply, body) {
  const said = typeof body === 'object' && body ? body : {};
  const title = said.title ?? said.error ?? `The server answered ${reply.status}`;
  const rest = Object.entries(said).filter(([name]) => !['title', 'status', 'type', 'detail', 'error', 'instance', 'server'].includes(name));
  return { title: sentence(title).slice(0, -1), status: reply.status, detail: sentence(said.detail), todo: rest.map(([, text]) => sentence(text)).join(' ') };
}

function sentence(said) {
  const text = typeof said === 'string' ? said : said === undefined ? '' : JSON.stringify(said);
  return text && `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function unreachable(error) {
  const late = error.name === 'AbortError';
  return {
    title: late ? `No answer within ${GIVE_UP_MS / 1000} s` : 'The follower does not answer',
    status: 0,
    detail: late ? 'The question is larger than the server can answer now.' : `${location.host} cannot be reached: ${error.message}.`,
    todo: late ? 'Ask the same with the CLI.' : 'Start it, or look at its log. The page reconnects by itself.',
  };
}

/** Ages count up, and what is due is asked for, only while somebody can see it. */
export function keepAsking() {
  setInterval(() => {
    if (!document.hidden) {
      load();
    }
  }, TICK_MS);
  setInterval(() => document.hidden || repaint(), 1000);
  document.addEventListener('visibilitychange', () => document.hidden || repaint());
}
