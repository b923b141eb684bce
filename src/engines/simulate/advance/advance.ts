import { civilFromDays } from '../../../shared/civil-date.ts';
import type { Seed } from '../../random/stream.ts';
import { book, otherSide, post } from './book.ts';
import { isDue, isRecurring, noteOccurrence, recurringCents } from './recurring.ts';
import { drawSpending, type Wanted } from './spending.ts';
import { dayOf, type LiveAccount, type LiveState, type Movement, SECONDS_OF_DAY } from './state.ts';

/** Days before the end of the original rows whose irregular movements are repeated. */
export const TEMPLATE_DAYS = 62;
/** Shortest span that a number per day is estimated from. */
const MIN_SPAN_DAYS = 7;
/** Rows older than this before the clock have no effect, apart from templates. */
export const HISTORY_DAYS = 60;
/** Pending movements are posted from this time of the day on, one second apart in an account. */
const POSTING_SECOND = 2 * 3600;

const GENERATED = /^V\d{14}$/;

export type Advance = {
  accounts: readonly LiveAccount[];
  /** Rows of the history in order of time, pending ones included. */
  history: readonly Movement[];
  /** Last day that was lived; the last one of original rows. */
  clock: number;
  anchor: number;
  /** First day of the original rows. */
  start: number;
  days: number;
  seed: Seed;
};

export type Advanced = {
  /** New rows in the order in which they came about. */
  added: Movement[];
  /** Pending rows of the history that were posted. */
  changed: Movement[];
};

/** Returns the states of accounts by id: recurring payments, templates and pending movements. */
function openStates({ accounts, history, clock, anchor, start }: Advance): Map<string, LiveState> {
  const states = new Map<string, LiveState>();
  for (const account of accounts) {
    const state = {
      account,
      series: new Map(),
      templates: [],
      perDay: 0,
      pending: new Set<Movement>(),
    };
    states.set(account.id, state);
  }
  for (const movement of history) {
    const state = states.get(movement.account);
    if (state === undefined) continue;
    if (movement.status === 'pending') state.pending.add(movement);
    const isIncoming = movement.cents > 0n && otherSide(states, movement) !== undefined;
    if (isRecurring(movement)) {
      if (!isIncoming && dayOf(movement.time) > clock - HISTORY_DAYS)
        noteOccurrence(state.series, movement);
      continue;
    }
    const isTemplate =
      !GENERATED.test(movement.id) &&
      dayOf(movement.time) > anchor - TEMPLATE_DAYS &&
      dayOf(movement.time) <= anchor &&
      movement.status === 'posted' &&
      movement.cents !== 0n &&
      !movement.isLaundering &&
      !isIncoming;
    if (isTemplate) state.templates.push(movement);
  }
  for (const state of states.values()) {
    const first = Math.max(start, state.account.openDay, anchor - TEMPLATE_DAYS + 1);
    state.perDay = state.templates.length / Math.max(MIN_SPAN_DAYS, anchor - first + 1);
  }
  return states;
}

/** Returns the movements that an account wants to make on a day. */
function wantedOn(state: LiveState, day: number, seed: Seed): Wanted[] {
  if (!state.account.isActive) return [];
  const wanted = drawSpending(state, day, seed);
  for (const recurring of state.series.values()) {
    if (!isDue(recurring, day)) continue;
    const time = day * SECONDS_OF_DAY + (recurring.last.time % SECONDS_OF_DAY);
    const cents = recurringCents(recurring, state.account.balance);
    wanted.push({ state, template: recurring.last, cents, time });
  }
  return wanted;
}

type Event = { time: number; account: string; order: string; run: () => void };

/** Returns the postings of pending movements of a day: after one or two days, by the id. */
function postingsOf(state: LiveState, day: number, onPosted: (movement: Movement) => void) {
  const due = [...state.pending]
    .filter(({ id, time }) => day - dayOf(time) >= 1 + (id.charCodeAt(id.length - 1) % 2))
    .sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  return due.map((movement, i): Event => {
    const time = day * SECONDS_OF_DAY + POSTING_SECOND + i;
    const run = () => {
      state.pending.delete(movement);
      movement.time = time;
      post(state, movement);
      onPosted(movement);
    };
    return { time, account: state.account.id, order: '', run };
  });
}

const textOf = (day: number): string => {
  const { year, month, day: dayOfMonth } = civilFromDays(day);
  return [year, String(month).padStart(2, '0'), String(dayOfMonth).padStart(2, '0')].join('');
};

/**
 * Lives a simulated bank on, day by day: payments that recur, spending like that of the last 62
 * original days, purchases that are pending and then posted, payments that bounce and become
 * arrears. Changes the accounts. A day depends on the rows and accounts before it and the seed
 * alone, so that 30 times one day gives the rows of once 30 days.
 */
export function advance(request: Advance): Advanced {
  const states = openStates(request);
  const old = new Set(request.history);
  const added: Movement[] = [];
  const changed: Movement[] = [];
  for (let day = request.clock + 1; day <= request.clock + request.days; day++) {
    let n = 0;
    const nextId = () => `V${textOf(day)}${String(++n).padStart(6, '0')}`;
    const events: Event[] = [];
    for (const state of states.values()) {
      events.push(...postingsOf(state, day, (row) => old.has(row) && changed.push(row)));
      for (const { template, cents, time } of wantedOn(state, day, request.seed)) {
        const order = `${template.type}|${template.counterparty}|${template.id}|${cents}`;
        const run = () => {
          added.push(...book(states, { ...template, cents, time }, nextId));
        };
        events.push({ time, account: state.account.id, order, run });
      }
    }
    events.sort(inOrder);
    for (const { run } of events) run();
  }
  return { added, changed };
}

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = (a: Event, b: Event): number =>
  a.time - b.time || before(a.account, b.account) || before(a.order, b.order);
