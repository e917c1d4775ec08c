import { CHARTS, columnsOf, latestOf, lineOf, tendency } from '../../main/resources/page/figures.js';
import { holds, same } from './check.mjs';

export function stepsBecomeTimesOfTheirEndsAndCountsBecomeRates() {
  const value = { from: '2026-11-27T12:00:00Z', to: '2026-11-27T12:00:30Z', stepMillis: 10_000, waiting: [1, null, 3], begun: [20, 0, null] };
  const { x, waiting, begun, capacity } = columnsOf(value, [{ of: 'waiting' }, { of: 'begun', rate: true }, { of: 'capacity' }]);
  same(x.map(one => one - x[0]), [0, 10, 20]);
  same(x[0], Date.parse('2026-11-27T12:00:10Z') / 1000);
  same([waiting, begun, capacity], [[1, null, 3], [2, 0, null], []]);
}

export function anOpenStepHasPresentLevelsAndNoRates() {
  const value = { from: '2026-11-27T12:00:00Z', to: '2026-11-27T12:00:22Z', stepMillis: 10_000, waiting: [7, 8, 9], begun: [20, 40, 3] };
  const rate = { of: 'begun', rate: true };
  const { x, waiting, begun } = columnsOf(value, [{ of: 'waiting' }, rate]);
  same(x.map(one => one - x[0]), [0, 10, 12], 'the open step is drawn as far as it is');
  same([waiting, begun], [[7, 8, 9], [2, 4, null]]);
  same([latestOf(value, { of: 'waiting' }), latestOf(value, rate)], [9, 4], 'the rate is that of the last whole step');
  const whole = { ...value, to: '2026-11-27T12:00:30Z' };
  same([columnsOf(whole, [rate]).begun, latestOf(whole, rate)], [[2, 4, 0.3], 0.3]);
  same([latestOf({ ...value, begun: [null, null, 3] }, rate), latestOf(value, { of: 'capacity' })], [null, null], 'not known');
}

export function eachFigureHasItsOwnColourAndEachChartOneAxis() {
  const lines = CHARTS.flatMap(chart => chart.lines);
  same(new Set(lines.map(line => line.colour)).size, lines.length);
  for (const { name, lines: some } of CHARTS) {
    const axes = new Set(some.map(line => (line.of === 'oldestSeconds' ? 'a time' : line.rate ? 'a rate' : 'items')));
    same(axes.size, 1, name);
    holds(some.every(line => line.scale === undefined), name);
  }
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
