// What is wrong, of what the server's model of health has found. It needs no page.

const LEVELS = ['WRONG', 'UNKNOWN', 'WAITS'];
const BESIDE = new Set(['DISK_FULL', 'DISK_FILLS', 'LANE_SET_ASIDE', 'NO_ENGINE', 'DEAD_LETTERS']); // they leave what is shown as it is

/** The findings of one domain or of all, the worst first; the same sentence of several domains once. */
export function worstFirst(domains, domain) {
  const sentences = new Map();
  for (const one of domains) {
    if (domain && one.domain !== domain) continue;
    for (const each of one.health?.findings ?? []) {
      if (!sentences.has(each.text)) sentences.set(each.text, each);
    }
  }
  return [...sentences.values()].sort((one, other) => rank(one) - rank(other) || (one.rank ?? 0) - (other.rank ?? 0));
}

/** True if a domain's lanes are known as they are now: nothing keeps inputs from being decided, and decisions from being read. */
export function isPresent(one) {
  return isAllSaid([one]) && one.health.findings.every(each => BESIDE.has(each.cause));
}

/** A level that the page does not know is not known. */
function rank(one) {
  const at = LEVELS.indexOf(one.level);
  return at < 0 ? LEVELS.indexOf('UNKNOWN') : at;
}

/** True if the server says of each domain how it is: silence is not health. */
export function isAllSaid(domains) {
  return domains.length > 0 && domains.every(one => Array.isArray(one.health?.findings) && (one.health.level === 'WELL' || one.health.findings.length > 0));
}

/** The words of the next step, without the command that stands beside them; null: a server says none. */
export function stepWords(one) {
  const end = `: '${one.command}'`;
  if (!one.next) return null;
  return one.command && one.next.endsWith(end) ? `${one.next.slice(0, -end.length)}:` : one.next;
}
