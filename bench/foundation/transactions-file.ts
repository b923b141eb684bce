import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { streamFor } from '../../src/engines/random/stream.ts';

const CATEGORIES = ['groceries', 'fuel', 'rent', 'salary', 'restaurants', 'travel', 'health'];
const CHANNELS = ['card', 'transfer', 'cash', 'online', 'direct debit'];
const COUNTRIES = ['DE', 'FR', 'NL', 'US', 'GB', 'PL', 'AT', 'ES', 'IT', 'CH'];
const CURRENCIES = ['EUR', 'USD', 'GBP'];
const TOWNS = ['Köln', 'Paris', 'Breda', '"Newark, NJ"', 'Leeds', 'Łódź', 'Graz'];
const HEADER =
  'transaction_id,amount,currency,merchant_category,channel,counterparty_country,transaction_date,account_type,risk_level,account_id,customer_id,town';
const LINES_AT_ONCE = 10_000;

export async function writeTransactionsFile(path: string, bytes: number): Promise<number> {
  const draw = streamFor(2026n, 1, 1);
  const pick = (values: readonly string[]) => values[draw.below(values.length)]!;
  const days = Array.from({ length: 730 }, (_, day) =>
    new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const file = createWriteStream(path, { highWaterMark: 1 << 22 });
  file.write(`${HEADER}\n`);
  let rows = 0;
  for (let written = 0; written < bytes; ) {
    let text = '';
    for (let i = 0; i < LINES_AT_ONCE; i++, rows++) {
      const account = draw.below(60_000);
      const cents = Math.round(100 * Math.exp(1 + 7 * draw.float()));
      const missing = draw.below(50) === 0;
      text += `T${1_000_000_000 + rows},${(cents / 100).toFixed(2)},${pick(CURRENCIES)},${missing ? '' : pick(CATEGORIES)},${pick(CHANNELS)},${pick(COUNTRIES)},${pick(days)},${account % 3 === 0 ? 'savings' : 'checking'},${account % 11 === 0 ? 'high' : 'low'},A${100_000 + account},C${50_000 + (account >> 1)},${pick(TOWNS)}\n`;
    }
    const chunk = Buffer.from(text);
    written += chunk.length;
    if (!file.write(chunk)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return rows;
}
