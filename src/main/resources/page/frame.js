// The frame: where the reader is, as of which turn, how old, how far proved; and the ways on.

import { again, ask } from './ask.js';
import { h } from './h.js';
import { dot, judged, overall, silence } from './health.js';
import { lastTurn } from './live.js';
import { badge } from './parts.js';
import { asked, href, kindOf, view } from './route.js';
import { search } from './search.js';
import { ago, count, number } from './words.js';

const TABS = [['now', 'Now'], ['gantt', 'Gantt'], ['why', 'Why'], ['timeline', 'Timeline'], ['state', 'State'], ['queries', 'Queries'], ['whatif', 'What if'], ['proof', 'Proof']];
const OF_DOMAIN = { bots: [['shares', 'Shares']] };
const DOMAINS_MS = 2000;
const LANES_MS = 2000;
const PAGE = 100;

/** The tabs of a domain's lane, in the order of their digits. */
export function tabs(domain) {
  return [...TABS, ...(OF_DOMAIN[kindOf(domain)] ?? [])];
}

export function domains() {
  return ask('v1/domains', { every: DOMAINS_MS, steady: true }); // how all stands must not grow old
}

/** Asks anew which domains there are. */
export function refresh() {
  again('v1/domains');
}

/** Some of a domain's lanes: up to a limit; those whose names have a text; those from a place on. */
export function lanes(domain, { limit, find, from }) {
  return ask(asked(`v1/${encodeURIComponent(domain)}/lanes`, { limit, find, from }), { every: LANES_MS });
}

/** The line above all: place, search, standing, tabs. */
export function header(at, live) {
  return [
    h('div', { class: 'bar' },
      h('a', { class: 'brand', href: '#/' }, 'Rota'),
      at.domain && h('a', { class: 'id crumb', href: href([at.domain]) }, at.domain),
      at.lane && h('a', { class: 'id crumb', href: view(at, 'now') }, at.lane),
      search(at),
      h('span', { class: 'stand', role: 'status' }, at.lane ? place(at, live) : overall(), h('span', { class: 'quiet', title: 'all times on the page, and those that you type' }, 'times in UTC'))),
    at.lane && h('div', { class: 'tabs', role: 'navigation', 'aria-label': 'views' },
      tabs(at.domain).map(([name, label]) => h('a', { href: view(at, name), 'aria-current': at.view === name ? 'page' : null }, label))),
  ];
}

function place(at, live) {
  const one = laneRow(at);
  const turn = Math.max(one?.turn ?? 0, lastTurn());
  const taken = live.turns.at(-1)?.turn === turn ? live.turns.at(-1).at : one?.at;
  return [
    turn ? h('span', {}, `turn ${number(turn)}`) : null,
    taken ? h('span', { title: String(taken) }, `${ago(taken)} ago`) : null,
    one && (one.proved ? badge(silence() === null ? 'done' : 'idle', 'verified') : badge('lost', 'not verified', one.difference)),
    health(at),
    stream(live),
  ];
}

/** What is not well of the lane's domain. */
function health(at) {
  const one = domains().value?.domains?.find(each => each.domain === at.domain);
  if (!one) return null;
  const { tone, word } = judged(one);
  return tone === 'done' ? null : badge(tone, tone === 'idle' ? 'not known' : tone === 'lost' ? 'something is wrong' : 'something waits', word);
}

function stream(live) {
  if (live.missing) return badge('idle', 'no such lane yet');
  if (live.elsewhere) return badge('idle', 'at another engine');
  switch (live.state) {
    case 'live': return badge('running', 'live');
    case 'lost': return badge('lost', `stream lost ${ago(live.lostAt)} ago, trying again`);
    case 'paused': return badge('idle', 'paused');
    default: return badge('idle', 'connecting');
  }
}

/** What is known of a lane: its name, turn, figures, and whether it is proved. */
export function laneRow(at) {
  const row = page => page.value?.lanes?.find(one => one.lane === at.lane) ?? null;
  const first = lanes(at.domain, { limit: PAGE });
  return first.value?.next ? row(first) ?? row(lanes(at.domain, { limit: PAGE, find: at.lane })) : row(first);
}

/** Domains and lanes, each with its health as a shape and a word. */
export function nav(at) {
  const { value, error } = domains();
  return [
    value?.domains?.map(one => h('div', { key: one.domain },
      h('a', { class: 'domain', href: href([one.domain]), 'aria-current': !at.lane && at.domain === one.domain ? 'page' : null },
        dot(one), one.domain, h('small', {}, count(one.lanes, 'lanes'))),
      one.domain === at.domain && laneLinks(at, one))),
    error && h('p', { class: 'lost' }, '○ no answer'),
    h('a', { class: 'domain', href: '#/engine', 'aria-current': at.view === 'engine' ? 'page' : null }, 'Engine'),
    h('p', { class: 'hint' }, h('kbd', {}, '?'), ' keys and shapes'),
  ];
}

/** A lane is as its domain is, unless it is not verified. */
function laneDot(domain, one) {
  return one.proved ? dot(domain) : h('span', { class: 'dot lost', title: one.difference, 'aria-label': 'not verified', role: 'img' }, '✕');
}

function laneLinks(at, domain) {
  const { value, error } = lanes(at.domain, { limit: PAGE });
  if (!value) return h('p', { class: 'hint' }, error ? 'no answer' : 'Asking …');
  const here = at.lane && laneRow(at);
  const all = here && !value.lanes.some(one => one.lane === at.lane) ? [here, ...value.lanes] : value.lanes;
  return [
    h('ul', {}, all.map(one => h('li', { key: one.lane },
      h('a', { href: href([at.domain, one.lane, at.lane ? at.view : 'now']), 'aria-current': one.lane === at.lane ? 'page' : null, title: one.difference },
        laneDot(domain, one), h('span', { class: 'id' }, one.lane), figures(one))))),
    value.next && h('a', { href: href([at.domain]) }, `all ${count(domain.lanes, 'lanes')}`),
  ];
}

function figures(one) {
  const { waiting, waits } = one.figures ?? {};
  return waiting > 0 && h('small', { title: `${count(waiting, waits)} ${waiting === 1 ? 'waits' : 'wait'}` }, `▲ ${number(waiting)}`);
}
