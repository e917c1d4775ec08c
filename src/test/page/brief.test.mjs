// Records of one topic can be told apart without being unfolded.

import { brief } from '../../main/resources/page/brief.js';

function check(found, expected) {
  if (found !== expected) throw new Error(`'${found}' is not '${expected}'`);
}

export function theFirstPlainValuesAreShown() {
  check(brief({ chain: 'polkadot', para: 2100, collator: null, cores: [], outcome: 'QUEUED', retries: 0, block: 7, more: true }, 'polkadot'), 'para 2100, outcome QUEUED, retries 0, block 7');
}

export function nothingPlainIsNothing() {
  check(brief({ a: null, b: {}, c: '' }, 'k'), '');
  check(brief(null, 'k'), '');
  check(brief('text', 'k'), '');
}
