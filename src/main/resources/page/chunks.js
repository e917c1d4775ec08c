// Chunks: what the next generation is for, and how full each worker is.

import { ask } from './ask.js';
import { lastTurn } from './live.js';
import { h } from './h.js';
import { waits } from './now.js';
import { once } from './once.js';
import { answered, facts, notice, section, thing } from './parts.js';
import { lanePath, view } from './route.js';
import { rows } from './rows.js';
import { sift } from './sift.js';
import { ago, bytes, command, count, number, shortened, symbol, until } from './words.js';

const EVERY = 1500;

export function chunksNow(at) {
  const turn = lastTurn() || null;
  const [generation, listings, limits, workers, datasets] = ['generation', 'listings', 'limits', 'workers', 'datasets'].map(name => ask(lanePath(at, `queries/${name}`), { every: EVERY, turn }));
  return [
    h('div', { key: 'waits' }, answered(generation, value => [
      waits(at, 'What waits', [...due(at, value.answer), ...open(at, listings.value?.answer), ...short(at, limits.value?.answer), ...out(limits.value?.answer)],
        { more: 'chunks, listings, copies and workers', calm: 'Each chunk has its copies, and each worker counts.', name: 'items' }),
      stands(value.answer)], command('query', at.domain, 'generation', '--key', at.lane)),
    h('div', { key: 'datasets' }, answered(datasets, value => listed(at, value.answer ?? [])))),
    h('div', { key: 'grid' }, answered(workers, value => fleet(at, value.answer ?? []), command('query', at.domain, 'workers', '--key', at.lane))),
  ];
}

function due(at, now) {
  if (!now?.pending) return [];
  const when = now.nextAt ? `; it is due ${until(now.nextAt)}` : '';
  return [{ kind: 'generation', id: now.generation + 1, href: view(at, 'queries', 'generation'), what: `${count(now.pending, 'chunks')} ${now.pending === 1 ? 'waits' : 'wait'} for it${when}` }];
}

function open(at, listings) {
  return (listings ?? []).map(one => ({ kind: 'listing', id: one.listing, href: view(at, 'queries', 'listings'), what: `${one.received} of ${one.parts} parts have arrived; the listing ends ${until(one.expiresAt)}` }));
}

function short(at, limits) {
  return (limits?.weights ?? []).filter(one => one.limit !== 'NONE').map(one => ({ kind: 'weight', id: one.weight, href: view(at, 'queries', 'limits'),
    what: `${one.replicationFactor} of ${one.wantedFactor} copies: ${symbol(one.limit)}${one.detail ? `, ${one.detail}` : ''}${one.missingBytes ? `; the next copy lacks ${bytes(one.missingBytes)}` : ''}` }));
}

function out(limits) {
  return (limits?.uncounted ?? []).map(one => ({ kind: 'worker', id: one.worker, label: shortened(one.worker), what: `does not count: ${symbol(one.status)}${one.reason ? `, ${one.reason}` : ''}` }));
}

function stands(now) {
  if (!now) return null;
  return section(`Generation ${number(now.generation)}`, now.effectiveFrom ? `in force ${until(now.effectiveFrom)}` : null,
    now.refused && notice('refused', 'The last attempt was refused', String(now.refused)),
    facts([['chunks', number(now.chunks)], ...Object.entries(now.replication).map(([weight, factor]) => [`weight ${weight}`, count(factor, 'copies')])]));
}

function listed(at, datasets) {
  return section('Datasets', null, sift(at, 'datasets', datasets, left => rows(`datasets ${at.lane}`, left, one => one.dataset, one => h('div', { class: 'line' },
    thing(at, 'dataset', one.dataset), h('span', { class: 'num' }, `${count(one.chunks, 'chunks')} · ${bytes(one.bytes)}`)), { label: 'datasets' })));
}

function fleet(at, workers) {
  if (!workers.length) return notice('idle', 'No worker has sent a ping', 'A worker is known with its first ping.');
  return section('Workers', `${number(workers.length)} workers, the fullest first`, sift(at, 'workers', once(workers, fullestFirst), left => rows(`workers ${at.lane}`, left, one => one.worker, one => worker(at, one), { height: 3.75, label: 'workers' })));
}

function fullestFirst(workers) {
  return workers.toSorted((a, b) => part(b) - part(a));
}

function part(one) {
  return one.capacity ? one.bytes / one.capacity : 0;
}

function worker(at, one) {
  const online = one.status === 'ONLINE';
  const full = one.capacity ? Math.round(100 * part(one)) : null;
  return h('div', { class: 'line store' },
    h('a', { class: 'id', href: thing(at, 'worker', one.worker).props.href, title: one.worker, 'data-item': true }, shortened(one.worker)),
    h('span', { class: `gauge ${!online ? 'lost' : full >= 99 ? 'full' : 'running'}`, role: 'img', 'aria-label': full === null ? 'not known' : `${full} % full`, style: { '--part': `${full ?? 0}%` } }),
    h('span', { class: 'num' }, full === null ? 'capacity not known' : `${full} % of ${bytes(one.capacity)}`),
    h('span', { class: 'what' }, h('span', { class: online ? 'done' : 'lost' }, `${online ? '●' : '✕'} ${symbol(one.status)}`),
      ` ${count(one.chunks, 'chunks')} · ${one.version ?? 'no version'} · ping ${one.pingedAt ? `${ago(one.pingedAt)} ago` : 'none'}${one.reason ? ` · ${one.reason}` : ''}${upAndUntil(one)}`));
}

/** How much of the time it pings as of when it was last heard or looked at; its mark; when its status ends, or could. */
function upAndUntil(one) {
  const low = one.status === 'LOW_UPTIME';
  const up = one.uptime == null ? '' : ` · up ${Math.round(100 * one.uptime)} %${low ? ' when last looked at' : ''}`;
  if (one.status === 'MARKED') return `${up} · ${one.statusUntil ? `the mark ends ${until(one.statusUntil)}` : 'until the mark is lifted'}`;
  const mark = one.mark ? ` · marked: ${one.mark.reason}` : '';
  return `${up}${mark}${low && one.statusUntil > Date.now() ? ` · enough ${until(one.statusUntil)} at the earliest, if it pings on` : ''}`;
}
