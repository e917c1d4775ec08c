// What is verified of the lane, and how a reader verifies it without this page.

import { ask } from './ask.js';
import { laneRow } from './frame.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { badge, facts, notice, paste, section } from './parts.js';
import { kindOf, lanePath } from './route.js';
import { clock, command, number } from './words.js';

const EVERY = 5000;
const CHEAP = { cores: 'scheduled', bots: 'quotas', shards: 'policy', chunks: 'policy' }; // the standing comes with any answer

export function proof(at) {
  const row = laneRow(at);
  const told = CHEAP[kindOf(at.domain)] && ask(lanePath(at, `queries/${CHEAP[kindOf(at.domain)]}`), { every: EVERY, turn: lastTurn() || null }).value;
  const stand = told ?? row;
  if (!stand) return h('p', { class: 'loading' }, 'Asking what is verified …');
  return [
    h('h1', {}, 'Proof of ', h('span', { class: 'id' }, at.lane)),
    verdict(stand, row, at.domain),
    facts([['turn', number(stand.turn)], ['its time', clock(stand.at)], ['checkpoint at turn', stand.believedTo ? number(stand.believedTo) : null]]),
    section('What that means', null, h('ul', { class: 'plain' },
      h('li', {}, badge('done', 'sealed'), ' The pages of the ledger follow one another, and each has the seal of its content and of the seal before.'),
      h('li', {}, badge('done', 'verified'), ' The follower replayed each turn: the rules give the same outputs and the same state.'),
      h('li', {}, badge('idle', 'not looked at here'), ' Published records, inputs and group offsets. The audit compares them with the ledger.'),
      h('li', {}, badge('idle', 'not looked at here'), ' Signatures and witnesses. The audit reads them with --log and --policy.'))),
    section('Verify it yourself', null,
      paste(command('audit', at.domain), 'all topics of the domain '),
      at.domain === kindOf(at.domain) && [
        paste(`${command('export', at.domain, '--key', at.lane)} > lane.jsonl`, 'the ledger as a file '),
        paste(command('state', at.domain, '--from', 'lane.jsonl'), 'replay it, without Kafka '),
        paste(command('prove', at.domain, `${at.lane}/${stand.turn}/0`), 'one output, for outsiders '),
      ]),
  ];
}

function verdict(stand, row, domain) {
  if (!stand.proved) return notice('lost', 'Not verified', h('p', {}, stand.proof ?? row?.difference ?? 'Ledger and rules do not agree.'), paste(command('audit', domain), 'what differs '));
  if (stand.believedTo) return notice('idle', 'Verified from a kept checkpoint on', stand.proof);
  return notice('done', 'Every turn is verified', stand.proof ?? '');
}
