// One box for ids, turns, lanes, queries and rules. Nothing is guessed: each line says where it leads.

import { ask } from './ask.js';
import { h, repaint } from './h.js';
import { go, href, kindOf, rule, view, why } from './route.js';

const KINDS = { cores: ['para', 'core', 'group'], bots: ['job', 'bot', 'cohort'], shards: ['shard', 'transaction', 'worker'], chunks: ['chunk', 'worker', 'dataset'] };
let text = '';
let chosen = 0;

export function search(at) {
  const found = text ? results(at) : [];
  const what = (KINDS[kindOf(at.domain)] ?? ['lane', 'rule']).join(', ');
  return h('div', { class: 'search', role: 'search' },
    h('input', { id: 'search', type: 'search', placeholder: `${what}, turn …   /`, 'aria-label': `search: ${what}, turn, query, rule`, autocomplete: 'off', spellcheck: 'false',
      value: text, maxlength: '600', oninput: event => typed(event.target.value), onkeydown: event => key(event, found),
      'aria-controls': 'found', 'aria-expanded': found.length > 0 ? 'true' : 'false', role: 'combobox', 'aria-autocomplete': 'list' }),
    found.length > 0 && h('ul', { id: 'found', role: 'listbox' }, found.map(([label, to], index) =>
      h('li', { key: to, role: 'option', 'aria-selected': index === chosen ? 'true' : 'false' }, h('a', { href: to, onclick: leave }, label)))));
}

function typed(value) {
  text = value;
  chosen = 0;
  repaint();
}

function leave() {
  typed('');
  document.activeElement?.blur();
}

function key(event, found) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    chosen = (chosen + step + found.length) % Math.max(1, found.length);
    event.preventDefault();
    repaint();
  } else if (event.key === 'Enter' && found[chosen]) {
    go(found[chosen][1]);
    leave();
  } else if (event.key === 'Escape') {
    leave();
  }
}

function results(at) {
  const wanted = text.trim();
  const lower = wanted.toLowerCase();
  const found = [];
  if (!wanted) return found;
  if (at.lane) {
    found.push([`why is ${wanted} so?`, why(at, wanted)]);
    if (/^\d{1,15}$/.test(wanted)) found.push([`the state after turn ${wanted}`, view(at, 'state', null, { at: wanted })]);
    queries(at).filter(name => name.includes(lower)).forEach(name => found.push([`query ${name}`, view(at, 'queries', name)]));
  }
  if (/^[a-z]+ [a-z]?[\d.]+[a-z]?$/i.test(wanted)) found.push([`rule ${wanted}`, rule(wanted)]);
  for (const { domain } of ask('v1/domains', { every: 2000 }).value?.domains ?? []) {
    if (domain.startsWith(lower)) found.push([`domain ${domain}`, href([domain])]);
    const lanes = domain === at.domain ? (ask(`v1/${encodeURIComponent(domain)}/lanes?limit=100`, { every: 2000 }).value?.lanes ?? []) : [];
    lanes.filter(one => one.lane.toLowerCase().includes(lower)).forEach(one => found.push([`lane ${one.lane}`, href([domain, one.lane, 'now'])]));
    found.push([`lane ${wanted} of ${domain}`, href([domain, wanted, 'now'])]);
  }
  return found.slice(0, 9);
}

function queries(at) {
  return queryNames(ask(`v1/${encodeURIComponent(at.domain)}/queries`).value).map(one => one.name);
}

/** The queries of an answer: a list of them, or arguments by name. */
export function queryNames(value) {
  const all = value?.queries ?? value ?? {};
  return Array.isArray(all)
    ? all.map(one => ({ name: one.name ?? one.query, arguments: one.arguments ?? [], help: one.help ?? '' }))
    : Object.entries(all).map(([name, args]) => ({ name, arguments: Array.isArray(args) ? args : args.arguments ?? [], help: args.help ?? '' }));
}
