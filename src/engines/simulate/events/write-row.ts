import { NO_CATEGORY } from '../bank/directory.ts';
import { growRows } from './buffers.ts';
import { channels, type Device, devices, kindNames, kinds, ledgerAccounts } from './kinds.ts';
import type { Run } from './run.ts';

export const POSTED = 0;

export const DECLINED = 1;

const lines = kindNames.map((name) => kinds[name]);

/** By kind: codes of its device (-1 for the customer's own), ledger account and mirror. */
const DEVICE = Int8Array.from(lines, ({ device }) => devices.indexOf(device as Device));

export const LEDGER = Uint8Array.from(lines, ({ ledger }) => ledgerAccounts.indexOf(ledger));

/** By kind, two channels each. */
const RAIL = Uint8Array.from(
  lines.flatMap(({ channels: ways }) => [ways[0], ways[ways.length - 1]]),
  (channel) => channels.indexOf(channel),
);

const ACH = channels.indexOf('ACH');

export const railOf = (country: string): number =>
  channels.indexOf(country === 'US' ? 'ACH' : 'SEPA');

/**
 * Writes one row and books it if it is posted. Takes positional numbers because an object per row
 * costs 8 % of a whole run.
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
): void {
  const { state, rows } = run;
  if (rows.count === rows.account.length) growRows(rows);
  const at = rows.count++;
  run.generated++;
  if (status === POSTED) {
    state.balance[account] = state.balance[account] + amount;
    run.ledger[ledger] = run.ledger[ledger] - amount;
  }
  const rail = RAIL[kind * 2 + channel];
  const device = DEVICE[kind];
  rows.seconds[at] = seconds;
  rows.account[at] = account;
  rows.kind[at] = kind;
  rows.status[at] = status;
  rows.channel[at] = rail === ACH ? run.rail : rail;
  rows.device[at] = device >= 0 ? device : state.device[state.owner[account]];
  const category = to < state.directory.size ? state.directory.category[to] : NO_CATEGORY;
  rows.category[at] =
    category === NO_CATEGORY ? state.configuration.categories.length + kind : category;
  rows.flag[at] = flag;
  rows.party[at] = to;
  rows.amount[at] = amount;
  rows.balance[at] = state.balance[account];
}
