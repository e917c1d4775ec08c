// What is typed beside a field of a policy is tried as that, or said to be wrong.

import { changed, isSame, presentText, rangeText, typed } from '../../main/resources/page/fields.js';

const DELAY = { name: 'preemptionDelayMs', type: 'long', unit: 'ms', least: 0, most: 1000, known: true, present: 500, optional: false };
const DISPATCH = { name: 'dispatch', type: 'enum', symbols: ['ON_EVENT', 'ON_INTERVAL'], known: true, present: 'ON_EVENT', optional: false, least: null, most: null, unit: null };
const FLAG = { name: 'ignore', type: 'boolean', known: true, present: false, optional: true, least: null, most: null, unit: null };
const LIST = { name: 'quotas', type: 'array', known: true, present: [{ cohort: 'c', max: 2 }], optional: false, least: null, most: null, unit: null };

function check(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

export function aNumberWithinItsRangeIsTaken() {
  check(typed(' 1000 ', DELAY), { value: 1000 });
  check(typed('1 000', DELAY), { value: 1000 });
  check(typed('0', DELAY), { value: 0 });
}

export function whatIsNoSuchNumberIsSaidWithItsUnitAndRange() {
  for (const text of ['-1', '1001', '1.5', 'x', '', 'Infinity', '1e400']) {
    const { wrong } = typed(text, DELAY);
    if (!wrong?.includes('preemptionDelayMs') || !wrong.includes('of ms') || !wrong.includes('from 0 to 1000')) throw new Error(`${text}: ${wrong}`);
  }
}

export function aSymbolIsOneOfThoseThatThereAre() {
  check(typed('on interval', DISPATCH), { value: 'ON_INTERVAL' });
  if (!typed('later', DISPATCH).wrong.includes('ON_EVENT, ON_INTERVAL')) throw new Error('it names them');
}

export function nullIsForWhatMayBeLeftOut() {
  check(typed('null', FLAG), { value: null });
  if (!typed('null', DELAY).wrong) throw new Error('a delay is never null');
  check(typed('TRUE', FLAG), { value: true });
}

export function listsAreJson() {
  check(typed('[]', LIST), { value: [] });
  if (!typed('[', LIST).wrong.includes('a list')) throw new Error('it says what it needs');
}

export function whatSaysThePresentValueChangesNothing() {
  const all = [DELAY, DISPATCH, FLAG, LIST];
  check(changed(all, { preemptionDelayMs: '500', dispatch: 'ON_EVENT', ignore: '', quotas: '[{"max":2,"cohort":"c"}]' }), { policy: {}, wrong: [] });
  check(changed(all, { preemptionDelayMs: '7', dispatch: '', ignore: 'true' }), { policy: { preemptionDelayMs: 7, ignore: true }, wrong: [] });
  check(changed(all, { preemptionDelayMs: '-1', dispatch: 'x' }).wrong.length, 2);
  check(changed([{ ...DELAY, known: false, present: null }], { preemptionDelayMs: '500' }).policy, { preemptionDelayMs: 500 });
}

export function nobodyKnowsIsNotNone() {
  check(presentText({ known: false, present: null }), 'not known');
  check(presentText({ known: true, present: null }), 'none');
  check(presentText(LIST), '[{"cohort":"c","max":2}]');
  check(presentText({ known: true, present: 0 }), '0');
}

export function theRangeHasItsUnit() {
  check(rangeText(DELAY), '0 to 1\u202f000 ms');
  check(rangeText({ ...DELAY, most: 9223372036854775807, unit: null }), 'from 0');
  check(rangeText(DISPATCH), 'one of these');
  check(rangeText(FLAG), 'true or false or null');
}

export function sameIsSameWhateverTheOrderOfFields() {
  check(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }), true);
  check(isSame([1, 2], [2, 1]), false);
  check(isSame({ a: 1 }, { a: 1, b: 2 }), false);
  check(isSame([], {}), false);
  check(isSame(null, 0), false);
}
