// The lane's turns as they come, by server-sent events. A hidden page closes the stream.

import { repaint } from './h.js';
import { lanePath, TOLD } from './route.js';

const KEPT = 2_000; // the timeline reads what is older
const FIRST = 200;
const AGAIN_MS = 2000;

const none = () => ({ path: null, turns: [], state: 'off', lostAt: 0, error: null, missing: false, elsewhere: null, stream: null });
let live = none();

/** The lane's last turns, the oldest first, and whether more come. Follows the lane that is asked for. */
export function follow(at) {
  const path = at?.domain && at.lane ? lanePath(at, '') : null;
  if (path !== live.path) {
    close();
    live = { ...none(), path };
    if (path) open();
  }
  return live;
}

/** The last turn that came; 0 if none did. */
export function lastTurn() {
  return live.turns.at(-1)?.turn ?? 0;
}

async function open() {
  const mine = live;
  mine.state = 'connecting';
  const seen = lastTurn();
  try {
    const page = await turns(mine, null, FIRST);
    if (mine !== live) return;
    begin(page, seen);
    stream(mine);
  } catch (error) {
    lost(mine, error);
  }
}

/** Adds the newest turns. If they are fewer than were seen before, the ledger was made anew. */
function begin(page, seen) {
  if (page.turns.length && page.turns[0].turn < seen) live.turns = [];
  take(page.turns.toReversed());
}

/** The browser has connected again by itself, perhaps to another history. */
async function resume(mine) {
  const seen = lastTurn();
  try {
    const page = await turns(mine, null, FIRST);
    if (mine === live) begin(page, seen);
  } catch {
    // What comes next says more.
  }
}

/** Opens the stream again: the server knows the reader now. */
export function reconnect() {
  if (live.path && live.state === 'lost') open();
}

function stream(mine) {
  if (document.hidden || mine !== live) return;
  mine.stream?.close();
  const source = new EventSource(`${mine.path}events`);
  mine.stream = source;
  source.onopen = () => {
    if (mine.state === 'lost') resume(mine);
    mine.state = 'live';
    repaint();
  };
  source.addEventListener('turn', event => {
    mine.state = 'live';
    take([JSON.parse(event.data)]);
  });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) {
      lost(mine, null);
    } else if (mine.state !== 'lost') {
      Object.assign(mine, { state: 'lost', lostAt: Date.now() });
      repaint();
    }
  };
}

function lost(mine, error) {
  if (mine !== live) return;
  mine.stream?.close();
  if (mine.state !== 'lost') mine.lostAt = Date.now();
  Object.assign(mine, { state: 'lost', error, stream: null });
  repaint();
  setTimeout(() => mine === live && mine.state === 'lost' && !mine.stream && !document.hidden && open(), AGAIN_MS);
}

async function turns(mine, before, limit) {
  const reply = await fetch(`${mine.path}turns?limit=${limit}${before ? `&before=${before}` : ''}`, { headers: TOLD });
  const body = await reply.json();
  mine.missing = reply.status === 404;
  mine.elsewhere = reply.status === 421 ? body.server : null;
  if (!reply.ok) throw new Error(body.detail ?? body.title ?? reply.status);
  return body;
}

/** Adds turns that are newer. Behind a gap in what was asked for, what was before it is given up. */
function take(newer) {
  const last = lastTurn();
  const fresh = timed(newer.filter(turn => turn.turn > last));
  if (!fresh.length) return;
  if (last && fresh[0].turn > last + 1 && fresh.length > 1) live.turns = [];
  live.turns.push(...fresh);
  if (live.turns.length > KEPT * 1.25) live.turns = live.turns.slice(-KEPT);
  repaint();
}

/** Adds the time as epoch ms, once: a list of thousands is drawn with each frame. */
function timed(turns) {
  for (const turn of turns) turn.ms = Date.parse(turn.at);
  return turns;
}

function close() {
  live.stream?.close();
  live.stream = null;
}

document.addEventListener('visibilitychange', () => {
  if (!live.path) return;
  if (document.hidden) {
    close();
    live.state = 'paused';
  } else {
    open();
  }
});
