// An answer as a table where it is a list or a map of records, else as a tree.

import { h } from './h.js';
import { rows } from './rows.js';
import { leaf, short, tree } from './tree.js';
import { symbol } from './words.js';

const COLUMNS_MOST = 14;

export function table(id, answer) {
  const records = listed(answer);
  if (!records) return answer !== null && typeof answer === 'object' ? tree(id, answer) : h('p', { class: 'sentence id' }, leaf(answer));
  const names = [...new Set(records.flatMap(Object.keys))];
  if (names.length > COLUMNS_MOST) return tree(id, answer);
  const style = { '--columns': names.length };
  return h('div', { class: 'table', style }, rows(`table ${id}`, records, (one, index) => h('div', { key: key(one, names, index), class: 'line record', role: 'listitem' },
    names.map(name => h('span', { key: name, class: 'id', title: leaf(one[name]) }, short(one[name])))),
  { height: 2, label: 'the answer', head: h('div', { key: 'head', class: 'line record head' }, names.map(name => h('span', { key: name }, symbol(name)))) }));
}

function key(one, names, index) {
  return `${index} ${leaf(one[names[0]])}`;
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
