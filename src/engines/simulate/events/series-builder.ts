import type { RandomStream } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import type { Customer } from '../bank/customers.ts';
import { between } from '../bank/draws.ts';
import { rules } from './buffers.ts';
import type { Kind } from './kinds.ts';
import { type Series, series } from './series.ts';

export type SeriesBuilder = {
  state: CellState;
  customerIndex: number;
  customer: Customer;
  stream: RandomStream;
  list: Series[];
  /** Current account; -1 if there is none. */
  account: number;
  own: number;
  bank: number;
};

type Line = {
  kind: Kind;
  on: number;
  days: number[];
  amount: number | number[];
  to?: number;
  pair?: number;
  rule?: number;
};

export function add(
  builder: Pick<SeriesBuilder, 'stream' | 'list'>,
  { kind, on, days, amount, to, pair = -1, rule = rules.due }: Line,
): Series {
  const second = between(builder.stream, 6 * 3600, 11 * 3600);
  const amounts = typeof amount === 'number' ? [amount] : amount;
  const added = series(kind, { account: on, days, amounts, second, to: to ?? -1, pair, rule });
  builder.list.push(added);
  return added;
}
