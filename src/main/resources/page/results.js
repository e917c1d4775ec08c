// What a search found, in the order in which it is shown, and where each leads. Nothing is there that nobody has.

import { href } from './route.js';

const MOST = 14;

/** Where a thing leads: to its reasons, a lane to its present, and what has no reasons of its own to the turns that name it. */
export function leadsTo(domain, { lane, kind, id }) {
  if (kind === 'lane') return href([domain, lane, 'now']);
  if (kind === 'collator') return href([domain, lane, 'timeline'], { find: id });
  return href([domain, lane, 'why', id], { kind });
}

/**
 * The things of all answers, those of this id first, and of those the ones of the reader's own lane.
 *
 * @param answers of domains: `{ domain, found, more }`
 * @param at the reader's place
 */
export function merged(answers, at) {
  const all = answers.flatMap(({ domain, found }) => found.map((one, index) => ({ ...one, domain, rank: rank(domain, one, at), index })));
  all.sort((one, other) => one.rank - other.rank || one.index - other.index);
  return {
    things: all.slice(0, MOST).map(one => ({ label: `${one.kind} ${one.id}`, where: one.kind === 'lane' ? one.domain : `${one.domain} ${one.lane}`, to: leadsTo(one.domain, one) })),
    more: all.length > MOST || answers.some(one => one.more),
  };
}

function rank(domain, one, at) {
  const here = domain === at.domain ? one.lane === at.lane ? 0 : 1 : 2;
  return (one.exact ? 0 : 3) + here;
}
