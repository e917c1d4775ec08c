import { holds as has, sift } from '../../main/resources/page/sift.js';
import { holds, same } from './check.mjs';

const BOTS = [{ bot: 'bot-7', cohort: 'servers', leases: ['job-12'], status: 'OK' }, { bot: 'bot-8', cohort: 'desks', leases: [], status: 'MISSING' }];

/** All texts of a tree of nodes. */
function texts(node) {
  return typeof node === 'object' ? [node].flat(Infinity).filter(Boolean).map(one => (typeof one === 'object' ? texts(one.kids) : String(one))).join(' ') : String(node);
}

export function anItemIsFoundByAnyOfItsTextsAndNotByTheirNames() {
  same(['bot-7', 'serv', 'job-12', 'missing', 'cohort', 'x'].map(text => BOTS.map(one => has(one, text))),
    [[true, false], [true, false], [true, false], [false, true], [false, false], [false, false]]);
  same([has(null, 'null'), has(12, '1'), has({ since: null, all: [{ deep: 'Yes' }] }, 'yes')], [false, true, true]);
}

export function aListSaysHowManyOfHowManyItShows() {
  const list = (text, all) => sift({ args: { bots: text } }, 'bots', BOTS, left => left.map(one => one.bot), all);
  holds(texts(list('')).endsWith('2 of 2 bots bot-7 bot-8'), texts(list('')));
  holds(texts(list(' DESKS ')).endsWith('1 of 2 bots bot-8'), texts(list(' DESKS ')));
  holds(texts(list('nobody')).includes("0 of 2 bots None of the bots here has 'nobody'"), texts(list('nobody')));
  holds(texts(list('', 150)).includes('2 of 150 bots'), 'of all, if the list has only some');
}
