// A lane's turns from afar, by stretches of equal size, so silence takes no room: as high as their outputs, coloured where they are refused. The wheel zooms.

import { ask } from './ask.js';
import { barShapes, roundTop, tickLabels, timeTicks } from './bars.js';
import { h, repaint, svg } from './h.js';
import { SIZE } from './history.js';
import { asked, go, lanePath, route, view } from './route.js';
import { clock, count, number, span } from './words.js';

const BARS = 200;
const [WIDE, HIGH] = [200, 24]; // of the drawing, which is stretched

/** Windows up to this width, in px, have the narrow layout. */
export const NARROW = 960;
const FINEST = 20; // turns that are shown at least
const SETTLED_MS = 300;
let zoomed = { list: null };

/** The picture of an index between two turns, `args.from` and `args.to`; a mark stands where the list is. */
export function strip(at, index, here) {
  if (index.last - index.first < 1) return null;
  const list = `${at.domain} ${at.lane}`;
  if (zoomed.list !== list) zoomed = { list, range: null, timer: null, fine: null };
  const [from, to] = zoomed.range ?? within(index, Number(at.args.from) || index.first, Number(at.args.to) || index.last);
  const bars = zoomed.range ? coarse(index, from, to) : fine(at, index, from, to) ?? coarse(index, from, to);
  if (!bars.length) return null;
  const top = roundTop(Math.max(...bars.map(bar => bar.outputs)));
  const shapes = barShapes(bars, from, to, top);
  const sum = name => bars.reduce((all, bar) => all + bar[name], 0);
  const x = turn => WIDE * (turn - from) / (to - from + 1);
  const zoom = (by, middle = (from + to) / 2) => zoomTo(at, index, within(index, middle - (middle - from) * by, middle + (to - middle) * by));
  const move = by => zoomTo(at, index, within(index, from + by * (to - from), to + by * (to - from)));
  const ticks = timeTicks(shapes, innerWidth <= NARROW ? 3 : 5);
  const labels = tickLabels(ticks.map(one => clock(one.at)));
  const each = Math.max(...bars.map(bar => bar.turns));
  return h('figure', { class: 'strip' },
    h('div', { class: 'plot' },
      h('div', { class: 'y-axis', 'aria-hidden': 'true' }, h('span', {}, number(top)), h('span', {}, '0')),
      svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `outputs of turns ${from} to ${to}, at most ${number(top)}`,
        onwheel: event => wheel(event, share => zoom(event.deltaY > 0 ? 1.25 : 0.8, from + share * (to - from))) }, shapes.map(one => bar(at, from, one)),
      here >= from && here <= to && svg('rect', { x: Math.min(WIDE - 0.6, x(here)), y: 0, width: 0.6, height: HIGH, class: 'here' }))),
    h('div', { class: 'x-axis', 'aria-hidden': 'true' }, ticks.map((one, i) => h('span', { key: one.left, style: { '--at': `${100 * one.left}%` } }, labels[i]))),
    h('figcaption', {}, h('span', { class: 'choice' },
      button('◂', 'earlier', () => move(-0.5), from === index.first), button('−', 'zoom out', () => zoom(2), to - from >= index.last - index.first),
      button('+', 'zoom in', () => zoom(0.5), to - from <= FINEST), button('▸', 'later', () => move(0.5), to === index.last),
      h('span', {}, `turns ${number(from)} to ${number(to)}, from ${clock(bars[0].at)}; `, h('i', { class: 'key outputs' }), ` outputs of ${each === 1 ? 'a turn' : `up to ${count(each, 'turns')}`}, ${number(sum('outputs'))} in all; `,
        h('i', { class: 'key refused' }), ` the share of turns with a reason, ${number(sum('refused'))} in all`))));
}

/** A bar: its outputs, the part that is refused at its foot, and what leads to its turns. */
function bar(at, from, { left, width, height, refused, bar: its }) {
  const rect = (y, high, name, more = {}) => svg('rect', { x: WIDE * (left + width * 0.1), y: HIGH * (1 - y), width: WIDE * width * 0.8, height: HIGH * high, class: name, ...more });
  return [height > 0 && rect(height, height, 'outputs'), refused > 0 && rect(refused, refused, 'refused'),
    svg('rect', { x: WIDE * left, y: 0, width: WIDE * width, height: HIGH, class: 'touch', onclick: () => go(view(at, 'timeline', null, { ...at.args, turn: Math.max(from, its.first) })) },
      svg('title', {}, `turn ${number(its.first)} and ${number(its.turns - 1)} more, ${clock(its.at)}: ${count(its.outputs, 'outputs')}, ${number(its.refused)} with a reason`))];
}

function button(text, label, onclick, disabled) {
  return h('button', { type: 'button', title: label, 'aria-label': label, onclick, disabled }, text);
}

function wheel(event, zoom) {
  event.preventDefault();
  const box = event.currentTarget.getBoundingClientRect();
  zoom((event.clientX - box.left) / box.width);
}

/** A range as it is held: neither beyond the turns, nor too few of them. */
function within(index, from, to) {
  const length = Math.round(Math.min(index.last - index.first, Math.max(FINEST, to - from)));
  const first = Math.round(Math.max(index.first, Math.min(from, index.last - length)));
  return [first, first + length];
}

/** Shows it at once. The address follows once it stands still. */
function zoomTo(at, index, range) {
  clearTimeout(zoomed.timer);
  zoomed.range = range;
  zoomed.timer = setTimeout(() => {
    zoomed.range = null;
    const now = route();
    const here = now.view === 'timeline' && now.domain === at.domain && now.lane === at.lane;
    if (here) go(view(now, 'timeline', null, { ...now.args, from: range[0] === index.first ? null : range[0], to: range[1] === index.last ? null : range[1] }), true);
    repaint();
  }, SETTLED_MS);
  repaint();
}

/** Bars of whole stretches of the index, several together. */
function coarse(index, from, to) {
  const begin = Math.max(0, Math.floor(from / SIZE) - index.base);
  const end = Math.min(index.turns.length - 1, Math.floor(to / SIZE) - index.base);
  const together = Math.ceil((end - begin + 1) / BARS);
  const bars = [];
  for (let i = begin; i <= end; i++) {
    if ((i - begin) % together === 0) bars.push({ first: Math.max(index.first, (index.base + i) * SIZE), at: index.at[i], turns: 0, outputs: 0, refused: 0 });
    for (const name of ['turns', 'outputs', 'refused']) bars.at(-1)[name] += index[name][i];
  }
  return bars;
}

/** Bars smaller than the index's stretches, as the server counts them; null until it has. */
function fine(at, index, from, to) {
  let size = 1;
  while (size * BARS < to - from + 1) size *= 2;
  if (size >= SIZE) return null;
  const body = ask(asked(lanePath(at, 'stretches'), { from, to, size })).value;
  if (!body?.from) return zoomed.fine?.from === from && zoomed.fine.size === size ? zoomed.fine.bars : null;
  let first = body.from;
  const bars = body.turns.map((turns, i) => {
    const bar = { first, at: body.at[i], turns, outputs: body.outputs[i], refused: body.refused[i] };
    first += turns;
    return bar;
  });
  zoomed.fine = { from, size, bars };
  return bars;
}
