// The state after a turn, and what differs between two turns.

import { ask } from './ask.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { answered, notice, paste, section, standing } from './parts.js';
import { asked, go, lanePath, view } from './route.js';
import { rows } from './rows.js';
import { written } from './timescale.js';
import { leaf, tree } from './tree.js';
import { clock, command, count, number } from './words.js';

const EVERY = 5000;

export function state(at) {
  const { from, to } = at.args;
  return [form(at), from ? difference(at, from, to || 'now') : whole(at)];
}

function form(at) {
  const { at: moment, from, to, find } = at.args;
  const field = (name, label, value, hint) => h('label', {}, label, h('input', { name, value: value ?? '', placeholder: hint, size: '12', autocomplete: 'off' }));
  return h('form', { class: 'ask', onsubmit: event => submit(event, at) },
    field('at', 'state at ', moment, 'now'), field('from', 'or what differs from ', from, 'turn'), field('to', ' to ', to, 'now'), field('find', ' with ', find, 'any text'),
    h('button', { type: 'submit' }, 'show'),
    moment && h('span', { class: 'steps' }, h('a', { href: step(at, -1) }, '◂ turn before'), ' ', h('a', { href: step(at, 1) }, 'turn after ▸')),
    h('small', {}, 'A moment is a turn, a time such as 12:04:05 or 2026-01-31T12:00:00Z, or a duration before now such as PT5M. Who had what at a moment is in ', h('a', { href: view(at, 'gantt') }, 'the Gantt chart'), '.'));
}

function step(at, by) {
  const turn = Number(at.args.at);
  return view(at, 'state', null, { ...at.args, at: Number.isFinite(turn) ? Math.max(0, turn + by) : at.args.at });
}

function submit(event, at) {
  event.preventDefault();
  const given = Object.fromEntries([...new FormData(event.target)].map(([name, text]) => [name, name === 'find' ? text : momentOf(text)]));
  go(view(at, 'state', null, given.from ? { ...given, at: null } : { ...given, from: null, to: null }));
}

/** A time of UTC as the server reads it; turns, times with their zone and durations stay. */
function momentOf(text) {
  const ms = written(text, Date.now());
  return ms === null ? text.trim() : new Date(ms).toISOString();
}

function whole(at) {
  const moment = at.args.at;
  const line = command('state', at.domain, '--key', at.lane, ...(moment ? ['--at', moment] : []));
  const told = ask(asked(lanePath(at, 'state'), { at: moment }), moment ? {} : { every: EVERY, turn: lastTurn() || null });
  return answered(told, value => [standing(value),
    value.state === null ? notice('lost', 'The lane is set aside', 'Its rows cannot be opened by these rules. Its inputs go to the dead letters.') : tree(`${at.domain} ${at.lane}`, value.state, at.args.find),
    moment ? h('p', {}, h('a', { href: view(at, 'state', null, { from: moment, to: 'now' }) }, 'what differs now')) : null,
    paste(line, 'the same with the CLI ')], line);
}

function difference(at, from, to) {
  const line = command('state', at.domain, '--key', at.lane, '--diff', from, to);
  const fixed = /^\d+$/.test(to);
  const told = ask(asked(lanePath(at, 'diff'), { from, to }), fixed ? {} : { every: EVERY, turn: lastTurn() || null });
  const find = (at.args.find ?? '').toLowerCase();
  return answered(told, value => {
    const kept = value.changes.filter(one => !find || one.path.toLowerCase().includes(find) || JSON.stringify(one).toLowerCase().includes(find));
    return [standing(value), section(kept.length ? count(kept.length, 'differences') : 'Nothing differs', `since turn ${number(value.before.turn)}, ${clock(value.before.at)}`,
      kept.length > 0 && rows(`diff ${at.domain} ${at.lane}`, kept, one => one.path, change, { height: 2.5, label: 'differences' })), paste(line, 'the same with the CLI ')];
  }, line);
}

/** A difference: its path, the value before and the value after. */
export function change(one) {
  const tone = one.before === null ? 'added' : one.after === null ? 'removed' : 'changed';
  return h('div', { class: `line change ${tone}`, title: `${one.path}: ${JSON.stringify(one.before)} → ${JSON.stringify(one.after)}` },
    h('span', { class: 'mark' }, { added: '+', removed: '−', changed: '~' }[tone]),
    h('span', { class: 'id' }, one.path), h('span', { class: 'id before' }, leaf(one.before)), h('span', { 'aria-hidden': 'true' }, '→'), h('span', { class: 'id after' }, leaf(one.after)));
}
