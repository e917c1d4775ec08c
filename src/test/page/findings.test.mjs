// What the strip of incidents says, and in which order.

import assert from 'node:assert/strict';
import { isAllSaid, stepWords, worstFirst } from '../../main/resources/page/findings.js';

const NOW = Date.parse('2026-01-31T12:00:00Z');

function finding(level, text, more) {
  return { level, text, cause: 'X', since: '2026-01-31T11:59:00Z', ...more };
}

function domain(name, ...findings) {
  return { domain: name, health: { level: findings[0]?.level ?? 'WELL', findings } };
}

export function theWorstIsFirstOfAllDomains() {
  const all = [domain('bots', finding('WAITS', 'a'), finding('WRONG', 'b')), domain('cores', finding('UNKNOWN', 'c'), finding('WRONG', 'd'), finding('LATER', 'e'))];
  assert.deepEqual(worstFirst(all, null, NOW).map(one => one.text), ['b', 'd', 'c', 'e', 'a']);
  assert.deepEqual(worstFirst(all, 'bots', NOW).map(one => one.text), ['b', 'a']);
}

export function ofEqualLevelsTheWorseCauseIsFirst() {
  const all = [domain('bots', finding('WRONG', 'full', { rank: 3 }), finding('WRONG', 'stands', { rank: 5 })), domain('cores', finding('WRONG', 'not proved', { rank: 0 }))];
  assert.deepEqual(worstFirst(all, null, NOW).map(one => one.text), ['not proved', 'full', 'stands']);
}

export function theSameSentenceOfSeveralDomainsIsSaidOnce() {
  const full = finding('WRONG', 'the disk is full');
  assert.equal(worstFirst([domain('bots', full), domain('cores', full)], null, NOW).length, 1);
}

export function aMomentBehindIsNoIncident() {
  const behind = since => worstFirst([domain('bots', finding('WAITS', 'behind', { cause: 'BEHIND', since }))], null, NOW).length;
  assert.equal(behind('2026-01-31T11:59:56Z'), 0);
  assert.equal(behind('2026-01-31T11:59:54Z'), 1);
}

export function silenceIsNotHealth() {
  assert.equal(isAllSaid([domain('bots')]), true);
  assert.equal(isAllSaid([]), false);
  assert.equal(isAllSaid([{ domain: 'bots' }]), false);
  assert.equal(isAllSaid([{ domain: 'bots', health: { level: 'UNKNOWN', findings: [] } }]), false);
}

export function theNextStepStandsBesideItsCommand() {
  assert.equal(stepWords({ next: "start an engine: 'rota run --domains bots'", command: 'rota run --domains bots' }), 'start an engine:');
  assert.equal(stepWords({ next: 'wait' }), 'wait');
  assert.equal(stepWords({}), null);
}
