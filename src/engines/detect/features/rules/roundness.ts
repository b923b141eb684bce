import { amountText, percentText } from '../../explain/words.ts';
import type { Feature } from '../feature.ts';
import type { Ledger } from '../ledger.ts';

/** Scores large round amounts in channels with few of them: -ln of the share at least as round. */
export function roundness(ledger: Ledger): Feature | null {
  const { amounts } = ledger;
  if (amounts === null) return null;
  const channel = ledger.codes('channel') ?? { codes: new Int32Array(ledger.rows), count: 1 };
  const zeros = Uint8Array.from(amounts, (amount) => {
    let left = Math.abs(amount);
    let count = 0;
    while (left >= 10 && left % 10 === 0) {
      left /= 10;
      count++;
    }
    return count;
  });
  const counts = new Float64Array(channel.count * 16);
  zeros.forEach((count, i) => {
    const code = channel.codes[i];
    if (code >= 0)
      for (let level = 0; level <= Math.min(15, count); level++) counts[code * 16 + level]++;
  });
  const values = new Float32Array(ledger.rows);
  for (let i = 0; i < values.length; i++) {
    const code = channel.codes[i];
    const level = Math.min(15, zeros[i]);
    if (code >= 0 && level >= 3)
      values[i] = -Math.log(counts[code * 16 + level] / counts[code * 16]);
  }
  return {
    name: 'round_amount',
    values,
    tail: 'high',
    weight: 0.3,
    adds: 0.5,
    sentence: (row) =>
      `${amountText(ledger, row)} is a round amount: ${percentText(Math.exp(-values[row]))} of ${ledger.roles.channel === undefined ? 'all rows' : "its channel's rows"} are as round`,
  };
}
