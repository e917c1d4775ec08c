// Opens a capsule: a file that is dropped on the page, or chosen. The server on this machine replays it.

import { refresh } from './frame.js';
import { h, repaint } from './h.js';
import { notice } from './parts.js';
import { go, href } from './route.js';

let over = false;
let said = null;

/** What is said of the file that is over the page, or was dropped. */
export function dropped() {
  if (over) return notice('running', 'Drop the capsule here', 'The server on this machine replays and verifies its turns.');
  return said;
}

/** A way to choose a file without a mouse. */
export function chooser() {
  return h('details', { class: 'hint' }, h('summary', {}, 'Open a capsule'), h('label', {}, 'Its file: ', h('input', { type: 'file', accept: '.rota,.jsonl', onchange: event => opened(event.target.files[0]) })), ' or drop its file on the page.');
}

export function catchFiles() {
  addEventListener('dragover', event => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    show(true);
  });
  addEventListener('dragleave', event => event.relatedTarget ?? show(false));
  addEventListener('drop', event => {
    event.preventDefault();
    show(false);
    const file = event.dataTransfer?.files[0];
    if (file) opened(file);
  });
}

function show(is) {
  if (over === is) return;
  over = is;
  repaint();
}

async function opened(file) {
  if (!file) return;
  say('running', `Opening ${file.name}`, 'It is sent to the server on this machine.');
  try {
    const name = file.name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-60).replace(/^[._-]+/, '') || 'capsule.rota';
    const reply = await fetch(`v1/capsules?${new URLSearchParams({ name })}`, { method: 'POST', body: file, headers: { 'content-type': 'text/plain' } });
    const body = await reply.json();
    if (!reply.ok) return say('lost', `${file.name} cannot be opened`, [body.detail, body.hint].filter(Boolean).join('; '));
    said = null;
    refresh();
    go(href([body.domain, body.lane, 'now']));
  } catch (error) {
    say('lost', `${file.name} cannot be opened`, `The server took none of it: ${error.message}.`);
  }
}

function say(tone, title, text) {
  said = notice(tone, title, text);
  repaint();
}
