// A change of policy and fleet: its form, its place in the address, and its flags.

import { h } from './h.js';
import { go, view } from './route.js';

const LINE = '\n'; // several of a kind in one argument

/** What the address says: the question, the flags of the CLI, and whether there is nothing to ask. */
export function changes(args) {
  const { policy, since } = args;
  const query = new URLSearchParams();
  const flags = [];
  if (policy) {
    query.set('policy', policy);
    flags.push('--policy', policy);
  }
  for (const name of ['add', 'remove', 'priority']) {
    for (const one of lines(args[name])) {
      query.append(name, one);
      flags.push(`--${name}`, one);
    }
  }
  if (since) {
    query.set('since', since);
    flags.push('--since', since);
  }
  return { query, flags, none: !policy && !flags.some(flag => ['--add', '--remove', '--priority'].includes(flag)) };
}

function lines(text) {
  return (text ?? '').split(LINE).filter(Boolean);
}

/** Fields and kinds to choose, and what is chosen. */
export function changeForm(at, known) {
  const policy = parsed(at.args.policy);
  return [
    h('form', { key: 'policy', class: 'ask', onsubmit: event => setField(event, at, policy, known) },
      h('label', {}, 'policy ', h('select', { name: 'field' }, known.policy.map(one => h('option', { key: one.name, value: one.name, title: one.about }, one.name)))),
      h('label', {}, ' becomes ', h('input', { name: 'value', size: '16', required: true, autocomplete: 'off', placeholder: 'a number, a word, or JSON' })),
      h('button', { type: 'submit' }, 'set')),
    h('form', { key: 'fleet', class: 'ask', onsubmit: event => changeFleet(event, at) },
      h('label', {}, 'fleet ', h('select', { name: 'how' }, h('option', { value: 'add' }, 'add'), h('option', { value: 'remove' }, 'remove'))),
      h('label', {}, h('span', { class: 'unseen' }, 'kind '), h('select', { name: 'kind' }, known.fleet.map(form => kind(form)))),
      h('label', {}, h('span', { class: 'unseen' }, 'name or number '), h('input', { name: 'name', size: '10', required: true, autocomplete: 'off', placeholder: 'name or number' })),
      h('label', {}, ' like ', h('input', { name: 'like', size: '10', autocomplete: 'off', placeholder: 'the first' })),
      h('button', { type: 'submit' }, 'change')),
    h('form', { key: 'since', class: 'ask', onsubmit: event => setSince(event, at) },
      h('label', {}, 'since ', h('input', { name: 'since', value: at.args.since ?? '', size: '20', autocomplete: 'off', placeholder: 'the first turn' })),
      h('button', { type: 'submit' }, 'measure from then'),
      h('small', {}, 'A time such as 2026-01-31T12:00:00Z, or a duration before now such as PT1H.')),
    chosen(at, policy),
  ];
}

function kind(form) {
  const [name, what] = form.split(':');
  return h('option', { key: name, value: name }, what === 'N' ? `${name} (how many)` : `${name} (its name)`);
}

function parsed(text) {
  try {
    return JSON.parse(text || '{}') ?? {};
  } catch {
    return {};
  }
}

function chosen(at, policy) {
  const fields = Object.entries(policy).map(([name, value]) => [`${name}: ${JSON.stringify(value)}`, { policy: without(policy, name) }]);
  const others = ['add', 'remove', 'priority'].flatMap(name => lines(at.args[name]).map((one, index, all) => [`${name} ${one}`, { [name]: all.filter((_, other) => other !== index).join(LINE) }]));
  const all = [...fields, ...others];
  return all.length > 0 && h('ul', { class: 'chips', 'aria-label': 'the change' }, all.map(([text, rest], index) => h('li', { key: `${index} ${text}` },
    h('span', { class: 'id' }, text), h('a', { href: view(at, 'whatif', null, { ...at.args, ...rest }), 'aria-label': `leave out ${text}`, title: 'leave it out' }, '✕'))));
}

function without(policy, name) {
  const rest = Object.fromEntries(Object.entries(policy).filter(([one]) => one !== name));
  return Object.keys(rest).length ? JSON.stringify(rest) : null;
}

function setField(event, at, policy, known) {
  const { field, value } = given(event);
  const { type } = known.policy.find(one => one.name === field) ?? {};
  go(view(at, 'whatif', null, { ...at.args, policy: JSON.stringify({ ...policy, [field]: typed(value, type) }) }));
}

/** A word stays a word where the field is one; else what JSON says. */
function typed(value, type) {
  if (type === 'string' || type === 'enum') return type === 'enum' ? value.trim().toUpperCase() : value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function changeFleet(event, at) {
  const { how, kind: what, name, like } = given(event);
  const one = `${what}:${name.trim()}${how === 'add' && like.trim() ? `=like:${like.trim()}` : ''}`;
  go(view(at, 'whatif', null, { ...at.args, [how]: [...lines(at.args[how]), one].join(LINE) }));
}

function setSince(event, at) {
  go(view(at, 'whatif', null, { ...at.args, since: given(event).since.trim() }));
}

function given(event) {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.target));
}
