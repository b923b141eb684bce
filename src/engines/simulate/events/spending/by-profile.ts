import { drawAlias } from '../../../random/alias-table.ts';
import { party } from '../../bank/directory.ts';
import { type AccountProfile, bookingsAt, profileAmount } from '../../bank/profiles.ts';
import { PROFILE_KINDS } from '../../configuration/profiles.ts';
import { type Kind, kindCode } from '../kinds.ts';
import { cashPlace, DEPOSIT_STEP } from './cash.ts';
import { chosenSum } from './prices.ts';
import { pushOuting } from './purchases.ts';
import { homeSecond, officeSecond, pushSpending, type SpendingDay } from './push-spending.ts';

/** Returns a multiple of a step of at least one step. */
const inSteps = (sum: number, step: number) => Math.max(1, Math.round(sum / step)) * step;

function withdraw(day: SpendingDay, account: number, usual: number): void {
  const { state, spending, events, date } = day;
  const sum = inSteps(Math.min(spending.mostCash, usual), state.configuration.cash.note * 100);
  spending.withdrew[account] = 1;
  spending.lastWithdrawal[account] = date.day;
  pushSpending(events, {
    kind: kindCode.atmWithdrawal,
    second: officeSecond(day),
    account,
    pair: -1,
    party: cashPlace(day, account, 'atm'),
    amount: -sum,
    channelBit: 0,
  });
}

/**
 * Adds withdrawals of accounts whose profile has a pause that ends on the day, if they have enough.
 *
 * @returns the number of rows, at most `room`
 */
export function pushAfterPause(day: SpendingDay, room: number): number {
  const { state, spending, stream, date } = day;
  let pushed = 0;
  for (let account = 0; account < state.profiles.length && pushed < room; account++) {
    const own = state.profiles[account];
    const pause = own?.profile.pause ?? null;
    if (own === null || pause === null) continue;
    if (state.from[account] > date.day || state.to[account] <= date.day) continue;
    const days = date.day - spending.lastWithdrawal[account];
    const { 'kept balance': kept = 0, 'balance above': usual = 0 } = own.figures;
    const balance = state.balance[account];
    if (days <= 0 || days % pause.days !== 0 || balance < 100 * (kept + pause.above * usual))
      continue;
    const age = date.day - state.accounts[account].opened;
    const factor = bookingsAt(own, age, date.month).amounts.cashWithdrawal ?? 1;
    const { sizes } = pause;
    withdraw(
      day,
      account,
      profileAmount(own, 'cashWithdrawal', { stream, balance, factor, bank: spending, sizes }),
    );
    pushed++;
  }
  return pushed;
}

/** Share of what an account keeps below which it has nothing to withdraw. */
const TOO_LITTLE = 0.5;

/**
 * Adds a booking of an account with a profile, of a kind and amount of its own habits.
 *
 * @param patient returns false without a booking for a withdrawal from an account that has little
 */
export function pushByProfile(
  day: SpendingDay,
  {
    account,
    profile,
    room,
    patient,
  }: { account: number; profile: AccountProfile; room: number; patient: boolean },
): boolean {
  const { state, spending, stream, events, date } = day;
  const age = date.day - state.accounts[account].opened;
  const { kinds, amounts } = bookingsAt(profile, age, date.month);
  const kind = PROFILE_KINDS[drawAlias(kinds, stream)];
  if (kind === 'purchase') {
    pushOuting(day, account, room);
    return true;
  }
  const kept = 100 * (profile.figures['kept balance'] ?? 0);
  if (patient && kind === 'cashWithdrawal') {
    const waits = profile.profile.pause?.first === true && spending.withdrew[account] === 0;
    if (waits || state.balance[account] < TOO_LITTLE * kept) return false;
  }
  const draw = stream.uint32();
  const usual = profileAmount(profile, kind, {
    stream,
    balance: state.balance[account],
    factor: amounts[kind] ?? 1,
    bank: spending,
  });
  const push = (booked: Kind, amount: number, to: number, channelBit: number) =>
    pushSpending(events, {
      kind: kindCode[booked],
      second: kind.startsWith('transfer') ? homeSecond(day) : officeSecond(day),
      account,
      pair: -1,
      party: to,
      amount,
      channelBit,
    });
  if (kind === 'cashWithdrawal') withdraw(day, account, usual);
  else if (kind === 'cashDeposit') {
    const sum = inSteps(Math.min(spending.mostDeposit, usual), DEPOSIT_STEP);
    push(kind, sum, cashPlace(day, account, 'branch'), date.business ? draw >>> 31 : 1);
  } else {
    const sum = chosenSum(Math.max(1, Math.round(usual)), draw);
    const to = party(state.directory, 'person', draw >>> 5);
    push(kind, kind === 'transferIn' ? sum : -sum, to, draw >>> 31);
  }
  return true;
}
