// A lane's turns, the newest first, as far as they are held. Frozen by space, or while the list is scrolled. Idle time is folded.

import { h, repaint } from './h.js';
import { history, lines, SHOWS, turnOf } from './history.js';
import { lastTurn } from './live.js';
import { badge, facts, notice, paste, section } from './parts.js';
import { go, view } from './route.js';
import { firstSeen, rows, top, toRow, toTop } from './rows.js';
import { strip } from './strip.js';
import { ago, clock, command, count, number, span, symbol } from './words.js';

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
  const list = `turns ${at.domain} ${at.lane}`;
  const { index, fresh, turn, error } = shown(list, at, live);
  const filter = SHOWS[at.args.show] ? at.args.show : 'all';
  const all = index && joined(filter === 'all' ? folded(fresh) : fresh.filter(SHOWS[filter]).reverse(), lines(index, filter));
  if (all) goTo(list, at, index, all);
  const still = frozen.seen !== null;
  return [
    h('p', { class: 'choice' },
      h('button', { type: 'button', 'aria-pressed': still ? 'true' : 'false', onclick: freeze }, still ? 'go on' : 'freeze'), ' ',
      Object.keys(SHOWS).map(name => h('button', { type: 'button', 'aria-pressed': filter === name ? 'true' : 'false', onclick: () => go(view(at, 'timeline', null, { ...at.args, show: name }), true) }, name)),
      h('span', { class: 'quiet', role: 'status' }, still ? ` frozen at turn ${number(turn)}, ${number(lastTurn() - turn)} newer` : ' follows')),
    index && strip(at, index, turnAt(all, firstSeen(list)) ?? index.last),
    h('div', { class: 'beside' },
      all?.length ? rows(list, all, one => line(at, one), { height: 2, label: 'turns, the newest first' }) : nothing(at, live, index, filter),
      index && at.args.turn && detail(at, index, fresh)),
    index?.first > 1 && h('p', { class: 'hint' }, `Turn ${number(index.first)} is the oldest that is held here. Those before are in the ledger: `, paste(command('state', at.domain, '--key', at.lane, '--at', index.first - 1))),
    (live.error ?? error) && notice('lost', 'The turns cannot be read', String((live.error ?? error).message)),
  ];
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
  return notice('waiting', filter === 'all' ? 'No turn is held yet' : `No ${filter} turn is among those that are held`, paste(command('query', at.domain, 'state', '--key', at.lane)));
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

function line(at, one) {
  if (one.waits !== undefined) return h('div', { key: `waits ${one.waits}`, class: 'line pause', role: 'listitem' }, '…');
  if (one.left) return h('div', { key: `left ${one.turn}`, class: 'line pause', role: 'listitem' }, `${count(one.left, 'turns')} up to turn ${number(one.turn)} are being read`);
  if (one.idle) return h('div', { key: `idle ${one.first}`, class: 'line pause', role: 'listitem' }, `${count(one.turn - one.first + 1, 'ticks')} without output, to turn ${number(one.turn)}${one.until - one.since > IDLE_MS ? `, in ${span(one.until - one.since)}` : ''}`);
  return h('a', { key: one.turn, class: `line turn ${String(one.turn) === at.args.turn ? 'chosen' : ''}`, role: 'listitem', 'data-item': true,
    href: view(at, 'timeline', null, { ...at.args, turn: one.turn }) },
  h('span', { class: 'num' }, number(one.turn)),
  h('time', { title: one.at }, clock(one.at)),
  h('span', { class: 'what' }, one.input ?? symbol(one.kind)),
  one.pause > IDLE_MS && h('span', { class: 'quiet' }, `after ${span(one.pause)}`),
  one.reason ? badge('refused', symbol(one.reason)) : h('span', { class: 'quiet' }, one.kind === 'INPUT' ? '' : symbol(one.kind)),
  h('span', { class: 'num' }, count(one.outputs, 'outputs')));
}

function detail(at, index, fresh) {
  const turn = Number(at.args.turn);
  const one = turn > index.last ? fresh.find(each => each.turn === turn) : turn < index.first ? undefined : turnOf(index, turn);
  const held = turn >= index.first && turn <= index.last;
  return h('aside', { class: 'detail', 'aria-label': 'the turn' }, section(`Turn ${number(turn)}`, one ? `${ago(one.at)} ago` : null,
    one ? facts([['time', clock(one.at)], ['kind', symbol(one.kind)], ['input', one.input], ['reason', one.reason && symbol(one.reason)], ['outputs', number(one.outputs)]])
      : h('p', { class: 'hint' }, one === null ? 'It is being read …' : held ? 'It is a tick without output.' : 'It is not among the turns that are held here.'),
    h('p', {}, h('a', { href: view(at, 'state', null, { at: turn }) }, 'the state after it')),
    h('p', {}, h('a', { href: view(at, 'state', null, { from: turn - 1, to: turn }) }, 'what it changed')),
    h('p', {}, h('a', { href: view(at, 'state', null, { from: turn, to: 'now' }) }, 'what differs now')),
    paste(command('state', at.domain, '--key', at.lane, '--diff', turn - 1, turn)),
    h('p', {}, h('a', { href: view(at, 'timeline', null, { ...at.args, turn: null }) }, 'close'))));
}
