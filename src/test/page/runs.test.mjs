// Which decisions are shown as one line.

import { runs } from '../../main/resources/page/runs.js';
import { same } from './check.mjs';

const told = (turn, what, rule = 'cores 5.1') => ({ turn, what, rule });
const turns = all => runs(all).map(run => run.map(one => one.turn));

export function decisionsThatDifferInNumbersAloneAreOneRun() {
  const all = [told(1, 'waits on: block 33 schedules para 2107'), told(2, 'waits on: block 34 schedules para 2171'), told(3, 'block 35 schedules it')];
  same(turns(all), [[1, 2], [3]]);
}

export function anotherRuleOrNameIsAnotherRun() {
  same(turns([told(1, 'waits'), told(2, 'waits', 'cores 5.4'), told(3, 'waits for alice', 'cores 5.4')]), [[1], [2], [3]]);
}

export function whatComesAgainLaterIsNotJoined() {
  same(turns([told(1, 'a 1'), told(2, 'b'), told(3, 'a 2')]), [[1], [2], [3]]);
  same(turns([]), []);
}
