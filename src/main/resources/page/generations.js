// Generations as columns, and between them what moved from which worker to which.

import { columnsOf, DROPPED, lines, NEW, OTHERS, rowsOf } from './flows.js';
import { h, svg } from './h.js';
import { notice, section, thing } from './parts.js';
import { rows } from './rows.js';
import { go, route, view } from './route.js';
import { sift } from './sift.js';
import { ago, bytes, clock, count, number, shortened } from './words.js';

const COLUMNS = 8;
const WORKERS = 40; // rows; the others are together
const ROW = 16; // px
const TOP = 34; // px
const THICK = 11; // px, of the flow with the most bytes

/** The view of an answer's generations; the address has the chosen `generation`. */
export function generations(at, answer, window) {
  const all = columnsOf(answer.generations).filter(one => Date.parse(one.at) >= window.from && Date.parse(one.at) <= window.to);
  if (!all.length) return notice('idle', 'No generation was made in this time', 'A generation is made when the chunks or workers have changed, and its waiting time is over. Choose a longer time.');
  const shown = all.slice(-COLUMNS);
  const chosen = shown.find(one => String(one.number) === at.args.generation) ?? shown.at(-1);
  return h('div', { key: 'generations' },
    section('Generations', `the last ${number(shown.length)} of ${count(all.length, 'generations')} in this time; a line is what moved, as thick as its bytes`, picture(at, shown, chosen), legend()),
    section(`Generation ${number(chosen.number)}`, `${clock(chosen.at)}, ${ago(chosen.at)} ago · ${count(chosen.copies, 'copies')} · ${bytes(chosen.movedBytes)} moved`, list(at, chosen)));
}

function picture(at, shown, chosen) {
  const names = rowsOf(shown, WORKERS);
  const tall = TOP + names.length * ROW + 6;
  const most = Math.max(1, ...shown.flatMap(one => lines(one.flows, names)).map(one => one.bytes));
  const y = name => TOP + (names.indexOf(name) + 0.5) * ROW;
  return h('div', { class: 'flows', tabindex: '0', role: 'group', 'aria-label': 'generations' },
    h('div', { class: 'flow-names', style: { 'padding-top': `${TOP}px`, 'line-height': `${ROW}px` } }, names.map(name => h('span', { key: name, class: 'id', title: name }, [NEW, DROPPED, OTHERS].includes(name) ? name === OTHERS ? 'other workers' : name : thing(at, 'worker', name, shortened(name))))),
    shown.map(one => h('button', { key: one.number, type: 'button', class: `flow ${one === chosen ? 'chosen' : ''}`, 'aria-pressed': one === chosen ? 'true' : 'false', title: `${clock(one.at)}: ${bytes(one.movedBytes)} moved`,
      onclick: () => go(view(at, 'gantt', null, { ...route().args, generation: one.number }), true) },
    svg('svg', { viewBox: `0 0 100 ${tall}`, preserveAspectRatio: 'none', style: { height: `${tall}px` }, 'aria-hidden': 'true' },
      lines(one.flows, names).map(line => svg('path', { d: `M0 ${y(line.from)}C50 ${y(line.from)} 50 ${y(line.to)} 100 ${y(line.to)}`, 'stroke-width': Math.max(0.6, THICK * Math.sqrt(line.bytes / most)), class: line.from === NEW ? 'running' : line.to === DROPPED ? 'lost' : 'idle' }))),
    h('span', { class: 'flow-head' }, h('b', {}, number(one.number)), h('small', {}, bytes(one.movedBytes))))));
}

function legend() {
  return h('p', { class: 'gantt-legend' }, h('span', { class: 'running' }, '▬ a new copy'), h('span', { class: 'idle' }, '▬ a copy that moves'), h('span', { class: 'lost' }, '▬ a copy that is no longer kept'));
}

function list(at, { flows, number: id }) {
  if (!flows.length) return notice('done', 'Nothing moved', 'Each copy stays where it was.');
  const name = one => ([NEW, DROPPED, OTHERS].includes(one) ? one === OTHERS ? 'other workers' : one : thing(at, 'worker', one, shortened(one)));
  return sift(at, 'flows', flows, left => rows(`flows ${at.domain} ${at.lane} ${id}`, left, one => `${one.from} ${one.to}`, one => h('div', { class: 'line' },
    h('span', { class: 'what' }, name(one.from), ' → ', name(one.to)), h('span', { class: 'num' }, count(one.chunks, 'copies')), h('span', { class: 'num' }, bytes(one.bytes))), { height: 2, label: 'what moved' }));
}
