// A list of which only the visible part is in the document. All rows have one height.

import { h, repaint } from './h.js';

const BEYOND = 12; // rows that are ready above and below
const TALLEST = 8_000_000; // px: browsers draw nothing that is much taller, so a longer list scrolls faster
const lists = new Map();

/**
 * A windowed list. Readers of screens hear which row of how many it is, and a row that has the focus stays, wherever the list is scrolled to.
 *
 * @param id of the list, by which its scroll position is known
 * @param items an array, or what has a `length` and gives a `slice`
 * @param key of an item and its place: with it, its row is known again
 * @param line makes a row of an item
 * @param options height of a row in rem; label; head, a row that stays on top: it is a table then; cell, the least width in rem of items beside each other
 */
export function rows(id, items, key, line, { height = 2, label, head, cell } = {}) {
  const list = of(id);
  const across = cell ? Math.max(1, Math.floor(list.wide / (cell * rem()))) : 1;
  Object.assign(list, { size: height * rem(), length: Math.ceil(items.length / across) });
  const { size, whole, tall, seen } = measured(list);
  const at = tall > seen ? list.top / (tall - seen) * (whole - seen) / size : 0;
  const beyond = Math.ceil(BEYOND / across);
  const first = Math.max(0, Math.min(list.length - 1, Math.floor(at)) - beyond);
  const last = Math.min(list.length, first + Math.ceil(seen / size) + 1 + 2 * beyond);
  list.first = at;
  const kids = [];
  let end = 0; // px, of what is there so far
  const space = to => kids.push(h('div', { key: `space ${kids.length}`, class: 'space', style: { height: `${Math.max(0, to - end)}px` } }));
  for (const [from, to] of stretches(first, last, Math.floor(focused(id, items, key) / across), list.length)) {
    const begin = Math.min(Math.max(end, list.top + (from - at) * size), tall - (to - from) * size);
    space(begin);
    kids.push(items.slice(from * across, to * across).map((one, i) => row(from * across + i, items.length, key(one, from * across + i), line(one), head)));
    end = begin + (to - from) * size;
  }
  space(tall);
  return h('div', { key: `rows ${id}`, class: cell ? 'rows across' : 'rows', role: head ? 'table' : 'list', 'aria-label': label, 'aria-rowcount': head ? items.length + 1 : null, tabindex: '0',
    style: { '--row': `${height}rem`, '--across': across }, onscroll: event => scrolled(list, event.currentTarget), onmade: node => made(list, node) }, head, kids);
}

function row(index, length, key, line, head) {
  return h('div', head ? { key, role: 'row', 'aria-rowindex': index + 2 } : { key, role: 'listitem', 'aria-posinset': index + 1, 'aria-setsize': length }, line);
}

/** What is drawn, from row to row: what is seen, and the row that has the focus with those beside it, to which the keys lead. */
function stretches(first, last, focus, length) {
  if (focus < 0) return [[first, last]];
  const [from, to] = [Math.max(0, focus - 1), Math.min(length, focus + 2)];
  if (to < first) return [[from, to], [first, last]];
  return from > last ? [[first, last], [from, to]] : [[Math.min(first, from), Math.max(last, to)]];
}

/** The place of the item whose row has the focus; -1 if none has. An answer may have moved it. */
function focused(id, items, key) {
  let node = document.activeElement;
  while (node && node.parentElement?.key !== `rows ${id}`) node = node.parentElement;
  if (!node) return -1;
  const is = (one, index) => key(one, index) === node.key;
  const before = (node.getAttribute('aria-posinset') ?? node.getAttribute('aria-rowindex') - 1) - 1;
  return items.slice(before, before + 1).some(one => is(one, before)) ? before : items.findIndex?.(is) ?? -1;
}

function of(id) {
  if (!lists.has(id)) lists.set(id, { id, top: 0, first: 0, seen: 0, wide: innerWidth / 2, size: 1, length: 0 });
  return lists.get(id);
}

function measured({ size, length, seen }) {
  const whole = length * size;
  return { size, whole, tall: Math.min(whole, TALLEST), seen: seen || innerHeight * 0.68 };
}

/** A new list stands where the former one of its name was scrolled to; its size is the browser's. */
function made(list, node) {
  node.scrollTop = list.top;
  new ResizeObserver(() => {
    if (!node.isConnected || list.seen === node.clientHeight && list.wide === node.clientWidth) return;
    Object.assign(list, { seen: node.clientHeight, wide: node.clientWidth });
    repaint();
  }).observe(node);
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
  list.top = node.scrollTop;
  repaint();
}

function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
