// Numbers, times and ages in words. A number has its unit.

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const STEPS = [[86_400_000, 'd'], [3_600_000, 'h'], [60_000, 'min'], [1000, 's']];
const BYTES = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** 81 204, with thin spaces. */
export function number(value) {
  return typeof value === 'number' || typeof value === 'bigint' ? NUMBER.format(value).replaceAll(',', '\u202f') : '–';
}

/** `1 claim`, `3 claims`. */
export function count(value, many) {
  return `${number(value)} ${value === 1 ? one(many) : many}`;
}

/** The singular: copy of copies, lease of leases. */
function one(many) {
  return many.replace(/ies$/, 'y').replace(/s$/, '');
}

/** A duration in its largest unit: `38 s`. */
export function span(millis) {
  const size = Math.abs(millis);
  const [unit, name] = STEPS.find(([one]) => size >= one) ?? STEPS[3];
  return `${(size / unit).toFixed(size < 10_000 ? 1 : 0)} ${name}`;
}

/** How long ago a time is; epoch ms or ISO 8601. */
export function ago(time) {
  const since = Date.now() - millis(time);
  return Number.isFinite(since) ? span(Math.max(0, since)) : '–';
}

/** `in 3 s`, or `3 s ago`. */
export function until(time) {
  const left = millis(time) - Date.now();
  return left >= 0 ? `in ${span(left)}` : `${span(left)} ago`;
}

export function millis(time) {
  return typeof time === 'string' ? Date.parse(time) : Number(time);
}

/** 12:00:08.250 of today, else with the date; UTC, as the ledger and the command line have it. */
export function clock(time) {
  const date = new Date(millis(time));
  if (Number.isNaN(date.getTime())) return '–';
  const [day, hours] = date.toISOString().slice(0, -1).split('T');
  return new Date().toISOString().startsWith(day) ? hours : `${day} ${hours}`;
}

export function bytes(value) {
  if (typeof value !== 'number') return '–';
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return `${NUMBER.format(value / 1024 ** step)} ${BYTES[step]}`;
}

/** A word for a shell: quoted where it must be. */
export function quoted(text) {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`;
}

/** A command for the CLI: its verb, a domain if it takes one, and more. A capsule is a file of its domain. */
export function command(verb, domain = '', ...words) {
  const [, kind, file] = String(domain).match(/^([a-z]+)@(.+)$/) ?? [];
  const all = [verb, kind ?? domain, ...words, ...(file ? ['--from', file] : [])].filter(word => word !== '');
  return ['./rota', ...all.map(String).map(quoted)].join(' ');
}

/** `NO_FREE_BOT` as words. */
export function symbol(text) {
  return String(text).toLowerCase().replaceAll('_', ' ');
}

/** Items in the order of their names, whose numbers count as numbers: `w2` before `w10`. */
export function naturally(items, name = one => one) {
  return items.map(one => ({ one, parts: String(name(one)).split(/(\d+)/) })).sort((a, b) => natural(a.parts, b.parts)).map(({ one }) => one);
}

function natural(parts, others) {
  for (let i = 0; i < Math.min(parts.length, others.length); i++) {
    if (parts[i] === others[i]) continue;
    if (i % 2 && Number(parts[i]) !== Number(others[i])) return Number(parts[i]) - Number(others[i]);
    return parts[i] < others[i] ? -1 : 1;
  }
  return parts.length - others.length;
}

/** A long name by its ends, which tell peers from each other. */
export function shortened(id) {
  return id.length > 16 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id;
}
