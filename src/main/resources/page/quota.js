// Whether each instance has its minimum of leases, or needs none. It knows no document.

import { count } from './words.js';

/** The quotas below their minimum whose instances have jobs that wait. */
export function lacking(quotas) {
  return quotas.filter(one => one.usage < one.min && one.waiting > 0);
}

/** In a sentence what quotas without an eviction mean. */
export function sharesText(quotas) {
  const lack = lacking(quotas);
  if (!lack.length) return 'Each instance has its minimum, or no job of it waits.';
  return `${lack.map(one => `${one.instance} has ${one.usage} of its minimum of ${count(one.min, 'leases')}, and ${count(one.waiting, 'jobs')} of it ${one.waiting === 1 ? 'waits' : 'wait'}`).join('; ')}.`;
}
