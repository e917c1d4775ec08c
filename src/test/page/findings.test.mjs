// What the strip of incidents says, and in which order.

import { isAllSaid, isPresent, stepWords, worstFirst } from '../../main/resources/page/findings.js';
import { same } from './check.mjs';

const NOW = Date.parse('2026-01-31T12:00:00Z');

function finding(level, text, more) {
  return { level, text, cause: 'X', since: '2026-01-31T11:59:00Z', ...more };
}

function domain(name, ...findings) {
  return { domain: name, health: { level: findings[0]?.level ?? 'WELL', findings } };
}

export function theWorstIsFirstOfAllDomains() {
  const all = [domain('bots', finding('WAITS', 'a'), finding('WRONG', 'b')), domain('cores', finding('UNKNOWN', 'c'), finding('WRONG', 'd'), finding('LATER', 'e'))];
  same(worstFirst(all, null, NOW).map(one => one.text), ['b', 'd', 'c', 'e', 'a']);
  same(worstFirst(all, 'bots', NOW).map(one => one.text), ['b', 'a']);
}

export function ofEqualLevelsTheWorseCauseIsFirst() {
  const all = [domain('bots', finding('WRONG', 'full', { rank: 3 }), finding('WRONG', 'stands', { rank: 5 })), domain('cores', finding('WRONG', 'not proved', { rank: 0 }))];
  same(worstFirst(all, null, NOW).map(one => one.text), ['not proved', 'full', 'stands']);
}

export function theSameSentenceOfSeveralDomainsIsSaidOnce() {
  const full = finding('WRONG', 'the disk is full');
  same(worstFirst([domain('bots', full), domain('cores', full)], null, NOW).length, 1);
}

export function aMomentBehindIsNoIncident() {
  const behind = since => worstFirst([domain('bots', finding('WAITS', 'behind', { cause: 'BEHIND', since }))], null, NOW).length;
  same(behind('2026-01-31T11:59:56Z'), 0);
  same(behind('2026-01-31T11:59:54Z'), 1);
}

export function whatIsShownIsPresentUnlessSomethingStopsInputsOrReading() {
  const present = (...findings) => isPresent(domain('bots', ...findings), NOW);
  same(present(), true);
  same(present(finding('WAITS', 'letters', { cause: 'DEAD_LETTERS' })), true);
  same(present(finding('WAITS', 'a moment', { cause: 'BEHIND', since: '2026-01-31T11:59:58Z' })), true);
  for (const cause of ['NOT_PROVED', 'NOT_READ', 'NOT_HEARD', 'NOT_DECIDED', 'STANDS', 'HELD', 'CATCHES_UP', 'BACKLOG', 'BEHIND', 'NOT_ALLOWED', 'LATER']) same(present(finding('WAITS', 'x', { cause })), false);
  same(isPresent({ domain: 'bots' }, NOW), false);
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
