import { type RandomStream, streamFor } from '../../../src/engines/random/stream.ts';
import { daysFromCivil, formatIsoDate } from '../../../src/shared/civil-date.ts';
import {
  type Cells,
  type FileKind,
  perValue,
  pick,
  rowsThat,
  share,
  tableOf,
} from './file-kind.ts';

const START = daysFromCivil(2024, 1, 1);
const DAYS = 365;
const VAT = 0.19;
const KINDS = [
  { fuel: 'Diesel', tank: 300, per100: 28, toll: true, perDay: 330, lease: [1450, 2300] },
  { fuel: 'Diesel', tank: 70, per100: 8.5, toll: false, perDay: 110, lease: [420, 690] },
  { fuel: 'Super E10', tank: 45, per100: 6.4, toll: false, perDay: 60, lease: [229, 389] },
] as const;
const STATIONS = ['ARAL', 'SHELL', 'TOTAL', 'ESSO', 'JET', 'AVIA'];

const german = (value: number, places = 2) => value.toFixed(places).replace('.', ',');
const number = (text: string | undefined) => Number((text ?? '').replace(',', '.'));

function row(
  own: Pick<Cells, 'Kartennummer' | 'Kennzeichen' | 'Kraftstoffart'>,
  day: number,
  { net, ...more }: { net: number } & Record<string, string | number>,
): Cells {
  const vat = Math.round(net * VAT * 100) / 100;
  return {
    ...own,
    Datum: formatIsoDate(day),
    Leistung: '',
    Anbieter: '',
    Kilometerstand: '',
    Liter: '',
    Preis_je_Liter: '',
    ...(more as Cells),
    Netto: german(net),
    MwSt: german(vat),
    Brutto: german(net + vat),
  };
}

function vehicle(random: RandomStream, i: number): { day: number; cells: Cells }[] {
  const kind = pick(random, KINDS);
  const letters = Array.from({ length: 2 }, () => String.fromCharCode(65 + random.below(26)));
  const own = {
    Kartennummer: `7002${String(310_000 + 37 * i + random.below(30))}`,
    Kennzeichen: `HH-${letters.join('')} ${100 + random.below(9000)}`,
    Kraftstoffart: kind.fuel,
  };
  const rows: { day: number; cells: Cells }[] = [];
  const book = (day: number, more: { net: number } & Record<string, string | number>) =>
    rows.push({ day, cells: row(own, day, more) });
  const [low, high] = kind.lease;
  const rate = Math.round(low + (high - low) * random.float());
  for (let month = 0; month < 12; month++)
    book(daysFromCivil(2024, month + 1, 1), { net: rate, Leistung: 'Leasing', Anbieter: 'Arval' });
  let odometer = 2000 + Math.floor(140_000 * random.float() ** 1.5);
  const perDay = kind.perDay * (0.7 + 0.6 * random.float());
  let left = kind.tank * random.float();
  for (let day = 0; day < DAYS; day++) {
    if ((START + day + 3) % 7 > 4) continue;
    const driven = Math.round(perDay * (0.3 + 1.4 * random.float()));
    odometer += driven;
    left -= (driven * kind.per100) / 100;
    if (kind.toll && random.float() < 0.08)
      book(START + day, {
        net: Math.round(driven * 19 * (1 + random.float())) / 100,
        Leistung: 'Maut',
        Anbieter: 'Toll Collect',
      });
    if (left > kind.tank * 0.25) continue;
    const liters = Math.round((kind.tank * (0.93 + 0.05 * random.float()) - left) * 100) / 100;
    const price = Math.round(1540 + 240 * random.float()) / 1000;
    left = kind.tank * 0.95;
    book(START + day, {
      net: Math.round((liters * price * 100) / (1 + VAT)) / 100,
      Leistung: 'Kraftstoff',
      Anbieter: pick(random, STATIONS),
      Kilometerstand: String(odometer),
      Liter: german(liters),
      Preis_je_Liter: german(price, 3),
    });
  }
  return rows.sort((a, b) => a.day - b.day);
}

const isFuel = (cells: Cells) => cells.Leistung === 'Kraftstoff';
const byVehicle = (rows: readonly Cells[], about: (cells: Cells) => boolean) => [
  ...Map.groupBy(rows.filter(about), ({ Kartennummer }) => Kartennummer!).values(),
];

/** Fuel cards of a fleet: an odometer never falls, a lease has one rate, a tank holds so much. */
export const fleet: FileKind = {
  name: 'fuel cards of a fleet',
  entity: 'Kartennummer',
  tables: (seed) => {
    const rows: Cells[] = [];
    for (let i = 0; i < 240; i++)
      rows.push(...vehicle(streamFor(seed, i, 6), i).map(({ cells }) => cells));
    return { rows: tableOf(rows) };
  },
  lines: [
    share(
      'odometer not below that before',
      ({ rows }) => {
        const pairs = byVehicle(rows!, isFuel).flatMap((own) =>
          own.slice(1).map((cells, i) => [own[i]!, cells] as const),
        );
        const kept = pairs.filter(
          ([before, after]) => number(after.Kilometerstand) >= number(before.Kilometerstand),
        );
        return kept.length / pairs.length;
      },
      0,
    ),
    {
      name: 'liters on 100 km, middle half of vehicles',
      of: ({ rows }) => {
        const uses = byVehicle(rows!, isFuel)
          .filter((own) => own.length > 4)
          .map((own) => {
            const liters = own.slice(1).reduce((sum, { Liter }) => sum + number(Liter), 0);
            const driven = number(own.at(-1)!.Kilometerstand) - number(own[0]!.Kilometerstand);
            return (100 * liters) / driven;
          })
          .sort((a, b) => a - b);
        return uses[Math.floor(0.75 * uses.length)]! - uses[Math.floor(0.25 * uses.length)]!;
      },
      within: 0.25,
      kind: 'count',
    },
    {
      name: 'lease rates a vehicle',
      of: ({ rows }) => {
        const counts = byVehicle(rows!, ({ Leistung }) => Leistung === 'Leasing').map(
          (own) => new Set(own.map(({ Netto }) => Netto)).size,
        );
        return counts.reduce((sum, count) => sum + count, 0) / counts.length;
      },
      within: 0.1,
      kind: 'number',
    },
    {
      name: 'largest tank fill, times the mean',
      of: ({ rows }) => {
        const ratios = byVehicle(rows!, isFuel).map((own) => {
          const liters = own.map(({ Liter }) => number(Liter));
          return (Math.max(...liters) * liters.length) / liters.reduce((a, b) => a + b, 0);
        });
        return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
      },
      within: 0.1,
      kind: 'count',
    },
    {
      name: 'leases',
      of: ({ rows }) => rows!.filter(({ Leistung }) => Leistung === 'Leasing').length,
      within: 0.1,
      kind: 'count',
    },
    {
      name: 'tolls',
      of: ({ rows }) => rows!.filter(({ Leistung }) => Leistung === 'Maut').length,
      within: 0.2,
      kind: 'count',
    },
    rowsThat(
      'net + tax = gross',
      ({ Netto, MwSt, Brutto }) => Math.abs(number(Netto) + number(MwSt) - number(Brutto)) < 0.006,
    ),
    perValue('Kraftstoffart', 'Kartennummer'),
  ],
};
