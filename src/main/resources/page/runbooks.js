// A runbook: what an incident means, what to look at, what to do.

import { ask } from './ask.js';
import { h } from './h.js';
import { answered, notice } from './parts.js';
import { href } from './route.js';
import { blocks } from './rules.js';

/** Shows `#/runbooks/RotaNoEngine`; without a name, which there are. */
export function runbooks(at) {
  const name = (at.id ?? 'README').replace(/[^A-Za-z]/g, '');
  const question = ask(`docs/runbooks/${name}.md`);
  if (question.error?.status === 404) return notice('lost', `There is no runbook '${at.id}'`, h('p', {}, 'Each alert and each cause has one: ', h('a', { href: href(['runbooks']) }, 'all runbooks')));
  return answered(question, blocks, `curl ${location.origin}/docs/runbooks/${name}.md`);
}
