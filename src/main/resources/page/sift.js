// A list with a field above it: what has the typed text is shown, and how many of how many that is. The text is in the address.

import { h, repaint } from './h.js';
import { once } from './once.js';
import { hold } from './route.js';
import { count, number } from './words.js';

/** Whether a text, in small letters, is in a value or in one that it holds. */
export function holds(value, text) {
  if (value === null || value === undefined) return false;
  return typeof value === 'object' ? Object.values(value).some(one => holds(one, text)) : String(value).toLowerCase().includes(text);
}

function having(items, text) {
  return items.filter(one => holds(one, text));
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
  const text = textOf(at, name).toLowerCase();
  return sifted(at, name, text ? once(items, having, text) : items, shown, all);
}

/** The text that is in the field of a list. */
export function textOf(at, name) {
  return (at.args[name] ?? '').trim();
}

/** The same of items that the server has found by the text. */
export function sifted(at, name, left, shown, all) {
  return [
    h('p', { class: 'sift', key: `sift ${name}` },
      h('input', { type: 'search', value: at.args[name] ?? '', placeholder: `${name} with …`, 'aria-label': `only ${name} with this text`, autocomplete: 'off', spellcheck: 'false', size: '14', maxlength: '200', oninput: event => typed(name, event.target.value) }),
      h('span', { class: 'quiet', role: 'status' }, `${number(left.length)} of ${count(all, name)}`)),
    left.length > 0 || all === 0 ? shown(left) : h('p', { class: 'hint' }, `None of the ${name} here has '${textOf(at, name).toLowerCase()}'.`),
  ];
}
