// A lane's turns from afar: outputs by stretches of equal size, so silence takes no room. The wheel zooms; a bar leads to its turns.

import { ask } from './ask.js';
import { h, repaint, svg } from './h.js';
import { SIZE } from './history.js';
import { asked, go, lanePath, route, view } from './route.js';
import { clock, count, number, span } from './words.js';

const BARS = 200;
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
  const most = Math.max(1, ...bars.map(bar => bar.outputs));
  const sum = name => bars.reduce((all, bar) => all + bar[name], 0);
  const x = turn => BARS * (turn - from) / (to - from + 1);
  const zoom = (by, middle = (from + to) / 2) => zoomTo(at, index, within(index, middle - (middle - from) * by, middle + (to - middle) * by));
  const move = by => zoomTo(at, index, within(index, from + by * (to - from), to + by * (to - from)));
  return h('figure', { class: 'strip' },
    svg('svg', { viewBox: `0 0 ${BARS} 24`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `outputs of turns ${from} to ${to}`,
      onwheel: event => wheel(event, share => zoom(event.deltaY > 0 ? 1.25 : 0.8, from + share * (to - from))) }, bars.map(bar => {
      const left = Math.max(0, x(bar.first));
      const width = Math.min(BARS, x(bar.first + bar.turns)) - left;
      return [svg('rect', { x: left + width * 0.1, y: 22 - 20 * bar.outputs / most, width: width * 0.8, height: 20 * bar.outputs / most, class: 'outputs' }),
        bar.refused > 0 && svg('rect', { x: left, y: 22, width, height: 2, class: 'refused' }),
        svg('rect', { x: left, y: 0, width, height: 24, class: 'touch', onclick: () => go(view(at, 'timeline', null, { ...at.args, turn: Math.max(from, bar.first) })) })];
    }), here >= from && here <= to && svg('rect', { x: Math.min(BARS - 0.6, x(here)), y: 0, width: 0.6, height: 24, class: 'here' })),
    h('figcaption', {}, h('span', { class: 'choice' },
      button('◂', 'earlier', () => move(-0.5), from === index.first), button('−', 'zoom out', () => zoom(2), to - from >= index.last - index.first),
      button('+', 'zoom in', () => zoom(0.5), to - from <= FINEST), button('▸', 'later', () => move(0.5), to === index.last),
      h('span', {}, `turns ${number(from)} to ${number(to)}, from ${clock(bars[0].at)}; `, count(sum('outputs'), 'outputs'), '; ', h('span', { class: 'refused' }, `⊘ ${number(sum('refused'))} with a reason`)))));
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
