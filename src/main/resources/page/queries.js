// Any query of the lane, by name, with its arguments.

import { ask } from './ask.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { answered, notice, paste, standing } from './parts.js';
import { asked, go, lanePath, view } from './route.js';
import { queryNames } from './search.js';
import { table } from './table.js';
import { command } from './words.js';

const EVERY = 2000;
const RUN = 'run'; // says that a query with arguments was sent

export function queries(at) {
  const known = ask(`v1/${encodeURIComponent(at.domain)}/queries`);
  return answered(known, value => h('div', { class: 'beside left' }, list(at, queryNames(value)), h('div', { class: 'grow' }, one(at, queryNames(value)))), command('query', at.domain));
}

function list(at, all) {
  return h('ul', { class: 'names' }, all.map(query => h('li', { key: query.name }, h('a', { href: view(at, 'queries', query.name), 'data-item': true, 'aria-current': query.name === at.id ? 'page' : null, title: query.help },
    query.name, query.arguments.length > 0 && h('small', {}, query.arguments.join(' '))))));
}

function one(at, all) {
  if (!at.id) return notice('waiting', 'Choose a query', 'Its answer is a table. It changes nothing.');
  const query = all.find(each => each.name === at.id);
  if (!query) return notice('lost', `There is no query '${at.id}'`, 'Choose one of the list.');
  return [h('h1', {}, query.name), query.help && h('p', {}, query.help), form(at, query), result(at, query)];
}

function form(at, query) {
  return query.arguments.length > 0 && h('form', { key: query.name, class: 'ask', onsubmit: event => submit(event, at) },
    query.arguments.map(name => h('label', { key: name }, `${name} `, h('input', { name, value: at.args[name] ?? '', size: '14', autocomplete: 'off' }))),
    h('button', { type: 'submit' }, 'ask'), h('small', {}, 'A number, a text, or JSON. An argument may be empty unless the answer says that it is missing.'));
}

function submit(event, at) {
  event.preventDefault();
  go(view(at, 'queries', at.id, { ...Object.fromEntries(new FormData(event.target)), [RUN]: 1 }));
}

function result(at, query) {
  const args = Object.fromEntries(Object.entries(at.args).filter(([name, value]) => query.arguments.includes(name) && value !== ''));
  const line = command('query', at.domain, query.name, ...Object.entries(args).map(([name, value]) => `${name}=${value}`), '--key', at.lane);
  const told = ask(asked(lanePath(at, `queries/${encodeURIComponent(query.name)}`), args), { every: EVERY, turn: lastTurn() || null });
  return answered(told, value => [standing(value), table(`${at.domain} ${at.lane} ${query.name}`, value.answer), paste(line, 'the same with the CLI ')], line);
}
