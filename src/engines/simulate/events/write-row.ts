import { dateCode } from '../bank/business-days.ts';
import { NO_CATEGORY } from '../bank/directory.ts';
import { growRows } from './buffers.ts';
import { channels, type Device, devices, kindNames, kinds, ledgerAccounts } from './kinds.ts';
import type { Run } from './run.ts';

export const POSTED = 0;

export const DECLINED = 1;

/** Authorized card payment that is posted after the window. */
export const PENDING = 2;

/** Settlement of a kind: at once, on a business day, as a card payment, or a business day later. */
const [AT_ONCE, BUSINESS_DAY, CARD, LATER] = [0, 1, 2, 3];

const lines = kindNames.map((name) => kinds[name]);

/** By kind: codes of its device (-1 for the customer's own), ledger account and mirror. */
const DEVICE = Int8Array.from(lines, ({ device }) => devices.indexOf(device as Device));

export const LEDGER = Uint8Array.from(lines, ({ ledger }) => ledgerAccounts.indexOf(ledger));

/** By kind, two channels each. */
const RAIL = Uint8Array.from(
  lines.flatMap(({ channels: ways }) => [ways[0], ways[ways.length - 1]]),
  (channel) => channels.indexOf(channel),
);

const SETTLEMENT = Uint8Array.from(kindNames, (name) => {
  const { ledger } = kinds[name];
  if (['purchase', 'onlinePurchase', 'refund', 'subscription'].includes(name)) return CARD;
  if (name === 'check' || name === 'wireIn') return LATER;
  return ledger === 'interbank' && name !== 'closure' ? BUSINESS_DAY : AT_ONCE;
});

/** Business days to posting by three bits of a hash. */
const POSTING_DAYS = [1, 1, 1, 1, 1, 2, 2, 3];

const ACH = channels.indexOf('ACH');

export const railOf = (country: string): number =>
  channels.indexOf(country === 'US' ? 'ACH' : 'SEPA');

/** Returns the day on which a card payment is posted. */
function postingDay({ state, dayIndex }: Run, account: number, seconds: number): number {
  const bits = (Math.imul(seconds ^ Math.imul(account, 0x9e3779b1), 0x85ebca6b) >>> 29) & 7;
  return state.calendar.settlement[POSTING_DAYS[bits]][dayIndex];
}

/** Returns the value date of a row that is booked on the current day. */
function valueDate({ state, dayIndex }: Run, kind: number, isInstant: boolean): number {
  const { start, settlement } = state.calendar;
  const way = SETTLEMENT[kind];
  if (isInstant || way === AT_ONCE) return start + dayIndex;
  return settlement[way === LATER ? 1 : 0][dayIndex];
}

/**
 * Writes one row and books it if it is posted. Takes positional numbers because an object per row
 * costs 8 % of a whole run. Returns its status: a card payment that is posted after the window is
 * pending; it moves nothing but reserves the funds.
 *
 * @param channel index of the kind's channel, 0 or 1
 * @param ledger the account of the bank's own books that takes the other leg
 */
export function writeRow(
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
  isInstant = false,
): number {
  const { state, rows } = run;
  if (rows.count === rows.account.length) growRows(rows);
  const at = rows.count++;
  run.generated++;
  const today = state.calendar.start + run.dayIndex;
  const isCard = SETTLEMENT[kind] === CARD;
  const posted = isCard
    ? Math.max(today, Math.min(postingDay(run, account, seconds), state.to[account]))
    : today;
  const isLate = posted > state.calendar.end;
  const reached = status === POSTED && isLate ? PENDING : status;
  if (reached === PENDING && amount < 0) {
    state.reserved[account] = state.reserved[account] - amount;
  }
  if (reached === POSTED) {
    state.balance[account] = state.balance[account] + amount;
    run.ledger[ledger] = run.ledger[ledger] - amount;
  }
  const rail = RAIL[kind * 2 + channel];
  const device = DEVICE[kind];
  rows.seconds[at] = seconds;
  rows.account[at] = account;
  rows.kind[at] = kind;
  rows.status[at] = reached;
  rows.channel[at] = rail === ACH ? run.rail : rail;
  rows.device[at] = device >= 0 ? device : state.device[state.owner[account]];
  const category = to < state.directory.size ? state.directory.category[to] : NO_CATEGORY;
  rows.category[at] =
    category === NO_CATEGORY ? state.configuration.categories.length + kind : category;
  rows.flag[at] = flag;
  rows.party[at] = to;
  rows.amount[at] = amount;
  rows.balance[at] = state.balance[account];
  const valued = isCard ? posted : valueDate(run, kind, isInstant);
  rows.dates[at] = reached === POSTED ? dateCode(state.calendar.start, posted, valued) : 0;
  return reached;
}
