// Paints the page: the address and the answers are all that it depends on.

import { isShut, keepAsking, withQuestions } from './ask.js';
import { catchFiles, dropped } from './drop.js';
import { engine } from './engine.js';
import { header, nav } from './frame.js';
import { gantt } from './gantt.js';
import { h, paintWith, render, repaint, shown as seen } from './h.js';
import { home, unknownLane } from './home.js';
import { incidents } from './incidents.js';
import { keyPanel, listen } from './keys.js';
import { follow } from './live.js';
import { login } from './login.js';
import { now } from './now.js';
import { notice } from './parts.js';
import { proof } from './proof.js';
import { queries } from './queries.js';
import { route } from './route.js';
import { rules } from './rules.js';
import { runbooks } from './runbooks.js';
import { shares } from './shares.js';
import { state } from './state.js';
import { timeline } from './timeline.js';
import { whatIf } from './whatif.js';
import { whyView } from './why.js';
import { ago } from './words.js';

const VIEWS = { home, now, gantt, why: whyView, timeline, state, queries, whatif: whatIf, shares, proof, engine, rules, runbooks };
const LOST_MS = 1500;
const parts = ['top', 'lanes', 'main'].map(id => document.getElementById(id));

function paint() {
  const at = route();
  const live = follow(at);
  const [top, lanes, main] = parts;
  document.title = seen([at.id, at.view === 'home' ? null : at.view, at.lane, at.domain, 'Rota'].filter(Boolean).join(' · '));
  withQuestions(() => {
    render(top, header(at, live));
    render(lanes, nav(at));
    render(main, isShut() ? login() : [dropped(), keyPanel(), incidents(at), stale(at, live), shown(at, live)]);
  });
}

/** What is shown is old: say so, and what to do. */
function stale(at, live) {
  if (live.state !== 'lost' || live.missing || live.elsewhere || Date.now() - live.lostAt < LOST_MS) return null;
  return notice('lost', 'The follower does not answer', h('p', {}, `Its stream was lost ${ago(live.lostAt)} ago. Below is its last answer. The page reconnects by itself.`),
    h('p', {}, `Is the process that serves ${location.host} running? It was 'rota dev', 'rota follow' or 'rota run --follow'; start it as it was started before.`));
}

function shown(at, live) {
  const view = VIEWS[at.view];
  if (!view) return notice('lost', `There is no view '${at.view}'`, 'Choose one of the tabs.');
  if (at.lane && live.missing) return unknownLane(at);
  if (at.lane && live.elsewhere) return elsewhere(at, live);
  try {
    return view(at, live);
  } catch (error) {
    console.error(error);
    return notice('lost', 'This answer cannot be shown', `It is a bug of the page: ${error.message}. The CLI shows the same answer.`);
  }
}

/** The engine that has the lane's partition answers about it. */
function elsewhere(at, live) {
  return notice('idle', `Another engine follows ${at.lane}`, h('p', {}, 'Its page shows the lane: ',
    h('a', { href: `${live.elsewhere}/${location.hash}` }, live.elsewhere), '. This page continues by itself if the lane comes back.'));
}

function moved() {
  repaint();
  scrollTo(0, 0);
}

addEventListener('hashchange', moved);
paintWith(paint);
listen();
catchFiles();
keepAsking();
repaint();
