// One turn: what it was about, its input and its outputs as JSON, and what it changed.

import { ask } from './ask.js';
import { brief } from './brief.js';
import { h, repaint } from './h.js';
import { lastTurn } from './live.js';
import { named } from './named.js';
import { answered, badge, facts, notice, paste, ruleLink, section, thing } from './parts.js';
import { asked, kindOf, lanePath, view } from './route.js';
import { change } from './state.js';
import { tree } from './tree.js';
import { decisions } from './why.js';
import { ago, clock, command, count, number, symbol } from './words.js';

const CHANGES = 40;
const NAMED = 8;
const FOLLOWED = 2; // things of an input of which is said at once what became of them
const FIRST = 30; // decisions
const WITHIN = 5000; // turns in which it is looked for: a long lane is not replayed to its end for each turn that is opened
const EVERY = 5000;
const THINGS = { cores: ['para'], bots: ['job', 'bot'], shards: ['shard'], chunks: ['dataset', 'worker'] };
const opened = new Set(); // outputs that are unfolded

/** The turn that the address names; `held` is what the list knows of it, as long as more is asked for. */
export function turnDetail(at, held) {
  const turn = Number(at.args.turn);
  const line = command('state', at.domain, '--key', at.lane, '--diff', Math.max(0, turn - 1), turn);
  return h('aside', { class: 'detail one-turn', 'aria-label': 'the turn' },
    h('p', { class: 'choice' },
      h('a', { href: view(at, 'timeline', null, { ...at.args, turn: Math.max(1, turn - 1) }), 'aria-label': 'the turn before' }, '◂'),
      h('a', { href: view(at, 'timeline', null, { ...at.args, turn: turn + 1 }), 'aria-label': 'the turn after' }, '▸'),
      h('a', { href: view(at, 'timeline', null, { ...at.args, turn: null }) }, 'close')),
    section(`Turn ${number(turn)}`, held ? `${ago(held.at)} ago` : null,
      answered(ask(lanePath(at, `turns/${turn}`)), one => whole(at, one), line),
      h('p', {}, h('a', { href: view(at, 'state', null, { at: turn }) }, 'the state after it'), ' · ',
        h('a', { href: view(at, 'state', null, { from: turn - 1, to: turn }) }, 'what it changed'), ' · ',
        h('a', { href: view(at, 'state', null, { from: turn, to: 'now' }) }, 'what differs now')),
      paste(line)));
}

function whole(at, one) {
  return [
    one.said && h('p', { class: 'sentence' }, one.said),
    about(at, one),
    facts([['time', clock(one.at)], ['kind', symbol(one.kind)], ['reason', one.reason && badge('refused', symbol(one.reason))]]),
    !one.proved && notice('lost', 'Ledger and rules do not agree', one.differs ?? one.proof),
    after(at, one),
    input(at, one),
    outputs(at, one),
    changes(at, one),
  ];
}

/** Whom the turn names, with what became of each since and how each stood then. */
function about(at, one) {
  const all = things(at, [one.input?.record, ...(one.outputs ?? []).map(each => each.record)]).slice(0, NAMED);
  return all.length > 0 && h('ul', { class: 'plain' }, all.map(({ kind, id }) => h('li', { key: `${kind} ${id}` }, `${kind} ${id}: `, thing(at, kind, id, 'now'), ' · ',
    h('a', { href: view(at, 'why', id, { kind, at: one.turn }) }, 'at this turn'), ' · ', h('a', { href: view(at, 'timeline', null, { find: id }) }, 'its turns'))));
}

function things(at, records) {
  return named(records, THINGS[kindOf(at.domain)] ?? []);
}

/** What became of whom the input names, from this turn on. */
function after(at, { turn, input: it }) {
  const all = things(at, [it?.record]);
  const end = turn + WITHIN <= lastTurn() ? turn + WITHIN : null;
  const told = ({ kind, id }) => ask(asked(lanePath(at, `why/${encodeURIComponent(id)}`), { kind, after: turn, at: end, last: FIRST }), end ? {} : { every: EVERY, turn: lastTurn() || null });
  return all.length <= FOLLOWED && all.map(one => h('div', { key: `after ${one.kind} ${one.id}` }, section('What became of it', `${one.kind} ${one.id}, after this turn`,
    answered(told(one), value => became(at, turn, end, one, value.things[0]?.history ?? [])))));
}

function became(at, turn, end, { kind, id }, history) {
  return [
    history.length ? decisions(at, history) : h('p', { class: 'hint' }, `Nothing was decided about it ${end ? `in the next ${count(WITHIN, 'turns')}` : 'since'}.`),
    (end || history.length === FIRST) && h('p', {}, h('a', { href: view(at, 'why', id, { kind, after: turn }) }, 'all that came after, up to now')),
  ];
}

function input(at, { turn, input: it }) {
  if (!it) return h('p', { class: 'hint' }, 'It has no input: time alone made it.');
  return section('Input', `${it.topic}/${it.partition}/${it.offset}`,
    facts([['key', it.key], ['timestamp', clock(it.timestamp)]]),
    h('p', { class: it.retained ? 'hint' : 'hint waiting' }, it.retained ? '✓ ' : '▲ ', it.topicNow, '.'),
    payload(`input ${at.domain} ${at.lane} ${turn}`, it));
}

/** A record as a tree; what is no record as its bytes, and why. */
function payload(id, one) {
  if (one.record) return tree(id, one.record);
  return [
    h('p', { class: 'hint' }, 'Not shown as a record: ', one.why, '.'),
    typeof one.bytes === 'string' && h('pre', { class: 'id raw' }, one.bytes),
    one.bytesLeftOut > 0 && h('p', { class: 'hint' }, `${count(one.bytesLeftOut, 'bytes')} more are left out.`),
  ];
}

function outputs(at, one) {
  if (one.outputs === null) return h('p', { class: 'hint' }, 'Its outputs are not known: they are not what the rules decide.');
  if (!one.outputCount) return h('p', { class: 'hint' }, 'It has no outputs.');
  const left = one.outputCount - one.outputs.length;
  return section('Outputs', left > 0 ? `the first ${number(one.outputs.length)} of ${number(one.outputCount)}` : number(one.outputCount),
    one.outputs.map((each, index) => output(at, `${at.domain} ${at.lane} ${one.turn} ${index}`, each, one.outputs.length === 1)));
}

function output(at, id, one, alone) {
  const open = opened.has(id) !== alone;
  return h('div', { key: id, class: 'output' },
    h('button', { type: 'button', class: 'line', 'aria-expanded': String(open), onclick: () => toggle(id) },
      h('span', { class: 'mark' }, open ? '▾' : '▸'), h('span', { class: 'id' }, one.topic), h('span', { class: 'id what' }, brief(one.record, at.lane) || one.key)),
    one.rule ? ruleLink(one.rule) : one.reason && badge('refused', symbol(one.reason)),
    open && h('p', { class: 'hint' }, `key ${one.key}`), open && payload(`output ${id}`, one));
}

function toggle(id) {
  if (!opened.delete(id)) opened.add(id);
  repaint();
}

function changes(at, one) {
  if (one.changes === null) return null;
  const shown = one.changes.slice(0, CHANGES);
  return section(one.changeCount ? count(one.changeCount, 'changes') : 'It changed nothing', one.changeCount > shown.length ? `the first ${shown.length}` : null,
    shown.length > 0 && h('div', { class: 'lines', role: 'list', 'aria-label': 'changes' }, shown.map(one => h('div', { key: one.path, role: 'listitem' }, change(one)))));
}
