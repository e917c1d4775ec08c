// A search shows what was found, the nearest first, and nothing else.

import './browser.mjs';
import { leadsTo, merged } from '../../main/resources/page/results.js';

const found = (lane, kind, id, exact = false) => ({ lane, kind, id, exact });

function check(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
}

export function nothingFoundIsNothingShown() {
  check(merged([], {}), { things: [], more: false });
  check(merged([{ domain: 'bots', found: [], more: false }], { domain: 'bots', lane: 'builds' }).things, []);
}

export function theSameNameInTheReadersLaneComesFirst() {
  const { things } = merged([
    { domain: 'bots', found: [found('other', 'job', '7', true), found('builds', 'job', '70'), found('builds', 'job', '7', true)], more: false },
    { domain: 'cores', found: [found('polkadot', 'core', '7', true)], more: false },
  ], { domain: 'bots', lane: 'builds' });
  check(things.map(one => `${one.where} ${one.label}`), ['bots builds job 7', 'bots other job 7', 'cores polkadot core 7', 'bots builds job 70']);
}

export function whatIsLeftOutIsSaid() {
  const many = { domain: 'bots', found: Array.from({ length: 20 }, (_, i) => found('builds', 'job', `j${i}`)), more: false };
  check(merged([many], {}).things.length, 14);
  check(merged([many], {}).more, true);
  check(merged([{ domain: 'bots', found: [], more: true }], {}).more, true);
}

export function eachThingLeadsToWhereItIsExplained() {
  check(leadsTo('cores', found('polkadot', 'para', '2100')), '#/cores/polkadot/why/2100?kind=para');
  check(leadsTo('cores', found('polkadot', 'collator', 'alice')), '#/cores/polkadot/timeline?find=alice');
  check(leadsTo('bots', found('builds', 'lane', 'builds')), '#/bots/builds/now');
  check(leadsTo('chunks', found('mainnet', 'chunk', 's3://d/1')), '#/chunks/mainnet/why/s3%3A%2F%2Fd%2F1?kind=chunk');
}
