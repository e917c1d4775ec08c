// The process that answers: its health, what it follows, and where the dead letters are.

import { ask } from './ask.js';
import { domains } from './frame.js';
import { h } from './h.js';
import { judged, silence } from './health.js';
import { told } from './incidents.js';
import { answered, badge, notice, paste, section } from './parts.js';
import { href, kindOf } from './route.js';
import { sift } from './sift.js';
import { grid } from './table.js';
import { ago, bytes, clock, command, count, number, span, symbol } from './words.js';

const EVERY = 2000;
const PROCESS = /-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-/; // within the name of a thread
const COLUMNS = ['domain', 'partition', 'health', 'verified', 'turns', 'lanes', 'records behind', 'inputs', 'size', 'decided by'];

export function engine({ args }) {
  const [ready, status] = ['readyz', 'status'].map(path => ask(path, { every: EVERY }));
  return [
    h('h1', {}, 'Engine'),
    section('Readiness', 'as /readyz says: whether answers are current', readiness(ready)),
    answered(status, value => value.engine?.length ? section('Tasks', 'what this process decides', value.engine.map(decided)) : null),
    section('Partitions', 'as /status says: how far each is followed, and which inputs wait', answered(status, value => [sift({ args }, 'partitions', value.domains.flatMap(partitionRows), left => grid('partitions', COLUMNS, left)), paste(`curl ${location.origin}/status`, 'all that it says ')], `curl ${location.origin}/status`)),
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

/** The partitions of a domain, a row each. */
function partitionRows({ domain, partitions }) {
  return (partitions ?? []).map(({ health, ...one }) => ({
    domain, partition: one.partition, health: symbol(health?.cause ?? 'not known'),
    verified: !one.proved ? 'no' : one.turns > 0 ? `to ${clock(one.provedAt)}` : 'no turn yet',
    turns: number(one.turns), lanes: number(one.lanes), 'records behind': number(one.behind), inputs: number(health?.waitingInputs), size: bytes(one.bytes), 'decided by': health?.ownerIs?.replace(PROCESS, '…') ?? '–',
  }));
}

function followed(one) {
  return h('div', { key: one.domain, class: 'line' }, h('a', { href: href([one.domain]) }, one.domain),
    one.proved ? (one.turns > 0 ? badge(judged(one).tone === 'idle' ? 'idle' : 'done', 'verified') : badge('idle', 'no turn yet')) : badge('lost', 'not verified'),
    one.behindRecords > 0 ? badge('waiting', `${count(one.behindRecords, 'records')} behind`) : badge(judged(one).tone, judged(one).tone === 'done' ? 'caught up' : judged(one).word),
    one.health?.waitingInputs > 0 && badge('waiting', `${count(one.health.waitingInputs, 'inputs')} wait, the oldest ${ago(one.health.waitingSince)}`),
    h('span', { class: 'quiet' }, `${count(one.turns, 'turns')}, ${count(one.lanes, 'lanes')}, ${count(one.partitions, 'partitions')}`));
}

function letters(one) {
  const partitions = Array.from({ length: one.partitions ?? 0 }, (_, partition) => `~${partition}`);
  return h('div', { key: one.domain },
    h('p', {}, `${one.domain}: `, partitions.map(lane => [h('a', { href: href([one.domain, lane, 'timeline']), title: `the unreadable records of partition ${lane.slice(1)}` }, lane), ' '])),
    one.domain === kindOf(one.domain) && paste(command('consume', `${one.domain}-dead-letters`)));
}
