// Any query of the lane, by name, with its arguments.

import { ask } from './ask.js';
import { argumentsOf, missing, queryList } from './asking.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { answered, notice, paste, standing } from './parts.js';
import { asked, go, lanePath, view } from './route.js';
import { table } from './table.js';
import { command } from './words.js';

const EVERY = 2000;

export function queries(at) {
  const known = ask(`v1/${encodeURIComponent(at.domain)}/queries`);
  return answered(known, value => h('div', { class: 'beside left' }, list(at, queryList(value)), h('div', { class: 'grow' }, one(at, queryList(value)))), command('query', at.domain));
}

function list(at, all) {
  return h('ul', { class: 'names wide' }, all.map(query => h('li', { key: query.name }, h('a', { href: view(at, 'queries', query.name), 'data-item': true, 'aria-current': query.name === at.id ? 'page' : null, title: query.about },
    query.name, h('small', { class: 'about' }, query.about)))));
}

function one(at, all) {
  if (!at.id) return notice('idle', 'Choose a query', 'Its answer is a table. It changes nothing.');
  const query = all.find(each => each.name === at.id);
  if (!query) return notice('lost', `There is no query '${at.id}'`, 'Choose one of the list.');
  const left = missing(query, at.args);
  return [h('h1', {}, query.name), query.about && h('p', {}, `${query.about[0].toUpperCase()}${query.about.slice(1)}.`), form(at, query),
    left.length ? notice('idle', `Fill in ${left.join(' and ')}`, 'It is asked as soon as it has what it needs.') : result(at, query)];
}

function form(at, query) {
  return query.arguments.length > 0 && h('form', { key: query.name, onsubmit: event => submit(event, at) },
    h('div', { class: 'args' }, query.arguments.map(one => h('label', { key: one.name },
      h('span', { class: one.required ? 'id needed' : 'id' }, one.name), h('input', { name: one.name, value: at.args[one.name] ?? '', autocomplete: 'off', required: one.required }), h('small', {}, one.about)))),
    h('button', { type: 'submit' }, 'ask'), h('small', {}, 'A number, a text, or JSON. What has a * is needed.'));
}

function submit(event, at) {
  event.preventDefault();
  go(view(at, 'queries', at.id, Object.fromEntries(new FormData(event.target))));
}

function result(at, query) {
  const args = argumentsOf(query, at.args);
  const line = command('query', at.domain, query.name, ...Object.entries(args).map(([name, value]) => `${name}=${value}`), '--key', at.lane);
  const told = ask(asked(lanePath(at, `queries/${encodeURIComponent(query.name)}`), args), { every: EVERY, turn: lastTurn() || null });
  return answered(told, value => [standing(value), table(at, query.name, value.answer), paste(line, 'the same with the CLI ')], line);
}
