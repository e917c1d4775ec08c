// Assignments as bars: which there are, how they are drawn, and which one is at a point. It knows a drawing context and no document.

import { place } from './timescale.js';

export const ROW = 20; // px
export const AXIS = 24; // px above the rows
const BAR = 14; // px
const GAP = (ROW - BAR) / 2;
const NAMED_FROM = 34; // px of a bar that has room for a name
const LETTER = 6.2; // px
const REACH = 4; // px beside a bar that still hit it
const HUES = 8;
const MARKED = { moved: 'moved', failed: 'failed', lost: 'failed' };

/** The bars of an answer by row, the oldest first, with the colours of their groups, or without such of their things; times are epoch ms. A bar that goes on ends with `null`; one that is not `known` to have begun begins with the answer. */
export function barsOf(answer, hues) {
  const { bars, ends, tones, things, groups } = answer;
  const start = Date.parse(answer.from);
  const rows = new Map();
  for (let i = 0; i < bars.row.length; i++) {
    const end = bars.end_kind[i];
    const one = {
      row: bars.row[i], begin: start + (bars.begin[i] ?? 0), known: bars.begin[i] !== null, end: bars.end[i] === null ? null : start + bars.end[i], wait: bars.wait[i] ?? 0,
      thing: things[bars.thing[i]] ?? null, group: groups[bars.group[i]] ?? null, hue: hues ? hues.get(familyOf(groups[bars.group[i]] ?? '')) ?? null : bars.thing[i] < 0 ? null : hash(things[bars.thing[i]]) % HUES,
      ending: ends[end], tone: tones[end], turn: bars.turn[i], count: bars.count[i],
    };
    if (!rows.has(one.row)) rows.set(one.row, []);
    rows.get(one.row).push(one);
  }
  return rows;
}

/** The number of a colour for each group, of which the first ones get one: of a new group the one that its name asks for, or the next that is free. A group keeps what it has. */
export function huesOf(groups, before = new Map()) {
  const hues = new Map(before);
  const used = new Set(hues.values());
  for (const name of groups) {
    const wanted = hash(name) % HUES;
    const free = hues.get(name) ?? Array.from({ length: HUES }, (_, i) => (wanted + i) % HUES).find(one => !used.has(one));
    if (free === undefined) continue;
    hues.set(name, free);
    used.add(free);
  }
  return hues;
}

/** What a group is coloured by: `parachain` of `parachain, group 7`. */
export function familyOf(group) {
  return group.split(', ')[0];
}

/** How many assignments each family of groups has, the largest first. */
export function familiesOf(groups, counts) {
  const sums = new Map();
  groups.forEach((group, i) => sums.set(familyOf(group), (sums.get(familyOf(group)) ?? 0) + counts[i]));
  return [...sums].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
}

/** The families of an answer, those with the most assignments first. */
export function groupsOf({ bars, groups }) {
  const counts = new Array(groups.length).fill(0);
  bars.group.forEach((group, i) => group >= 0 && (counts[group] += bars.count[i]));
  return familiesOf(groups, counts).map(([name]) => name);
}

function hash(name) {
  let sum = 0;
  for (const letter of String(name)) sum = (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0;
  return sum;
}

/** The bar of a row at a moment, or the nearest within some ms; null: there is none. */
export function barAt(row, ms, reach = 0) {
  const at = lastBegun(row, ms);
  const near = [row[at], row[at + 1]].filter(Boolean).map(bar => ({ bar, off: Math.max(bar.begin - ms, ms - (bar.end ?? Infinity), 0) })).filter(one => one.off <= reach);
  return near.toSorted((a, b) => a.off - b.off)[0]?.bar ?? null;
}

/** The next bar of a row behind another bar, or before it; without one, behind or before a moment. */
export function step(row, bar, ms, by) {
  const at = bar ? row.indexOf(bar) : lastBegun(row, ms) + (by < 0 ? 1 : 0);
  return row[at + by] ?? null;
}

/** The place of the last bar that has begun by a moment; -1: none has. */
function lastBegun(row, ms) {
  let low = -1;
  let high = row.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (row[middle].begin <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What lies at a point of the drawing. */
export function hit({ rows, window, width, first, shift, now }, x, y) {
  const number = first + Math.floor((y - AXIS + shift) / ROW);
  const ms = window.from + x / width * (window.to - window.from);
  const row = y < AXIS ? null : rows.get(number);
  const bar = row ? barAt(row, ms, REACH / width * (window.to - window.from)) : null;
  return { row: y < AXIS ? null : number, ms: Math.min(ms, now), bar };
}

/**
 * Draws the scene: lines between resources, the axis, waits as thin lines, bars, and marks of those that ended otherwise than done.
 *
 * @param scene rows, window, width and height in px, first row, shift in px, bands of resources, ticks, colours, now
 */
export function draw(ctx, scene) {
  const { window, width, height, colours, ticks } = scene;
  ctx.clearRect(0, 0, width, height);
  bands(ctx, scene);
  ctx.fillStyle = colours.line;
  for (const { ms } of ticks) ctx.fillRect(Math.round(place(window, width, ms)), AXIS - 4, 1, height - AXIS + 4);
  const end = Math.ceil((height - AXIS + scene.shift) / ROW) + scene.first;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, AXIS, width, height - AXIS);
  ctx.clip();
  for (let row = scene.first; row < end; row++) {
    const bars = scene.rows.get(row);
    if (bars) drawRow(ctx, scene, bars, AXIS - scene.shift + (row - scene.first) * ROW + GAP);
  }
  ctx.restore();
  axis(ctx, scene);
}

function bands(ctx, { bands: all, first, shift, width, height, colours }) {
  ctx.fillStyle = colours.line;
  for (const { row } of all) {
    const top = AXIS - shift + (row - first) * ROW;
    if (top > AXIS && top < height) ctx.fillRect(0, top, width, 1);
  }
}

function drawRow(ctx, scene, bars, top) {
  const { window, width, colours, now } = scene;
  for (let i = Math.max(0, lastBegun(bars, window.from)); i < bars.length && bars[i].begin <= window.to; i++) {
    const bar = bars[i];
    const left = place(window, width, bar.begin);
    const right = place(window, width, bar.end ?? now);
    if (right < -REACH) continue;
    const hue = bar.hue === null ? colours.mixed : colours.hues[bar.hue];
    if (bar.wait > 0) {
      const since = place(window, width, bar.begin - bar.wait);
      ctx.fillStyle = hue;
      ctx.fillRect(Math.max(0, since), top + BAR - 2, left - Math.max(0, since), 2);
      if (since >= 0) ctx.fillRect(since, top + BAR - 6, 1, 6);
    }
    const from = Math.max(-2, left);
    const wide = Math.max(1, Math.min(width + 2, right) - from);
    ctx.fillStyle = hue;
    ctx.fillRect(from, top, wide, BAR);
    if (bar.tone in MARKED) ending(ctx, bar, Math.min(width, right), top, colours);
    if (bar.end === null && right <= width) goesOn(ctx, right, top, colours);
    if (wide >= NAMED_FROM && bar.thing !== null) name(ctx, bar, Math.max(0, from), wide, top, colours);
  }
}

/** A shape as well as a colour: a triangle for what ended early, a bracket for what failed. */
function ending(ctx, bar, x, top, colours) {
  ctx.fillStyle = colours[MARKED[bar.tone]];
  ctx.fillRect(x - 2, top - 2, 2, BAR + 4);
  ctx.beginPath();
  if (bar.tone === 'moved') {
    ctx.moveTo(x - 7, top - 2);
    ctx.lineTo(x, top - 2);
    ctx.lineTo(x, top + 5);
  } else {
    ctx.rect(x - 7, top - 2, 7, 4);
    ctx.rect(x - 7, top + BAR - 2, 7, 4);
  }
  ctx.fill();
}

function goesOn(ctx, x, top, colours) {
  ctx.fillStyle = colours.ground;
  for (let y = top; y < top + BAR; y += 4) ctx.fillRect(x - 3, y, 3, 2);
}

function name(ctx, bar, left, wide, top, colours) {
  const letters = Math.floor((wide - 8) / LETTER);
  const text = String(bar.thing);
  ctx.fillStyle = colours.onBar;
  ctx.fillText(text.length <= letters ? text : letters < 3 ? '' : `${text.slice(0, letters - 1)}…`, left + 4, top + BAR - 3);
}

function axis(ctx, { window, width, ticks, colours }) {
  ctx.fillStyle = colours.panel;
  ctx.fillRect(0, 0, width, AXIS);
  ctx.fillStyle = colours.soft;
  for (const { ms, label } of ticks) {
    const x = place(window, width, ms);
    if (x + label.length * LETTER < width) ctx.fillText(label, x + 3, AXIS - 9);
  }
  ctx.fillStyle = colours.line;
  ctx.fillRect(0, AXIS - 1, width, 1);
}
