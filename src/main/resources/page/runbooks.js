// A runbook: what an incident means, what to look at, what to do.

import { ask } from './ask.js';
import { h } from './h.js';
import { answered, notice, section } from './parts.js';
import { href } from './route.js';
import { blocks } from './rules.js';

/** Shows `#/runbooks/RotaNoEngine`; without a name, which there are. */
export function runbooks(at) {
  const name = at.id ? at.id.replace(/[^A-Za-z]/g, '') : 'README';
  const question = ask(`docs/runbooks/${name}.md`);
  if (question.error?.status === 404) return notice('lost', `There is no runbook '${at.id}'`, h('p', {}, 'Each alert and each cause has one: ', h('a', { href: href(['runbooks']) }, 'all runbooks')));
  return answered(question, at.id ? blocks : contents, `curl ${location.origin}/docs/runbooks/${name}.md`);
}

function contents(text) {
  const names = new Set(text.match(/Rota[A-Za-z]+(?=\.md\))/g));
  return section('Runbooks', 'one for each alert', h('ul', {}, [...names].map(name => h('li', {}, h('a', { href: href(['runbooks', name]), 'data-item': true }, name)))));
}
