// A JSON value as a windowed list of the lines that are open.

import { brief } from './brief.js';
import { h, repaint } from './h.js';
import { rows } from './rows.js';
import { clock, count } from './words.js';

const TIMES = [1_500_000_000_000, 4_000_000_000_000]; // epoch ms of 2017 to 2096
const OPEN_UP_TO = 12;
const opened = new Map();
const walked = new WeakMap(); // the lines of a value as long as nothing is opened and nothing else is sought

/** The value; `find` keeps the lines whose path or text has it. */
export function tree(id, value, find = '') {
  const open = opened.get(id) ?? opened.set(id, new Map()).get(id);
  const lines = known(value, find.toLowerCase(), open);
  return lines.length ? rows(`tree ${id}`, lines, one => one.path, one => line(open, one), { height: 1.75, label: 'state' }) : h('p', { class: 'hint' }, find ? `Nothing has '${find}'.` : 'It is empty.');
}

function known(value, find, open) {
  const before = value && walked.get(value);
  if (before?.find === find && before.open === open && before.changes === open.changes) return before.lines;
  const lines = [];
  walk(value, '', '', 0, find, open, lines);
  if (value) walked.set(value, { find, open, changes: open.changes, lines });
  return lines;
}

function walk(value, name, path, depth, find, open, lines) {
  const parts = value !== null && typeof value === 'object' ? Object.entries(value) : null;
  const wide = parts && parts.length > 0;
  const shows = open.get(path) ?? (find !== '' || depth === 0 || (parts?.length ?? 0) <= OPEN_UP_TO && depth < 2);
  const at = lines.length;
  if (depth > 0) lines.push({ path, name, depth, value, parts, wide, shows });
  if (wide && shows) {
    for (const [key, inner] of parts) {
      walk(inner, Array.isArray(value) ? `[${key}]` : key, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key, depth + 1, find, open, lines);
    }
  }
  const hit = !find || path.toLowerCase().includes(find) || (!parts && String(value).toLowerCase().includes(find));
  if (depth > 0 && !hit && lines.length === at + 1) lines.pop();
}

function line(open, one) {
  const text = one.wide ? told(one) : leaf(one.value);
  return h(one.wide ? 'button' : 'div', { class: 'line leaf', title: one.path, 'data-item': one.wide ? true : null, type: one.wide ? 'button' : null,
    'aria-expanded': one.wide ? String(one.shows) : null, style: { '--depth': one.depth - 1 },
    onclick: one.wide ? () => toggle(open, one) : null },
  h('span', { class: 'mark' }, one.wide ? (one.shows ? '▾' : '▸') : ''), h('span', { class: 'id' }, one.name), h('span', { class: one.wide ? 'quiet' : 'id what' }, text));
}

/** A closed record says what it has: its first values, or how much it is. */
function told({ value, parts, shows, name }) {
  const many = count(parts.length, Array.isArray(value) ? 'items' : 'fields');
  return shows || Array.isArray(value) ? many : brief(value, name) || many;
}

function toggle(open, one) {
  open.set(one.path, !one.shows);
  open.changes = (open.changes ?? 0) + 1;
  repaint();
}

/** A value that is no object; a number that can only be a time has its clock beside it. */
export function leaf(value) {
  if (value === null || value === undefined) return '–';
  if (isTime(value)) return `${value} (${clock(value)})`;
  if (typeof value === 'object') return Array.isArray(value) && value.length === 0 ? 'none' : JSON.stringify(value);
  return String(value);
}

/** The same where there is less room: a time is a clock. */
export function short(value) {
  return isTime(value) ? clock(value) : leaf(value);
}

function isTime(value) {
  return typeof value === 'number' && value > TIMES[0] && value < TIMES[1];
}
