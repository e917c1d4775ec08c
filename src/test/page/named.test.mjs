// Whom records name.

import { named } from '../../main/resources/page/named.js';
import { same } from './check.mjs';

const KINDS = ['job', 'bot'];

export function eachThingIsNamedOnceInItsOrder() {
  const input = { grid: 'g', event: { Submitted: { job: 'a', properties: { bot: [] } } } };
  const output = { bot: 'b1', leases: [{ job: 'a' }, { job: 'c' }] };
  same(named([input, output], KINDS), [{ kind: 'job', id: 'a' }, { kind: 'bot', id: 'b1' }, { kind: 'job', id: 'c' }]);
}

export function idsMayBeNumbersAndNothingIsNamedByWhatIsNoId() {
  same(named([{ para: 2177, collator: 'alice' }, { para: null }, { para: '' }, { para: { para: 3 } }], ['para']), [{ kind: 'para', id: '2177' }, { kind: 'para', id: '3' }]);
  same(named([null, undefined, 'job', 7], KINDS), []);
}
