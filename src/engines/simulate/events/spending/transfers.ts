import { fromTable } from '../../../random/quantile-table.ts';
import { isCurrent, typeCode } from '../../bank/cell-state.ts';
import { party } from '../../bank/directory.ts';
import { kindCode } from '../kinds.ts';
import { SLOT_SHIFT } from './activity.ts';
import { chosenSum } from './prices.ts';
import {
  decidedBy8Bits,
  TRANSFER_ABROAD_OF_65536,
  TRANSFER_INSIDE_OF_256,
} from './probabilities.ts';
import { homeSecond, officeSecond, pushSpending, type SpendingDay } from './push-spending.ts';

/** Adds a transfer between two persons, sometimes within the cell, mostly with another bank. */
export function pushTransfer(
  day: SpendingDay,
  account: number,
  { out, room }: { out: boolean; room: number },
): void {
  const { state, spending, stream, events, date } = day;
  const second = homeSecond(day);
  const draw = stream.uint32();
  const owner = state.owner[account];
  const typical = fromTable(spending.transfer, stream.uint32()) * state.spendingScale[owner];
  const sum = chosenSum(Math.round(typical), draw >>> 8);
  const receiver = spending.activity.slots[stream.uint32() >>> SLOT_SHIFT];
  const inside =
    out &&
    room >= 2 &&
    decidedBy8Bits(draw, TRANSFER_INSIDE_OF_256) &&
    receiver !== account &&
    isCurrent(state.type[receiver]) &&
    state.from[receiver] <= date.day &&
    state.to[receiver] > date.day;
  const abroad = draw >>> 16 < TRANSFER_ABROAD_OF_65536 * state.abroad[owner];
  const other = party(state.directory, abroad ? 'foreign' : 'person', draw >>> 4);
  pushSpending(events, {
    kind: out ? kindCode.transferOut : kindCode.transferIn,
    second,
    account,
    pair: inside ? receiver : -1,
    party: inside ? -1 : other,
    amount: out ? -sum : sum,
    channelBit: draw >>> 31,
  });
}

/** Size of transfers with the owner's own account at another bank, relative to other transfers. */
const OWN_TRANSFER_SIZE = 2;

/** Adds a transfer of a savings or loan account with the owner's account at another bank. */
export function pushOwnTransfer(day: SpendingDay, account: number, after: number): void {
  const { state, spending, stream, events } = day;
  const own = party(state.directory, 'own', state.owner[account] * 7 + state.cell);
  const draw = stream.uint32();
  const typical = fromTable(spending.transfer, stream.uint32()) * OWN_TRANSFER_SIZE;
  const sum = chosenSum(Math.round(typical), draw);
  const second = after >= 0 ? after : officeSecond(day);
  const isLoan = state.type[account] === typeCode.loan;
  const out = !isLoan && (draw & 16) === 0;
  const kind = isLoan ? kindCode.loanRepayment : out ? kindCode.transferOut : kindCode.transferIn;
  const amount = out ? -sum : sum;
  const channelBit = isLoan ? 1 : draw >>> 31;
  pushSpending(events, { kind, second, account, pair: -1, party: own, amount, channelBit });
}

/** Size of checks relative to transfers. */
const CHECK_SIZE = 1.4;

export function pushCheck(day: SpendingDay, account: number, draw: number): void {
  const { state, spending, stream, events } = day;
  const sum = Math.round(fromTable(spending.transfer, stream.uint32()) * CHECK_SIZE);
  pushSpending(events, {
    kind: kindCode.check,
    party: party(state.directory, 'person', draw >>> 5),
    second: officeSecond(day),
    account,
    pair: -1,
    amount: -chosenSum(sum, draw >>> 3),
    channelBit: 0,
  });
}

const MIN_WIRE = 10_000;

/** Adds a wire: one in two outgoing, one in four with a party abroad. */
export function pushWire(day: SpendingDay, account: number, draw: number): void {
  const { state, spending, stream, events } = day;
  const sum = Math.max(MIN_WIRE, Math.round(fromTable(spending.wire, stream.uint32())));
  const out = (draw & 1) === 0;
  const abroad = (draw & 6) === 0;
  pushSpending(events, {
    kind: out ? kindCode.wireOut : kindCode.wireIn,
    party: party(state.directory, abroad ? 'foreign' : 'firm', draw >>> 5),
    second: officeSecond(day),
    account,
    pair: -1,
    amount: out ? -sum : sum,
    channelBit: 0,
  });
}
