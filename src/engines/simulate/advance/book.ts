import { isRecurring, noteOccurrence } from './recurring.ts';
import type { LiveState, Movement } from './state.ts';

/** Types of the two sides of a movement between accounts of the bank. */
const OTHER_SIDE: Readonly<Record<string, string>> = {
  loan_payment: 'loan_repayment',
  card_payment: 'card_repayment',
  wire_out: 'wire_in',
};
const REPAYMENTS = new Set(['loan_payment', 'card_payment']);
/** Days past due of each missed payment. */
const MISSED_DAYS = 30;

const heldCents = ({ pending }: LiveState): bigint => {
  let held = 0n;
  for (const { cents } of pending) held -= cents;
  return held;
};

/** Returns true if an account can pay; charges of the bank itself are always booked. */
function canPay(state: LiveState, cents: bigint, channel: string): boolean {
  const { balance, creditLimit } = state.account;
  return (
    cents >= 0n || channel === 'INTERNAL' || balance + creditLimit - heldCents(state) >= -cents
  );
}

/** Returns the account at the other side, if it is the bank's and can receive. */
export function otherSide(
  states: ReadonlyMap<string, LiveState>,
  { account, counterparty }: Pick<Movement, 'account' | 'counterparty'>,
): LiveState | undefined {
  const other = states.get(counterparty);
  const currency = states.get(account)?.account.currency;
  const isUsable = other?.account.currency === currency && other?.account.isClosed === false;
  return isUsable && counterparty !== account ? other : undefined;
}

/** Books an amount; the movement is posted. */
export function post(state: LiveState, movement: Movement): void {
  state.account.balance += movement.cents;
  movement.status = 'posted';
  movement.balanceAfter = state.account.balance;
}

/**
 * Books a new movement: posted, pending for card purchases, or declined. Returns it with the row of
 * the other account, if the bank has that.
 */
export function book(
  states: ReadonlyMap<string, LiveState>,
  movement: Movement,
  nextId: () => string,
): Movement[] {
  const state = states.get(movement.account)!;
  const other = movement.cents < 0n ? otherSide(states, movement) : undefined;
  if (other?.account.type === 'loan' && -movement.cents > -other.account.balance)
    movement.cents = other.account.balance;
  if (movement.cents === 0n) return [];
  movement.id = nextId();
  const isPaid = canPay(state, movement.cents, movement.channel);
  if (REPAYMENTS.has(movement.type) && other !== undefined) {
    const days = other.account.daysPastDue;
    other.account.daysPastDue = isPaid ? Math.max(0, days - MISSED_DAYS) : days + MISSED_DAYS;
  }
  const isCard = movement.type === 'purchase' && movement.cents < 0n;
  if (isPaid && !isCard) post(state, movement);
  else {
    movement.status = isPaid ? 'pending' : 'declined';
    movement.balanceAfter = state.account.balance;
    if (isPaid) state.pending.add(movement);
  }
  if (isRecurring(movement)) noteOccurrence(state.series, movement);
  if (movement.status !== 'posted' || other === undefined) return [movement];
  const mirrored: Movement = {
    ...movement,
    id: nextId(),
    account: other.account.id,
    cents: -movement.cents,
    type: OTHER_SIDE[movement.type] ?? 'transfer_in',
    counterparty: movement.account,
  };
  post(other, mirrored);
  return [movement, mirrored];
}
