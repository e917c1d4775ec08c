// Bots: jobs that wait, quotas, and what each bot runs.

import { ask } from './ask.js';
import { lastTurn } from './live.js';
import { h } from './h.js';
import { waits } from './now.js';
import { once } from './once.js';
import { answered, badge, notice, section, thing } from './parts.js';
import { asked, lanePath, view } from './route.js';
import { rows } from './rows.js';
import { sift, textOf } from './sift.js';
import { NARROW } from './strip.js';
import { command, naturally, number, symbol, until } from './words.js';

const EVERY = 2000;
const SLOTS_DRAWN = 16;
const LEASES_NAMED = 6;
const LISTED_MAX = 100_000;
const REASONS = {
  NO_FREE_BOT: 'all bots that may run it are full',
  NEXT_ITERATION: 'the next iteration of an assigner may take it',
  QUOTA: 'the quotas of its instance are used up',
  BACKED_OFF: 'it failed or was evicted, and rests',
};

export function botsNow(at) {
  const turn = lastTurn() || null;
  const [some, quotas, bots] = ['waiting', 'quotas', 'bots'].map(name => ask(asked(lanePath(at, `queries/${name}`), name === 'waiting' ? { limit: at.args.listed } : {}), { every: EVERY, turn }));
  const all = textOf(at, 'jobs') ? ask(asked(lanePath(at, 'queries/waiting'), { limit: LISTED_MAX }), { every: EVERY, turn }) : some;
  const waiting = all.value ? all : some;
  return [
    h('div', { key: 'waits' }, answered(waiting, value => waits(at, 'Jobs that wait', once(value.answer ?? [], jobs), { more: 'the oldest first', calm: 'Each job has a bot, or is over.', name: 'jobs', listed: many => view(at, 'now', null, { ...at.args, listed: Math.min(LISTED_MAX, many) }) }),
      command('query', at.domain, 'waiting', '--key', at.lane))),
    h('div', { key: 'grid' },
      h('div', { key: 'quotas' }, answered(quotas, value => value.answer?.length ? [quotaBars(at, value.answer), h('p', {}, h('a', { href: view(at, 'shares') }, 'Shares, and who evicted whom'))] : null, command('query', at.domain, 'quotas', '--key', at.lane))),
      h('div', { key: 'bots' }, answered(bots, value => fleet(at, value.answer ?? []), command('query', at.domain, 'bots', '--key', at.lane)))),
  ];
}

function jobs(answer) {
  return answer.map(job);
}

function job(one) {
  const missing = one.missing ? `; missing: ${typeof one.missing === 'string' ? one.missing : JSON.stringify(one.missing)}` : '';
  const reason = `${REASONS[one.reason] ?? symbol(one.reason)}${missing}`;
  return { kind: 'job', id: one.job, since: one.queued_at, what: `position ${one.position}: ${reason}` };
}

/** Leases of quotas between minimum and maximum. */
export function quotaBars(at, quotas) {
  return section('Quotas', 'leases in use between minimum and maximum', sift(at, 'quotas', quotas, left => rows(`quotas ${at.lane}`, left, one => `${one.cohort}/${one.instance}`, one => quotaBar(at, one),
    { height: innerWidth <= NARROW ? 5 : 2.75, label: 'quotas', cell: 32 })));
}

function quotaBar(at, one) {
  const most = Math.max(one.max, one.usage, 1);
  return h('div', { class: 'bar-line' },
    h('span', {}, thing(at, 'cohort', one.cohort), ' / ', h('span', { class: 'id' }, one.instance)),
    h('span', { class: 'gauge', role: 'img', 'aria-label': `${one.usage} in use, minimum ${one.min}, maximum ${one.max}`, style: { '--part': `${100 * one.usage / most}%`, '--at': `${100 * one.min / most}%` } }),
    h('span', { class: 'num' }, [`${number(one.usage)} in use · min ${number(one.min)} · max ${number(one.max)}`, one.waiting > 0 && h('span', { class: 'waiting' }, ` · ▲ ${number(one.waiting)} wait`)]));
}

function fleet(at, bots) {
  if (!bots.length) return notice('idle', 'No bot is known', 'A bot is known with its first heartbeat.');
  const slots = bots.reduce((sum, one) => sum + one.max_capacity, 0);
  const used = bots.reduce((sum, one) => sum + one.leases.length, 0);
  return section('Bots', `${number(bots.length)} bots, ${number(used)} of ${number(slots)} slots in use; first those that are not OK, then those that were silent for longest`,
    sift(at, 'bots', once(bots, silentFirst), left => rows(`bots ${at.lane}`, left, one => one.bot, one => bot(at, one), { height: 3.5, label: 'bots' })));
}

function silentFirst(bots) {
  return naturally(bots, one => one.bot).sort((a, b) => order(a.status === 'OK', b.status === 'OK') || a.expiry - b.expiry);
}

export function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function bot(at, one) {
  const hints = [...new Set(one.hints)];
  return h('div', { class: 'line bot' },
    h('a', { class: 'id', href: thing(at, 'bot', one.bot).props.href, 'data-item': true }, one.bot),
    h('span', { class: 'quiet' }, `${one.cohort ?? 'no cohort'} · ${one.instance === '*' ? 'all instances' : one.instance}`),
    h('span', { class: 'slots', title: `${one.leases.length} of ${one.max_capacity} slots in use` }, slots(one)),
    h('span', { class: `age ${one.expiry < Date.now() ? 'lost' : 'quiet'}`, title: 'without a heartbeat, its session ends then' }, `session ends ${until(one.expiry)}`),
    h('span', { class: 'what' }, one.status !== 'OK' && [badge('lost', symbol(one.status)), ' '], one.leases.slice(0, LEASES_NAMED).map(name => [thing(at, 'job', name), ' ']),
      one.leases.length > LEASES_NAMED && `and ${one.leases.length - LEASES_NAMED} more `,
      hints.length > 0 && h('small', { title: `inputs that it has: ${one.hints.join(', ')}` }, `hints ${hints.join(', ')}`)));
}

function slots(one) {
  const many = Math.min(SLOTS_DRAWN, one.max_capacity);
  const part = one.max_capacity > SLOTS_DRAWN ? SLOTS_DRAWN / one.max_capacity : 1;
  return Array.from({ length: many }, (_, slot) => h('i', { class: slot < one.leases.length * part ? 'used' : 'free' }));
}
