// The keys, and the panel that lists them.

import { tabs } from './frame.js';
import { h, repaint } from './h.js';
import { freeze } from './timeline.js';
import { go, route, view } from './route.js';

const KEYS = [['/', 'search'], ['j  k', 'next and previous item'], ['Enter', 'open it'], ['1 … 9', 'the tabs'], ['space', 'freeze the timeline, and go on'], ['← → ↑ ↓', 'from bar to bar in the Gantt chart'], ['+  −', 'zoom the chart'], ['Backspace', 'back'], ['?', 'keys and shapes'], ['Esc', 'leave search, close this']];
const SHAPES = [['done', '✓', 'well, done, verified'], ['running', '●', 'assigned, running, live'], ['waiting', '▲', 'waits'], ['lost', '✕', 'wrong, lost, not verified'], ['refused', '⊘', 'refused'], ['idle', '○', 'free, or not known']];
let open = false;

export function keyPanel() {
  return open && h('aside', { class: 'keys', 'aria-label': 'keys and shapes' }, h('dl', {}, KEYS.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)))),
    h('dl', {}, SHAPES.map(([tone, shape, means]) => h('div', {}, h('dt', { class: tone }, shape), h('dd', {}, means)))));
}

export function listen() {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
    const at = route();
    const does = {
      '/': () => document.getElementById('search').focus(),
      j: () => step(1),
      k: () => step(-1),
      ' ': () => at.view === 'timeline' && freeze(),
      '?': () => toggle(!open),
      Escape: () => toggle(false),
      Backspace: () => history.back(),
    }[event.key] ?? (at.lane && tabs(at.domain)[event.key - 1] && (() => go(view(at, tabs(at.domain)[event.key - 1][0]))));
    if (does && !(event.key === ' ' && (at.view !== 'timeline' || event.target.closest?.('button, summary, a')))) {
      event.preventDefault();
      does();
    }
  });
}

function writes(target) {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}

function toggle(to) {
  open = to;
  repaint();
}

function step(by) {
  const items = [...document.querySelectorAll('main [data-item]')];
  const here = items.indexOf(document.activeElement);
  const next = items[here < 0 ? 0 : here + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
