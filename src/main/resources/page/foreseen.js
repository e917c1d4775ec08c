// When a thing is started, in one sentence, and what is assumed for it.

import { ask } from './ask.js';
import { h } from './h.js';
import { lastTurn } from './live.js';
import { answered, badge, paste, ruleLink, section } from './parts.js';
import { asked, kindOf, lanePath, view } from './route.js';
import { clock, command, count, span } from './words.js';

const EVERY = 10_000;
const KINDS = { bots: ['job'], cores: ['para'], shards: ['shard', 'transaction'], chunks: ['chunk'] };

/** The forecast of a thing that the lane has; nothing for kinds that are not started. */
export function forecast(at, { kind, id, now }) {
  if (!now || !KINDS[kindOf(at.domain)]?.includes(kind)) return null;
  const moment = at.args.at;
  const path = asked(lanePath(at, `forecast/${encodeURIComponent(id)}`), { kind, at: moment });
  const told = ask(path, moment ? {} : { every: EVERY, turn: lastTurn() || null });
  const line = command('forecast', at.domain, id, '--key', at.lane, '--kind', kind, ...(moment ? ['--at', moment] : []));
  return h('div', { key: 'forecast' }, section('Forecast', 'the rules decide on a copy of the lane what its history makes likely',
    answered(told, value => [value.things.map(one => about(at, one)), paste(line, 'the same with the CLI ')], line)));
}

function about(at, one) {
  return h('div', { key: `${one.kind} ${one.id}` },
    h('p', { class: 'sentence' }, said(one), ' ', ruleLink(one.reason?.rule)),
    one.reason && h('p', {}, one.at ? 'Why: ' : 'Why not: ', one.reason.what, '.'),
    one.outcome === 'WAITS' && helps(at, one),
    one.assumed?.length > 0 && h('details', {}, h('summary', {}, `${count(one.assumed.length, 'assumptions')}, ${count(one.turns, 'turns')} until then`),
      h('ul', { class: 'plain' }, one.assumed.map(text => h('li', { key: text }, `${text}.`)))));
}

function helps(at, { kind, id }) {
  return [h('p', {}, 'What would help: what this reason names as missing. Try a change on the recorded inputs by ', h('a', { href: view(at, 'whatif') }, 'What if'), '.'),
    kindOf(at.domain) === 'bots' && paste(command('why', at.domain, id, '--key', at.lane, '--kind', kind, '--unless'), 'the smallest change that would start it, by the CLI ')];
}

function said(one) {
  switch (one.outcome) {
    case 'STARTS': return [badge('running', `is started in ${span(one.inMillis)}`), ` at ${clock(one.at)}, on ${one.where}.`];
    case 'ENDS': return [badge('lost', 'ends without being started'), ` at ${clock(one.until)}.`];
    case 'WAITS': return [badge('waiting', 'is not started within the hour'), '.'];
    case 'UNTOLD': return [badge('idle', 'the time is unknown'), `: ${one.told}.`];
    default: return [badge(one.outcome === 'STARTED' ? 'running' : 'done', one.told), '.'];
  }
}
