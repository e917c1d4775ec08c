import './browser.mjs';
import { rows } from '../../main/resources/page/rows.js';
import { holds, same } from './check.mjs';

const MANY = 10_000;
const ITEMS = Array.from({ length: MANY }, (_, id) => ({ id }));
const ROW = 30; // px

/** What is drawn of a list, its spaces as their heights. */
function drawn(id, items = ITEMS, options = {}, active = null) {
  globalThis.document = { documentElement: {}, activeElement: active };
  globalThis.getComputedStyle = () => ({ fontSize: '15px' });
  Object.assign(globalThis, { innerHeight: 900, innerWidth: 1280 });
  return rows(id, items, one => one.id, one => `item ${one.id}`, { height: ROW / 15, ...options });
}

function rowsOf(list) {
  return list.kids.filter(one => one.props?.role);
}

/** The top of each row, in px, and the height of all. */
function placed(list) {
  let top = 0;
  const tops = new Map();
  for (const one of list.kids) {
    if (one.props.role) tops.set(one.key, top);
    top += one.props.role ? ROW : parseFloat(one.props.style.height);
  }
  return { tops, all: top };
}

function scrolled(list, top) {
  list.props.onscroll({ currentTarget: { scrollTop: top } });
}

function focusIn(id, key, place) {
  const row = { key, parentElement: { key: `rows ${id}` }, getAttribute: name => (name === 'aria-posinset' ? String(place) : null) };
  return { parentElement: row };
}

export function ofManyRowsFewAreDrawnEachAtItsPlace() {
  scrolled(drawn('a'), 5000 * ROW);
  const list = drawn('a');
  holds(rowsOf(list).length < 60, `${rowsOf(list).length} are drawn`);
  const { tops, all } = placed(list);
  same([all, tops.get(5000)], [MANY * ROW, 5000 * ROW]);
  same(rowsOf(list).map(one => [one.key + 1, MANY]), rowsOf(list).map(one => [one.props['aria-posinset'], one.props['aria-setsize']]));
  scrolled(list, MANY * ROW);
  same(rowsOf(drawn('a')).at(-1).key, MANY - 1, 'the last one is reached');
}

export function aTableSaysWhichRowOfHowMany() {
  const list = drawn('b', ITEMS, { head: 'head' });
  same([list.props.role, list.props['aria-rowcount'], rowsOf(list)[0].props['aria-rowindex']], ['table', MANY + 1, 2]);
}

export function itemsStandBesideEachOther() {
  const list = drawn('c', ITEMS, { cell: 8 });
  same(list.props.style['--across'], 5);
  holds(rowsOf(list).length % 5 === 0, 'whole rows');
  same(parseFloat(list.kids.at(-1).props.style.height) / ROW + rowsOf(list).length / 5, MANY / 5);
}

export function aRowWithTheFocusStaysWithThoseBesideItWhereverTheListIs() {
  const far = 7000;
  scrolled(drawn('d'), far * ROW);
  const keys = list => rowsOf(list).map(one => one.key);
  same(keys(drawn('d', ITEMS, {}, focusIn('d', 20, 21))).slice(0, 4), [19, 20, 21, far - 12]);
  same(placed(drawn('d', ITEMS, {}, focusIn('d', 20, 21))).tops.get(far), far * ROW);
  same(keys(drawn('d', ITEMS, {}, focusIn('d', 9990, 9991))).slice(-3), [9989, 9990, 9991]);
  same(keys(drawn('d', ITEMS.slice(5), {}, focusIn('d', 20, 21))).slice(0, 3), [19, 20, 21], 'five before it are gone');
  same(keys(drawn('d', ITEMS, {}, focusIn('other', 20, 21)))[0], far - 12, 'another list has the focus');
  same(keys(drawn('d', ITEMS, {}, focusIn('d', 'gone', 21)))[0], far - 12, 'it is gone');
}
