import { type RandomStream, streamFor } from '../random/stream.ts';
import {
  type EventBuffer,
  eventBuffer,
  growRows,
  pushEvent,
  type RowBuffer,
  rowBuffer,
  rules,
} from './events/buffers.ts';
import {
  channels,
  devices,
  kindCode,
  kindNames,
  kinds,
  ledgerAccounts,
  mirror,
} from './events/kinds.ts';
import { type Agenda, agendaOf } from './events/recurring.ts';
import { drawSpending, rememberPurchase, type Spending, spendingOf } from './events/spending.ts';
import type { Leg } from './schemes/leg.ts';
import { type CalendarDay, toUtc } from './world/calendar.ts';
import { NO_CATEGORY, party } from './world/directory.ts';
import { purposes } from './world/draws.ts';
import type { World } from './world/world.ts';

export const POSTED = 0;
export const DECLINED = 1;
const CHUNK = 16_384;

const KIND = kindNames.map((name) => {
  const { channels: all, device, ledger } = kinds[name];
  const back = mirror[name];
  return {
    channels: all.map((channel) => channels.indexOf(channel)),
    device: device === 'app' ? -1 : devices.indexOf(device),
    ledger: ledgerAccounts.indexOf(ledger),
    mirror: back === undefined ? -1 : kindCode[back],
  };
});
const CLEARING = ledgerAccounts.indexOf('onUsClearing');
const BETWEEN_CELLS = ledgerAccounts.indexOf('cellClearing');
const ACH = channels.indexOf('ACH');
const SEPA = channels.indexOf('SEPA');

/** A booked leg and the number of its row within the cell. */
export type BookedLeg = { leg: Leg; row: number };

/** A stretch of one cell's life in time order. */
export type CellChunk = { rows: RowBuffer; firstRow: number; legs: BookedLeg[]; last: boolean };

type Run = {
  world: World;
  spending: Spending;
  legs: readonly Leg[];
  rows: RowBuffer;
  /** Sum of the other legs by ledger account; with the accounts' movements it adds up to 0. */
  ledger: Float64Array;
  booked: BookedLeg[];
  made: number;
  /** Rows that may be made beyond those already promised. */
  slack: number;
  rail: number;
};

function write(
  run: Run,
  seconds: number,
  account: number,
  kind: number,
  channel: number,
  status: number,
  amount: number,
  to: number,
  flag: number,
  ledger: number,
): void {
  const { world, rows } = run;
  if (rows.count === rows.account.length) growRows(rows);
  const at = rows.count++;
  run.made++;
  if (status === POSTED) {
    world.balance[account] = world.balance[account]! + amount;
    run.ledger[ledger] = run.ledger[ledger]! - amount;
  }
  const line = KIND[kind]!;
  const rail = line.channels[channel]!;
  rows.seconds[at] = seconds;
  rows.account[at] = account;
  rows.kind[at] = kind;
  rows.status[at] = status;
  rows.channel[at] = rail === ACH ? run.rail : rail;
  rows.device[at] = line.device >= 0 ? line.device : world.customers[world.owner[account]!]!.device;
  const category = to < world.directory.size ? world.directory.category[to]! : NO_CATEGORY;
  rows.category[at] =
    category === NO_CATEGORY ? world.configuration.categories.length + kind : category;
  rows.flag[at] = flag;
  rows.party[at] = to;
  rows.amount[at] = amount;
  rows.balance[at] = world.balance[account]!;
}

/** What a rule makes of the amount when the moment has come; 0 means that nothing is booked. */
function dueAmount(world: World, events: EventBuffer, at: number): number {
  const account = events.account[at]!;
  const pair = events.pair[at]!;
  const amount = events.amount[at]!;
  switch (events.rule[at]) {
    case rules.interest: {
      const balance = world.balance[account]!;
      const charged = events.kind[at] === kindCode.interestCharged;
      const interest = Math.round(balance * amount);
      if (!charged) return Math.max(0, interest);
      const line = world.type[account] === 2 ? world.accounts[account]!.limit : 1e15;
      return Math.min(0, Math.max(interest, -line - balance));
    }
    case rules.payOff:
    case rules.minimum: {
      const owed = -world.balance[pair >= 0 ? pair : account]!;
      if (owed <= 0) return 0;
      const least = Math.min(owed, Math.max(2500, Math.round(owed * 0.06)));
      const paid = events.rule[at] === rules.payOff ? owed : least;
      return pair >= 0 ? -paid : paid;
    }
    case rules.closure:
    case rules.chargeOff:
      return -world.balance[account]!;
    default:
      return amount;
  }
}

function topUp(run: Run, seconds: number, account: number, shortage: number): void {
  const { world } = run;
  const amount = Math.ceil((shortage * 1.5) / 5000) * 5000;
  const own = party(world.directory, 'own', world.owner[account]! * 7 + world.cell);
  const card = world.type[account] === 2;
  const kind = card ? kindCode.cardRepayment : kindCode.transferIn;
  write(run, seconds, account, kind, 0, POSTED, amount, own, 0, KIND[kind]!.ledger);
}

function book(run: Run, events: EventBuffer, at: number, seconds: number, draw: number): void {
  const { world } = run;
  const kind = events.kind[at]!;
  const rule = events.rule[at]!;
  const account = events.account[at]!;
  const pair = events.pair[at]!;
  const channel = events.channel[at]!;
  const promised = pair >= 0 ? 2 : 1;
  const before = run.made;
  const amount = dueAmount(world, events, at);
  const legIndex = events.leg[at]!;
  const leg = legIndex >= 0 ? run.legs[legIndex]! : undefined;
  const base = world.directory.size;
  const to =
    pair >= 0
      ? base + pair
      : leg !== undefined && leg.other >= 0
        ? base + leg.other
        : events.party[at]!;
  const line = KIND[kind]!;
  if (amount === 0) {
    run.slack += promised;
    return;
  }
  let posted = true;
  if (leg !== undefined) {
    world.reserved[account] = world.reserved[account]! + leg.hold;
  } else if (amount < 0 && rule !== rules.interest && rule !== rules.closure) {
    const shortage =
      -amount - (world.balance[account]! - world.reserved[account]! - world.floor[account]!);
    if (shortage > 0) {
      const declined =
        world.behind[account] === 1 || draw < world.configuration.declinedWhenShort * 4294967296;
      if (rule === rules.free && !declined) {
        topUp(run, seconds, account, shortage);
        run.slack += promised - 1;
        return;
      }
      if (rule !== rules.free && !declined && run.slack > 0) topUp(run, seconds, account, shortage);
      else posted = false;
    }
  }
  const status = posted ? POSTED : DECLINED;
  const flag = leg?.laundering === true ? 1 : 0;
  if (leg !== undefined) run.booked.push({ leg, row: run.made });
  const across = leg !== undefined && leg.party >= base + world.accounts.length;
  const inside = pair >= 0 || (leg !== undefined && leg.other >= 0);
  const ledger = across ? BETWEEN_CELLS : inside ? CLEARING : line.ledger;
  write(run, seconds, account, kind, channel, status, amount, to, flag, ledger);
  if (posted && pair >= 0) {
    write(run, seconds, pair, line.mirror, 0, POSTED, -amount, base + account, flag, ledger);
  }
  if (posted && (kind === kindCode.purchase || kind === kindCode.onlinePurchase)) {
    rememberPurchase(run.spending, account, to, -amount);
  }
  run.slack -= run.made - before - promised;
}

function pushDue(agenda: Agenda, index: number, events: EventBuffer): number {
  let rows = 0;
  for (const due of agenda.days[index]!) {
    pushEvent(
      events,
      due.second,
      due.kind,
      0,
      due.account,
      due.pair,
      due.party,
      due.amount,
      due.rule,
      -1,
    );
    rows += due.pair >= 0 ? 2 : 1;
  }
  return rows;
}

/** Where a run stands between two days. */
type Progress = {
  /** Rows that calendars and planned legs have asked for so far. */
  promised: number;
  /** Weight of the days so far, and of all. */
  weight: number;
  totalWeight: number;
  /** Rows left for spending over the whole window. */
  free: number;
  /** Seconds of the latest row. */
  seconds: number;
  order: Float64Array;
};

const INDEX = 4_194_304;

/** Puts the events of a day into the order of their seconds; equal seconds keep theirs. */
function sortEvents(
  run: Run,
  progress: Progress,
  events: EventBuffer,
  day: CalendarDay,
): Float64Array {
  const { calendar } = run.world;
  if (progress.order.length < events.count) progress.order = new Float64Array(events.count * 2);
  // The window is one of UTC days too: what local time carries over its edges is moved back inside.
  const opening = (calendar.start - day.day) * 86_400;
  const closing = (calendar.end + 1 - day.day) * 86_400 - 1;
  const today = progress.order.subarray(0, events.count);
  for (let i = 0; i < events.count; i++) {
    let seconds = toUtc(day, events.second[i]!) - day.day * 86_400;
    if (seconds < opening) seconds += 21_600;
    else if (seconds > closing) seconds -= 21_600;
    today[i] = (seconds + 86_400) * INDEX + i;
  }
  return today.sort();
}

function bookAll(
  run: Run,
  progress: Progress,
  events: EventBuffer,
  day: CalendarDay,
  stream: RandomStream,
): void {
  const today = sortEvents(run, progress, events, day);
  for (let i = 0; i < today.length; i++) {
    const key = today[i]!;
    const offset = Math.floor(key / INDEX);
    progress.seconds = offset - 86_400 + day.day * 86_400;
    book(run, events, key - offset * INDEX, progress.seconds, stream.uint32());
  }
}

/** One day: what is due, what is planned, and as much spending as the day's weight asks for. */
function liveDay(
  run: Run,
  progress: Progress,
  index: number,
  agenda: Agenda,
  legs: readonly number[],
  events: EventBuffer,
): void {
  const { world } = run;
  const day = world.calendar.days[index]!;
  const stream = streamFor(world.seed, world.cell * 65_536 + index, purposes.day);
  events.count = 0;
  const spent = run.made - progress.promised;
  progress.promised += pushDue(agenda, index, events) + legs.length;
  for (const i of legs) {
    const leg = run.legs[i]!;
    pushEvent(
      events,
      leg.second,
      leg.kind,
      leg.channel,
      leg.account,
      -1,
      leg.party,
      leg.amount,
      rules.funded,
      i,
    );
  }
  progress.weight += weightOf(world, day);
  const last = index === world.calendar.days.length - 1;
  const { free, weight, totalWeight } = progress;
  const target = last ? free : Math.round((free * weight) / totalWeight);
  let room = Math.min(run.slack, target - spent);
  while (room > 0) {
    const before = events.count;
    drawSpending(world, run.spending, stream, events, day, room, -1);
    const rows = events.pair[before]! >= 0 ? 2 : 1;
    room -= rows;
    run.slack -= rows;
  }
  bookAll(run, progress, events, day, stream);
  if (last) fillUp(run, progress, day, events, stream);
}

/** Bookings that came to nothing left rows open: the last evening makes up for them. */
function fillUp(
  run: Run,
  progress: Progress,
  day: CalendarDay,
  events: EventBuffer,
  stream: RandomStream,
): void {
  const closing = Math.min((run.world.calendar.end + 1) * 86_400 - 1, toUtc(day, 86_399));
  while (run.slack > 0) {
    events.count = 0;
    const from = Math.max(progress.seconds, closing - 7200);
    progress.seconds = Math.min(closing, from + 1 + stream.below(9));
    drawSpending(run.world, run.spending, stream, events, day, 1, 0);
    run.slack--;
    book(run, events, 0, progress.seconds, stream.uint32());
  }
}

/** Nobody spends before the first account is open. */
const weightOf = (world: World, day: CalendarDay): number =>
  day.day >= world.from[world.anchor]! || day.day === world.calendar.end ? day.weight : 0;

/**
 * Lives one cell through its window, day by day, and makes exactly the given number of rows: calendars and
 * planned legs first, and as much spending as fits, spread over the days by the calendar's weights.
 *
 * @param transactions rows to make; the planned legs are part of them
 * @param ledger receives what the other legs sum to
 * @param reused one buffer for all chunks: each is then valid until the next is asked for
 * @returns chunks of rows in time order
 */
export function* runCell(
  world: World,
  transactions: number,
  legs: readonly Leg[],
  ledger: Float64Array,
  reused?: RowBuffer,
): Generator<CellChunk> {
  const { calendar, configuration } = world;
  const budget = Math.floor((transactions - legs.length) * configuration.recurring.atMost);
  const agenda = agendaOf(world, budget);
  const capacity = (made: number) => Math.min(CHUNK + 2048, transactions - made + 16);
  if (reused !== undefined) reused.count = 0;
  const run: Run = {
    world,
    spending: spendingOf(world),
    legs,
    rows: reused ?? rowBuffer(capacity(0)),
    ledger,
    booked: [],
    made: 0,
    slack: transactions - legs.length - agenda.rows,
    rail: world.country === 'US' ? ACH : SEPA,
  };
  const legsByDay = calendar.days.map((): number[] => []);
  legs.forEach((leg, i) => {
    legsByDay[leg.day]!.push(i);
  });
  const progress: Progress = {
    promised: 0,
    weight: 0,
    totalWeight: calendar.days.reduce((sum, day) => sum + weightOf(world, day), 0),
    free: run.slack,
    seconds: 0,
    order: new Float64Array(1024),
  };
  const events = eventBuffer();
  let firstRow = 0;
  for (let index = 0; index < calendar.days.length; index++) {
    liveDay(run, progress, index, agenda, legsByDay[index]!, events);
    const last = index === calendar.days.length - 1;
    if (last || run.rows.count >= CHUNK) {
      yield { rows: run.rows, firstRow, legs: run.booked, last };
      firstRow = run.made;
      run.booked = [];
      if (reused !== undefined) reused.count = 0;
      else if (!last) run.rows = rowBuffer(capacity(run.made));
    }
  }
}
