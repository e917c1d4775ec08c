import { ago, bytes, clock, command, count, naturally, number, quoted, span } from '../../main/resources/page/words.js';
import { holds, numbers, same } from './check.mjs';

export function namesAreOrderedByTheirNumbers() {
  same(naturally(['w10', 'w2', 'w1', 'w', 'v3', 'w2a', 'w02']), ['v3', 'w', 'w1', 'w02', 'w2', 'w2a', 'w10']);
  const next = numbers(6);
  const names = Array.from({ length: 60 }, () => `${'ab'[Math.floor(next() * 2)]}${Math.floor(next() * 12)}${next() < 0.3 ? `-${Math.floor(next() * 3)}` : ''}`);
  for (const a of names) for (const b of names) {
    same(naturally([a, b]), naturally([b, a]), `${a} and ${b}`);
    for (const c of names.slice(0, 15)) same(naturally([a, b, c]), naturally([c, a, b]), `${a}, ${b} and ${c}`);
  }
  same(naturally([{ name: 'w10' }, { name: 'w9' }], one => one.name).map(one => one.name), ['w9', 'w10'], 'items by their names');
}

export function numbersHaveTheirUnits() {
  same([number(81_204), number(0.25), number(null)], ['81\u202f204', '0.3', '–']);
  same([count(1, 'copies'), count(3, 'copies'), count(1, 'leases')], ['1 copy', '3 copies', '1 lease']);
  same([span(0), span(999), span(9_999), span(61_000), span(3_600_000 * 50)], ['0.0 s', '1.0 s', '10.0 s', '1 min', '2 d']);
  same([bytes(0), bytes(1536), bytes(5 * 1024 ** 4)], ['0 bytes', '1.5 KiB', '5 TiB']);
  same(ago('never'), '–');
}

export function aTimeIsThatOfTheLedgerWhereverItIsRead() {
  holds(new Date(2026, 0, 31).getTimezoneOffset() > 0, 'the tests are read west of Greenwich');
  same(clock('2026-01-31T00:30:05.250Z'), '2026-01-31 00:30:05.250');
  same(clock(Date.UTC(2026, 0, 31, 23, 59, 59)), '2026-01-31 23:59:59.000');
  const today = new Date();
  same(clock(today), today.toISOString().slice(11, 23));
  same([clock('never'), clock(null)], ['–', '1970-01-01 00:00:00.000']);
}

export function aCommandCanBePastedIntoAShell() {
  same(command('why', 'bots', 'j 1', '--key', "it's"), "./rota why bots 'j 1' --key 'it'\\''s'");
  same(command('why', 'bots@a.rota', 'j1'), './rota why bots j1 --from a.rota');
  same(quoted('$(x)'), "'$(x)'");
}
