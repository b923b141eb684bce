import { streamFor } from '../../src/engines/random/stream.ts';

const KINDS = [
  { text: 'Kartenzahlung', low: -180, high: -4, weight: 9 },
  { text: 'Lastschrift', low: -240, high: -9, weight: 5 },
  { text: 'Überweisung', low: -900, high: -15, weight: 3 },
  { text: 'Dauerauftrag', low: -1200, high: -300, weight: 1 },
  { text: 'Gutschrift', low: 40, high: 2900, weight: 4 },
];

/** Returns transactions in German bank format: semicolons, decimal commas, day first. */
export function germanStatement(rows: number): string {
  const stream = streamFor(11n, 0, 0);
  const weights = KINDS.flatMap((kind) => Array<(typeof KINDS)[number]>(kind.weight).fill(kind));
  const lines = ['Buchungstag;Konto;Umsatzart;Filiale;Betrag;Währung'];
  const euros = (cents: number) =>
    `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  for (let row = 0; row < rows; row++) {
    const kind = weights[stream.below(weights.length)]!;
    const day = new Date(Date.UTC(2025, 0, 1 + Math.floor((row / rows) * 364)));
    const cents = Math.round(100 * (kind.low + (kind.high - kind.low) * stream.float()));
    const date = `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}.2025`;
    // Enough accounts that a fifth of them can serve as a control in attacks.
    const account = 4_000_000 + stream.below(Math.max(20, Math.floor(rows / 15)));
    lines.push(
      [
        date,
        account,
        kind.text,
        ['Köln', 'Bonn', 'Aachen'][stream.below(3)],
        euros(cents),
        'EUR',
      ].join(';'),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
