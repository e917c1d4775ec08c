// A rule of the book. The book is text; its few marks become nodes.

import { ask } from './ask.js';
import { h } from './h.js';
import { answered, notice, paste } from './parts.js';
import { href } from './route.js';
import { command } from './words.js';

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^\s*][^*]*)\*|\[([^\]]+)\]\(([^)]+)\)/g;

/** Shows `#/rules/cores-5.2`. */
export function rules(at) {
  const id = at.id ?? '';
  const chapter = id.split('-')[0].replace(/[^a-z]/g, '');
  if (!chapter) return notice('idle', "The rules' book", paste(command('help', 'rule')));
  const name = id.replace('-', ' ');
  return answered(ask(`docs/rules/${chapter}.md`), text => {
    const found = text.split(/(?=<a id=")/).find(part => part.startsWith(`<a id="${id}"></a>`));
    return found ? [blocks(found.replace(/^.*<\/a>/, '').split(/\n## /)[0]), paste(command('help', 'rule', ...name.split(' ')), 'the same with the CLI ')]
      : [notice('lost', `There is no rule '${name}'`, `The chapter ${chapter} has no such id.`), paste(command('help', 'rule', chapter))];
  }, command('help', 'rule', ...name.split(' ')));
}

/** A text as nodes; its first heading is the largest. */
export function blocks(text) {
  return h('article', { class: 'prose' }, text.trim().split(/\n\s*\n/).map((block, index) => {
    const heading = block.match(/^#+ (.*)/);
    if (heading) return h(index === 0 ? 'h1' : 'h2', {}, heading[1]);
    if (block.startsWith('```')) return h('pre', {}, block.replace(/^```.*\n?|```$/g, ''));
    if (block.startsWith('|')) return h('pre', {}, block);
    if (/^(-|\d+\.) /.test(block)) return h(block.startsWith('-') ? 'ul' : 'ol', {}, block.split(/\n(?=- |\d+\. )/).map(item => h('li', {}, marked(item.replace(/^(-|\d+\.) /, '')))));
    return h('p', {}, marked(block));
  }));
}

function marked(text) {
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(MARKS)) {
    const [all, code, strong, weak, label, to] = found;
    parts.push(text.slice(last, found.index));
    parts.push(code ? h('code', {}, code) : strong ? h('strong', {}, strong) : weak ? h('em', {}, weak) : link(label, to));
    last = found.index + all.length;
  }
  return [...parts, text.slice(last)];
}

/** Links lead to rules and runbooks; others are words. */
function link(label, to) {
  const rule = to.match(/^(?:[a-z]+\.md)?#([a-z]+-[\w.]+)$/);
  const runbook = to.match(/^(Rota[A-Za-z]+)\.md$/);
  if (runbook) return h('a', { href: href(['runbooks', runbook[1]]) }, label);
  return rule ? h('a', { href: href(['rules', rule[1]]) }, label) : label;
}
