// What a browser has and a bare JavaScript engine lacks, as far as modules under test need it.

globalThis.requestAnimationFrame ??= () => 0;

/** Arguments of an address: from `a=1&b=2`, from pairs or from an object. */
globalThis.URLSearchParams ??= class {
  constructor(from = '') {
    const pairs = typeof from === 'string' ? from.split('&').filter(Boolean).map(one => one.split('=').map(part => decodeURIComponent(part.replaceAll('+', ' ')))) : Array.isArray(from) ? from : Object.entries(from);
    this.all = new Map(pairs.map(([name, value]) => [name, String(value)]));
  }

  get(name) {
    return this.all.get(name) ?? null;
  }

  toString() {
    return [...this.all].map(pair => pair.map(encodeURIComponent).join('=')).join('&');
  }

  [Symbol.iterator]() {
    return this.all[Symbol.iterator]();
  }
};
