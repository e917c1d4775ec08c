import { grouped, rowsOf, withoutNumbers } from '../../main/resources/page/groups.js';
import { same } from './check.mjs';

const JOBS = [{ id: 'a', reason: 'quota', since: 50 }, { id: 'b', reason: 'full', since: 10 }, { id: 'c', reason: 'quota', since: 5 }, { id: 'd', what: 'alone', since: 70 }];

export function whatWaitsIsTogetherByItsReasonTheOldestFirst() {
  same(grouped(JOBS).map(one => [one.reason, one.since, one.items.map(item => item.id)]), [['quota', 5, ['a', 'c']], ['full', 10, ['b']], ['alone', 70, ['d']]]);
}

export function anAgeThatIsNotKnownOfAllIsNotSaid() {
  const groups = grouped([...JOBS, { id: 'e', reason: 'quota' }]);
  same(groups.map(one => one.since), [null, 10, 70], 'and the order stays');
  same(grouped([]), []);
}

export function aHeadStandsBeforeSeveralAndNoneBeforeOne() {
  const groups = grouped(JOBS);
  const shown = open => rowsOf(groups, () => open).map(one => one.id ?? `${one.group.reason}:`);
  same(shown(true), ['quota:', 'a', 'c', 'b', 'd']);
  same(shown(false), ['quota:', 'b', 'd']);
}

export function reasonsThatDifferInNumbersAreOne() {
  same(withoutNumbers('place 3 of 12 in line for core 7'), 'place … of … in line for core …');
  same(withoutNumbers('no core'), 'no core');
}
