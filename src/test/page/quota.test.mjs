import { lacking, sharesText } from '../../main/resources/page/quota.js';
import { same } from './check.mjs';

const quota = (instance, usage, min, waiting) => ({ cohort: 'desks', instance, usage, min, max: 400, waiting });

export function anInstanceBelowItsMinimumWithJobsThatWaitHasNotItsShare() {
  const all = [quota('main', 4, 20, 3), quota('mobile', 4, 20, 0), quota('nightly', 20, 20, 7), quota('batch', 0, 1, 1)];
  same(lacking(all).map(one => one.instance), ['main', 'batch']);
  same(sharesText(all), 'main has 4 of its minimum of 20 leases, and 3 jobs of it wait; batch has 0 of its minimum of 1 lease, and 1 job of it waits.');
}

export function aQuotaThatNobodyNeedsIsNotLacking() {
  same(sharesText([quota('mobile', 4, 20, 0), quota('nightly', 25, 20, 7)]), 'Each instance has its minimum, or no job of it waits.');
}
