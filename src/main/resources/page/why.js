// Why a thing is as it is: a sentence first, then who else could have been chosen, then the turns that led here.

import { ask } from './ask.js';
import { forecast } from './foreseen.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { once } from './once.js';
import { answered, badge, notice, paste, ruleLink, section, standing, thing } from './parts.js';
import { asked, lanePath, view, why } from './route.js';
import { rows } from './rows.js';
import { runs } from './runs.js';
import { sift } from './sift.js';
import { clock, command, count, number } from './words.js';

const EVERY = 3000;
const HISTORY = 50;
const MORE = 10; // times as many decisions
const NAMED = 10;

export function whyView(at) {
  if (!at.id) return nobody(at);
  const { kind, at: moment, after, last } = at.args;
  const path = asked(lanePath(at, `why/${encodeURIComponent(at.id)}`), { kind, at: moment, after, last: last ?? HISTORY });
  const told = ask(path, { every: moment ? Infinity : EVERY, turn: moment ? null : lastTurn() || null });
  const line = command('why', at.domain, at.id, '--key', at.lane, ...(kind ? ['--kind', kind] : []), ...(moment ? ['--at', moment] : []), ...(after ? ['--after', after] : []));
  return [
    h('h1', {}, 'Why ', kind ? `${kind} ` : '', h('span', { class: 'id' }, at.id)),
    moment && h('p', { class: 'hint' }, `as of ${moment}; `, h('a', { href: why(at, at.id, kind) }, 'what came after, up to now')),
    after && h('p', { class: 'hint' }, `only what came after ${after}; `, h('a', { href: view(at, 'why', at.id, { kind, at: moment }) }, 'all of its history')),
    answered(told, value => [standing(value), value.things.map(one => about(at, one)), paste(line, 'the same with the CLI ')], line),
  ];
}

function nobody(at) {
  return [
    h('h1', {}, 'Why?'),
    notice('idle', 'Name a thing of the lane', h('p', {}, 'Press ', h('kbd', {}, '/'), ' and type an id, or choose an item of ', h('a', { href: view(at, 'now') }, 'what waits'), '.')),
    paste(command('why', at.domain, 'ID', '--key', at.lane)),
  ];
}

function about(at, one) {
  const name = `${one.kind} ${one.id}`;
  return h('article', { key: name }, one.now
    ? [h('p', { class: 'sentence' }, thing(at, one.kind, one.id, name), ': ', one.now.what, '. ', ruleLink(one.now.rule)), forecast(at, one), candidates(at, name, one.now.candidates ?? [])]
    : h('p', { class: 'sentence' }, name, ': the lane does not have it any more.'),
  history(at, one));
}

function candidates(at, name, all) {
  return all.length > 0 && h('div', { class: 'candidates' }, section('Candidates', `${count(all.length, 'things')} that could be chosen, the chosen first`,
    sift(at, 'candidates', once(all, told), left => rows(`candidates ${name}`, left, one => `${one.others ? 'like ' : ''}${one.kind} ${one.id}`, one => (one.others ? likewise(at, one) : candidate(at, one)), { height: 2.75, label: 'candidates' }))));
}

// Of many that are alike, the answer says whom they are like: they are one row behind the first.
function told(all) {
  const others = new Map();
  for (const one of all.filter(one => one.like !== undefined)) {
    const first = `${one.kind} ${one.like}`;
    if (!others.has(first)) others.set(first, []);
    others.get(first).push(one);
  }
  return all.filter(one => one.like === undefined).flatMap(one => {
    const like = others.get(`${one.kind} ${one.id}`);
    return like ? [one, { ...one, others: like }] : [one];
  });
}

function likewise(at, { kind, id, chosen, others }) {
  const ids = others.map(one => one.id).join(', ');
  return h('div', { class: `line candidate ${chosen ? 'chosen' : ''}`, title: ids },
    chosen ? badge('done', 'chosen') : badge('idle', 'not this'),
    h('span', { class: 'what' }, `${count(others.length, `other ${kind}s`)} likewise: `,
      others.slice(0, NAMED).map(one => [h('a', { class: 'id', href: why(at, one.id, one.kind) }, one.id), ' ']), others.length > NAMED && '…'));
}

function candidate(at, one) {
  return h('div', { class: `line candidate ${one.chosen ? 'chosen' : ''}`, title: one.why },
    one.chosen ? badge('done', 'chosen') : badge('idle', 'not this'),
    h('a', { class: 'id', href: why(at, one.id, one.kind), 'data-item': true }, `${one.kind} ${one.id}`),
    h('span', { class: 'what' }, one.why), ruleLink(one.rule));
}

function history(at, one) {
  const { after } = at.args;
  const all = after ? one.history ?? [] : (one.history ?? []).toReversed();
  if (!all.length) return h('p', { class: 'hint' }, after ? `Nothing was decided about it after ${after}.` : 'No turn that is retained decided about it.');
  const more = Math.min(one.decisions, all.length * MORE);
  const part = one.decisions > all.length ? `the ${after ? 'first' : 'last'} ${number(all.length)} of ` : '';
  return section('History', `${part}${count(one.decisions, 'decisions')}${after ? ` after ${after}, the oldest first` : ', the newest first'}`,
    one.decisions > all.length && h('p', {}, h('a', { href: view(at, 'why', at.id, { ...at.args, last: more }) }, `show ${number(more)}`)),
    decisions(at, all));
}

/** Decisions as lines, each with its turn, its time and its rule. Those that are alike are one line, unless they are wanted apart. */
export function decisions(at, all, apart) {
  const lines = apart ? all.map(one => [one]) : runs(all);
  return h('ol', { class: 'history' }, lines.map(([event, ...alike], index) => h('li', { key: `${event.turn} ${index}` },
    h('a', { href: view(at, 'timeline', null, { turn: event.turn }), 'data-item': true, title: event.at }, `turn ${number(event.turn)}`), ' ',
    h('time', {}, clock(event.at)), ' ', h('span', { class: 'said' }, event.what, '. ', ruleLink(event.rule)), chosen(event.candidates ?? []),
    alike.length > 0 && h('details', {}, h('summary', {}, `likewise in ${count(alike.length, 'more turns')}`), decisions(at, alike, true)))));
}

function chosen(all) {
  return all.length > 0 && h('details', {}, h('summary', {}, count(all.length, 'candidates')),
    h('ul', {}, told(all).slice(0, 100).map(one => h('li', { key: `${one.others ? 'like ' : ''}${one.kind} ${one.id}`, class: one.chosen ? 'done' : '' }, `${one.chosen ? '✓' : '–'} `, one.others
      ? `${count(one.others.length, `other ${one.kind}s`)} likewise: ${one.others.slice(0, NAMED).map(other => other.id).join(', ')}${one.others.length > NAMED ? ', …' : ''}`
      : [`${one.kind} ${one.id}: ${one.why} `, ruleLink(one.rule)]))));
}
