// The process that answers: its health, what it follows, and where the dead letters are.

import { ask } from './ask.js';
import { domains } from './frame.js';
import { h } from './h.js';
import { judged, silence } from './health.js';
import { told } from './incidents.js';
import { answered, badge, notice, paste, section } from './parts.js';
import { href, kindOf } from './route.js';
import { tree } from './tree.js';
import { ago, bytes, command, count, number, span } from './words.js';

const EVERY = 2000;

export function engine() {
  const [ready, status] = ['readyz', 'status'].map(path => ask(path, { every: EVERY }));
  return [
    h('h1', {}, 'Engine'),
    section('Readiness', 'as /readyz says: whether answers are current', readiness(ready)),
    answered(status, value => value.engine?.length ? section('Tasks', 'what this process decides', value.engine.map(decided)) : null),
    section('Status', 'as /status says', answered(status, value => tree('status', value), `curl ${location.origin}/status`)),
    section('Domains', null, answered(domains(), value => h('div', { class: 'lines' }, value.domains.map(followed)), `curl ${location.origin}/v1/domains`)),
    section('Dead letters', 'records that cannot be read; each has a turn in the lane ~PARTITION', answered(domains(), value => value.domains.map(letters))),
  ];
}

/** What is not well, else that all is; if nobody has said anything lately, that. */
function readiness(ready) {
  const quiet = silence();
  if (quiet !== null) return notice('idle', 'Not known', `The server last answered ${span(quiet)} ago.`);
  const said = told(null);
  if (said === null) return h('p', { class: 'loading' }, 'Asking …');
  const unready = ready.error?.status === 503;
  if (unready) return notice('lost', 'Not ready', 'Answers may be out of date. What is wrong stands above.');
  if (said.length) return notice('waiting', 'Ready, and not all is well', 'What is so stands above.');
  return answered(ready, () => notice('done', 'Ready', 'Every domain is followed, an engine decides each partition, and no input waits for long.'), `curl ${location.origin}/readyz`);
}

function decided(one) {
  const waiting = Object.values(one.waiting ?? {}).reduce((sum, some) => sum + some, 0);
  return h('div', { key: one.domain, class: 'lines' },
    h('div', { class: 'line' }, h('strong', {}, one.domain),
      one.trouble ? badge('lost', one.trouble) : badge('done', one.state.toLowerCase()),
      waiting ? badge('waiting', `${count(waiting, 'inputs')} wait`) : badge('done', 'nothing waits'),
      h('span', { class: 'quiet' }, [
        `active ${partitions(one.active)}`, `standby ${partitions(one.standby)}`, one.held.length && `held ${partitions(one.held)}`,
        `${count(one.lanesInMemory, 'lanes')} in memory`, `rules ${one.rules}`, one.diskFreeBytes && `${bytes(one.diskFreeBytes)} of the disk are free`,
      ].filter(Boolean).join(' · '))),
    (one.opening ?? []).map(opening));
}

/** How far a partition is opened, as a bar and in words. */
function opening(one) {
  const words = one.what === 'ROWS_RESTORED' ? 'records of its rows are restored' : 'pages are replayed';
  const left = one.secondsLeft === null ? '' : `, ${span(one.secondsLeft * 1000)} left`;
  return h('div', { key: one.partition, class: 'line' }, `partition ${one.partition}`,
    h('progress', { max: one.of, value: one.done, 'aria-label': `partition ${one.partition}` }),
    h('span', { class: 'quiet' }, `${number(one.done)} of ${number(one.of)} ${words}${left}`));
}

/** Partitions as ranges: 0-3, 7. */
function partitions(numbers) {
  const ends = numbers.filter(one => !numbers.includes(one - 1)).map(first => {
    let last = first;
    while (numbers.includes(last + 1)) last++;
    return last === first ? `${first}` : `${first}-${last}`;
  });
  return ends.join(', ') || 'none';
}

function followed(one) {
  return h('div', { key: one.domain, class: 'line' }, h('a', { href: href([one.domain]) }, one.domain),
    one.proved ? (one.turns > 0 ? badge(judged(one).tone === 'idle' ? 'idle' : 'done', 'verified') : badge('idle', 'no turn yet')) : badge('lost', 'not verified'),
    one.behindRecords > 0 ? badge('waiting', `${count(one.behindRecords, 'records')} behind`) : badge(judged(one).tone, judged(one).tone === 'done' ? 'caught up' : judged(one).word),
    one.health?.waitingInputs > 0 && badge('waiting', `${count(one.health.waitingInputs, 'inputs')} wait, the oldest ${ago(one.health.waitingSince)}`),
    h('span', { class: 'quiet' }, `${count(one.turns, 'turns')}, ${count(one.lanes, 'lanes')}, ${count(one.partitions, 'partitions')}`));
}

function letters(one) {
  const partitions = Array.from({ length: Math.min(64, one.partitions ?? 0) }, (_, partition) => `~${partition}`);
  return h('div', { key: one.domain },
    h('p', {}, `${one.domain}: `, partitions.map(lane => [h('a', { href: href([one.domain, lane, 'timeline']), title: `the unreadable records of partition ${lane.slice(1)}` }, lane), ' '])),
    one.domain === kindOf(one.domain) && paste(command('consume', `${one.domain}-dead-letters`)));
}
