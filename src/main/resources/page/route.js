// Where the reader is: everything is in the address, so back works and links can be sent.

const ALONE = new Set(['rules', 'runbooks', 'engine']);

/** Reads `#/cores/polkadot/why/2126?kind=para`. */
export function route(hash = location.hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').map(decoded);
  const args = Object.fromEntries(new URLSearchParams(query ?? ''));
  if (ALONE.has(parts[0])) return { view: parts[0], id: parts[1] ?? null, args };
  const [domain, lane, view, id] = parts;
  return { domain: domain || null, lane: lane ?? null, view: lane ? view || 'now' : 'home', id: id ?? null, args };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What kind of domain it is: a capsule is `cores@incident.rota`. */
export function kindOf(domain) {
  return domain?.split('@')[0];
}

/** The address of parts and arguments; an argument that is empty is left out. */
export function href(parts, args = {}) {
  const path = parts.filter(part => part !== null && part !== undefined).map(encodeURIComponent).join('/');
  const left = Object.entries(args).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return `#/${path}${left.length ? `?${new URLSearchParams(left)}` : ''}`;
}

/** The address of a view of the same lane. */
export function view(at, name, id, args) {
  return href([at.domain, at.lane, name, id], args);
}

/** Why a thing of the same lane is as it is. */
export function why(at, id, kind) {
  return view(at, 'why', id, { kind });
}

/** A rule of the book; its id is `cores 5.2`. */
export function rule(id) {
  return href(['rules', id.replace(' ', '-')]);
}

/** Goes to an address; `replace` leaves no step back. */
export function go(address, replace = false) {
  if (replace) location.replace(address);
  else location.hash = address;
}

/** Holds an argument in the address, without a step back; empty: it is left out. */
export function hold(name, value) {
  const [path, query] = location.hash.split('?');
  const args = new URLSearchParams(query);
  args.delete(name);
  if (value) args.set(name, value);
  history.replaceState(null, '', [path || '#/', String(args)].filter(Boolean).join('?'));
}

/** The path of a lane's question. */
export function lanePath(at, rest) {
  return `v1/${encodeURIComponent(at.domain)}/lanes/${encodeURIComponent(at.lane)}/${rest}`;
}

/** What a lane's question says: who else answers is to be told, since a page may not follow a redirect to another server. */
export const TOLD = { accept: 'application/json', 'rota-redirect': 'no' };

/** Arguments behind a path. */
export function asked(path, args) {
  const left = Object.entries(args).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return left.length ? `${path}?${new URLSearchParams(left)}` : path;
}
