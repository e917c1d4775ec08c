// The bars of the timeline mean what their axis and legend say.

import { barShapes, roundTop, tickLabels, timeTicks } from '../../main/resources/page/bars.js';

function check(holds, what) {
  if (!holds) throw new Error(what);
}

const near = (one, other) => Math.abs(one - other) < 1e-9;
const bar = (first, turns, outputs, refused) => ({ first, turns, outputs, refused, at: `t${first}` });

export function theTopOfTheAxisIsRoundAndHasRoom() {
  for (const [most, top] of [[0, 1], [1, 1], [2, 2], [3, 5], [7, 10], [10, 10], [11, 20], [99, 100], [101, 200], [4_700, 5_000]]) {
    check(roundTop(most) === top, `${most}: ${roundTop(most)}`);
  }
  for (let most = 1; most < 100_000; most += 37) check(roundTop(most) >= most && roundTop(most) <= 2.5 * most, `${most}`);
}

export function heightIsOutputsAndColourIsTheShareOfRefusedTurns() {
  const [one, other] = barShapes([bar(1, 10, 50, 5), bar(11, 10, 100, 0)], 1, 20, 100);
  check(near(one.height, 0.5) && near(one.refused, 0.25), JSON.stringify(one));
  check(near(other.height, 1) && other.refused === 0, JSON.stringify(other));
  check(near(one.left, 0) && near(one.width, 0.5) && near(other.left, 0.5) && near(other.width, 0.5), 'they stand beside each other');
}

export function aRefusalIsSeenHoweverSmall() {
  const [quiet, little, none] = barShapes([bar(1, 10, 0, 3), bar(11, 1000, 100, 1), bar(1011, 10, 0, 0)], 1, 1020, 100, 0.04);
  check(quiet.height === 0.04 && quiet.refused === 0.04, 'without outputs it is all refused');
  check(little.refused === 0.04 && little.height === 1, 'one of many is seen');
  check(none.height === 0 && none.refused === 0, 'nothing is nothing');
}

export function barsBeyondTheEndsAreCut() {
  const shapes = barShapes([bar(1, 100, 1, 0), bar(101, 100, 1, 0)], 51, 150, 1);
  check(near(shapes[0].left, 0) && near(shapes[0].width, 0.5) && near(shapes[1].width, 0.5), JSON.stringify(shapes));
}

export function timesStandApart() {
  const shapes = barShapes(Array.from({ length: 200 }, (_, i) => bar(i + 1, 1, 1, 0)), 1, 200, 1);
  const ticks = timeTicks(shapes);
  check(ticks.length >= 4 && ticks.length <= 5 && ticks[0].left === 0 && ticks[0].at === 't1', JSON.stringify(ticks));
  for (let i = 1; i < ticks.length; i++) check(ticks[i].left - ticks[i - 1].left >= 0.2 - 1e-9, 'they are far enough from each other');
  check(timeTicks([]).length === 0, 'no bar has no time');
}

export function timesAreAsShortAsTheyMayBe() {
  check(tickLabels(['12:00:08.250', '12:01:00.000']).join() === '12:00:08,12:01:00', 'of today');
  check(tickLabels(['2026-01-31 12:00:08.250', '2026-01-31 12:01:00.000']).join() === '12:00:08,12:01:00', 'of one other day');
  check(tickLabels(['2026-01-31 12:00:08.250', '12:01:00.000']).join() === '01-31 12:00,today 12:01', 'of two days');
  check(tickLabels([]).length === 0, 'of none');
}
