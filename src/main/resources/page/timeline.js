// The last turns, as they come. Frozen by space, or while the list is scrolled. Idle time is folded.

import { h, repaint, svg } from './h.js';
import { lastTurn, older } from './live.js';
import { badge, facts, notice, paste, section } from './parts.js';
import { go, view } from './route.js';
import { rows, top, toTop } from './rows.js';
import { ago, clock, command, count, number, span, symbol } from './words.js';

const IDLE_MS = 5000;
const BARS = 120;
const SHOWS = { all: () => true, inputs: one => one.kind !== 'TICK', refused: one => one.reason, decided: one => one.outputs > 0 };
let frozen = { list: null, at: null, byHand: false };

/** Holds the timeline still, or lets it go on. */
export function freeze() {
  const at = frozen.at === null ? lastTurn() : null;
  if (at === null) toTop(frozen.list);
  frozen = { ...frozen, at, byHand: at !== null };
  repaint();
}

/** The turn at which a list stands still; null if it follows. A scrolled list stands still until it is at its top again. */
function frozenAt(list) {
  if (frozen.list !== list) frozen = { list, at: null, byHand: false };
  if (!frozen.byHand) frozen.at = top(list) > 0 ? frozen.at ?? lastTurn() : null;
  return frozen.at;
}

export function timeline(at, live) {
  const list = `turns ${at.domain} ${at.lane}`;
  const still = frozenAt(list);
  const shown = still === null ? live.turns : live.turns.filter(one => one.turn <= still);
  const newer = live.turns.length - shown.length;
  const filter = at.args.show ?? 'all';
  const lines = folded(shown.filter(SHOWS[filter] ?? SHOWS.all), filter === 'all');
  return [
    h('p', { class: 'choice' },
      h('button', { type: 'button', 'aria-pressed': still === null ? 'false' : 'true', onclick: freeze }, still === null ? 'freeze' : 'go on'), ' ',
      Object.keys(SHOWS).map(name => h('button', { type: 'button', 'aria-pressed': filter === name ? 'true' : 'false', onclick: () => go(view(at, 'timeline', null, { ...at.args, show: name }), true) }, name)),
      h('span', { class: 'quiet', role: 'status' }, still === null ? ' follows' : ` frozen at turn ${number(still)}, ${number(newer)} newer`)),
    strip(at, shown),
    h('div', { class: 'beside' },
      lines.length ? rows(list, lines, one => line(at, one), { height: 2, label: 'turns, the newest first' }) : nothing(at, live, filter),
      at.args.turn && detail(at, live)),
    live.older && h('p', {}, h('button', { type: 'button', disabled: live.more, onclick: () => older() }, live.more ? 'reading …' : 'older turns')),
    live.error && notice('lost', 'The turns cannot be read', String(live.error.message)),
  ];
}

function nothing(at, live, filter) {
  if (live.state === 'connecting') return h('p', { class: 'loading' }, 'Asking for the last turns …');
  return notice('waiting', filter === 'all' ? 'No turn is there yet' : `No ${filter} turn among the last ${number(live.turns.length)}`, paste(command('query', at.domain, 'state', '--key', at.lane)));
}

/** The newest first; ticks that write nothing, silence, and what came in a rush, are one line. */
function folded(turns, all) {
  const lines = [];
  for (let i = turns.length - 1; i >= 0; i--) {
    const one = turns[i];
    const last = lines.at(-1);
    const quiet = one.kind === 'TICK' && one.outputs === 0 && !one.reason;
    if (quiet && last?.idle) {
      last.first = one.turn;
      last.many++;
    } else {
      lines.push(quiet ? { idle: true, first: one.turn, turn: one.turn, many: 1, at: one.at } : one);
    }
    const left = i > 0 ? one.turn - turns[i - 1].turn - 1 : 0;
    if (left > 0 && all) lines.push({ left, turn: one.turn });
    const pause = i > 0 ? one.ms - turns[i - 1].ms : 0;
    if (pause > IDLE_MS) lines.push({ pause, turn: one.turn });
  }
  return lines;
}

function line(at, one) {
  if (one.pause) return h('div', { key: `pause ${one.turn}`, class: 'line pause', role: 'listitem' }, `${span(one.pause)} without a turn`);
  if (one.left) return h('div', { key: `left ${one.turn}`, class: 'line pause', role: 'listitem' }, `${count(one.left, 'turns')} before turn ${number(one.turn)} came too fast to be shown`);
  if (one.idle) return h('div', { key: `idle ${one.turn}`, class: 'line pause', role: 'listitem' }, `${count(one.many, 'ticks')} without output, to turn ${number(one.turn)}`);
  return h('a', { key: one.turn, class: `line turn ${String(one.turn) === at.args.turn ? 'chosen' : ''}`, role: 'listitem', 'data-item': true,
    href: view(at, 'timeline', null, { ...at.args, turn: one.turn }) },
  h('span', { class: 'num' }, number(one.turn)),
  h('time', { title: one.at }, clock(one.at)),
  h('span', { class: 'what' }, one.input ?? symbol(one.kind)),
  one.reason ? badge('refused', symbol(one.reason)) : h('span', { class: 'quiet' }, one.kind === 'INPUT' ? '' : symbol(one.kind)),
  h('span', { class: 'num' }, count(one.outputs, 'outputs')));
}

function detail(at, live) {
  const turn = Number(at.args.turn);
  const one = live.turns.find(each => each.turn === turn);
  return h('aside', { class: 'detail', 'aria-label': 'the turn' }, section(`Turn ${number(turn)}`, one ? `${ago(one.at)} ago` : null,
    one ? facts([['time', clock(one.at)], ['kind', symbol(one.kind)], ['input', one.input], ['reason', one.reason && symbol(one.reason)], ['outputs', number(one.outputs)]])
      : h('p', { class: 'hint' }, 'It is not among the turns that are kept in memory.'),
    h('p', {}, h('a', { href: view(at, 'state', null, { at: turn }) }, 'the state behind it')),
    h('p', {}, h('a', { href: view(at, 'state', null, { from: turn - 1, to: turn }) }, 'what it changed')),
    h('p', {}, h('a', { href: view(at, 'state', null, { from: turn, to: 'now' }) }, 'what differs now')),
    paste(command('state', at.domain, '--key', at.lane, '--diff', turn - 1, turn)),
    h('p', {}, h('a', { href: view(at, 'timeline', null, { ...at.args, turn: null }) }, 'close'))));
}

/** Outputs over time; refused inputs are marked. A bar leads to its first turn. */
function strip(at, turns) {
  if (turns.length < 2) return null;
  const from = turns[0].ms;
  const width = Math.max(1, turns.at(-1).ms - from);
  const bars = Array.from({ length: BARS }, () => ({ outputs: 0, refused: 0, turn: null }));
  for (const one of turns) {
    const place = Math.floor(BARS * (one.ms - from) / width);
    const bar = bars[Math.max(0, Math.min(BARS - 1, place))];
    bar.outputs += one.outputs;
    bar.refused += one.reason ? 1 : 0;
    bar.turn ??= one.turn;
  }
  const most = Math.max(1, ...bars.map(bar => bar.outputs));
  const refused = bars.reduce((sum, bar) => sum + bar.refused, 0);
  return h('figure', { class: 'strip' },
    svg('svg', { viewBox: `0 0 ${BARS} 24`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `outputs of ${turns.length} turns in ${span(width)}` }, bars.map((bar, x) => bar.turn && [
      svg('rect', { x: x + 0.1, y: 22 - 20 * bar.outputs / most, width: 0.8, height: 20 * bar.outputs / most, class: 'outputs' }),
      bar.refused > 0 && svg('rect', { x, y: 22, width: 1, height: 2, class: 'refused' }),
      svg('rect', { x, y: 0, width: 1, height: 24, class: 'touch', onclick: () => go(view(at, 'timeline', null, { ...at.args, turn: bar.turn })) })])),
    h('figcaption', {}, `${count(turns.length, 'turns')} in ${span(width)}, from ${clock(turns[0].at)} to ${clock(turns.at(-1).at)}; `,
      h('span', { class: 'refused' }, `⊘ ${number(refused)} with a reason`)));
}
