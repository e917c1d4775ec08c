// What would have been with another policy or fleet, beside what happened. The change is in the address.

import { ask } from './ask.js';
import { changeForm, changes } from './change.js';
import { h, svg } from './h.js';
import { answered, badge, facts, notice, paste, section, standing } from './parts.js';
import { lanePath } from './route.js';
import { clock, command, count, number, span } from './words.js';

const TENANTS_SHOWN = 50;

export function whatIf(at) {
  const known = ask(lanePath(at, 'whatif/fields'));
  const { query, flags, none } = changes(at.args);
  return [
    h('h1', {}, 'What if'),
    h('p', { class: 'hint' }, 'The recorded inputs are replayed with your change. Nothing is written, and the engine is not asked.'),
    answered(known, value => changeForm(at, value), command('whatif', at.domain, '--help')),
    none ? notice('idle', 'Choose a change', 'Type what a field of the policy becomes, or add to the fleet. Its figures are shown beside those of what happened.')
      : compared(at, query, command('whatif', at.domain, '--key', at.lane, ...flags)),
  ];
}

function compared(at, query, line) {
  const path = `${lanePath(at, 'whatif')}?${query}`;
  return answered(ask(path), value => [standing(value), told(value), table(value.figures), tenants(value.tenants ?? []),
    section('What is a model', null, h('ul', { class: 'plain' }, value.model.map(one => h('li', { key: one }, one)))),
    paste(line, 'the same with the CLI ')], line);
}

function told(value) {
  return [
    facts([['changed', value.changed], ['from', clock(value.since)], ['to', clock(value.until)]]),
    h('p', {}, value.differs ? badge('running', `decisions differ ${value.firstDifference}`) : badge('done', 'all decisions are the same')),
  ];
}

function table(figures) {
  return section('Figures', 'what happened, and what would have', h('div', { class: 'versus', role: 'table', 'aria-label': 'figures' },
    h('div', { class: 'versus-line head', role: 'row' }, ['', 'happened', 'what if', 'difference'].map(name => h('span', { key: name, role: 'columnheader' }, name || 'figure'))),
    figures.map(one => line(one.name, one.unit, one.happened, one.whatIf, one.verdict))));
}

/** A figure of both histories; `verdict` says which is better, where anybody can say. */
function line(name, unit, happened, would, verdict) {
  const most = Math.max(Math.abs(happened), Math.abs(would));
  return h('div', { key: name, class: 'versus-line', role: 'row' },
    h('span', { role: 'rowheader' }, name), side(happened, most, unit, 'happened'), side(would, most, unit, 'would'),
    h('span', { class: 'num', role: 'cell' }, happened === would ? 'the same' : `${would > happened ? '+' : '−'} ${said(Math.abs(would - happened), unit)}`,
      verdict === 'better' ? badge('done', 'better') : verdict === 'worse' ? badge('lost', 'worse') : null));
}

function side(value, most, unit, tone) {
  return h('span', { class: `side ${tone}`, role: 'cell' }, svg('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { width: most === 0 ? 0 : 100 * Math.abs(value) / most, height: 8 })), h('span', { class: 'num' }, said(value, unit)));
}

function said(value, unit) {
  if (unit === 'ms') return Math.abs(value) < 1000 ? `${number(value)} ms` : span(value);
  const figure = Number.isInteger(value) || Math.abs(value) >= 100 ? number(value) : value.toPrecision(3);
  return unit ? `${figure} ${unit}` : figure;
}

/** Tenants by their names: those that are in one history alone are told as such. */
function tenants(all) {
  const differ = all.filter(one => one.happened !== one.whatIf);
  if (!differ.length) return null;
  return section('By tenant', `means of ${count(differ.length, 'tenants')} that differ, of ${number(all.length)}`, h('div', { class: 'versus', role: 'table', 'aria-label': 'means by tenant' },
    differ.slice(0, TENANTS_SHOWN).map(one => (one.happenedSamples && one.whatIfSamples ? line(`${one.tenant}: ${one.of}`, one.unit, one.happened, one.whatIf, one.verdict) : alone(one)))),
  differ.length > TENANTS_SHOWN && h('p', { class: 'hint' }, `${count(differ.length - TENANTS_SHOWN, 'tenants')} more differ.`));
}

function alone(one) {
  const name = `${one.tenant}: ${one.of}`;
  const cell = (samples, value) => h('span', { role: 'cell', class: samples ? '' : 'quiet' }, samples ? said(value, one.unit) : 'nothing');
  return h('div', { key: name, class: 'versus-line', role: 'row' }, h('span', { role: 'rowheader' }, name), cell(one.happenedSamples, one.happened), cell(one.whatIfSamples, one.whatIf),
    h('span', { class: 'num', role: 'cell' }, one.happenedSamples ? 'only happened' : 'only in what if'));
}
