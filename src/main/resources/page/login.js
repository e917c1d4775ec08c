// Asks the reader for the token, once. The server keeps it in a cookie that no script reads.

import { opened } from './ask.js';
import { h, repaint } from './h.js';
import { reconnect } from './live.js';
import { notice } from './parts.js';

let wrong = null;

export function login() {
  return [
    h('h1', {}, 'Log in'),
    h('p', {}, 'This server requires its token. It is the text in the file that ', h('code', {}, 'rota follow --token-file'), ' names.'),
    wrong && notice('lost', 'Wrong token', wrong),
    h('form', { key: 'login', class: 'ask', onsubmit: submit },
      h('label', {}, 'token ', h('input', { name: 'token', type: 'password', size: '40', required: true, autocomplete: 'current-password' })),
      h('button', { type: 'submit' }, 'log in')),
  ];
}

async function submit(event) {
  event.preventDefault();
  const token = new FormData(event.target).get('token');
  try {
    const reply = await fetch('login', { method: 'POST', body: token, headers: { 'content-type': 'text/plain' } });
    wrong = reply.ok ? null : 'Look at the file again. Blanks around the token do not matter.';
    if (reply.ok) {
      opened();
      reconnect();
    }
  } catch (error) {
    wrong = `The server cannot be reached: ${error.message}.`;
  }
  repaint();
}
