// A lane's turns, the newest first, as far as they are held. Frozen by space, or while the list is scrolled. Idle time is folded.

import { filterOf, isSought, KINDS } from './filter.js';
import { found, readOn } from './found.js';
import { h, repaint } from './h.js';
import { history, lines, SHOWS, turnOf } from './history.js';
import { lastTurn } from './live.js';
import { badge, notice, paste } from './parts.js';
import { go, view } from './route.js';
import { firstSeen, rows, top, toRow, toTop } from './rows.js';
import { NARROW, strip } from './strip.js';
import { turnDetail } from './turn.js';
import { clock, command, count, number, span, symbol } from './words.js';

const IDLE_MS = 5000;
let frozen = { list: null, seen: null, last: null, byHand: false, gone: null };

/** Holds the timeline still, or lets it go on. */
export function freeze() {
  const seen = frozen.seen ? null : frozen.last;
  if (!seen) toTop(frozen.list);
  frozen = { ...frozen, seen, byHand: seen !== null };
  repaint();
}

/** What is shown: what it was when it was frozen, else what it is. A scrolled list stands still until it is at its top again. */
function shown(list, at, live) {
  if (frozen.list !== list) frozen = { list, seen: null, last: null, byHand: false, gone: null };
  if (!frozen.byHand) frozen.seen = top(list) > 0 ? frozen.seen ?? frozen.last : null;
  if (!frozen.seen) frozen.last = { ...history(at, live), turn: lastTurn() };
  return frozen.seen ?? frozen.last;
}

export function timeline(at, live) {
  return isSought(at.args) ? sought(at, live) : whole(at, live);
}

/** All turns that are held, or one of the kinds that the index counts. */
function whole(at, live) {
  const list = `turns ${at.domain} ${at.lane}`;
  const { index, fresh, turn, error } = shown(list, at, live);
  const filter = SHOWS[at.args.show] ? at.args.show : 'all';
  const all = index && joined(filter === 'all' ? folded(fresh) : fresh.filter(SHOWS[filter]).reverse(), lines(index, filter));
  if (all) goTo(list, at, index, all);
  const still = frozen.seen !== null;
  return [
    h('p', { class: 'choice' },
      h('button', { type: 'button', 'aria-pressed': still ? 'true' : 'false', onclick: freeze }, still ? 'go on' : 'freeze'), ' ', shows(at, filter),
      h('span', { class: 'quiet', role: 'status' }, still ? ` frozen at turn ${number(turn)}, ${number(lastTurn() - turn)} newer` : ' follows')),
    filters(at),
    index && strip(at, index, turnAt(all, firstSeen(list)) ?? index.last),
    h('div', { class: 'beside' },
      all?.length ? rows(list, all, keyOf, one => line(at, one), { height: rowHeight(), label: 'turns, the newest first' }) : nothing(at, live, index, filter),
      at.args.turn && turnDetail(at, known(at, index, fresh))),
    index?.first > 1 && h('p', { class: 'hint' }, `Turn ${number(index.first)} is the oldest that is held here. Those before are in the ledger: `, paste(command('state', at.domain, '--key', at.lane, '--at', index.first - 1))),
    lost(live.error ?? error),
  ];
}

function shows(at, filter) {
  return Object.keys(SHOWS).map(name => h('button', { type: 'button', 'aria-pressed': filter === name ? 'true' : 'false', onclick: () => go(view(at, 'timeline', null, { ...at.args, show: name }), true) }, name));
}

/** Those that fit what is looked for. */
function sought(at, live) {
  const filter = filterOf(at.args);
  const list = `found ${at.domain} ${at.lane} ${JSON.stringify(filter)}`;
  const { turns, more, begun, saidFrom, error } = found(at, live, filter, top(list) > 0);
  const all = more ? [...turns, { older: turns.at(-1)?.turn ?? 0 }] : turns;
  return [
    h('p', { class: 'choice' }, shows(at, SHOWS[at.args.show] ? at.args.show : 'all'), h('span', { class: 'quiet', role: 'status' }, begun ? ` ${count(turns.length, 'turns')}${more ? ' so far' : ''}` : ' looking …')),
    filters(at),
    h('div', { class: 'beside' },
      all.length ? rows(list, all, keyOf, one => (one.older === undefined ? line(at, one) : older(at, filter, one)), { height: rowHeight(), label: 'turns that fit, the newest first' })
        : begun ? notice('idle', 'No turn that is held fits', 'Look for less, or for a part of a name.') : h('p', { class: 'loading' }, 'Looking for turns …'),
      at.args.turn && turnDetail(at, turns.find(one => String(one.turn) === at.args.turn))),
    filter.text && saidFrom > 1 && h('p', { class: 'hint' }, `What turns say is held from turn ${number(saidFrom)} on. Of older ones, inputs and reasons are looked at.`),
    lost(error),
  ];
}

/** A turn has two lines of what it says; where there is little width, they are below its number. */
function rowHeight() {
  return innerWidth <= NARROW ? 3.25 : 2.75;
}

/** Whoever comes to the end of the list reads on. */
function older(at, filter, one) {
  readOn(at, filter);
  return h('div', { class: 'line pause' }, 'reading older turns …');
}

/** What to look for; it is in the address. */
function filters(at) {
  const { kind, reason, find } = at.args;
  const some = isSought(at.args);
  return h('form', { key: 'filters', class: 'ask', onsubmit: event => look(event, at) },
    h('label', {}, 'with ', h('input', { name: 'find', value: find ?? '', size: '16', maxlength: '200', autocomplete: 'off', placeholder: 'a name, or any text' })),
    h('label', {}, ' kind ', h('select', { name: 'kind', value: KINDS.includes(kind) ? kind : '' }, h('option', { value: '' }, 'any'), KINDS.map(name => h('option', { key: name, value: name }, symbol(name))))),
    h('label', {}, ' reason ', h('input', { name: 'reason', value: reason ?? '', size: '14', maxlength: '100', autocomplete: 'off', placeholder: 'such as NO_BOT; any' })),
    h('button', { type: 'submit' }, 'look'),
    some && h('a', { href: view(at, 'timeline', null, { ...at.args, kind: null, reason: null, find: null }) }, 'all turns'));
}

function look(event, at) {
  event.preventDefault();
  const { find, kind, reason } = Object.fromEntries(new FormData(event.target));
  const symbolic = reason.trim().toLowerCase() === 'any' ? 'any' : reason.trim().toUpperCase().replaceAll(' ', '_');
  go(view(at, 'timeline', null, { ...at.args, find: find.trim(), kind, reason: symbolic }));
}

function lost(error) {
  return error && notice('lost', 'The turns cannot be read', String(error.message));
}

/** What the list knows of the chosen turn. */
function known(at, index, fresh) {
  const turn = Number(at.args.turn);
  if (!index) return null;
  return turn > index.last ? fresh.find(each => each.turn === turn) : turn < index.first ? null : turnOf(index, turn);
}

/** Those that came since, and those of the index behind them. */
function joined(fresh, rest) {
  return {
    length: fresh.length + rest.length,
    slice: (from, to) => [...fresh.slice(from, to), ...rest.slice(Math.max(0, from - fresh.length), Math.max(0, to - fresh.length)).map((one, i) => one ?? { waits: Math.max(from, fresh.length) + i })],
    of: turn => {
      const place = fresh.findIndex(one => one.turn <= turn);
      return place >= 0 ? place : fresh.length + rest.of(turn);
    },
  };
}

function turnAt(all, row) {
  const [one] = all?.length ? all.slice(row, row + 1) : [];
  return one?.turn;
}

/** A turn that the address names is scrolled to, once. */
function goTo(list, at, index, all) {
  const turn = Number(at.args.turn);
  if (!turn || frozen.gone === turn) return;
  if (turn > index.last || turnOf(index, turn) !== null) frozen.gone = turn;
  if (all.length) toRow(list, all.of(turn));
}

function nothing(at, live, index, filter) {
  if (!index && !live.error) return h('p', { class: 'loading' }, 'Asking for the last turns …');
  return notice('idle', filter === 'all' ? 'No turn is held yet' : `No ${filter} turn is among those that are held`, paste(command('query', at.domain, 'state', '--key', at.lane)));
}

/** The newest first; ticks that did nothing, and what came in a rush and is not read yet, are one line. */
function folded(turns) {
  const all = [];
  for (const [i, one] of turns.entries()) {
    const before = turns[i - 1];
    const last = all.at(-1);
    const left = before ? one.turn - before.turn - 1 : 0;
    if (left > 0) all.push({ left, turn: one.turn - 1 });
    if (one.kind !== 'TICK' || one.outputs > 0 || one.reason) all.push(before ? { ...one, pause: one.ms - before.ms } : one);
    else if (last?.idle && !left) Object.assign(last, { turn: one.turn, until: one.ms });
    else all.push({ idle: true, first: one.turn, turn: one.turn, since: before?.ms, until: one.ms });
  }
  return all.reverse();
}

function keyOf(one) {
  if (one.older !== undefined) return `older ${one.older}`;
  if (one.waits !== undefined) return `waits ${one.waits}`;
  return one.left ? `left ${one.turn}` : one.idle ? `idle ${one.first}` : one.turn;
}

function line(at, one) {
  if (one.waits !== undefined) return h('div', { class: 'line pause' }, '…');
  if (one.left) return h('div', { class: 'line pause' }, `${count(one.left, 'turns')} up to turn ${number(one.turn)} are being read`);
  if (one.idle) return h('div', { class: 'line pause' }, `${count(one.turn - one.first + 1, 'ticks')} without output, to turn ${number(one.turn)}${one.until - one.since > IDLE_MS ? `, in ${span(one.until - one.since)}` : ''}`);
  return h('a', { class: `line turn ${String(one.turn) === at.args.turn ? 'chosen' : ''}`, 'data-item': true,
    href: view(at, 'timeline', null, { ...at.args, turn: one.turn }) },
  h('span', { class: 'num' }, number(one.turn)),
  h('time', { title: one.at }, clock(one.at)),
  h('span', { class: 'what' }, one.said ?? one.input ?? symbol(one.kind)),
  one.pause > IDLE_MS && h('span', { class: 'quiet' }, `after ${span(one.pause)}`),
  one.reason && (one.said?.includes(one.reason) ? h('span', { class: 'refused', role: 'img', 'aria-label': symbol(one.reason), title: symbol(one.reason) }, '⊘') : badge('refused', symbol(one.reason))),
  h('span', { class: 'quiet kind' }, one.said ? one.input ?? symbol(one.kind) : one.kind === 'INPUT' ? '' : symbol(one.kind)),
  h('span', { class: 'num' }, count(one.outputs, 'outputs')));
}
