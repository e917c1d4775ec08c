// Shares of a grid: quotas of each cohort, which eviction comes next, and who has evicted whom.

import { ask } from './ask.js';
import { order, quotaBars } from './bots.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { answered, badge, notice, paste, ruleLink, section, standing, thing } from './parts.js';
import { lacking, sharesText } from './quota.js';
import { asked, lanePath, view } from './route.js';
import { clock, command, count, number, until } from './words.js';

const EVERY = 2000;
const PAST_EVERY = 15_000; // the history is replayed for it
const PREEMPTION = 'bots 7';
const LAST = 500;
const SINCE = 'PT1H';

export function shares(at) {
  const turn = lastTurn() || null;
  const [quotas, eviction] = ['quotas', 'eviction'].map(name => ask(lanePath(at, `queries/${name}`), { every: EVERY, turn }));
  return [
    h('h1', {}, 'Shares'),
    answered(quotas, value => value.answer?.length ? content(at, value, eviction) : notice('idle', 'There are no quotas', h('p', {}, 'A policy sets them.'), paste(command('query', at.domain, 'policy', '--key', at.lane))),
      command('query', at.domain, 'quotas', '--key', at.lane)),
  ];
}

function content(at, value, eviction) {
  const cohorts = [...new Set(value.answer.map(one => one.cohort))].toSorted(order);
  const cohort = cohorts.includes(at.id) ? at.id : cohorts[0];
  const quotas = value.answer.filter(one => one.cohort === cohort);
  return [
    standing(value),
    cohorts.length > 1 && h('p', { class: 'choice' }, 'cohort ', cohorts.map(one => h('a', { key: one, class: 'id', href: view(at, 'shares', one), 'aria-current': one === cohort ? 'page' : null }, one))),
    quotaBars(at, quotas),
    answered(eviction, next => coming(at, next.answer)),
    past(at, cohort, quotas),
  ];
}

function coming(at, next) {
  return section('Next eviction', null, next
    ? h('p', { class: 'sentence' }, badge('idle', until(next.at)), ' job ', thing(at, 'job', next.job), ' evicts job ', thing(at, 'job', next.victim), ' from bot ', thing(at, 'bot', next.bot), ' in cohort ', thing(at, 'cohort', next.cohort), '.')
    : h('p', {}, 'No job that waits may evict another.'));
}

function past(at, cohort, quotas) {
  const path = asked(lanePath(at, `why/${encodeURIComponent(cohort)}`), { kind: 'cohort', since: SINCE, last: LAST });
  const line = command('why', at.domain, cohort, '--key', at.lane, '--kind', 'cohort', '--since', SINCE, '--last', LAST);
  return answered(ask(path, { every: PAST_EVERY, turn: lastTurn() || null }), value => {
    const all = evictions(value.things[0].history ?? []);
    const chains = linked(all);
    return section('Who evicted whom', `${count(all.length, 'evictions')} among the last ${number(LAST)} decisions about ${cohort}, within the last hour`,
      chains.length ? h('ol', { class: 'chains' }, chains.map(chain => one(at, chain))) : notice(lacking(quotas).length ? 'idle' : 'done', 'Nobody was evicted', sharesText(quotas)),
      paste(line, 'the same with the CLI '));
  }, line);
}

/** An eviction is two decisions of one turn: one loses its place, the next one gets it. */
function evictions(history) {
  return history.flatMap((lost, index) => {
    const got = history[index + 1];
    const pair = got && got.turn === lost.turn && lost.rule === PREEMPTION && got.rule === PREEMPTION;
    const [victim, job] = pair ? [taken(lost), taken(got)] : [];
    return victim && job && victim !== job ? [{ turn: lost.turn, at: lost.at, victim, job, lost: lost.what, got: got.what }] : [];
  });
}

function taken(event) {
  return event.candidates?.find(candidate => candidate.chosen && candidate.kind === 'job')?.id;
}

/** Chains: who evicted one that had evicted another. The newest first. */
function linked(all) {
  const last = new Map(); // the chain in which a job evicted last
  const chains = [];
  for (const eviction of all) {
    const chain = last.get(eviction.victim) ?? [];
    if (!chain.length) chains.push(chain);
    last.delete(eviction.victim);
    chain.push(eviction);
    last.set(eviction.job, chain);
  }
  return chains.toReversed();
}

function one(at, chain) {
  return h('li', { key: `${chain[0].turn} ${chain[0].victim}` },
    h('p', {}, thing(at, 'job', chain[0].victim), chain.map(link => [h('span', { class: 'quiet', title: 'was evicted for' }, ' ← '), thing(at, 'job', link.job)])),
    h('ul', {}, chain.map(link => h('li', { key: link.turn }, h('a', { href: view(at, 'timeline', null, { turn: link.turn }), 'data-item': true }, `turn ${number(link.turn)}`), ' ', h('time', {}, clock(link.at)),
      h('span', { class: 'said' }, `${link.lost}. `, ruleLink(PREEMPTION))))));
}
