// The process that answers: its health, what it follows, and where the dead letters are.

import { ask } from './ask.js';
import { domains } from './frame.js';
import { h } from './h.js';
import { answered, badge, notice, paste, section } from './parts.js';
import { href, kindOf } from './route.js';
import { tree } from './tree.js';
import { command, count } from './words.js';

const EVERY = 2000;

export function engine() {
  const [ready, status] = ['readyz', 'status'].map(path => ask(path, { every: EVERY }));
  return [
    h('h1', {}, 'Engine'),
    section('Readiness', null, answered(ready, () => ready.error ? null : notice('done', 'Ready', 'Every domain is followed and can be asked.'), `curl ${location.origin}/readyz`)),
    section('Status', 'as /status tells it', answered(status, value => tree('status', value), `curl ${location.origin}/status`)),
    section('Domains', null, answered(domains(), value => h('div', { class: 'lines' }, value.domains.map(followed)), `curl ${location.origin}/v1/domains`)),
    section('Dead letters', 'records that cannot be read; each has a turn in the lane ~PARTITION', answered(domains(), value => value.domains.map(letters))),
  ];
}

function followed(one) {
  return h('div', { key: one.domain, class: 'line' }, h('a', { href: href([one.domain]) }, one.domain),
    one.proved ? badge('done', 'decided again') : badge('lost', 'not proved'),
    one.behindRecords > 0 ? badge('waiting', `${count(one.behindRecords, 'records')} behind`) : badge('done', 'at the end'),
    h('span', { class: 'quiet' }, `${count(one.turns, 'turns')}, ${count(one.lanes, 'lanes')}, ${count(one.partitions, 'partitions')}`));
}

function letters(one) {
  const partitions = Array.from({ length: Math.min(64, one.partitions ?? 0) }, (_, partition) => `~${partition}`);
  return h('div', { key: one.domain },
    h('p', {}, `${one.domain}: `, partitions.map(lane => [h('a', { href: href([one.domain, lane, 'timeline']), title: `the unreadable records of partition ${lane.slice(1)}` }, lane), ' '])),
    one.domain === kindOf(one.domain) && paste(command('consume', `${one.domain}-dead-letters`)));
}
