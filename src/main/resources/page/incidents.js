// What is wrong, since when, and what to do: a strip above every view. It says so if nobody has said anything lately.

import { isAllSaid, stepWords, worstFirst } from './findings.js';
import { domains } from './frame.js';
import { h } from './h.js';
import { silence } from './health.js';
import { paste } from './parts.js';
import { href } from './route.js';
import { ago, clock, span } from './words.js';

const SHOWN = 3;
const MARKS = { WRONG: ['lost', '✕', 'wrong'], UNKNOWN: ['idle', '○', 'not known'], WAITS: ['waiting', '▲', 'look at it'] };

/** What is wrong of one domain or of all, the worst first; null: nobody has said it lately. */
export function told(domain) {
  const { value } = domains();
  return value && silence() === null ? worstFirst(value.domains, domain) : null;
}

/** The strip above a view. */
export function incidents(at) {
  const quiet = silence();
  if (quiet !== null) return strip([row('idle', '○', 'not known', `Nothing is known: the server has not answered since ${time(domains().heard)}, for ${span(quiet)}`)]);
  const all = told(at.domain);
  if (all === null) return null;
  if (!all.length) return at.view === 'home' && !at.domain ? nothing() : null;
  const rest = all.slice(SHOWN);
  return strip([...all.slice(0, SHOWN).map(incident),
    rest.length > 0 && h('details', { key: 'rest' }, h('summary', {}, `and ${rest.length} more`), rest.map(incident))]);
}

/** Only of what is known, and only as long as the word is not old. */
function nothing() {
  const { value, heard } = domains();
  return isAllSaid(value.domains) ? strip([row('done', '✓', 'well', `Rota itself runs well, as of ${time(heard)}`)]) : null;
}

function strip(rows) {
  return h('section', { key: 'incidents', class: 'incidents', 'aria-label': 'what is wrong' }, rows);
}

function incident(one) {
  const [tone, shape, word] = MARKS[one.level] ?? MARKS.UNKNOWN;
  const words = stepWords(one);
  return row(tone, shape, word, one.text,
    one.since && h('span', { class: 'age', title: one.since }, `for ${ago(one.since)}`),
    words && (one.command ? paste(one.command, words) : h('p', { class: 'paste' }, words)),
    one.runbook && h('a', { href: href(['runbooks', one.runbook]), title: 'what it means, what to look at, what to do' }, 'runbook'));
}

function row(tone, shape, word, text, ...rest) {
  return h('div', { class: `incident ${tone}` }, h('span', { role: 'img', 'aria-label': word }, shape), h('strong', {}, text), rest);
}

function time(millis) {
  return clock(millis).replace(/\.\d+$/, '');
}
