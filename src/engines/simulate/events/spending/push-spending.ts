import { fromTable } from '../../../random/quantile-table.ts';
import type { RandomStream } from '../../../random/stream.ts';
import type { CalendarDay } from '../../bank/calendar.ts';
import type { CellState } from '../../bank/cell-state.ts';
import { type EventBuffer, pushEvent, rules } from '../buffers.ts';
import { kindNames, kinds } from '../kinds.ts';
import type { Detail } from '../payments/detail.ts';
import type { Spending } from './spending-tables.ts';

export type SpendingDay = {
  state: CellState;
  spending: Spending;
  stream: RandomStream;
  events: EventBuffer;
  date: CalendarDay;
};

/** By code: 1 if a kind has two channels. */
const hasTwoChannels = Uint8Array.from(kindNames, (name) =>
  kinds[name].channels.length > 1 ? 1 : 0,
);

type SpendingEvent = {
  kind: number;
  /** Local second of the day. */
  second: number;
  account: number;
  /** Other account of a transfer inside the cell, or -1. */
  pair: number;
  /** Other party; -1 with a `pair`. */
  party: number;
  /** Minor units, negative for payments. */
  amount: number;
  channelBit: number;
  detail?: Detail | null;
};

export function pushSpending(
  events: EventBuffer,
  { second, kind, account, pair, party, amount, channelBit, detail }: SpendingEvent,
): void {
  const channel = channelBit & hasTwoChannels[kind];
  const { free } = rules;
  pushEvent(events, second, kind, channel, account, pair, party, amount, free, -1, detail ?? null);
}

export const officeSecond = ({ spending, stream }: SpendingDay): number =>
  Math.floor(fromTable(spending.officeHours, stream.uint32()));

/** Draws a second at which customers bank from home. */
export const homeSecond = ({ spending, stream }: SpendingDay): number =>
  Math.floor(fromTable(spending.homeHours, stream.uint32()));
