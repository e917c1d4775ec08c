// A tree of plain values, and how the document is made equal to it. Data becomes text nodes and attributes, never markup.

const SVG = 'http://www.w3.org/2000/svg';
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'open']);
const SHOWN = new Set(['title', 'aria-label']);
const HIDDEN = /[^\P{C}\n\t\p{Co}\p{Cn}]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|[^\P{Zs} \u202f]/gu;

/** A node: its tag, properties and children. `key` keeps a node of a list the same; `onmade` gets a new one once it is there; what is in a `foreign` one is left alone. */
export function h(tag, props, ...kids) {
  return { tag, props: props ?? {}, key: props?.key, kids: flat(kids), svg: false };
}

/** A node of a drawing. */
export function svg(tag, props, ...kids) {
  return { ...h(tag, props, ...kids), svg: true };
}

function flat(kids) {
  return kids.flat(Infinity).filter(kid => kid !== null && kid !== undefined && kid !== false && kid !== '');
}

/** Makes the children of a node equal to these. Nodes that fit stay, with their focus and scroll position. */
export function render(parent, kids) {
  const all = flat([kids]);
  const keys = new Set(all.map(kid => kid.key));
  const keyed = new Map();
  for (const node of [...parent.childNodes]) {
    if (node.key === undefined) continue;
    if (keys.has(node.key)) keyed.set(node.key, node);
    else node.remove(); // first of all, else those behind it would be moved to its front
  }
  let at = parent.firstChild;
  for (const kid of all) {
    const there = kid.key === undefined ? at : keyed.get(kid.key);
    const stays = fits(there, kid);
    const node = stays ? there : made(kid);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    update(node, kid);
    if (!stays) kid.props?.onmade?.(node);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function fits(node, kid) {
  if (!node) return false;
  return kid.tag ? node.tag === kid.tag && node.key === kid.key : node.nodeType === Node.TEXT_NODE;
}

function made(kid) {
  if (!kid.tag) return document.createTextNode('');
  const node = kid.svg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  return Object.assign(node, { tag: kid.tag, key: kid.key, given: {} });
}

function update(node, kid) {
  if (!kid.tag) {
    const text = shown(kid);
    if (node.data !== text) node.data = text;
    return;
  }
  const chosen = kid.tag === 'select' && node.given.value !== kid.props.value;
  for (const name of Object.keys(node.given)) {
    if (!(name in kid.props)) set(node, name, null);
  }
  for (const [name, value] of Object.entries(kid.props)) {
    if (node.given[name] !== value) set(node, name, value);
  }
  node.given = kid.props;
  if (!kid.props.foreign) render(node, kid.kids);
  if (chosen) node.value = kid.props.value ?? ''; // its options are there by now
}

function set(node, name, value) {
  if (name === 'key' || name === 'foreign') return;
  if (name.startsWith('on')) node[name] = value;
  else if (name === 'style') Object.entries(value ?? {}).forEach(([one, is]) => node.style.setProperty(one, is));
  else if (PROPERTIES.has(name)) node[name] = value ?? '';
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : SHOWN.has(name) ? shown(value) : value);
}

/** Characters that are obeyed or not seen are escaped, so that two names that differ look unlike. Only the page writes thin spaces. */
export function shown(value) {
  return String(value).replace(HIDDEN, text => text.replace(/[^]/g, one => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`));
}

let painter = () => {};
let wanted = false;

/** Says who paints. */
export function paintWith(paint) {
  painter = paint;
}

/** Paints with the next frame, once, however often it is called. A hidden page has no frames. */
export function repaint() {
  if (wanted) return;
  wanted = true;
  requestAnimationFrame(() => {
    wanted = false;
    keepingFocus(painter);
  });
}

/** A node that is moved loses the focus; that of one that is gone goes to its list. */
function keepingFocus(paint) {
  const had = document.activeElement;
  const list = had?.closest('.rows');
  paint();
  if (had !== document.body && document.activeElement === document.body) (had?.isConnected ? had : list?.isConnected ? list : null)?.focus({ preventScroll: true });
}
