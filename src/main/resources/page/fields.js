// The fields of a policy in words: what they are now, what they may be, and what somebody typed.

import { number } from './words.js';

const UNBOUNDED = 1e12; // a hundred years, and what is beyond

/** Whether anybody can type it into one line: lists and records are JSON. */
export function isPlain({ type }) {
  return !['array', 'map', 'record'].includes(type);
}

/** What a field is now. */
export function presentText({ known, present }) {
  if (!known) return 'not known';
  if (present === null) return 'none';
  return typeof present === 'object' ? JSON.stringify(present) : String(present);
}

/** What may be typed: its unit and its range. */
export function rangeText({ type, unit, least, most, optional, symbols }) {
  const from = least === null || least === undefined ? '' : most >= UNBOUNDED ? `from ${number(least)}` : `${number(least)} to ${number(most)}`;
  const what = symbols ? 'one of these' : type === 'boolean' ? 'true or false' : ['int', 'long'].includes(type) ? 'a whole number' : ['double', 'float'].includes(type) ? 'a number' : type === 'string' ? 'a text' : 'JSON';
  return [from || what, unit, optional && 'or null'].filter(Boolean).join(' ');
}

/** What was typed as a value: `{ value }`, or `{ wrong }`, why it is none. */
export function typed(text, { name, type, unit, least = null, most = null, optional, symbols }) {
  const said = text.trim();
  if (optional && said === 'null') return { value: null };
  if (symbols) {
    const symbol = said.toUpperCase().replaceAll(' ', '_');
    return symbols.includes(symbol) ? { value: symbol } : { wrong: `${name} is '${said}': it can be ${symbols.join(', ')}` };
  }
  if (type === 'string') return { value: said };
  if (type === 'boolean') return ['true', 'false'].includes(said.toLowerCase()) ? { value: said.toLowerCase() === 'true' } : { wrong: `${name} is '${said}': it can be true or false` };
  if (['int', 'long', 'double', 'float'].includes(type)) return numeral(said, { name, type, unit, least, most });
  try {
    return { value: JSON.parse(said) };
  } catch {
    return { wrong: `${name} is no JSON: it needs ${type === 'array' ? 'a list, such as []' : 'an object, such as {}'}` };
  }
}

function numeral(said, { name, type, unit, least, most }) {
  const value = Number(said.replaceAll(/[\s\u202f_]/g, ''));
  const range = least === null ? '' : `, from ${least} to ${most}`;
  const whole = type === 'int' || type === 'long';
  if (said === '' || !Number.isFinite(value) || whole && !Number.isInteger(value)) return { wrong: `${name} is '${said}': it is a ${whole ? 'whole ' : ''}number${unit ? ` of ${unit}` : ''}${range}` };
  if (least !== null && (value < least || value > most)) return { wrong: `${name} is ${said}: it is a number${unit ? ` of ${unit}` : ''}${range}` };
  return { value };
}

/** What all that was typed changes: `{ policy, wrong }`. What is empty, and what says the present value, changes nothing. */
export function changed(fields, given) {
  const policy = {};
  const wrong = [];
  for (const field of fields) {
    const text = given[field.name] ?? '';
    if (text.trim() === '') continue;
    const one = typed(text, field);
    if (one.wrong) wrong.push(one.wrong);
    else if (!field.known || !isSame(one.value, field.present)) policy[field.name] = one.value;
  }
  return { policy, wrong };
}

/** JSON values are the same whatever the order of their fields. */
export function isSame(one, other) {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every(name => name in other && isSame(one[name], other[name]));
}
