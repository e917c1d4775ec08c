// Shards: the oldest transactions, and the slots of workers with leases and epochs.

import { ask } from './ask.js';
import { lastTurn } from './live.js';
import { h } from './h.js';
import { waits } from './now.js';
import { answered, badge, notice, section, thing } from './parts.js';
import { lanePath, why } from './route.js';
import { rows } from './rows.js';
import { sift } from './sift.js';
import { ago, command, count, natural, number, symbol, until } from './words.js';

const EVERY = 1000;
const SLOTS_DRAWN = 512;

export function shardsNow(at) {
  const turn = lastTurn() || null;
  const [oldest, workers, leases, queue] = ['oldest', 'workers', 'leases', 'queue'].map(name => ask(lanePath(at, `queries/${name}`), { every: EVERY, turn }));
  return [
    h('div', { key: 'waits' }, answered(oldest, value => waits(at, 'Transactions that wait', (value.answer ?? []).map(first),
      { more: length(queue.value?.answer), calm: 'Each transaction is executed.', name: 'shards' }), command('query', at.domain, 'oldest', '--key', at.lane))),
    h('div', { key: 'grid' },
      answered(workers, value => fleet(at, value.answer ?? {}, leases.value?.answer?.out ?? []), command('query', at.domain, 'workers', '--key', at.lane)),
      answered(leases, value => given(at, value.answer ?? { out: [] }), command('query', at.domain, 'leases', '--key', at.lane))),
  ];
}

function length(queue) {
  return queue ? `the oldest of each shard; ${count(queue.length, 'shards')} in the run queue` : 'the oldest of each shard';
}

function first(one) {
  const where = one.state === 'RUNNING' ? 'its shard is executed' : one.state === 'PENDING' ? 'its shard is in the run queue' : symbol(one.state);
  return { kind: 'shard', id: one.shard, since: one.since, what: `${one.id}, number ${number(one.seq)}: ${where}; ${count(one.pending, 'transactions')} in its pool` };
}

function fleet(at, workers, leases) {
  const all = Object.entries(workers).toSorted(([a], [b]) => natural(a, b));
  if (!all.length) return notice('lost', 'No worker has joined', 'Transactions wait until one joins. An executor is a worker: rota dev --executor NAME.');
  const epochs = new Map(leases.map(one => [one.shard, one]));
  return section('Workers', 'a square is a slot', sift(at, 'workers', all, left => left.map(([name, one]) => h('div', { key: name, class: 'worker' },
    h('p', {}, thing(at, 'worker', name), h('span', { class: 'quiet' }, ` ${number(one.leases.length)} of ${number(one.slots)} slots in use · session ends ${one.expiresAt ? until(one.expiresAt) : 'never'} `),
      one.leaving && badge('idle', 'leaves'), one.parked.length > 0 && badge('lost', `${count(one.parked.length, 'slots')} parked`)),
    h('div', { class: 'slots wide' }, one.leases.slice(0, SLOTS_DRAWN).map(shard => slot(at, shard, epochs.get(shard))),
      Array.from({ length: Math.min(SLOTS_DRAWN, one.parked.length) }, () => h('i', { class: 'parked', title: 'parked until the worker reports (shards F7)' })),
      Array.from({ length: Math.max(0, Math.min(SLOTS_DRAWN, one.waiting)) }, () => h('i', { class: 'free' })))))));
}

function slot(at, shard, lease) {
  return h('a', { key: shard, class: 'used', href: why(at, shard, 'shard'), 'aria-label': `shard ${shard}`,
    title: lease ? `shard ${shard}, epoch ${lease.epoch}, cycle ${lease.cycle}, ${count(lease.count, 'transactions')}, for ${ago(lease.grantedAt)}` : `shard ${shard}` });
}

function given(at, { out, granted, shareByQuantum }) {
  const about = `${number(out.length)} now, ${number(granted)} ever${typeof shareByQuantum === 'number' ? `, ${Math.round(shareByQuantum * 100)} % ended by their quantum` : ''}`;
  const sorted = out.toSorted((a, b) => a.grantedAt - b.grantedAt);
  return section('Leases', about, out.length ? sift(at, 'leases', sorted, left => rows(`leases ${at.lane}`, left, one => lease(at, one), { height: 3, label: 'leases' })) : h('p', { class: 'hint' }, 'No shard is leased now.'));
}

function lease(at, one) {
  return h('div', { key: one.shard, class: 'line lease', role: 'listitem' },
    h('a', { class: 'id', href: why(at, one.shard, 'shard'), 'data-item': true }, one.shard),
    h('span', {}, `epoch ${number(one.epoch)}`),
    h('span', {}, `cycle ${number(one.cycle)}`),
    h('span', {}, count(one.count, 'transactions')),
    h('span', { class: 'age' }, `${one.started ? '● runs' : '◐ granted'} ${ago(one.grantedAt)}`),
    h('span', { class: 'quiet' }, one.expiresAt ? `expires ${until(one.expiresAt)}` : 'never expires'));
}
