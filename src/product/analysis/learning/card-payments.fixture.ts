/**
 * Card payments with a compromised merchant: of each sixteen payments one at M77 is fraud, and one
 * at M3 is as large and legitimate.
 *
 * @returns the file, and per row (from 1) whether it is fraud
 */
export function cardPayments(rows: number): { text: string; isFraud: (row: number) => boolean } {
  const kindOf = (i: number) => (i % 16 === 5 ? 'fraud' : i % 16 === 11 ? 'large' : 'usual');
  const merchants = { fraud: 'M77', large: 'M3' };
  const lines = Array.from({ length: rows }, (_, i) => {
    const kind = kindOf(i);
    const usual = kind === 'usual';
    const at = new Date(Date.UTC(2026, 0, 1) + i * 1_800_000).toISOString().slice(0, 19);
    const merchant = usual ? `M${10 + ((i * 7) % 30)}` : merchants[kind];
    const amount = (usual ? 20 : 150) + ((i * 13) % 60);
    const channel = i % 3 === 0 ? 'online' : 'branch';
    return `T${i},${amount}.00,EUR,retail,${channel},DE,${at},checking,low,A${i % 41},C${i % 41},${merchant}`;
  });
  const header =
    'transaction_id,amount,currency,merchant_category,channel,counterparty_country,transaction_date,account_type,risk_level,account_id,customer_id,merchant_id';
  return {
    text: `${[header, ...lines].join('\n')}\n`,
    isFraud: (row) => kindOf(row - 1) === 'fraud',
  };
}
