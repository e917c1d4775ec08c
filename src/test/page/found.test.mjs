// The turns that fit a filter are read page by page, and those that come are added in front.

import './browser.mjs';
import { filterOf } from '../../main/resources/page/filter.js';
import { found, readOn } from '../../main/resources/page/found.js';

const asked = [];
const later = [];

// The server has turns 1 to 500, of which every fifth fits.
globalThis.fetch = path => {
  asked.push(path);
  const args = new URLSearchParams(path.split('?')[1]);
  const before = Number(args.get('before') ?? 501);
  const fitting = Array.from({ length: 500 }, (_, i) => 500 - i).filter(turn => turn % 5 === 0 && turn < before);
  const turns = fitting.slice(0, 40).map(turn => ({ turn, at: '2026-01-31T12:00:00Z', kind: 'INPUT', said: `alice ${turn}`, outputs: 1 }));
  const answer = { turn: 500, saidFrom: 100, turns, next: fitting.length > 40 ? turns.at(-1).turn : null };
  return { then: (...done) => { later.push(() => Promise.resolve({ ok: true, json: () => Promise.resolve(answer) }).then(...done)); } };
};

async function settle() {
  for (let i = 0; i < 40; i++) {
    await Promise.resolve();
    while (later.length) later.shift()();
  }
}

function check(holds, what) {
  if (!holds) throw new Error(what);
}

const turn = (number, said) => ({ turn: number, kind: 'INPUT', said, outputs: 1 });

export async function pagesJoinAndWhatComesIsInFront() {
  const at = { domain: 'cores', lane: 'polkadot' };
  const filter = filterOf({ find: 'alice' });
  const live = { turns: [turn(499, 'alice 499'), turn(500, 'alice 500')] };
  check(!found(at, live, filter, false).begun, 'it waits for the first page');
  await settle();
  let one = found(at, live, filter, false);
  check(one.turns.length === 40 && one.turns[0].turn === 500 && one.more && one.saidFrom === 100, JSON.stringify(one.turns.length));

  readOn(at, filter);
  readOn(at, filter);
  await settle();
  one = found(at, live, filter, false);
  check(one.turns.length === 80 && new Set(one.turns.map(each => each.turn)).size === 80, 'no turn is there twice, however often it is asked');

  live.turns.push(turn(501, 'alice 501'), turn(502, 'bob 502'));
  check(found(at, live, filter, true).turns.length === 80, 'nothing runs away from under the pointer');
  one = found(at, live, filter, false);
  check(one.turns.length === 81 && one.turns[0].turn === 501, 'of the new ones, those that fit');
  check(found(at, live, filter, false).turns.length === 81, 'once');

  live.turns = [turn(900, 'alice 900')];
  found(at, live, filter, false);
  await settle();
  check(!found(at, live, filter, false).turns.some(each => each.turn === 501), 'behind a rush it is asked anew');

  readOn(at, filter);
  await settle();
  for (let i = 0; i < 5; i++) {
    readOn(at, filter);
    await settle();
  }
  check(!found(at, live, filter, true).more, 'it ends');
}

export async function anotherFilterBeginsAnew() {
  const at = { domain: 'cores', lane: 'kusama' };
  check(!found(at, { turns: [] }, filterOf({ reason: 'any' }), false).begun, 'nothing of the former is shown');
  await settle();
  check(asked.at(-1).includes('v1/cores/lanes/kusama/turns?reason=any'), asked.at(-1));
}
