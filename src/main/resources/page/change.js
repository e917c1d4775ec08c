// A change of policy and fleet: its form, its place in the address, and its flags.

import { changed, isPlain, presentText, rangeText } from './fields.js';
import { h, repaint } from './h.js';
import { notice } from './parts.js';
import { go, view } from './route.js';

let wrong = { lane: null, all: [] }; // what was typed and is no value

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
    policyForm(at, policy, known.policy),
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

/** Each field with what it is now. What is typed beside it is tried, all of it together. */
function policyForm(at, policy, fields) {
  const lane = `${at.domain} ${at.lane}`;
  return h('form', { key: 'policy', onsubmit: event => setFields(event, at, fields, lane) },
    h('div', { class: 'fields', role: 'group', 'aria-label': 'the policy' }, fields.map(one => field(one, policy))),
    wrong.lane === lane && wrong.all.map(text => notice('lost', text)),
    h('p', {}, h('button', { type: 'submit' }, 'try these'), ' ', h('small', {}, 'What is left empty stays as it was recorded.')));
}

function field(one, policy) {
  const said = one.name in policy;
  const value = !said ? '' : typeof policy[one.name] === 'object' && policy[one.name] !== null ? JSON.stringify(policy[one.name]) : String(policy[one.name]);
  const now = presentText(one);
  return h('label', { key: one.name, class: said ? 'said' : '' },
    h('span', { class: 'id' }, one.name), h('span', { class: 'id', title: now }, h('small', {}, 'now '), now.length > 40 ? `${now.slice(0, 40)}…` : now),
    choice(one, value, isPlain(one) && one.known ? now : 'JSON'), h('small', { class: 'range' }, rangeText(one)), h('small', { class: 'about' }, one.about));
}

function choice(one, value, hint) {
  const symbols = one.symbols ?? (one.type === 'boolean' ? ['true', 'false'] : null);
  return symbols ? h('select', { name: one.name, value, 'aria-label': `${one.name} becomes` }, h('option', { value: '' }, '–'), symbols.map(name => h('option', { key: name, value: name }, name)), one.optional && h('option', { value: 'null' }, 'null'))
    : h('input', { name: one.name, value, autocomplete: 'off', placeholder: hint, 'aria-label': `${one.name} becomes` });
}

function setFields(event, at, fields, lane) {
  const { policy, wrong: all } = changed(fields, given(event));
  wrong = { lane, all };
  if (all.length) repaint();
  else go(view(at, 'whatif', null, { ...at.args, policy: Object.keys(policy).length ? JSON.stringify(policy) : null }));
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
