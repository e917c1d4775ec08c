// A list of which only the visible part is in the document. All rows have one height.

import { h, repaint } from './h.js';

const BEYOND = 12; // rows that are ready above and below
const tops = new Map();

/**
 * A windowed list.
 *
 * @param id of the list, by which its scroll position is known
 * @param line makes a row of an item; the row has a key
 * @param options height of a row in rem; label; head, a row that stays on top
 */
export function rows(id, items, line, { height = 2, label, head } = {}) {
  const size = height * rem();
  const first = Math.max(0, Math.min(items.length - 1, Math.floor(top(id) / size)) - BEYOND);
  const last = Math.min(items.length, first + Math.ceil(innerHeight / size) + 2 * BEYOND);
  return h('div', { key: `rows ${id}`, class: 'rows', role: 'list', 'aria-label': label, tabindex: '0',
    style: { '--row': `${height}rem` }, onscroll: event => scrolled(id, event.currentTarget.scrollTop), onmade: node => (node.scrollTop = top(id)) },
  head,
  h('div', { key: 'above', style: { height: `${first * size}px` } }),
  items.slice(first, last).map(line),
  h('div', { key: 'below', style: { height: `${(items.length - last) * size}px` } }));
}

/** How far a list is scrolled, in pixels. */
export function top(id) {
  return tops.get(id) ?? 0;
}

/** Scrolls a list to its first row. */
export function toTop(id) {
  tops.set(id, 0);
  for (const list of document.querySelectorAll('.rows')) {
    if (list.key === `rows ${id}`) list.scrollTop = 0;
  }
}

function scrolled(id, to) {
  tops.set(id, to);
  repaint();
}

function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
