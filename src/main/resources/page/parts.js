// What several views show in the same way.

import { h, repaint } from './h.js';
import { rule, why } from './route.js';
import { clock, number, span } from './words.js';

const SLOW_MS = 300;
let copied = null;

/** A command to paste, and a button that copies it. */
export function paste(command, before) {
  return h('p', { class: 'paste' }, before && h('span', {}, before), h('code', {}, command),
    h('button', { type: 'button', onclick: event => copy(event.currentTarget, command) }, copied?.text === command ? copied.word : 'copy'));
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    copied = { text, word: 'copied' };
  } catch {
    copied = { text, word: 'selected' };
    getSelection().selectAllChildren(button.previousSibling);
  }
  repaint();
  setTimeout(() => ((copied = null), repaint()), 1500);
}

/** Something to know: what, why, what to do. Tones: `idle`, `running`, `done`, `lost`, `refused`; `waiting` warns. */
export function notice(tone, title, ...rest) {
  return h('div', { class: `notice ${tone}`, role: tone === 'lost' ? 'alert' : 'status' }, h('strong', {}, title), rest.flat().map(one => (typeof one === 'string' ? h('span', {}, one) : one)));
}

/** The view of an answer, or why there is none yet. What is old stays and says so. */
export function answered(question, shown, command) {
  const { value, error, since } = question;
  const wrong = error && notice('lost', error.title,
    h('p', {}, [error.detail, error.todo, value && `Below is what it said ${span(Date.now() - question.heard)} ago.`].filter(Boolean).join(' ')),
    command && paste(command, 'the same with the CLI '));
  if (value !== null) return [wrong, shown(value)];
  if (wrong) return wrong;
  const slow = since && Date.now() - since > SLOW_MS;
  return h('p', { class: 'loading' }, slow ? `Asking for ${span(Date.now() - since)}: ${decodeURIComponent(question.path.split('?')[0]).split('/').slice(1).join(' ')}. A long history takes a moment.` : 'Asking …');
}

/** As of which turn an answer is, and what is proved of it. */
export function standing(answer) {
  const proved = answer.proved ? (answer.believedTo ? '◐' : '✓') : '✕';
  return h('p', { class: 'standing' }, `as of turn ${number(answer.turn)}, ${clock(answer.at)} · `,
    h('span', { class: answer.proved ? (answer.believedTo ? 'idle' : 'done') : 'lost' }, `${proved} ${answer.proof}`));
}

/** A state as a shape and a word. */
export function badge(tone, word, title) {
  const shape = { waiting: '▲', running: '●', done: '✓', lost: '✕', refused: '⊘', idle: '○' }[tone];
  return h('span', { class: `badge ${tone}`, title }, h('span', { 'aria-hidden': 'true' }, `${shape} `), word);
}

/** A link to a rule of the book. */
export function ruleLink(id) {
  return id ? h('a', { class: 'rule', href: rule(id), title: `the rule ${id} of the rules' book` }, id) : null;
}

/** An id that leads to its reasons. */
export function thing(at, kind, id, label) {
  return h('a', { class: 'id', href: why(at, id, kind), title: `why is ${kind} ${id} so?` }, label ?? String(id));
}

/** A section with a heading and a line that says what it is. */
export function section(title, about, ...kids) {
  return h('section', {}, h('h2', {}, title, about && h('small', {}, about)), kids);
}

/** Names and values beside each other. */
export function facts(pairs) {
  return h('dl', { class: 'facts' }, pairs.filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}
