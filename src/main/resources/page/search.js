// One box for things, turns, lanes, queries and rules. It shows what exists, and where each line leads.

import { ask } from './ask.js';
import { queryList } from './asking.js';
import { h, repaint } from './h.js';
import { lastTurn } from './live.js';
import { merged } from './results.js';
import { asked, go, href, kindOf, rule, view } from './route.js';

const KINDS = { cores: ['para', 'core', 'collator'], bots: ['job', 'bot', 'cohort'], shards: ['shard', 'transaction', 'worker'], chunks: ['chunk', 'worker', 'dataset'] };
const REST_MS = 150; // a server is not asked about each letter
const FOUND = 20;
const LANES = 4; // of a domain whose turns may be searched from here
let text = '';
let settled = '';
let timer = null;
let chosen = 0;

export function search(at) {
  const found = text ? results(at) : [];
  const links = found.filter(one => one.to);
  const what = (KINDS[kindOf(at.domain)] ?? ['job', 'para', 'worker', 'lane']).join(', ');
  return h('div', { class: 'search', role: 'search' },
    h('input', { id: 'search', type: 'search', placeholder: `${what}, turn …   /`, 'aria-label': `search: ${what}, turn, query, rule`, autocomplete: 'off', spellcheck: 'false',
      value: text, maxlength: '600', oninput: event => typed(event.target.value), onkeydown: event => key(event, links),
      'aria-controls': 'found', 'aria-expanded': found.length > 0 ? 'true' : 'false', role: 'combobox', 'aria-autocomplete': 'list' }),
    found.length > 0 && h('ul', { id: 'found', role: 'listbox' }, found.map(one => (one.to
      ? h('li', { key: `${one.label} ${one.to}`, role: 'option', 'aria-selected': one === links[chosen] ? 'true' : 'false' }, h('a', { href: one.to, onclick: leave }, one.where && h('small', {}, one.where), one.label))
      : h('li', { key: one.label, class: 'nothing', role: 'option', 'aria-disabled': 'true' }, one.label)))));
}

function typed(value) {
  text = value;
  chosen = 0;
  clearTimeout(timer);
  timer = setTimeout(() => {
    settled = text.trim();
    repaint();
  }, REST_MS);
  repaint();
}

function leave() {
  typed('');
  settled = '';
  document.activeElement?.blur();
}

function key(event, found) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    chosen = (chosen + step + found.length) % Math.max(1, found.length);
    event.preventDefault();
    repaint();
  } else if (event.key === 'Enter' && found[chosen]) {
    go(found[chosen].to);
    leave();
  } else if (event.key === 'Escape') {
    leave();
  }
}

function results(at) {
  const wanted = text.trim();
  if (!wanted) return [];
  const { things, state } = exist(at, wanted);
  const all = [...things, ...ways(at, wanted)];
  return state ? [...all, { label: state }] : all;
}

/** What the lanes have now, as their servers say. */
function exist(at, wanted) {
  const domains = ask('v1/domains', { every: 2000 }).value?.domains ?? [];
  if (wanted !== settled || !domains.length) return { things: [], state: 'Looking …' };
  const told = domains.map(({ domain }) => ({ domain, told: ask(asked(`v1/${encodeURIComponent(domain)}/find`, { text: wanted, limit: FOUND })) }));
  const answers = told.filter(one => one.told.value).map(({ domain, told: { value } }) => ({ domain, ...value }));
  const { things, more } = merged(answers, at);
  const failed = told.filter(one => one.told.error && !one.told.value).map(one => one.domain);
  const open = told.some(one => !one.told.value && !one.told.error);
  const state = failed.length ? `No answer of ${failed.join(', ')}` : open ? 'Looking …' : more ? 'There may be more: type more of the name' : things.length ? null : `Nothing that is there now is named '${wanted}'`;
  return { things, state };
}

/** Turns, queries, rules and domains of this name. */
function ways(at, wanted) {
  const lower = wanted.toLowerCase();
  const all = [];
  if (at.lane) {
    if (/^[1-9]\d{0,14}$/.test(wanted) && Number(wanted) <= lastTurn()) all.push({ label: `turn ${wanted}`, to: view(at, 'timeline', null, { turn: wanted }) });
    all.push({ label: `turns that say '${wanted}'`, to: view(at, 'timeline', null, { find: wanted }) });
    queryList(ask(`v1/${encodeURIComponent(at.domain)}/queries`).value).filter(one => one.name.includes(lower)).slice(0, 5)
      .forEach(one => all.push({ label: `query ${one.name}`, where: one.about.slice(0, 40), to: view(at, 'queries', one.name) }));
  }
  if (/^[a-z]+ [a-z]?[\d.]+[a-z]?$/i.test(wanted) && wanted.split(' ')[0] in KINDS) all.push({ label: `rule ${wanted}`, to: rule(wanted) });
  const domains = ask('v1/domains', { every: 2000 }).value?.domains ?? [];
  for (const { domain } of domains) {
    if (domain.startsWith(lower)) all.push({ label: `domain ${domain}`, to: href([domain]) });
  }
  return at.lane ? all : [...all, ...elsewhere(domains.filter(one => !at.domain || one.domain === at.domain), wanted)];
}

/** What is over is in turns only, and these are searched lane by lane. */
function elsewhere(domains, wanted) {
  return domains.flatMap(({ domain }) => (ask(asked(`v1/${encodeURIComponent(domain)}/lanes`, { limit: LANES }), { every: 2000 }).value?.lanes ?? [])
    .map(({ lane }) => ({ label: `turns that say '${wanted}'`, where: `${domain} ${lane}`, to: view({ domain, lane }, 'timeline', null, { find: wanted }) })));
}
