// A query is asked when it has what it needs, and not before.

import { argumentsOf, missing, queryList } from '../../main/resources/page/asking.js';

const ANSWER = {
  queries: { score: ['job', 'bot'], usage: [] },
  help: { score: { about: 'how well the bot suits the job', arguments: [{ name: 'job', about: 'a job', required: true }, { name: 'bot', about: 'a bot', required: true }] }, usage: { about: 'leases of each quota', arguments: [] } },
};

function check(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

export function eachQuerySaysWhatItIsFor() {
  check(queryList(ANSWER).map(one => [one.name, one.about]), [['score', 'how well the bot suits the job'], ['usage', 'leases of each quota']]);
}

export function anEmptyFormAsksNothing() {
  const [score, usage] = queryList(ANSWER);
  check(missing(score, {}), ['job', 'bot']);
  check(missing(score, { job: 'j', bot: ' ' }), ['bot']);
  check(missing(score, { job: 'j', bot: 'b', limit: 1 }), []);
  check(missing(usage, {}), []);
}

export function onlyItsOwnArgumentsAreSaid() {
  check(argumentsOf(queryList(ANSWER)[0], { job: 'j', bot: '', turn: '3' }), { job: 'j' });
}

export function aServerWithoutHelpIsUnderstood() {
  const [one] = queryList({ queries: { waiting: ['job'] } });
  check([one.about, one.arguments], ['', [{ name: 'job', about: '', required: false }]]);
  check(missing(one, {}), []);
  check(queryList(null), []);
}
