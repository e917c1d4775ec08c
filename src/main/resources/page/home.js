// All domains, or the lanes of one.

import { ask } from './ask.js';
import { chooser } from './drop.js';
import { domains, lanes } from './frame.js';
import { h, repaint } from './h.js';
import { judged } from './health.js';
import { answered, badge, notice, paste, section } from './parts.js';
import { href, kindOf, lanePath, view, why } from './route.js';
import { rows } from './rows.js';
import { sifted, textOf } from './sift.js';
import { sparkline, trends } from './trends.js';
import { ago, clock, command, count, number, span } from './words.js';

const ABOUT = {
  cores: 'parachains and claims to availability cores',
  bots: 'build jobs to build bots',
  shards: 'transaction shards to execution workers',
  chunks: 'data chunks to storage workers',
};
const WELCOME = 'welcome';
const TREND_MS = 10_000;
const LANES_SHOWN = 8;
const LONG_MS = 60_000; // a wait that somebody should look at
const PAGE = 100; // lanes of an answer
let looked = null; // what the shown lanes were looked for by

const kept = storage();

/** A browser may refuse to keep anything; then it is said each time. */
function storage() {
  try {
    localStorage.getItem(WELCOME);
    return localStorage;
  } catch {
    const all = new Map();
    return { getItem: name => all.get(name) ?? null, setItem: (name, value) => all.set(name, value) };
  }
}

export function home(at) {
  if (at.domain) return domain(at);
  return answered(domains(), value => value.domains.length === 0 ? nothing() : [welcome(), longest(value.domains), h('div', { class: 'cards' }, value.domains.map(card)), chooser()], 'curl ' + location.origin + '/v1/domains');
}

/** Said until the reader has read it. */
function welcome() {
  if (kept.getItem(WELCOME)) return null;
  return notice('running', 'What you see here', h('p', {}, 'Rota assigns work to resources: each domain below is one kind of work, each lane one group of it that is decided in order. ',
    'This page replays every decision from the ledger and compares it, so what it shows is verified, and it can say why each thing is as it is. ',
    'Choose a lane to see who has what now and over time, or press ', h('kbd', {}, '/'), ' to search and ', h('kbd', {}, '?'), ' for keys and shapes.'),
  h('button', { type: 'button', onclick: () => { kept.setItem(WELCOME, 'read'); repaint(); } }, 'I have read it'));
}

/** What waits longest, of all domains. */
function longest(all) {
  const figures = all.map(one => ({ one, trend: trendOf(one.domain) })).filter(({ trend }) => trend?.lanes > 0) // without a lane, nothing can wait
    .map(({ one, trend }) => ({ one, waiting: last(trend, 'waiting'), age: last(trend, 'oldestSeconds') }));
  if (!figures.length) return null;
  const known = figures.filter(({ age }) => age > 0).toSorted((a, b) => b.age - a.age);
  if (known.length) return notice(known[0].age * 1000 >= LONG_MS ? 'waiting' : 'idle', `The longest wait: ${known[0].one.domain}, ${span(known[0].age * 1000)}`, h('p', {}, oldest(known[0].one)),
    known.length > 1 && h('p', {}, ages(known.slice(1))));
  return notice('idle', 'The longest wait', h('p', {}, figures.every(({ waiting }) => waiting === 0) ? 'Nothing waits.' : 'What waits longest is not known.'));
}

/** Domains, each with the age of its oldest item. */
function ages(all) {
  return all.map(({ one, age }, i) => [i > 0 && ', ', h('a', { key: one.domain, href: href([one.domain]) }, one.domain), ` ${span(age * 1000)}`]);
}

/** The item of a domain that waits longest, and why, as its lane says. */
function oldest({ domain }) {
  const some = (lanes(domain, { limit: LANES_SHOWN }).value?.lanes ?? []).filter(one => one.figures?.waiting > 0);
  const groups = some.flatMap(({ lane }) => (ask(lanePath({ domain, lane }, 'queries/reasons'), { every: TREND_MS }).value?.answer ?? []).map(one => ({ lane, ...one })));
  const [first] = groups.filter(one => one.since && one.oldest !== null).toSorted((a, b) => a.since - b.since);
  if (!first) return h('a', { href: href([domain]) }, 'its lanes');
  const at = { domain, lane: first.lane };
  return [h('a', { href: why(at, String(first.oldest)), 'data-item': true }, String(first.oldest)), ' of ', h('a', { href: view(at, 'now') }, first.lane), `, since ${clock(first.since)}: ${first.reason ?? 'why is not known'}`];
}

function trendOf(domain) {
  return ask(`v1/${encodeURIComponent(domain)}/trend?points=360`, { every: TREND_MS }).value;
}

function last(trend, name) {
  return trend?.[name]?.at(-1);
}

function about(domain) {
  const kind = ABOUT[kindOf(domain)];
  return domain.includes('@') ? `a capsule${kind ? `: ${kind}` : ''}` : kind;
}

function card(one) {
  const { value, error } = lanes(one.domain, { limit: LANES_SHOWN });
  const { tone, word } = judged(one);
  return h('section', { key: one.domain, class: 'card' },
    h('h2', {}, h('a', { href: href([one.domain]), 'data-item': true }, one.domain), h('small', {}, about(one.domain))),
    h('p', {}, tone === 'done' ? (one.turns > 0 ? badge('done', 'verified') : badge('idle', 'no turn yet')) : badge(tone, one.proved ? { idle: 'not known', waiting: 'something waits', lost: 'something is wrong' }[tone] : 'not verified', word), ` ${count(one.turns, 'turns')} of ${count(one.lanes, 'lanes')} on ${count(one.partitions, 'partitions')}`,
      one.behindRecords > 0 && [' ', badge('waiting', `${count(one.behindRecords, 'records')} behind`)]),
    vitals(one.domain),
    value ? (value.lanes.length ? h('div', { class: 'lines', role: 'list', 'aria-label': `lanes of ${one.domain}` }, value.lanes.map(lane => h('div', { key: lane.lane, role: 'listitem' }, line(one.domain, lane)))) : empty(one.domain)) : h('p', { class: 'loading' }, error ? 'no answer' : 'Asking …'),
    value?.next && h('p', {}, h('a', { href: href([one.domain]) }, 'all lanes')));
}

/** What waits and since when, what is assigned, and whether it becomes more. */
function vitals(domain) {
  const trend = trendOf(domain);
  if (!trend) return null;
  const [waiting, age, assigned, capacity] = ['waiting', 'oldestSeconds', 'assigned', 'capacity'].map(name => last(trend, name));
  if (waiting === null || waiting === undefined) return null;
  return h('p', { class: 'vitals' },
    h('span', { class: waiting > 0 ? 'waiting' : 'quiet' }, waiting > 0 ? `▲ ${count(waiting, trend.units?.waiting ?? 'items')} ${waiting === 1 ? 'waits' : 'wait'}${age > 0 ? `, the oldest ${span(age * 1000)}` : ''}` : '✓ nothing waits'),
    h('span', { class: 'running' }, `● ${number(assigned)}${capacity > 0 ? ` of ${number(capacity)}` : ''} ${trend.units?.assigned ?? ''}`),
    sparkline(trend));
}

function line(domain, one) {
  const { waiting, waits, busy, assigned } = one.figures ?? {};
  return h('a', { class: 'line lane', href: href([domain, one.lane, 'now']), 'data-item': true },
    h('span', { class: 'id' }, one.lane),
    h('span', { class: waiting > 0 ? 'waiting' : 'quiet' }, waits ? `▲ ${count(waiting, waits)} ${waiting === 1 ? 'waits' : 'wait'}` : ''),
    h('span', { class: 'running' }, assigned ? `● ${count(busy, assigned)}` : ''),
    h('span', { class: 'quiet' }, `turn ${number(one.turn)}, ${ago(one.at)} ago`),
    one.proved ? h('span', { class: 'done', title: 'verified' }, '✓') : h('span', { class: 'lost', title: one.difference }, '✕'));
}

function domain(at) {
  const find = textOf(at, 'lanes');
  const first = pageOf(at, find, 0);
  if (first.value) looked = { domain: at.domain, find };
  const shown = looked?.domain === at.domain ? looked.find : find; // until the answer comes, what was there stays
  return answered(pageOf(at, shown, 0), value => section(at.domain, about(at.domain), trends(`v1/${encodeURIComponent(at.domain)}/trend`, null, false),
    value.found || shown ? listed(at, shown, value.found) : empty(at.domain)));
}

function pageOf(at, find, number) {
  return lanes(at.domain, { limit: PAGE, find, from: number * PAGE });
}

/** The lanes that have a text: the server looks for them, and is asked for those that are seen. */
function listed(at, find, found) {
  const one = place => pageOf(at, find, Math.floor(place / PAGE)).value?.lanes[place % PAGE] ?? { waits: place };
  const left = { length: found, slice: (from, to) => Array.from({ length: Math.max(0, Math.min(to, found) - from) }, (_, i) => one(from + i)) };
  const all = domains().value?.domains?.find(each => each.domain === at.domain)?.lanes ?? 0;
  return sifted(at, 'lanes', left, () => rows(`lanes ${at.domain}`, left, each => each.lane ?? `waits ${each.waits}`, each => (each.lane === undefined ? h('div', { class: 'line pause' }, '…') : line(at.domain, each)), { height: 2.25, label: 'lanes' }), Math.max(all, found));
}

function empty(domain) {
  return notice('idle', `No lane of ${domain} has taken a turn`, h('p', {}, 'A lane begins with its first record. Send one:'), paste(command('produce', '--help')), paste(command('dev', '--demo'), 'or see generated traffic '));
}

function nothing() {
  return [notice('idle', 'No domain is followed', paste(command('follow', 'cores', 'bots', 'shards', 'chunks'))), chooser()];
}

/** A lane that has taken no turn: it may be misspelt, or its first record is still to come. */
export function unknownLane(at) {
  if (at.lane.startsWith('~')) return notice('done', `No dead letter on partition ${at.lane.slice(1)}`, 'Each record of the partition could be read.');
  const known = lanes(at.domain, { limit: LANES_SHOWN }).value?.lanes ?? [];
  return notice('idle', `${at.domain} has no lane '${at.lane}'`,
    h('p', {}, 'It has taken no turn. A lane begins with its first record. The page looks again every 2 s.'),
    known.length > 0 && h('p', {}, 'There are ', known.map(one => [h('a', { href: href([at.domain, one.lane, 'now']) }, one.lane), ' '])),
    paste(command('query', at.domain, 'state', '--key', at.lane)));
}
