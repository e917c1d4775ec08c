import { columnsOf, DROPPED, lines, NEW, OTHERS, rowsOf } from '../../main/resources/page/flows.js';
import { same } from './check.mjs';

const ANSWER = {
  number: [7, 8], at: ['2026-11-27T12:00:00Z', '2026-11-27T12:05:00Z'], copies: [10, 12], movedBytes: [30, 5],
  flows: [[{ from: null, to: 'w2', chunks: 1, bytes: 10 }, { from: 'w10', to: 'w2', chunks: 2, bytes: 20 }], [{ from: 'w2', to: null, chunks: 1, bytes: 5 }, { from: 'w3', to: 'w4', chunks: 1, bytes: 1 }]],
};

export function whatIsNewAndWhatIsDroppedHaveEndsWithNames() {
  const [seven, eight] = columnsOf(ANSWER);
  same(seven.flows.map(one => [one.from, one.to]), [['w10', 'w2'], [NEW, 'w2']], 'the largest first');
  same(eight.flows[0].to, DROPPED);
}

export function workersStandInTheOrderOfTheirNumbersBetweenNewAndDropped() {
  same(rowsOf(columnsOf(ANSWER), 10), [NEW, 'w2', 'w3', 'w4', 'w10', DROPPED]);
}

export function workersWithFewBytesAreOneRowAndNothingIsLost() {
  const all = columnsOf(ANSWER);
  const names = rowsOf(all, 2);
  same(names, [NEW, 'w2', 'w10', OTHERS, DROPPED]);
  const drawn = lines(all[1].flows, names);
  same(drawn.map(one => [one.from, one.to, one.bytes]), [['w2', DROPPED, 5], [OTHERS, OTHERS, 1]]);
}
