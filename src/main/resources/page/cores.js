// Cores: claims that wait, and who is on each core.

import { ask } from './ask.js';
import { lastTurn } from './live.js';
import { h } from './h.js';
import { waits } from './now.js';
import { once } from './once.js';
import { answered, notice, section } from './parts.js';
import { go, lanePath, view, why } from './route.js';
import { rows } from './rows.js';
import { sift } from './sift.js';
import { command, count } from './words.js';

const EVERY = 1000;
const NONE = [];
const SHAPES = { occupied: ['running', '●'], scheduled: ['scheduled', '◐'], free: ['idle', '○'] };

export function coresNow(at) {
  const turn = lastTurn() || null;
  const waiting = ask(lanePath(at, 'queries/waiting'), { every: EVERY, turn });
  const cores = ask(lanePath(at, 'queries/availability_cores_view'), { every: EVERY, turn });
  const scheduled = ask(lanePath(at, 'queries/scheduled'), { every: EVERY, turn });
  return [
    h('div', { key: 'waits' }, answered(waiting, value => waits(at, 'Claims that wait', once(value.answer ?? [], claims), { more: 'in the order of the queue', calm: 'Each claim has a core.', name: 'claims' }),
      command('query', at.domain, 'waiting', '--key', at.lane))),
    h('div', { key: 'grid' }, answered(cores, value => grid(at, value.answer ?? [], scheduled.value?.answer ?? NONE),
      command('query', at.domain, 'availability_cores_view', '--key', at.lane))),
  ];
}

function claims(answer) {
  return answer.map(claim);
}

function claim(one, index) {
  return { kind: 'para', id: one.para, what: one.why, place: `place ${index + 1}` };
}

function grid(at, cores, scheduled) {
  const all = once(cores, numbered, scheduled);
  const many = state => count(all.filter(one => one.state === state).length, '');
  if (!all.length) return notice('idle', 'There are no cores', 'The first block that starts a session gives the chain its cores.');
  const by = at.args.by ?? 'core';
  const sorted = by === 'group' ? once(all, byGroup) : all;
  return section('Cores', `● ${many('occupied')}occupied  ◐ ${many('scheduled')}scheduled  ○ ${many('free')}free  → next up`,
    h('p', { class: 'choice' }, 'ordered by ', ['core', 'group'].map(name => h('button', { type: 'button', 'aria-pressed': by === name ? 'true' : 'false', onclick: () => go(view(at, 'now', null, { ...at.args, by: name }), true) }, name))),
    sift(at, 'cores', sorted, left => rows(`cores ${at.lane}`, left, one => one.core, one => cell(at, one), { height: 3.8, label: 'cores', cell: 7.2 })));
}

function numbered(cores, scheduled) {
  const groups = new Map(scheduled.map(one => [one.core, one.group]));
  return cores.map((one, core) => ({ ...one, core, group: one.group_responsible ?? groups.get(core) }));
}

function byGroup(all) {
  return all.toSorted((a, b) => (a.group ?? Infinity) - (b.group ?? Infinity) || a.core - b.core);
}

function cell(at, one) {
  const [tone, shape] = SHAPES[one.state];
  const next = one.next_up_on_available?.para;
  return h('a', { class: `cell ${tone}`, href: why(at, one.core, 'core'), 'data-item': true, title: said(one) },
    h('b', {}, `${shape} ${one.para ?? 'free'}`, next !== undefined && next !== one.para && h('span', {}, ` → ${next}`)),
    h('span', {}, `core ${one.core}`),
    h('span', {}, one.group === undefined ? '' : `group ${one.group}`));
}

function said(one) {
  if (one.state === 'free') return `core ${one.core} is free`;
  if (one.state === 'scheduled') return `core ${one.core} is for para ${one.para} in the next block${one.collator ? `, with the claim of ${one.collator}` : ''}`;
  const next = (name, up) => up && `; next up on ${name}: para ${up.para}`;
  return [`core ${one.core} is occupied by para ${one.para} since block ${one.occupied_since}; group ${one.group} backed it; it times out in block ${one.time_out_at}`,
    next('available', one.next_up_on_available), next('time-out', one.next_up_on_time_out)].filter(Boolean).join('');
}
