// What a browser has and a bare JavaScript engine lacks, as far as modules under test need it.

globalThis.requestAnimationFrame ??= () => 0;

/** Arguments of an address: from an object, or from `a=1&b=2`. */
globalThis.URLSearchParams ??= class {
  constructor(from = '') {
    this.all = new Map(typeof from === 'string' ? from.split('&').filter(Boolean).map(one => one.split('=').map(part => decodeURIComponent(part.replaceAll('+', ' ')))) : Object.entries(from).map(([name, value]) => [name, String(value)]));
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
