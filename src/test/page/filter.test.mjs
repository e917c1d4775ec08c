// What a filter of the timeline asks for is what it lets through.

import { filterOf, isSought, takes, wanted } from '../../main/resources/page/filter.js';

const TURNS = [
  { turn: 1, kind: 'INPUT', input: 'ParathreadClaim', reason: null, outputs: 1, said: 'alice claims 2100: QUEUED' },
  { turn: 2, kind: 'INPUT', input: 'ParathreadClaim', reason: 'QUEUE_FULL', outputs: 1, said: 'bob claims 2101: QUEUE_FULL' },
  { turn: 3, kind: 'TICK', input: null, reason: null, outputs: 0, said: null },
  { turn: 4, kind: 'TICK', input: null, reason: null, outputs: 2, said: 'job j17 → bot-3' },
  { turn: 5, kind: 'UNREADABLE', input: null, reason: 'BAD_FRAMING', outputs: 1, said: null },
];

function fits(args) {
  return TURNS.filter(one => takes(filterOf(args), one)).map(one => one.turn).join(' ');
}

function is(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

export function withoutAFilterOnlyIdleTicksAreLeftOut() {
  is(fits({}), '1 2 4 5');
  is(isSought({}), false);
  is(isSought({ show: 'refused', find: '  ' }), false);
}

export function theButtonsLetThroughWhatTheySay() {
  is(fits({ show: 'inputs' }), '1 2');
  is(fits({ show: 'refused' }), '2 5');
  is(fits({ show: 'decided' }), '1 2 4 5');
}

export function aKindAReasonAndATextNarrowEachOther() {
  is(fits({ kind: 'TICK' }), '3 4');
  is(fits({ reason: 'any' }), '2 5');
  is(fits({ reason: 'BAD_FRAMING' }), '5');
  is(fits({ find: 'ALICE' }), '1');
  is(fits({ find: 'claim' }), '1 2');
  is(fits({ find: 'claim', reason: 'any' }), '2');
  is(fits({ find: 'bad_fr' }), '5');
  is(fits({ find: 'nobody' }), '');
  is(fits({ show: 'inputs', kind: 'TICK', find: 'j17' }), '4');
}

export function aKindThatThereIsNotIsNone() {
  is(isSought({ kind: 'input' }), false);
  is(filterOf({ kind: 'input' }).kind, null);
}

export function theServerIsAskedForTheSame() {
  is(wanted(filterOf({ find: ' alice ', show: 'decided' }), 90, 20), { kind: null, reason: null, decided: 'yes', text: 'alice', idle: 'no', before: 90, limit: 20 });
  is(wanted(filterOf({ kind: 'TICK' }), null, 20).idle, null);
}
