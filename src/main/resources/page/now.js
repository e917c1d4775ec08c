// What waits, and what is in use. The pictures differ by domain.

import { botsNow } from './bots.js';
import { chunksNow } from './chunks.js';
import { coresNow } from './cores.js';
import { h, repaint } from './h.js';
import { laneRow } from './frame.js';
import { grouped, rowsOf } from './groups.js';
import { facts, notice, section } from './parts.js';
import { kindOf, view, why } from './route.js';
import { rows } from './rows.js';
import { shardsNow } from './shards.js';
import { ago, number } from './words.js';

const PICTURES = { cores: coresNow, bots: botsNow, shards: shardsNow, chunks: chunksNow };

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
 * What waits, the oldest first, together by its reason.
 *
 * @param items each with `kind`, `id`, `what`; `since` if it is known; `reason`, if others may have the same; `label`
 * @param more what is not in the list
 */
export function waits(at, title, items, { more, calm }) {
  const list = `waits ${at.domain} ${at.lane}`;
  const sorted = items.every(one => one.since) ? items.toSorted((a, b) => a.since - b.since) : items;
  const isOpen = group => opened.get(`${list} ${group.reason}`) ?? sorted.length <= FEW;
  return section(title, more, sorted.length === 0
    ? notice('done', 'Nothing waits', calm)
    : rows(list, rowsOf(grouped(sorted), isOpen), one => (one.group ? head(list, one.group, isOpen(one.group)) : waiting(at, one)), { height: 3.5, label: title }));
}

function head(list, { reason, items, since }, open) {
  const many = items.length;
  return h('button', { key: `group ${reason}`, type: 'button', class: 'line wait group', 'aria-expanded': open ? 'true' : 'false', 'data-item': true, title: items[0].what,
    onclick: () => {
      opened.set(`${list} ${reason}`, !open);
      repaint();
    } },
  h('span', { class: 'waiting mark' }, open ? '▾' : '▸'),
  h('span', { class: 'id' }, `${number(many)} ${items[0].kind}s`),
  h('span', { class: 'age' }, since ? `the oldest ${ago(since)}` : items[0].place ? `from ${items[0].place} on` : ''),
  h('span', { class: 'what' }, reason));
}

function waiting(at, one) {
  return h('a', { key: `${one.kind} ${one.id}`, class: 'line wait', role: 'listitem', href: one.href ?? why(at, one.id, one.kind), 'data-item': true, title: one.what },
    h('span', { class: 'waiting mark' }, '▲'),
    h('span', { class: 'id' }, h('small', {}, `${one.kind} `), one.label ?? String(one.id)),
    h('span', { class: 'age' }, one.since ? ago(one.since) : one.place ?? ''),
    h('span', { class: 'what' }, one.what));
}
