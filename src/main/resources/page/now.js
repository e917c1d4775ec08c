// What waits, and what is in use. The pictures differ by domain.

import { ask } from './ask.js';
import { botsNow } from './bots.js';
import { chunksNow } from './chunks.js';
import { coresNow } from './cores.js';
import { h, repaint } from './h.js';
import { isCurrent } from './health.js';
import { laneRow } from './frame.js';
import { lastTurn } from './live.js';
import { once } from './once.js';
import { facts, notice, section } from './parts.js';
import { kindOf, lanePath, view, why } from './route.js';
import { rows } from './rows.js';
import { shardsNow } from './shards.js';
import { sift } from './sift.js';
import { ago, number } from './words.js';

const PICTURES = { cores: coresNow, bots: botsNow, shards: shardsNow, chunks: chunksNow };

const EVERY = 2000;
const FEW = 12; // items that are shown at once
const opened = new Map();

export function now(at) {
  const picture = PICTURES[kindOf(at.domain)];
  return h('div', { class: 'now', key: `now ${at.domain}` }, picture ? picture(at) : plain(at));
}

function plain(at) {
  const { waiting, waits, busy, assigned } = laneRow(at)?.figures ?? {};
  return section(at.lane, 'this domain has no picture', facts([[`${waits} that wait`, number(waiting)], [`${assigned} now`, number(busy)]]),
    h('p', {}, h('a', { href: view(at, 'queries') }, 'Its queries')));
}

/**
 * What waits: together by its reason, as the lane's query says, then one by one, the oldest first.
 *
 * @param items each with `kind`, `id`, `what`; `since` if it is known, and `label`
 * @param more what is said of them
 * @param name what they are called
 * @param listed asks for so many, if not all that wait are in the list
 */
export function waits(at, title, items, { more, calm, name, listed }) {
  const list = `waits ${at.domain} ${at.lane}`;
  const sorted = once(items, oldestFirst);
  if (!sorted.length) return section(title, more, isCurrent(at.domain) ? notice('done', 'Nothing waits', calm)
    : notice('idle', `Nothing waited at turn ${number(lastTurn())}`, 'Later inputs are not counted. What keeps them is above.'));
  const groups = ask(lanePath(at, 'queries/reasons'), { every: EVERY, turn: lastTurn() || null }).value?.answer ?? [];
  const all = Math.max(sorted.length, groups.reduce((sum, one) => sum + one.waiting, 0));
  const open = opened.get(list) ?? sorted.length <= FEW;
  return section(title, more,
    groups.length > 0 && h('div', { class: 'lines reasons', role: 'list', 'aria-label': 'reasons' }, groups.map(one => together(at, sorted[0].kind, one))),
    h('p', {}, h('button', { type: 'button', 'aria-expanded': open ? 'true' : 'false', onclick: () => {
      opened.set(list, !open);
      repaint();
    } }, `${open ? '▾' : '▸'} one by one`)),
    open && sift(at, name, sorted, left => rows(list, left, one => `${one.kind} ${one.id}`, one => waiting(at, one), { height: 4.5, label: title }), listed && all),
    open && listed && all > sorted.length && h('p', {}, h('a', { href: listed(all) }, `list all ${number(all)}`)));
}

function oldestFirst(items) {
  return items.every(one => one.since) ? items.toSorted((a, b) => a.since - b.since) : items;
}

function together(at, kind, { reason, waiting: many, since, oldest }) {
  return h('div', { key: reason ?? '', class: 'line wait', role: 'listitem' },
    h('span', { class: 'waiting mark' }, '▲'),
    h('span', { class: 'id' }, number(many)),
    h('span', { class: 'age' }, since ? `the oldest ${ago(since)}` : ''),
    h('span', { class: 'what' }, reason ?? 'what came after those that were asked about', oldest !== null && oldest !== undefined && [' · the first: ', h('a', { href: why(at, oldest, kind), 'data-item': true }, String(oldest))]));
}

function waiting(at, one) {
  return h('a', { class: 'line wait', href: one.href ?? why(at, one.id, one.kind), 'data-item': true, title: one.what },
    h('span', { class: 'waiting mark' }, '▲'),
    h('span', { class: 'id' }, h('small', {}, `${one.kind} `), one.label ?? String(one.id)),
    h('span', { class: 'age' }, one.since ? ago(one.since) : one.place ?? ''),
    h('span', { class: 'what' }, one.what));
}
