// Shards: the oldest transactions, and the slots of workers with leases and epochs.

import { ask } from './ask.js';
import { lastTurn } from './live.js';
import { h } from './h.js';
import { waits } from './now.js';
import { once } from './once.js';
import { answered, badge, notice, section, thing } from './parts.js';
import { asked, lanePath, why } from './route.js';
import { rows } from './rows.js';
import { sift } from './sift.js';
import { ago, command, count, naturally, number, symbol, until } from './words.js';

const EVERY = 1000;
const SLOTS_DRAWN = 64;
const LISTED_MAX = 100_000;

export function shardsNow(at) {
  const turn = lastTurn() || null;
  const [oldest, workers, leases, queue] = ['oldest', 'workers', 'leases', 'queue'].map(name => ask(asked(lanePath(at, `queries/${name}`), { limit: name === 'oldest' ? LISTED_MAX : null }), { every: EVERY, turn }));
  return [
    h('div', { key: 'waits' }, answered(oldest, value => waits(at, 'Transactions that wait', once(value.answer ?? [], firsts),
      { more: length(queue.value?.answer), calm: 'Each transaction is executed.', name: 'shards' }), command('query', at.domain, 'oldest', '--key', at.lane))),
    h('div', { key: 'grid' },
      h('div', { key: 'workers' }, answered(workers, value => fleet(at, value.answer ?? {}, leases.value?.answer?.out ?? []), command('query', at.domain, 'workers', '--key', at.lane))),
      h('div', { key: 'leases' }, answered(leases, value => given(at, value.answer ?? { out: [] }), command('query', at.domain, 'leases', '--key', at.lane)))),
  ];
}

function length(queue) {
  return queue ? `the oldest of each shard; ${count(queue.length, 'shards')} in the run queue` : 'the oldest of each shard';
}

function firsts(answer) {
  return answer.map(first);
}

function first(one) {
  return { kind: 'shard', id: one.shard, since: one.since, get what() { return said(one); } }; // words for those that are seen
}

function said(one) {
  const where = one.state === 'RUNNING' ? 'its shard is executed' : one.state === 'PENDING' ? 'its shard is in the run queue' : symbol(one.state);
  return `${one.id}, number ${number(one.seq)}: ${where}; ${count(one.pending, 'transactions')} in its pool`;
}

function fleet(at, workers, leases) {
  const all = once(workers, byName);
  if (!all.length) return notice('lost', 'No worker has joined', 'Transactions wait until one joins. An executor is a worker: rota dev --executor NAME.');
  const epochs = once(leases, byShard);
  return section('Workers', 'a square is a slot', sift(at, 'workers', all, left => rows(`workers ${at.lane}`, left, one => one.name, one => worker(at, one, epochs), { height: 3.5, label: 'workers' })));
}

function byName(workers) {
  return naturally(Object.entries(workers).map(([name, one]) => ({ name, ...one })), one => one.name);
}

function byShard(leases) {
  return new Map(leases.map(one => [one.shard, one]));
}

function worker(at, one, epochs) {
  const left = one.leases.length + one.parked.length + Math.max(0, one.waiting) - SLOTS_DRAWN;
  return h('div', { class: 'line worker' },
    h('a', { class: 'id', href: why(at, one.name, 'worker'), 'data-item': true }, one.name),
    h('span', { class: 'quiet' }, `${number(one.leases.length)} of ${number(one.slots)} slots in use`),
    h('span', { class: 'age quiet' }, `session ends ${one.expiresAt ? until(one.expiresAt) : 'never'}`),
    h('span', { class: 'what' }, one.leaving && badge('idle', 'leaves'), one.parked.length > 0 && badge('lost', `${count(one.parked.length, 'slots')} parked`), h('span', { class: 'slots' }, slots(at, one, epochs)), left > 0 && h('small', {}, ` and ${number(left)} more`)));
}

/** Its leases, the slots that are parked, and those that wait. */
function slots(at, one, epochs) {
  const parked = () => h('i', { class: 'parked', title: 'parked until the worker reports (shards F7)' });
  const free = () => h('i', { class: 'free' });
  const all = [[one.leases.length, i => slot(at, one.leases[i], epochs.get(one.leases[i]))], [one.parked.length, parked], [Math.max(0, one.waiting), free]];
  let room = SLOTS_DRAWN;
  return all.map(([many, drawn]) => {
    const shown = Math.min(room, many);
    room -= shown;
    return Array.from({ length: shown }, (_, i) => drawn(i));
  });
}

function slot(at, shard, lease) {
  return h('a', { key: shard, class: 'used', href: why(at, shard, 'shard'), 'aria-label': `shard ${shard}`,
    title: lease ? `shard ${shard}, epoch ${lease.epoch}, cycle ${lease.cycle}, ${count(lease.count, 'transactions')}, for ${ago(lease.grantedAt)}` : `shard ${shard}` });
}

function given(at, { out, granted, shareByQuantum }) {
  const about = `${number(out.length)} now, ${number(granted)} ever${typeof shareByQuantum === 'number' ? `, ${Math.round(shareByQuantum * 100)} % ended by their quantum` : ''}`;
  return section('Leases', about, out.length ? sift(at, 'leases', once(out, oldestFirst), left => rows(`leases ${at.lane}`, left, one => one.shard, one => lease(at, one), { height: 3, label: 'leases' })) : h('p', { class: 'hint' }, 'No shard is leased now.'));
}

function oldestFirst(out) {
  return out.toSorted((a, b) => a.grantedAt - b.grantedAt);
}

function lease(at, one) {
  return h('div', { class: 'line lease' },
    h('a', { class: 'id', href: why(at, one.shard, 'shard'), 'data-item': true }, one.shard),
    h('span', {}, `epoch ${number(one.epoch)}`),
    h('span', {}, `cycle ${number(one.cycle)}`),
    h('span', {}, count(one.count, 'transactions')),
    h('span', { class: 'age' }, `${one.started ? '● runs' : '◐ granted'} ${ago(one.grantedAt)}`),
    h('span', { class: 'quiet' }, one.expiresAt ? `expires ${until(one.expiresAt)}` : 'never expires'));
}
