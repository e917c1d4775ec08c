// How a domain stands, as the server's model of health says it, and how old that word is. A word that is old is no word.

import { isPresent } from './findings.js';
import { domains } from './frame.js';
import { h } from './h.js';
import { badge } from './parts.js';
import { span } from './words.js';

const OLD_MS = 5000;
const TONES = { WELL: ['done', '✓', 'well'], WAITS: ['waiting', '▲', 'look at it'], UNKNOWN: ['idle', '○', 'not known'], WRONG: ['lost', '✕', 'wrong'] };

/** How old the last answer about all domains is, in ms; null as long as it is the present one. */
export function silence() {
  const { value, error, heard } = domains();
  const age = heard ? Date.now() - heard : 0;
  return value && (error || age > OLD_MS) ? age : null;
}

/** What a domain's health is now: its tone, shape and words. */
export function judged(one) {
  const quiet = silence();
  if (quiet !== null) return { tone: 'idle', shape: '○', word: `not known: no answer for ${span(quiet)}`, findings: [] };
  const [tone, shape, word] = TONES[one.health?.level] ?? TONES.UNKNOWN;
  const findings = one.health?.findings ?? [];
  return { tone, shape, word: findings.length ? findings.map(each => each.text).join('; ') : word, findings };
}

/** True if what is shown of a domain is how it is now: the server answers, and its follower has read all. */
export function isCurrent(name) {
  const one = domains().value?.domains?.find(each => each.domain === name);
  return one !== undefined && silence() === null && isPresent(one);
}

/** A domain's health as a dot. */
export function dot(one) {
  const { tone, shape, word } = judged(one);
  return h('span', { class: `dot ${tone}`, title: word, 'aria-label': word, role: 'img' }, shape);
}

/** The health of all domains in a word. */
export function overall() {
  const { value, error, since } = domains();
  const quiet = silence();
  if (quiet !== null) return badge('idle', `no answer for ${span(quiet)}`);
  if (error) return badge('lost', 'no answer');
  if (!value) return badge('idle', since ? 'asking' : '');
  if (!value.domains.length) return badge('idle', 'nothing is followed');
  const levels = ['WRONG', 'UNKNOWN', 'WAITS'].filter(level => value.domains.some(one => one.health?.level === level));
  if (!levels.length) return badge('done', 'all is well');
  const [tone] = TONES[levels[0]];
  const named = value.domains.filter(one => one.health?.level === levels[0]).map(one => one.domain).join(', ');
  return badge(tone, `${named}: ${{ WRONG: 'something is wrong', UNKNOWN: 'not all is known', WAITS: 'something waits' }[levels[0]]}`);
}
