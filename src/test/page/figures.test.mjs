import { columnsOf, lineOf, tendency } from '../../main/resources/page/figures.js';
import { holds, same } from './check.mjs';

export function stepsBecomeTimesOfTheirEndsAndCountsBecomeRates() {
  const value = { from: '2026-11-27T12:00:00Z', stepMillis: 10_000, waiting: [1, null, 3], begun: [20, 0, null] };
  const { x, waiting, begun, capacity } = columnsOf(value, [{ of: 'waiting' }, { of: 'begun', rate: true }, { of: 'capacity' }]);
  same(x.map(one => one - x[0]), [0, 10, 20]);
  same(x[0], Date.parse('2026-11-27T12:00:10Z') / 1000);
  same([waiting, begun, capacity], [[1, null, 3], [2, 0, null], []]);
}

export function aLineHasAGapWhereNothingIsKnown() {
  const path = lineOf([0, 5, null, 10], 90, 12);
  same(path.match(/[ML]/g), ['M', 'L', 'M']);
  holds(path.startsWith('M0 11') && path.endsWith('M90 1'), path);
  same(lineOf([], 90, 12), '');
  same(lineOf([null], 90, 12), '');
}

export function moreWaitsIfTheLastMinutesAreNotablyAboveTheHour() {
  const hour = last => [...Array(330).fill(100), ...Array(30).fill(last)];
  same([100, 119, 121, 300, 79, 0].map(last => tendency(hour(last))), ['same', 'same', 'more', 'more', 'less', 'less']);
  same(tendency([...Array(330).fill(0), ...Array(30).fill(0.5)]), 'same', 'less than one is nothing');
  same(tendency([]), 'same');
  same(tendency(Array(360).fill(null)), 'same');
}
