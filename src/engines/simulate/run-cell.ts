import { type RandomStream, streamFor, UINT32_RANGE } from '../random/stream.ts';
import { type CalendarDay, toUtc } from './bank/calendar.ts';
import type { CellState } from './bank/cell-state.ts';
import { purposes } from './bank/draws.ts';
import { bookingsAt } from './bank/profiles.ts';
import { type Agenda, agendaOf } from './events/agenda.ts';
import { book } from './events/booking.ts';
import {
  clearRows,
  type EventBuffer,
  eventBuffer,
  pushEvent,
  type RowBuffer,
  rowBuffer,
  rules,
} from './events/buffers.ts';
import type { Agreement } from './events/payments/agreements.ts';
import { pushFollowUps } from './events/payments/follow.ts';
import { livesOf } from './events/payments/lives.ts';
import type { BookedLeg, Run } from './events/run.ts';
import { ACTIVITY, beginWeek } from './events/spending/activity.ts';
import { pushAfterPause } from './events/spending/by-profile.ts';
import { drawSpending } from './events/spending/draw-spending.ts';
import type { SpendingDay } from './events/spending/push-spending.ts';
import { spendingOf } from './events/spending/spending-tables.ts';
import { EARLIER, makeRoom, putInOrder, type TimeOrder, timeOrder } from './events/time-order.ts';
import { railOf } from './events/write-row.ts';
import type { Leg } from './schemes/leg.ts';

const CHUNK = 16_384;
/** Bookings a day of a cell without any, so that its days have weights. */
const MIN_ACTIVITY = 1e-6;
/** Share of the last day's scheduled rows reserved for overdraft fees and interest. */
const RARE_SHARE = 0.02;

export type CellChunk = {
  rows: RowBuffer;
  firstRow: number;
  legs: BookedLeg[];
  /** Of the cell; a number in `rows.notes` is the place from 1. */
  agreements: Agreement[];
  last: boolean;
};

function pushScheduled(agenda: Agenda, index: number, events: EventBuffer): void {
  const end = agenda.from[index + 1];
  for (let i = agenda.from[index]; i < end; i++) {
    const { second, kind, account, pair, party, rule, detail } = agenda.series[i];
    pushEvent(events, second, kind, 0, account, pair, party, agenda.amounts[i], rule, -1, detail);
  }
}

type Progress = {
  /** Weight of each day, and the sum of those left. */
  weights: Float64Array;
  weight: number;
  /** Fractional spending rows carried over from earlier days. */
  owed: number;
  seconds: number;
  order: TimeOrder;
};

function timeEvents(
  run: Run,
  { order, events, day }: { order: TimeOrder; events: EventBuffer; day: CalendarDay },
): void {
  const { calendar } = run.state;
  makeRoom(order, events.count);
  // The window applies in UTC too: events that local time moves outside are moved back.
  const opening = (calendar.start - day.day) * 86_400;
  const closing = (calendar.end + 1 - day.day) * 86_400 - 1;
  const { offset, offsetAfter, turn } = day;
  for (let i = 0; i < events.count; i++) {
    const second = events.second[i];
    const seconds = second - (second < turn ? offset : offsetAfter);
    // Planned legs depend on their order, so they are only clamped to the edge.
    const step = events.leg[i] >= 0 ? 0 : 21_600;
    // Both edges are computed each time: code that runs on few days only would cause recompilation.
    const first = Math.max(opening, seconds + step);
    const last = Math.min(closing, seconds - step);
    const inside = seconds < opening ? first : seconds > closing ? last : seconds;
    order.seconds[i] = inside + EARLIER;
  }
}

function bookAll(
  run: Run,
  {
    progress,
    events,
    day,
    stream,
  }: { progress: Progress; events: EventBuffer; day: CalendarDay; stream: RandomStream },
): void {
  const { order } = progress;
  timeEvents(run, { order, events, day });
  putInOrder(order, events.count);
  const midnight = day.day * 86_400 - EARLIER;
  for (let n = 0; n < events.count; n++) {
    const i = order.order[n];
    progress.seconds = midnight + order.seconds[i];
    book(run, i, progress.seconds, stream);
  }
}

/** Runs one day: scheduled bookings, planned legs, and spending by the day's weight. */
function runDay(
  run: Run,
  {
    progress,
    index,
    agenda,
    legs,
    events,
  }: {
    progress: Progress;
    index: number;
    agenda: Agenda;
    legs: readonly number[];
    events: EventBuffer;
  },
): void {
  const { state } = run;
  const day = state.calendar.days[index];
  const stream = streamFor(state.seed, state.cell * 65_536 + index, purposes.day);
  run.dayIndex = index;
  events.count = 0;
  events.details.length = 0;
  pushScheduled(agenda, index, events);
  pushFollowUps(run);
  for (const i of legs) {
    const { second, kind, channel, account, party, amount } = run.legs[i];
    pushEvent(events, second, kind, channel, account, -1, party, amount, rules.funded, i, null);
  }
  if (index % 7 === 0) beginWeek(state, run.spending.activity, day);
  const moment: SpendingDay = { state, spending: run.spending, stream, events, date: day };
  const last = index === state.calendar.days.length - 1;
  const weight = progress.weights[index];
  // Open rows are spread by weight, so that bookings without an amount distort no single day.
  progress.owed += progress.weight > 0 ? (run.slack * weight) / progress.weight : 0;
  progress.weight -= weight;
  const due = agenda.from[index + 1] - agenda.from[index];
  const rare = last ? Math.ceil(due * RARE_SHARE) : 0;
  if (state.profiles.length > 0) {
    const overdue = pushAfterPause(moment, run.slack);
    progress.owed -= overdue;
    run.slack -= overdue;
  }
  let room = last
    ? Math.max(0, run.slack - rare)
    : Math.min(run.slack, Math.max(0, Math.floor(progress.owed)));
  progress.owed -= room;
  while (room > 0) {
    const before = events.count;
    drawSpending(moment, room, -1);
    // An outing is several purchases; only single events have two rows.
    const rows = events.count - before + (events.pair[before] >= 0 ? 1 : 0);
    room -= rows;
    run.slack -= rows;
  }
  bookAll(run, { progress, events, day, stream });
  for (let i = 0; i < state.accrued.length; i++)
    if (index >= state.accruesFrom[i])
      state.accrued[i] = state.accrued[i] + Math.max(0, state.balance[i]);
  if (last) fillLastEvening(run, progress, moment);
}

/** Fills rows left by bookings without an amount, on the last evening. */
function fillLastEvening(run: Run, progress: Progress, moment: SpendingDay): void {
  const { date: day, events, stream } = moment;
  const closing = Math.min((run.state.calendar.end + 1) * 86_400 - 1, toUtc(day, 86_399));
  while (run.slack > 0) {
    events.count = 0;
    const from = Math.max(progress.seconds, closing - 7200);
    progress.seconds = Math.min(closing, from + 1 + stream.below(9));
    drawSpending(moment, 1, 0);
    run.slack--;
    book(run, 0, progress.seconds, stream);
  }
}

/** Returns the bookings of open accounts by day that their profiles have at their ages. */
function profiledActivity(state: CellState): Float64Array {
  const { from, to, profiles, accounts, type } = state;
  return Float64Array.from(state.calendar.days, ({ day, month }) =>
    profiles.reduce((sum, profile, account) => {
      if (from[account] > day || to[account] <= day) return sum;
      if (profile === null) return sum + ACTIVITY[type[account]];
      return sum + bookingsAt(profile, day - accounts[account].opened, month).rate;
    }, 0),
  );
}

/** Returns the weight of each day: that of the calendar times the number of open accounts, or what their profiles book. */
function weightsOf(state: CellState): Float64Array {
  const { calendar, from, to, anchor, accounts } = state;
  const { start, end, days } = calendar;
  const changes = new Int32Array(days.length + 1);
  for (let i = 0; i < accounts.length; i++) {
    const [first, after] = [Math.max(start, from[i]), Math.min(end, to[i]) + 1];
    if (first >= after) continue;
    changes[first - start]++;
    changes[after - start]--;
  }
  let open = 0;
  if (state.profiles.length > 0) {
    const sums = profiledActivity(state);
    return Float64Array.from(days, ({ day, weight }, i) =>
      day >= from[anchor] || day === end ? weight * Math.max(MIN_ACTIVITY, sums[i]) : 0,
    );
  }
  return Float64Array.from(days, ({ day, weight }, i) => {
    open += changes[i];
    return day >= from[anchor] || day === end ? weight * Math.max(1, open) : 0;
  });
}

/**
 * Runs one cell day by day and generates exactly the requested number of rows: scheduled bookings
 * and planned legs first, then spending in the remaining rows, spread over the days by the
 * calendar's weights.
 *
 * @param transactions number of rows, including the planned legs
 * @param ledger receives the sums of the other legs
 * @param reused one buffer for all chunks: each is then valid until the next is requested
 * @returns chunks of rows in time order
 */
export function* runCell(
  state: CellState,
  {
    transactions,
    legs,
    ledger,
    reused,
  }: {
    transactions: number;
    legs: readonly Leg[];
    ledger: Float64Array;
    reused?: RowBuffer | undefined;
  },
): Generator<CellChunk> {
  const { calendar, configuration } = state;
  const free = transactions - legs.length;
  const budget = Math.floor(free * configuration.recurring.atMost);
  const agenda = agendaOf(state, budget, free);
  const capacity = (generated: number) => Math.min(CHUNK + 2048, transactions - generated + 16);
  if (reused !== undefined) clearRows(reused);
  const events = eventBuffer();
  const run: Run = {
    state,
    spending: spendingOf(state),
    legs,
    rows: reused ?? rowBuffer(capacity(0)),
    ledger,
    booked: [],
    unbooked: new Set(),
    generated: 0,
    slack: free - agenda.rows,
    rail: railOf(state.country),
    dayIndex: 0,
    events,
    lives: livesOf(configuration),
    following: calendar.days.map(() => []),
    rowOfLeg: new Map(),
    instant: configuration.payments.instant * UINT32_RANGE,
  };
  const legsByDay = calendar.days.map((): number[] => []);
  legs.forEach((leg, i) => {
    legsByDay[leg.day].push(i);
  });
  const weights = weightsOf(state);
  const progress: Progress = {
    weights,
    weight: weights.reduce((sum, weight) => sum + weight, 0),
    owed: 0,
    seconds: 0,
    order: timeOrder(),
  };
  let firstRow = 0;
  for (let index = 0; index < calendar.days.length; index++) {
    runDay(run, { progress, index, agenda, legs: legsByDay[index], events });
    const last = index === calendar.days.length - 1;
    if (last || run.rows.count >= CHUNK) {
      const { rows, booked } = run;
      const { agreements } = agenda;
      yield { rows, firstRow, legs: booked, agreements, last };
      firstRow = run.generated;
      run.booked = [];
      if (reused !== undefined) clearRows(reused);
      else if (!last) run.rows = rowBuffer(capacity(run.generated));
    }
  }
}
