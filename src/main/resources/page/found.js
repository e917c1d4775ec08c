// The turns that fit a filter, page by page, as far as they are held, and those that came since.

import { repaint } from './h.js';
import { takes, wanted } from './filter.js';
import { asked, lanePath, TOLD } from './route.js';

const PAGE = 200;
const AGAIN_MS = 2000;

const none = () => ({ key: null, turns: [], next: null, saidFrom: null, newest: 0, begun: false, open: false, error: null, failed: 0 });
let held = none();

/**
 * What fits, the newest first. `more` is true while older turns were not looked at; `saidFrom` is the first turn whose words are held.
 *
 * @param still true: nothing new is added
 */
export function found(at, live, filter, still) {
  const key = `${lanePath(at, '')} ${JSON.stringify(filter)}`;
  if (held.key !== key) held = { ...none(), key };
  if (!held.begun) page(at, filter);
  const last = live.turns.at(-1)?.turn ?? 0;
  if (held.begun && !still && last > held.newest) {
    if (live.turns[0].turn > held.newest + 1) held = { ...none(), key }; // a rush went by: it is asked anew
    else held.turns = [...live.turns.filter(one => one.turn > held.newest && takes(filter, one)).reverse(), ...held.turns];
    held.newest = last;
  }
  return { turns: held.turns, more: held.next !== null, begun: held.begun, saidFrom: held.saidFrom, error: held.error };
}

/** Reads on behind the last one. */
export function readOn(at, filter) {
  if (held.next !== null) page(at, filter);
}

async function page(at, filter) {
  const mine = held;
  if (mine.open || Date.now() - mine.failed < AGAIN_MS) return;
  mine.open = true;
  try {
    const reply = await fetch(asked(lanePath(at, 'turns'), wanted(filter, mine.next, PAGE)), { headers: TOLD });
    const body = await reply.json();
    if (!reply.ok) throw new Error(body.detail ?? body.title ?? reply.status);
    for (const one of body.turns) one.ms = Date.parse(one.at);
    if (!mine.begun) mine.newest = Math.max(mine.newest, body.turn);
    Object.assign(mine, { turns: [...mine.turns, ...body.turns], next: body.next, saidFrom: body.saidFrom, begun: true, error: null });
  } catch (error) {
    Object.assign(mine, { error, failed: Date.now() });
  } finally {
    mine.open = false;
    if (mine === held) repaint();
  }
}
