// What is held of a lane's turns: how many lines each stretch of them has, and the turns of those that somebody looks at.

import { repaint } from './h.js';
import { lanePath, TOLD } from './route.js';

export const SIZE = 256; // turns of a stretch
const READ = 64; // stretches whose turns are kept
const AT_ONCE = 900; // lines that are asked for at once; the server gives 1000 turns
const OPEN = 2; // questions that are open at the same time
const REST_MS = 1000;
const LATE_MS = 5000;
const COLUMNS = ['at', 'turns', 'lines', 'lead', 'input', 'refused', 'decided', 'outputs'];
const COUNTED = { all: 'lines', inputs: 'input', refused: 'refused', decided: 'decided' };
export const SHOWS = { all: () => true, inputs: one => one.kind === 'INPUT', refused: one => one.reason, decided: one => one.outputs > 0 };

const none = () => ({ path: null, index: null, read: new Map(), wanted: new Set(), open: 0, asking: false, asked: 0, error: null });
let held = none();

/** The lane's turns as far as they are held, and those behind that came since. */
export function history(at, live) {
  const path = lanePath(at, '');
  if (path !== held.path) held = { ...none(), path };
  const last = held.index?.last ?? 0;
  const fresh = live.turns.filter(one => one.turn > last);
  const late = fresh.length > SIZE / 2 || fresh.some((one, i) => one.turn !== last + 1 + i) || fresh.length > 0 && Date.now() - held.asked > LATE_MS;
  if (live.state === 'live' && (!held.index || late)) refresh();
  return { index: held.index, fresh, error: held.error };
}

async function refresh() {
  const mine = held;
  const rest = REST_MS - (Date.now() - mine.asked);
  if (mine.asking) return;
  mine.asking = true;
  if (rest > 0) await new Promise(done => setTimeout(done, rest));
  try {
    const from = mine.index ? Math.max(1, mine.index.last - mine.index.last % SIZE) : 1;
    const body = await asked(`${mine.path}stretches?size=${SIZE}&from=${from}`);
    mine.index = joined(mine.index, body);
    mine.error = null;
  } catch (error) {
    mine.error = error;
  } finally {
    Object.assign(mine, { asking: false, asked: Date.now() });
    if (mine === held) repaint();
  }
}

async function asked(path) {
  const reply = await fetch(path, { headers: TOLD });
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.detail ?? body.title ?? reply.status);
  return body;
}

/** The index: columns by stretch. `base` is the number of the first stretch. A former one stays as it was. */
function joined(former, body) {
  const begins = Math.floor(body.from / SIZE);
  const goesOn = former && body.from > 0 && begins >= former.base && begins <= former.base + former.turns.length && body.first <= former.last;
  if (!body.from) return former ?? { first: body.first, last: body.last, base: 0, ...Object.fromEntries(COLUMNS.map(name => [name, []])) };
  const kept = goesOn ? begins - former.base : 0;
  const columns = Object.fromEntries(COLUMNS.map(name => [name, [...(goesOn ? former[name].slice(0, kept) : []), ...body[name]]]));
  return { first: goesOn ? Math.max(former.first, body.first) : body.first, last: body.last, base: goesOn ? former.base : begins, ...columns };
}

/** The turns of a stretch: its first, and its last as far as the index goes. */
function span(index, at) {
  return [Math.max(index.first, (index.base + at) * SIZE), Math.min(index.last, (index.base + at + 1) * SIZE - 1)];
}

/** The lines of the index, the newest first; `null` stands for one that is being read. */
export function lines(index, show) {
  const counts = index[COUNTED[show] ?? 'lines'];
  const ends = new Float64Array(counts.length);
  let length = 0;
  for (let i = 0; i < counts.length; i++) ends[i] = length += counts[counts.length - 1 - i];
  const line = number => {
    const place = below(ends, number);
    const at = counts.length - 1 - place;
    const its = read(index, at, show);
    return its ? its[number - (place ? ends[place - 1] : 0)] ?? null : null;
  };
  return {
    length,
    slice: (from, to) => Array.from({ length: Math.max(0, Math.min(to, length) - from) }, (_, i) => line(from + i)),
    /** The number of the first line that is not newer than a turn, as far as it is read. */
    of: turn => {
      const at = Math.floor(turn / SIZE) - index.base;
      if (at < 0 || at >= counts.length) return at < 0 ? length - 1 : 0;
      const its = read(index, at, show) ?? [];
      return Math.min(length - 1, (at + 1 < counts.length ? ends[counts.length - 2 - at] : 0) + its.filter(one => one.turn > turn && (one.first ?? one.turn) > turn).length);
    },
  };
}

/** The first place whose value is above this. */
function below(ends, number) {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A turn that is held; null: it is being read; undefined: it is a tick that did nothing. */
export function turnOf(index, turn) {
  const at = Math.floor(turn / SIZE) - index.base;
  const its = read(index, at, 'all');
  return its && (its.find(one => one.turn === turn && !one.idle));
}

/** The lines of a stretch, the newest first; null while its turns are being read. */
function read(index, at, show) {
  const [, last] = span(index, at);
  const one = held.read.get(index.base + at);
  if (!one || one.last < last) {
    want(index, at);
    return null;
  }
  one.made ??= new Map();
  const name = `${show} ${last} ${index.lines[at]} ${index.lead[at + 1] ?? 0}`;
  if (!one.made.has(name)) {
    if (one.made.size > 4) one.made.clear();
    one.made.set(name, show === 'all' ? folded(index, at, one.turns) : one.turns.filter(turn => turn.turn <= last && SHOWS[show](turn)).reverse());
  }
  return one.made.get(name);
}

/** Runs of ticks that did nothing are one line, where the run begins. */
function folded(index, at, turns) {
  const [first, last] = span(index, at);
  const all = [];
  let next = first;
  let before = null;
  for (const one of [...turns.filter(turn => turn.turn <= last), null]) {
    const end = one ? one.turn - 1 : last;
    if (end >= next) all.push({ idle: true, first: next, turn: one ? end : end + behind(index, at), since: before?.ms, until: one?.ms });
    if (one) all.push(before && one.turn === before.turn + 1 ? { ...one, pause: one.ms - before.ms } : one);
    before = one;
    next = one ? one.turn + 1 : next;
  }
  if (all.length > index.lines[at] && all[0].idle) all.shift();
  return all.reverse();
}

/** How far a run goes on beyond its stretch. */
function behind(index, at) {
  let more = 0;
  for (let i = at + 1; i < index.turns.length; i++) {
    more += index.lead[i];
    if (index.lead[i] < index.turns[i]) break;
  }
  return more;
}

function want(index, at) {
  if (at < 0 || at >= index.turns.length) return;
  held.wanted.add(at);
  if (held.wanted.size === 1) queueMicrotask(() => load(index));
}

/** Reads what was looked at in this painting, neighbours together. What was passed by is not read. */
function load(index) {
  const wanted = [...held.wanted].sort((one, other) => other - one);
  held.wanted.clear();
  while (wanted.length && held.open < OPEN) {
    const run = [wanted.shift()];
    let size = index.lines[run[0]];
    while (wanted[0] === run.at(-1) - 1 && size + index.lines[wanted[0]] <= AT_ONCE) {
      size += index.lines[wanted[0]];
      run.push(wanted.shift());
    }
    fetchRun(index, run);
  }
}

async function fetchRun(index, run) {
  const mine = held;
  const [first] = span(index, run.at(-1));
  const [, last] = span(index, run[0]);
  mine.open++;
  try {
    const body = await asked(`${mine.path}turns?after=${first - 1}&before=${last + 1}&idle=no&limit=1000`);
    for (const at of run) keep(mine, index, at, body.turns);
    mine.error = null;
  } catch (error) {
    mine.error = error;
    await new Promise(done => setTimeout(done, REST_MS));
  } finally {
    mine.open--;
    if (mine === held) repaint();
  }
}

function keep(mine, index, at, all) {
  const [first, last] = span(index, at);
  const turns = all.filter(one => one.turn >= first && one.turn <= last).reverse();
  for (const turn of turns) turn.ms = Date.parse(turn.at);
  mine.read.delete(index.base + at);
  mine.read.set(index.base + at, { last, turns });
  for (const oldest of mine.read.keys()) {
    if (mine.read.size <= READ) break;
    mine.read.delete(oldest);
  }
}
