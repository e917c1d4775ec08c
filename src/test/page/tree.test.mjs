import { tree } from '../../main/resources/page/tree.js';
import { same } from './check.mjs';

/** The texts of the lines that a tree shows. */
function shown(id, value, find) {
  globalThis.document = { documentElement: {} };
  globalThis.getComputedStyle = () => ({ fontSize: '15px' });
  globalThis.innerHeight = 800;
  const text = node => (typeof node === 'object' ? node.kids.map(text).join(' ').trim() : String(node));
  return tree(id, value, find).kids.filter(one => one.props?.role === 'listitem').map(text);
}

export function aRecordOfAListSaysWhatItIs() {
  const value = { queue: [{ para: 2000, collator: 'alice', bids: [1] }, { para: 2004, collator: 'bob', bids: [] }, {}], empty: [], block: 17 };
  same(shown('a', value), ['▾ queue 3 items', '▸ [0] para 2000, collator alice', '▸ [1] para 2004, collator bob', '[2] {}', 'empty none', 'block 17']);
  same(shown('b', { one: { deep: { a: [1] } } }), ['▾ one 1 field', '▸ deep 1 field'], 'a record without plain values says how many it has');
}
