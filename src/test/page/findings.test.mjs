// What the strip of incidents says, and in which order.

import { isAllSaid, isPresent, stepWords, worstFirst } from '../../main/resources/page/findings.js';
import { same } from './check.mjs';

function finding(level, text, more) {
  return { level, text, cause: 'X', since: '2026-01-31T11:59:00Z', ...more };
}

function domain(name, ...findings) {
  return { domain: name, health: { level: findings[0]?.level ?? 'WELL', findings } };
}

export function theWorstIsFirstOfAllDomains() {
  const all = [domain('bots', finding('WAITS', 'a'), finding('WRONG', 'b')), domain('cores', finding('UNKNOWN', 'c'), finding('WRONG', 'd'), finding('LATER', 'e'))];
  same(worstFirst(all, null).map(one => one.text), ['b', 'd', 'c', 'e', 'a']);
  same(worstFirst(all, 'bots').map(one => one.text), ['b', 'a']);
}

export function ofEqualLevelsTheWorseCauseIsFirst() {
  const all = [domain('bots', finding('WRONG', 'full', { rank: 3 }), finding('WRONG', 'stands', { rank: 5 })), domain('cores', finding('WRONG', 'not proved', { rank: 0 }))];
  same(worstFirst(all, null).map(one => one.text), ['not proved', 'full', 'stands']);
}

export function theSameSentenceOfSeveralDomainsIsSaidOnce() {
  const full = finding('WRONG', 'the disk is full');
  same(worstFirst([domain('bots', full), domain('cores', full)], null).length, 1);
}

export function whatIsShownIsPresentUnlessSomethingStopsInputsOrReading() {
  const present = (...findings) => isPresent(domain('bots', ...findings));
  same(present(), true);
  same(present(finding('WAITS', 'letters', { cause: 'DEAD_LETTERS' })), true);
  for (const cause of ['NOT_PROVED', 'NOT_READ', 'NOT_HEARD', 'NOT_DECIDED', 'STANDS', 'HELD', 'CATCHES_UP', 'BACKLOG', 'BEHIND', 'NOT_ALLOWED', 'OTHER_GROUP', 'OPENS', 'LATER']) same(present(finding('WAITS', 'x', { cause })), false);
  same(isPresent({ domain: 'bots' }), false);
}

export function silenceIsNotHealth() {
  same(isAllSaid([domain('bots')]), true);
  same(isAllSaid([]), false);
  same(isAllSaid([{ domain: 'bots' }]), false);
  same(isAllSaid([{ domain: 'bots', health: { level: 'UNKNOWN', findings: [] } }]), false);
}

export function theNextStepStandsBesideItsCommand() {
  same(stepWords({ next: "start an engine: 'rota run --domains bots'", command: 'rota run --domains bots' }), 'start an engine:');
  same(stepWords({ next: 'wait' }), 'wait');
  same(stepWords({}), null);
}
