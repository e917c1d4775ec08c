// A list of which only the visible part is in the document. All rows have one height.

import { h, repaint } from './h.js';

const BEYOND = 12; // rows that are ready above and below
const TALLEST = 8_000_000; // px: browsers draw nothing that is much taller, so a longer list scrolls faster
const lists = new Map();

/**
 * A windowed list.
 *
 * @param id of the list, by which its scroll position is known
 * @param items an array, or what has a `length` and gives a `slice`
 * @param line makes a row of an item; the row has a key
 * @param options height of a row in rem; label; head, a row that stays on top
 */
export function rows(id, items, line, { height = 2, label, head } = {}) {
  const list = of(id);
  Object.assign(list, { size: height * rem(), length: items.length });
  const { size, whole, tall, seen } = measured(list);
  const at = tall > seen ? list.top / (tall - seen) * (whole - seen) / size : 0;
  const first = Math.max(0, Math.min(items.length - 1, Math.floor(at)) - BEYOND);
  const last = Math.min(items.length, first + Math.ceil(innerHeight / size) + 2 * BEYOND);
  const above = Math.max(0, list.top - (at - first) * size);
  list.first = at;
  return h('div', { key: `rows ${id}`, class: 'rows', role: 'list', 'aria-label': label, tabindex: '0',
    style: { '--row': `${height}rem` }, onscroll: event => scrolled(list, event.currentTarget), onmade: node => (node.scrollTop = list.top) },
  head,
  h('div', { key: 'above', style: { height: `${above}px` } }),
  items.slice(first, last).map(line),
  h('div', { key: 'below', style: { height: `${Math.max(0, tall - above - (last - first) * size)}px` } }));
}

function of(id) {
  if (!lists.has(id)) lists.set(id, { id, top: 0, first: 0, seen: 0, size: 1, length: 0 });
  return lists.get(id);
}

function measured({ size, length, seen }) {
  const whole = length * size;
  return { size, whole, tall: Math.min(whole, TALLEST), seen: seen || innerHeight * 0.68 };
}

/** How far a list is scrolled, in pixels. */
export function top(id) {
  return of(id).top;
}

/** The number of the row at the top of what is seen. */
export function firstSeen(id) {
  return Math.floor(of(id).first);
}

/** Scrolls a list to its first row. */
export function toTop(id) {
  scroll(of(id), 0);
}

/** Scrolls a list so that a row stands in the middle, unless it is seen already. */
export function toRow(id, row) {
  const list = of(id);
  const { size, whole, tall, seen } = measured(list);
  if (row >= list.first && row < list.first + seen / size - 1) return;
  const at = Math.max(0, Math.min(row - seen / size / 2, (whole - seen) / size));
  scroll(list, whole > seen ? at * size / (whole - seen) * (tall - seen) : 0);
}

function scroll(list, to) {
  list.top = to;
  for (const node of document.querySelectorAll('.rows')) {
    if (node.key === `rows ${list.id}`) node.scrollTop = to;
  }
  repaint();
}

function scrolled(list, node) {
  Object.assign(list, { top: node.scrollTop, seen: node.clientHeight });
  repaint();
}

function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
