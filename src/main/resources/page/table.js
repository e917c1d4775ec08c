// An answer as a table where it is a list or a map of records, else as a tree.

import { h } from './h.js';
import { once } from './once.js';
import { rows } from './rows.js';
import { sift } from './sift.js';
import { leaf, short, tree } from './tree.js';
import { symbol } from './words.js';

const COLUMNS_MOST = 14;
const WIDEST = 64; // characters
const LINE = '\n';
const LOOKED_AT = 1000; // records whose widths count

/** What a query answered. */
export function table(at, name, answer) {
  const id = `${at.domain} ${at.lane} ${name}`;
  const records = answer !== null && typeof answer === 'object' ? once(answer, listed) : null;
  if (!records) return answer !== null && typeof answer === 'object' ? tree(id, answer) : h('p', { class: 'sentence id' }, leaf(answer));
  const names = once(records, namesOf);
  return names.length > COLUMNS_MOST ? tree(id, answer) : sift(at, 'rows', records, left => grid(id, names, left));
}

/** Records with the same fields, a line each. */
export function grid(id, names, records) {
  const widths = once(records, widthsOf, names.join(LINE));
  return h('div', { class: 'table', style: { '--widths': widths.map(one => `minmax(${one}ch, ${one}fr)`).join(' '), '--wide': `${widths.reduce((sum, one) => sum + one, 0)}ch`, '--gaps': widths.length + 1 } }, rows(`table ${id}`, records, (one, index) => `${index} ${leaf(one[names[0]])}`, one => h('div', { class: 'line record' },
    names.map(name => h('span', { key: name, class: 'id', role: 'cell', title: leaf(one[name]) }, short(one[name])))),
  { height: 2, label: 'the answer', head: h('div', { key: 'head', class: 'line record head', role: 'row', 'aria-rowindex': 1 }, names.map(name => h('span', { key: name, role: 'columnheader' }, symbol(name)))) }));
}

function namesOf(records) {
  return [...new Set(records.flatMap(Object.keys))];
}

function widthsOf(records, names) {
  return names.split(LINE).map(name => width(name, records));
}

/** So many characters as the longest of them has, within bounds. */
function width(name, records) {
  return Math.min(WIDEST, Math.max(...[symbol(name), ...records.slice(0, LOOKED_AT).map(one => short(one[name]))].map(text => text.length)) + 1);
}

function listed(answer) {
  if (Array.isArray(answer)) {
    const flat = answer.length > 0 && answer.every(one => one !== null && typeof one === 'object' && !Array.isArray(one));
    return flat ? answer : answer.length > 0 ? answer.map((value, index) => ({ '#': index, value })) : null;
  }
  const parts = answer !== null && typeof answer === 'object' ? Object.entries(answer) : [];
  return parts.length > 1 && parts.every(([, one]) => one !== null && typeof one === 'object' && !Array.isArray(one))
    ? parts.map(([name, one]) => ({ name, ...one })) : null;
}
