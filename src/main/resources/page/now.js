// What waits, and what is in use. The pictures differ by domain.

import { botsNow } from './bots.js';
import { chunksNow } from './chunks.js';
import { coresNow } from './cores.js';
import { h } from './h.js';
import { laneRow } from './frame.js';
import { facts, notice, section } from './parts.js';
import { kindOf, view, why } from './route.js';
import { rows } from './rows.js';
import { shardsNow } from './shards.js';
import { ago, number } from './words.js';

const PICTURES = { cores: coresNow, bots: botsNow, shards: shardsNow, chunks: chunksNow };

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
 * What waits, the oldest first.
 *
 * @param items each with `kind`, `id`, `what`; `since` if it is known, and `label`
 * @param more what is not in the list
 */
export function waits(at, title, items, { more, calm }) {
  const sorted = items.every(one => one.since) ? items.toSorted((a, b) => a.since - b.since) : items;
  return section(title, more, sorted.length === 0
    ? notice('done', 'Nothing waits', calm)
    : rows(`waits ${at.domain} ${at.lane}`, sorted, one => waiting(at, one), { height: 3.5, label: title }));
}

function waiting(at, one) {
  return h('a', { key: `${one.kind} ${one.id}`, class: 'line wait', role: 'listitem', href: one.href ?? why(at, one.id, one.kind), 'data-item': true, title: one.what },
    h('span', { class: 'waiting mark' }, '▲'),
    h('span', { class: 'id' }, h('small', {}, `${one.kind} `), one.label ?? String(one.id)),
    h('span', { class: 'age' }, one.since ? ago(one.since) : one.place ?? ''),
    h('span', { class: 'what' }, one.what));
}
