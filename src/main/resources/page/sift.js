// A list with a field above it: what has the typed text is shown, and how many of how many that is. The text is in the address.

import { h, repaint } from './h.js';
import { hold } from './route.js';
import { count, number } from './words.js';

/** Whether a text, in small letters, is in a value or in one that it holds. */
export function holds(value, text) {
  if (value === null || value === undefined) return false;
  return typeof value === 'object' ? Object.values(value).some(one => holds(one, text)) : String(value).toLowerCase().includes(text);
}

function typed(name, text) {
  hold(name, text);
  repaint();
}

/**
 * The list, and its field.
 *
 * @param name of the list in the address, and what its items are called, such as `bots`
 * @param items each holds the texts by which it is found
 * @param shown makes the list of the items that are left
 * @param all how many there are, if not all of them are in the list
 */
export function sift(at, name, items, shown, all = items.length) {
  const text = (at.args[name] ?? '').trim().toLowerCase();
  const left = text ? items.filter(one => holds(one, text)) : items;
  return [
    h('p', { class: 'sift', key: `sift ${name}` },
      h('input', { type: 'search', value: at.args[name] ?? '', placeholder: `${name} with …`, 'aria-label': `only ${name} with this text`, autocomplete: 'off', spellcheck: 'false', size: '14', maxlength: '200', oninput: event => typed(name, event.target.value) }),
      h('span', { class: 'quiet', role: 'status' }, `${number(left.length)} of ${count(all, name)}`)),
    left.length > 0 || items.length === 0 ? shown(left) : h('p', { class: 'hint' }, `None of the ${name} here has '${text}'.`),
  ];
}
