import { once } from '../../main/resources/page/once.js';
import { same } from './check.mjs';

export function whatIsMadeOfAnAnswerIsMadeOnce() {
  let made = 0;
  const doubled = (all, text) => (made++, all.map(one => `${one}${one}${text ?? ''}`));
  const answer = ['a', 'b'];
  same([once(answer, doubled), once(answer, doubled), made], [['aa', 'bb'], ['aa', 'bb'], 1]);
  same([once(answer, doubled, '!'), made], [['aa!', 'bb!'], 2], 'other text');
  same([once(['a', 'b'], doubled), made], [['aa', 'bb'], 3], 'another answer that says the same');
  same(once(answer, all => all.length), 2, 'another thing of the same');
}
