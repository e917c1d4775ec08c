// Figures over time, from the follower's memory: what waits, what is assigned, what happens. All charts of a view have one crosshair.

import { ask } from './ask.js';
import { onPoint, point } from './crosshair.js';
import { CHARTS, columnsOf, latestOf, lineOf, tendency } from './figures.js';
import { h, svg } from './h.js';
import { asked } from './route.js';
import { clock, count, number, span } from './words.js';

const AXIS = 44; // px
const NARROW = 704; // px
const HEIGHT = 56; // px
const TIMES = 20; // px below a chart, for its times
const EVERY_MS = 10_000;
const FOLLOWED_MS = 2_000;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800];

/** The room beside a picture of time, in px, for names of rows and of axes: so all pictures of a view begin at one line. */
export function names() {
  return innerWidth < NARROW ? 92 : 176;
}

let library = null;
const charts = new Map();
const scheme = matchMedia('(prefers-color-scheme: dark)');
scheme.addEventListener('change', () => charts.forEach(one => one.made && remake(one)));
let pointed = null;
onPoint(ms => {
  pointed = ms;
  charts.forEach(one => one.plot && showPoint(one.plot, ms));
});

/** The last hour of a lane or a domain, in the window that the reader looks at; without one, all of it. */
export function trends(path, window, follows) {
  const { value, error } = ask(asked(path, { points: 720 }), { every: follows ? FOLLOWED_MS : EVERY_MS });
  if (error) return h('p', { class: 'hint' }, `The trend cannot be shown: ${error.title.toLowerCase()}.`);
  if (!value) return h('p', { class: 'loading' }, 'Asking for the last hour …');
  const columns = columnsOf(value, CHARTS.flatMap(chart => chart.lines));
  const range = window ?? { from: columns.x[0] * 1000, to: columns.x.at(-1) * 1000 };
  if (columns.x.at(-1) * 1000 < range.from || columns.x[0] * 1000 > range.to) return h('p', { class: 'hint' }, 'Trends cover the last hour; this time is outside of it.');
  queueMicrotask(forget);
  return h('div', { class: 'trends', key: `trends ${path}` }, CHARTS.map((chart, i) => picture(chart, path, columns, range, value, !window && i === CHARTS.length - 1)));
}

function picture(chart, path, columns, range, value, timed) {
  const id = `${path} ${chart.name}`;
  if (!charts.has(id)) charts.set(id, { id, plot: null, made: null });
  const one = charts.get(id);
  Object.assign(one, { chart, columns, value, range, title: titleOf(chart, value), height: HEIGHT + (timed ? TIMES : 0), timed });
  queueMicrotask(() => update(one));
  return h('figure', { key: chart.name, class: 'trend' }, h('figcaption', { style: { width: `${names() - AXIS}px` } }, h('b', {}, one.title), latest(chart, value)),
    h('div', { foreign: true, key: 'plot', class: 'plot', role: 'img', 'aria-label': `${one.title} over the last hour`, onmade: node => (one.made = node) }));
}

/** The unit stands in the title. */
function titleOf({ name, title }, { units }) {
  return units?.[name] ? `${units[name]}${name === 'waiting' ? ' that wait' : ''}` : title;
}

/** The present figures, in words. */
function latest({ lines }, value) {
  return lines.map(line => h('span', { key: line.of, class: line.colour }, [line.label, said(line, value)].filter(Boolean).join(' ')));
}

function said(line, value) {
  const last = latestOf(value, line);
  if (line.of === 'oldestSeconds') return last !== null ? span(last * 1000) : latestOf(value, { of: 'waiting' }) === 0 ? 'nothing waits' : 'not known';
  return last === null ? 'not known' : number(last);
}

/** Charts that have left the page. */
function forget() {
  for (const one of charts.values()) {
    if (one.made && !one.made.isConnected) {
      one.plot?.destroy();
      charts.delete(one.id);
    }
  }
}

async function update(one) {
  if (!one.made?.isConnected) return;
  library ??= import('./uplot.js');
  const { default: Plot } = await library;
  if (!one.made.isConnected) return;
  if (!one.plot || one.plot.root.parentNode !== one.made) create(one, Plot);
  const data = [one.columns.x, ...one.chart.lines.map(line => one.columns[line.of])];
  if (one.drawn !== one.value) one.plot.setData(data, false);
  one.drawn = one.value;
  const { min, max } = one.plot.scales.x;
  if (min !== one.range.from / 1000 || max !== one.range.to / 1000) one.plot.setScale('x', { min: one.range.from / 1000, max: one.range.to / 1000 });
  else one.plot.redraw();
  if (pointed !== null && !one.plot.cursor.event) showPoint(one.plot, pointed); // the window may have moved under it
  if (one.plot.width !== one.made.clientWidth && one.made.clientWidth > 0) one.plot.setSize({ width: one.made.clientWidth, height: one.height });
}

function remake(one) {
  one.plot?.destroy();
  Object.assign(one, { plot: null, drawn: null });
}

function create(one, Plot) {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(`--${name}`).trim();
  const axis = { stroke: colour('soft'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false }, font: `10px ${style.fontFamily}` };
  const from0 = (plot, min, max) => [0, Math.max(1, max ?? 1)];
  one.plot?.destroy();
  one.drawn = null;
  one.plot = new Plot({
    width: Math.max(50, one.made.clientWidth), height: one.height, padding: [8, 0, 6, 0], legend: { show: false },
    cursor: { y: false, points: { size: 5 }, drag: { x: false, y: false }, bind: { dblclick: () => null } },
    tzDate: seconds => Plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { x: { time: true }, y: { range: from0 } },
    axes: [{ ...axis, show: one.timed, size: TIMES, values: (plot, moments) => moments.map(each => clock(each * 1000).slice(-12, -7)) }, { ...axis, size: innerWidth < NARROW ? names() : AXIS, gap: 4, space: 16, ...(one.chart.name === 'oldest' && { incrs: SECONDS, values: (plot, all) => all.map(each => (each === 0 ? '0' : span(each * 1000).replace('.0', ''))) }) }],
    series: [{}, ...one.chart.lines.map(line => ({
      label: line.label ?? line.of, stroke: colour(line.colour), fill: line.fill ? colour(`${line.colour}-bg`) : undefined, width: 1.5, dash: line.dash ? [4, 3] : undefined, points: { show: false }, spanGaps: false, paths: Plot.paths.stepped({ align: -1 }),
    }))],
    hooks: { setCursor: [plot => plot.cursor.event && point(plot.cursor.left >= 0 ? plot.posToVal(plot.cursor.left, 'x') * 1000 : null)] },
  }, [[], ...one.chart.lines.map(() => [])], one.made);
}

/** The crosshair comes from another picture of the view. */
function showPoint(plot, ms) {
  if (plot.cursor.event) plot.cursor.event = null;
  plot.setCursor(ms === null ? { left: -10, top: -10 } : { left: plot.valToPos(ms / 1000, 'x'), top: 1 }, false);
}

/** The last hour of what waits as a line, and in a word whether it becomes more. */
export function sparkline(value) {
  const all = value?.waiting ?? [];
  const known = all.filter(one => one !== null);
  if (!known.length) return h('span', { class: 'quiet' }, 'no trend yet');
  const word = tendency(all);
  return h('span', { class: 'spark', title: `${count(known.at(-1), value.units?.waiting ?? 'items')} wait; in the last hour between ${number(Math.min(...known))} and ${number(Math.max(...known))}` },
    svg('svg', { viewBox: '0 0 100 20', preserveAspectRatio: 'none', role: 'img', 'aria-label': `what waits, over the last hour: ${word}` }, svg('path', { d: lineOf(all, 100, 20) })),
    h('span', { class: { more: 'waiting', less: 'done' }[word] ?? 'quiet' }, { more: '↗ more', less: '↘ less', same: '→ the same' }[word]));
}
