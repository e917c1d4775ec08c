// Who had what, and when: a row for each resource, a bar for each assignment. It follows the lane, or stays where the reader went.

import { AXIS, barAt, barsOf, draw, familiesOf, groupsOf, hit, huesOf, ROW, step } from './assignments.js';
import { onPoint, point } from './crosshair.js';
import { generations } from './generations.js';
import { h, repaint } from './h.js';
import { notice, paste, section } from './parts.js';
import { asked, go, lanePath, route, view, why } from './route.js';
import { around, between, moment, moved, place, ticks, written, zoomed } from './timescale.js';
import { names, trends } from './trends.js';
import { windows } from './windows.js';
import { clock, command, count, number, span, symbol } from './words.js';

const SPANS = [[60e3, '1 min'], [300e3, '5 min'], [900e3, '15 min'], [3600e3, '1 h'], [21_600e3, '6 h']];
const USUAL_MS = 900e3;
const FOLLOWED_MS = 1000;
const SETTLED_MS = 350;
const BEYOND = 8; // rows that are asked for above and below
const ROOM = 0.25; // of the window's length, asked for on both sides
const TALLEST = 0.5; // of the browser's window
const LEAST_ROWS = 5;
const TICK_PX = 100;
const MINUTE_MS = 60e3;
const NOTCH = 100; // of a wheel
const DRAG_PX = 4;
const BY_GROUP = 'job'; // things that are coloured by their group; others have a colour of their own
const GROUPS_SHOWN = 8;
const TABLE_MAX = 200;
const QUERIES = { cores: 'availability_cores_view', bots: 'leases', shards: 'leases', chunks: 'workers' };

const source = windows();
let state = none();

function none() {
  return { about: null, range: null, timer: null, top: 0, seen: 0, width: 900, cursor: null, drag: null, brush: null, scene: null, bars: new Map(), hues: null, of: null, taken: 0, canvas: null, over: null, pointed: null };
}

/** The view. Its address has `from` and `to`, or the `span` that follows the lane; the chosen `moment`; `resource`, a part of names. Times are epoch ms. */
export function gantt(at, live) {
  const about = `${at.domain} ${at.lane} ${at.args.resource ?? ''}`;
  if (about !== state.about) state = { ...none(), about, width: state.width };
  const newest = live.turns.at(-1)?.ms ?? Date.now();
  const { window, follows } = state.range ?? addressed(at.args, newest);
  if (follows && !live.turns.length && live.state === 'connecting') return [h('p', { class: 'loading' }, 'Asking when its last turn was …')];
  const { answer, error, settled } = source.of(about, question(at, window, follows), !follows && isPast(window) ? Infinity : FOLLOWED_MS);
  if (answer && state.of !== answer) take(answer, newest);
  return [
    controls(at, window, follows, newest),
    trends(lanePath(at, 'trend'), window, follows),
    error && notice('lost', 'This time cannot be shown', h('p', {}, [error.message, error.todo].filter(Boolean).join('; '))),
    !answer ? !error && h('p', { class: 'loading' }, 'Asking who had what …') : answer.generations ? generations(at, answer, window) : [chart(at, window, newest, follows), below(at, answer, window, settled)],
    paste(command('query', at.domain, QUERIES[at.domain] ?? 'state', '--key', at.lane), 'what is assigned now, with the CLI '),
  ];
}

/** True if the last answer is of a time when the lane had passed all that is asked for: it stays as it is. */
function isPast(window) {
  return around(window, ROOM).to <= state.taken - FOLLOWED_MS;
}

function take(answer, newest) {
  state.hues = answer.kind === BY_GROUP ? huesOf(groupsOf(answer), state.hues ?? undefined) : null;
  Object.assign(state, { of: answer, taken: newest, bars: barsOf(answer, state.hues) });
  if (state.cursor?.bar) state.cursor = { ...state.cursor, bar: barAt(state.bars.get(state.cursor.row) ?? [], state.cursor.bar.begin) };
}

function addressed({ from, to, span: length }, newest) {
  if (Number(from) > 0 && Number(to) > Number(from)) return { window: { from: Number(from), to: Number(to) }, follows: false };
  const long = Number(length) > 0 ? Number(length) : Math.min(USUAL_MS, Math.max(MINUTE_MS, Math.ceil((newest - (Date.parse(state.of?.heldFrom) || 0)) / MINUTE_MS) * MINUTE_MS));
  return { window: { from: newest - long, to: newest }, follows: true };
}

/** Who follows asks for nothing that would be read from the ledger. */
function question(at, window, follows) {
  const wide = around(window, ROOM);
  const first = Math.max(0, Math.floor(state.top / ROW) - BEYOND);
  const rows = Math.ceil(room() / ROW) + 2 * BEYOND;
  const grid = first - first % BEYOND;
  return asked(lanePath(at, 'assignments'), { from: Math.max(0, wide.from), to: wide.to, memory: follows ? 'yes' : null, pixels: Math.min(4000, Math.max(100, Math.round(state.width * (wide.to - wide.from) / (window.to - window.from)))), first: grid, rows: Math.min(200, rows + BEYOND), resource: at.args.resource });
}

function room() {
  const tall = Math.max(LEAST_ROWS * ROW, innerHeight * TALLEST);
  return Math.min(tall, Math.max(LEAST_ROWS, state.of?.rows ?? LEAST_ROWS) * ROW) + AXIS;
}

function controls(at, window, follows, newest) {
  const middle = (window.from + window.to) / 2;
  const length = window.to - window.from;
  const button = (text, label, onclick) => h('button', { type: 'button', title: label, 'aria-label': label, onclick }, text);
  return h('div', { class: 'choice gantt-controls', key: 'controls' },
    button('◂', 'earlier', () => show(at, moved(window, -length / 2, newest), newest)), button('−', 'zoom out', () => show(at, zoomed(window, 2, follows ? window.to : middle, newest), newest)),
    button('+', 'zoom in', () => show(at, zoomed(window, 0.5, follows ? window.to : middle, newest), newest)), button('▸', 'later', () => show(at, moved(window, length / 2, newest), newest)),
    SPANS.map(([ms, label]) => h('button', { type: 'button', key: label, 'aria-pressed': follows && length === ms ? 'true' : 'false', title: `the last ${label}`, onclick: () => show(at, { from: newest - ms, to: newest }, newest) }, label)),
    h('button', { type: 'button', 'aria-pressed': follows ? 'true' : 'false', title: 'shows what comes as it comes', onclick: () => show(at, { from: newest - length, to: newest }, newest) }, follows ? '● follows' : '○ follow'),
    h('form', { class: 'ask', onsubmit: event => goTo(event, at, window, newest) }, h('label', {}, 'go to ', h('input', { name: 'time', size: '19', placeholder: '12:04:05', 'aria-label': 'a time, such as 12:04 or 2026-11-27 12:04:05' })), h('button', {}, 'go')),
    h('label', {}, 'rows with ', h('input', { value: at.args.resource ?? '', size: '10', 'aria-label': 'a part of the names of rows', onchange: event => go(view(at, 'gantt', null, { ...at.args, resource: event.target.value }), true) })),
    h('span', { class: 'quiet' }, `${clock(window.from).slice(0, -4)} to ${clock(window.to).slice(0, -4)}, ${span(length)}`));
}

function goTo(event, at, window, newest) {
  event.preventDefault();
  const input = event.currentTarget.elements.time;
  const ms = written(input.value, newest);
  input.setCustomValidity(ms === null ? 'Write a time such as 12:04, 12:04:05 or 2026-11-27 12:04' : '');
  if (ms === null) {
    input.reportValidity();
    input.oninput = () => input.setCustomValidity('');
    return;
  }
  const half = (window.to - window.from) / 2;
  const to = moved({ from: ms - half, to: ms + half }, 0, Math.max(newest, ms));
  state.range = null;
  go(view(at, 'gantt', null, { ...at.args, span: null, from: to.from, to: to.to, moment: ms }));
}

/** Shows another window at once. The address follows once it stands still. */
function show(at, window, newest) {
  clearTimeout(state.timer);
  const length = window.to - window.from;
  const follows = window.to >= newest;
  state.range = { window, follows };
  const mine = state;
  state.timer = setTimeout(() => {
    if (mine !== state) return;
    state.range = null;
    const now = route();
    if (now.view === 'gantt' && now.domain === at.domain && now.lane === at.lane) {
      go(view(now, 'gantt', null, { ...now.args, ...(follows ? { from: null, to: null, span: Math.round(length) } : { from: window.from, to: window.to, span: null }) }), true);
    }
    repaint();
  }, SETTLED_MS);
  repaint();
}

/** Names on the left, bars beside them. What is drawn is what is seen, however many rows there are. */
function chart(at, window, newest, follows) {
  const { of: answer, bars } = state;
  const sight = room();
  const tall = Math.max(LEAST_ROWS, answer.rows) * ROW + AXIS;
  const first = Math.floor(state.top / ROW);
  state.scene = {
    at, rows: bars, window, newest, now: follows ? newest : Math.min(newest, state.taken, Date.parse(answer.to)), width: state.width, height: sight, first, shift: state.top - first * ROW, ticks: ticks(window, Math.max(2, state.width / TICK_PX)),
    bands: answer.resources, chosen: Number(at.args.moment) || null,
  };
  queueMicrotask(paint);
  return h('div', { key: `gantt ${state.about}`, class: 'gantt', tabindex: '0', role: 'application', 'aria-label': `who had what from ${clock(window.from)} to ${clock(window.to)}: arrow keys go from bar to bar, Enter says why`,
    style: { '--names': `${names()}px`, height: `${sight}px` }, onscroll: event => scrolled(event.currentTarget), onkeydown: event => keyed(event), onmade: node => (node.scrollTop = state.top) },
  h('div', { class: 'gantt-space', style: { height: `${tall}px` } },
    h('div', { class: 'gantt-sight', style: { height: `${sight}px` } },
      h('div', { class: 'gantt-names' }, answer.resources.map(one => nameOf(at, one))),
      h('canvas', { key: 'bars', class: 'gantt-bars', 'aria-hidden': 'true', onmade: made, onwheel: wheel, onpointerdown: grab, onpointermove: drag, onpointerup: release, onpointercancel: release, onpointerleave: () => point(null) }),
      h('canvas', { key: 'over', class: 'gantt-over', 'aria-hidden': 'true', onmade: node => (state.over = node) }),
      state.cursor?.bar && tip(at, state.cursor))),
  answer.rows === 0 && h('p', { class: 'hint gantt-empty' }, at.args.resource ? `No row has '${at.args.resource}' in its name.` : 'Nothing was assigned in this time.'));
}

function nameOf(at, one) {
  const top = AXIS + one.row * ROW - state.top;
  if (top + one.rows * ROW < AXIS || top > room()) return null;
  return h('a', { key: one.name, class: 'id', href: why(at, one.id, one.kind), title: one.name, style: { top: `${Math.max(AXIS, top)}px`, height: `${one.rows * ROW - Math.max(0, AXIS - top)}px` } }, one.name);
}

function made(node) {
  state.canvas = node;
  new ResizeObserver(() => repaint()).observe(node);
}

function scrolled(node) {
  state.top = node.scrollTop;
  repaint();
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
onPoint(ms => {
  state.pointed = ms;
  drawOver();
});

/** Draws what was painted last: nothing else is as wide as the browser has made it. */
function paint() {
  const { canvas, scene } = state;
  if (!canvas?.isConnected || !scene) return;
  const width = canvas.clientWidth;
  if (width > 0 && width !== state.width) {
    state.width = width;
    repaint();
    return;
  }
  const colours = coloursOf();
  draw(context(canvas, scene, colours.font), { ...scene, colours });
  drawOver();
}

function context(canvas, { width, height }, font) {
  const ratio = devicePixelRatio || 1;
  const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== tall) Object.assign(canvas, { width: wide, height: tall });
  const ctx = canvas.getContext('2d');
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.font = font;
  return ctx;
}

function coloursOf() {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue(`--${name}`).trim();
  return {
    ...Object.fromEntries(['ground', 'panel', 'line', 'ink', 'soft', 'mark'].map(name => [name, of(name)])), mixed: of('mixed'), onBar: of('on-bar'), moved: of('waiting'), failed: of('lost'),
    hues: Array.from({ length: 8 }, (_, i) => of(`hue-${i}`)), font: `11px ${style.fontFamily}`,
  };
}

/** The crosshair, the chosen moment, the brush, and a frame around the bar that is looked at. */
function drawOver() {
  const { over, scene, pointed: ms } = state;
  if (!over?.isConnected || !scene) return;
  const colours = coloursOf();
  const ctx = context(over, scene, colours.font);
  ctx.clearRect(0, 0, scene.width, scene.height);
  const line = (at, colour, wide) => {
    ctx.fillStyle = colour;
    ctx.fillRect(Math.round(place(scene.window, scene.width, at)), 0, wide, scene.height);
  };
  if (scene.chosen) line(scene.chosen, colours.failed, 2);
  if (ms !== null) line(ms, colours.ink, 1);
  if (state.brush) {
    const [from, to] = [state.brush.from, state.brush.to].map(one => place(scene.window, scene.width, one));
    ctx.globalAlpha = 0.25;
    ctx.fillStyle = colours.ink;
    ctx.fillRect(Math.min(from, to), 0, Math.abs(to - from), scene.height);
    ctx.globalAlpha = 1;
  }
  if (state.cursor?.bar) frame(ctx, scene, state.cursor, colours.ink);
}

function frame(ctx, scene, { row, bar }, colour) {
  const left = place(scene.window, scene.width, bar.begin);
  const right = place(scene.window, scene.width, bar.end ?? scene.now);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2;
  ctx.strokeRect(Math.max(-3, left - 1), AXIS - scene.shift + (row - scene.first) * ROW + 1, Math.min(scene.width + 3, right) - Math.max(-3, left) + 2, ROW - 2);
}

/** Where a pointer is, in the scene. */
function at(event) {
  const box = state.canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function wheel(event) {
  if (!state.scene) return;
  event.preventDefault();
  const { scene } = state;
  const { window, newest, width } = scene;
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) show(scene.at, moved(window, event.deltaX / width * (window.to - window.from), newest), newest);
  else show(scene.at, zoomed(window, 1.2 ** Math.max(-1, Math.min(1, event.deltaY / NOTCH)), moment(window, width, at(event).x), newest), newest);
}

/** On the axis, a range is brushed; below it, the window is moved. */
function grab(event) {
  if (event.button !== 0 || !state.scene) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  const from = at(event);
  state.drag = { ...from, window: state.scene.window, top: state.top, far: false, brush: from.y < AXIS };
}

function drag(event) {
  const { scene, drag: held } = state;
  if (!scene) return;
  const here = at(event);
  point(moment(scene.window, scene.width, here.x));
  if (!held) {
    look(hit(scene, here.x, here.y));
    return;
  }
  held.far ||= Math.abs(here.x - held.x) + Math.abs(here.y - held.y) > DRAG_PX;
  if (!held.far) return;
  if (held.brush) {
    state.brush = { from: moment(held.window, scene.width, held.x), to: moment(held.window, scene.width, here.x) };
    drawOver();
    return;
  }
  show(scene.at, moved(held.window, (held.x - here.x) / scene.width * (held.window.to - held.window.from), scene.newest), scene.newest);
  if (event.pointerType === 'mouse') state.over.closest('.gantt').scrollTop = held.top + held.y - here.y;
}

function release(event) {
  const { scene, drag: held, brush } = state;
  Object.assign(state, { drag: null, brush: null });
  if (!held || event.type === 'pointercancel') return;
  if (brush) {
    show(scene.at, between(brush.from, brush.to, scene.newest), scene.newest);
  } else if (!held.far) {
    const found = hit(scene, held.x, held.y);
    if (found.bar?.thing != null) open(scene, found.bar);
    else if (held.brush) choose(scene, found.ms);
    else look(found);
  }
  drawOver();
}

/** Says why the thing of a bar is as it is: now, or as of its end. */
function open({ at: here }, bar) {
  go(whyThen(here, bar, state.of.kind));
}

function whyThen(here, { thing, end }, kind) {
  return view(here, 'why', thing, { kind, at: end === null ? null : new Date(end).toISOString() });
}

function choose({ at: here }, ms) {
  go(view(here, 'gantt', null, { ...route().args, moment: Math.round(ms) }), true);
}

function look(cursor) {
  const before = state.cursor;
  if (before?.bar === cursor.bar && before?.row === cursor.row) return;
  state.cursor = cursor;
  repaint();
}

/** Arrow keys go from bar to bar. The row that is reached is scrolled to. */
function keyed(event) {
  const { scene, cursor, bars } = state;
  if (!scene || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  const middle = (scene.window.from + scene.window.to) / 2;
  const rowNow = cursor?.row ?? scene.first;
  const along = by => {
    const bar = step(bars.get(rowNow) ?? [], cursor?.bar ?? null, middle, by);
    if (bar) reach({ row: rowNow, bar, ms: bar.begin });
  };
  const across = by => {
    const rows = [...bars.keys()].sort((a, b) => a - b);
    const row = by > 0 ? rows.find(one => one > rowNow) : rows.findLast(one => one < rowNow);
    if (row !== undefined) reach({ row, bar: barAt(bars.get(row), cursor?.ms ?? middle, Infinity), ms: cursor?.ms ?? middle });
  };
  const does = {
    ArrowRight: () => along(1), ArrowLeft: () => along(-1), ArrowDown: () => across(1), ArrowUp: () => across(-1),
    Enter: () => cursor?.bar?.thing != null && open(scene, cursor.bar),
    '+': () => show(scene.at, zoomed(scene.window, 0.5, cursor?.ms ?? middle, scene.newest), scene.newest), '-': () => show(scene.at, zoomed(scene.window, 2, cursor?.ms ?? middle, scene.newest), scene.newest),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  event.stopPropagation();
  does();
}

function reach(cursor) {
  const { scene } = state;
  look(cursor);
  point(cursor.bar?.begin ?? cursor.ms);
  const node = state.over.closest('.gantt');
  const top = cursor.row * ROW;
  if (top < state.top) node.scrollTop = top;
  else if (top + ROW > state.top + scene.height - AXIS) node.scrollTop = top + ROW - scene.height + AXIS;
  const { window, newest } = scene;
  const length = window.to - window.from;
  const begin = cursor.bar?.begin;
  if (begin !== undefined && (begin < window.from || begin > window.to)) show(scene.at, moved(window, begin - window.from - length / 2, newest), newest);
}

/** What is under the pointer or the cursor, in words. */
function tip(here, { row, bar }) {
  const { scene } = state;
  const left = Math.min(Math.max(0, place(scene.window, scene.width, bar.begin)), scene.width * 0.6);
  const top = AXIS - scene.shift + (row - scene.first + 1) * ROW;
  return h('div', { class: 'gantt-tip', role: 'status', style: { left: `${names() + left}px`, ...(top > scene.height * 0.7 ? { top: 'auto', bottom: `${scene.height - top + ROW + 4}px` } : { top: `${top + 4}px`, bottom: 'auto' }) } }, inWords(bar, row));
}

function inWords(bar, row) {
  const who = resourceOf(row)?.name;
  if (bar.thing === null) return [h('b', {}, count(bar.count, 'assignments')), ` on ${who} lie within a pixel. Zoom in.`];
  return [h('b', {}, `${state.of.kind} ${bar.thing}`), ` on ${who}${bar.group ? ` · ${bar.group}` : ''}`, h('br'),
    bar.wait > 0 && `waited ${span(bar.wait)}, `, bar.known ? `${clock(bar.begin)} ` : 'since before what is held, ', bar.end === null ? (bar.known ? `for ${span(state.scene.now - bar.begin)}, still there at ${clock(state.scene.now).slice(0, -4)}` : 'still there') : `for ${span(bar.end - bar.begin)}, ${symbol(bar.ending)}`, bar.count > 1 && ` · ${count(bar.count, 'assignments')} within a pixel`];
}

function resourceOf(row) {
  return state.of.resources.find(one => row >= one.row && row < one.row + one.rows);
}

/** What the picture does not say by itself: where it is from, colours and marks, and who had what at the chosen moment. */
function below(here, answer, window, settled) {
  const { now } = state.scene;
  const counts = new Map();
  let bars = 0;
  for (const row of state.bars.values()) {
    for (const bar of row) {
      if (bar.begin > window.to || (bar.end ?? now) < window.from) continue;
      bars += bar.count;
      if (bar.group !== null) counts.set(bar.group, (counts.get(bar.group) ?? 0) + bar.count);
    }
  }
  const groups = familiesOf([...counts.keys()], [...counts.values()]);
  return h('div', { key: 'below' },
    state.scene.chosen && moments(here, answer, state.scene.chosen, now),
    h('p', { class: 'gantt-legend' }, state.hues ? [groups.slice(0, GROUPS_SHOWN).map(([name]) => h('span', { key: name }, h('i', { class: `swatch hue-${state.hues.get(name) ?? 'mixed'}` }), name)),
      groups.length > GROUPS_SHOWN && h('span', { class: 'quiet' }, `and ${number(groups.length - GROUPS_SHOWN)} more`)] : h('span', { class: 'quiet' }, `the same colour: the same ${answer.kind}, mostly`),
      h('span', { class: 'quiet' }, '▁ wait'), h('span', { class: 'waiting' }, '◥ ended early'), h('span', { class: 'lost' }, '⊐ failed or lost'), h('span', { class: 'quiet' }, '┆ still there')),
    h('p', { class: 'hint' }, `${count(bars, 'assignments')} in the rows that are shown, of ${count(answer.rows, 'rows')}. `, answer.source === 'ledger' ? 'They were read from the ledger. ' : answer.heldFrom ? `The follower holds them from ${clock(answer.heldFrom).slice(0, -4)} on; what is older is read from the ledger. ` : '',
      !settled && 'Reading … ', 'The wheel zooms, dragging moves, dragging on the axis chooses a range, a click on the axis a moment, a click on a bar says why.'));
}

/** Who had what at the chosen moment. */
function moments(here, answer, ms, now) {
  if (ms < Date.parse(answer.from) || ms > now) {
    const half = (state.scene.window.to - state.scene.window.from) / 2;
    return section(`At ${clock(ms)}`, 'outside of what is shown', h('p', {}, h('a', { href: view(here, 'gantt', null, { ...here.args, span: null, from: Math.round(ms - half), to: Math.round(ms + half) }) }, 'show that time')));
  }
  const had = answer.resources.flatMap(one => Array.from({ length: one.rows }, (_, i) => ({ one, bar: barAt(state.bars.get(one.row + i) ?? [], ms) })));
  const used = had.filter(({ bar }) => bar && (bar.end ?? now) >= ms);
  return section(`At ${clock(ms)}`, `${count(used.length, 'assignments')} in the rows that are shown`,
    h('p', {}, h('a', { href: view(here, 'state', null, { at: new Date(ms).toISOString() }) }, 'the whole state then'), ' · ', h('a', { href: view(here, 'gantt', null, { ...here.args, moment: null }) }, 'close')),
    used.length > 0 && h('div', { class: 'lines', role: 'list' }, used.slice(0, TABLE_MAX).map(({ one, bar }) => h('div', { key: `${one.name} ${bar.row}`, class: 'line', role: 'listitem' },
      h('a', { class: 'id', href: why(here, one.id, one.kind) }, one.name),
      bar.thing === null ? h('span', { class: 'what' }, `${count(bar.count, 'assignments')} within a pixel: zoom in`)
        : [h('a', { href: whyThen(here, bar, answer.kind), 'data-item': true }, `${answer.kind} ${bar.thing}`), h('span', { class: 'what' }, [bar.group, bar.known ? `since ${clock(bar.begin)}` : 'since before what is held', bar.end === null ? 'still there' : `for ${span(bar.end - bar.begin)}, ${symbol(bar.ending)}`].filter(Boolean).join(' · '))]))));
}
