import { streamFor } from '../../src/engines/random/stream.ts';

/** Returns a small deterministic file in the Basic template, with accounts and habits. */
export function sampleTransactions(rows: number): string {
  const draw = streamFor(2026n, 1, 1);
  const pick = <T>(values: readonly T[]) => values[draw.below(values.length)]!;
  const lines = [
    'transaction_id,amount,currency,merchant_category,channel,counterparty_country,transaction_date,account_type,risk_level,account_id,customer_id',
  ];
  for (let i = 0; i < rows; i++) {
    const account = draw.below(Math.ceil(rows / 20));
    const amount = (5 + draw.float() * draw.float() * 900).toFixed(2);
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor((i * 180) / rows)))
      .toISOString()
      .slice(0, 10);
    lines.push(
      [
        `T${100_000 + i}`,
        amount,
        'EUR',
        pick(['groceries', 'fuel', 'rent', 'salary', 'restaurants']),
        pick(['card', 'transfer', 'cash']),
        pick(['DE', 'DE', 'DE', 'FR', 'NL']),
        day,
        account % 3 === 0 ? 'savings' : 'checking',
        account % 5 === 0 ? 'high' : 'low',
        `A${1000 + account}`,
        `C${500 + Math.floor(account / 2)}`,
      ].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}
