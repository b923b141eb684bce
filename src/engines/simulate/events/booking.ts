import { type RandomStream, UINT32_RANGE } from '../../random/stream.ts';
import { typeCode } from '../bank/cell-state.ts';
import { party } from '../bank/directory.ts';
import type { Leg } from '../schemes/leg.ts';
import { detailAt, isRare, rules } from './buffers.ts';
import { dueAmount } from './due-amount.ts';
import { kindCode, kindNames, ledgerAccounts, mirror } from './kinds.ts';
import { type Detail, detailOf, formOf, NO_DETAIL } from './payments/detail.ts';
import { follow, isFollowed } from './payments/follow.ts';
import { isInstantRow, note } from './payments/note.ts';
import type { Run } from './run.ts';
import { rememberPurchase } from './spending/spending-tables.ts';
import { DECLINED, LEDGER, PENDING, POSTED, writeRow } from './write-row.ts';

/** Result, not a row status: a top-up from outside replaced the booking. */
const REPLACED = 2;

const MIRROR = Int8Array.from(kindNames, (name) => kindCode[mirror[name] ?? name]);

const CLEARING = ledgerAccounts.indexOf('onUsClearing');

const BETWEEN_CELLS = ledgerAccounts.indexOf('cellClearing');

function topUp(
  run: Run,
  { seconds, account, shortage }: { seconds: number; account: number; shortage: number },
): void {
  const { state } = run;
  const amount = Math.ceil((shortage * 1.5) / 5000) * 5000;
  const own = party(state.directory, 'own', state.owner[account] * 7 + state.cell);
  const card = state.type[account] === typeCode.credit_card;
  const kind = card ? kindCode.cardRepayment : kindCode.transferIn;
  writeRow(run, seconds, account, kind, card ? 1 : 0, POSTED, amount, own, 0, LEDGER[kind]);
}

const isPurchase = (kind: number): boolean =>
  kind === kindCode.purchase || kind === kindCode.onlinePurchase;

/** Smallest payment that takes what an account has, and its step, in minor units. */
const MIN_ADAPTED = 5000;
const ADAPTED_STEP = 1000;

/** Returns a leg's amount: what the account has, if less, for payments that adapt. */
function amountFor({ state }: Run, { incident, account, amount }: Leg): number {
  if (incident === null || !incident.adapts) return amount;
  const free = state.balance[account] - state.reserved[account] - state.floor[account];
  if (free + amount >= 0 || free < MIN_ADAPTED) return amount;
  return -Math.floor(free / ADAPTED_STEP) * ADAPTED_STEP;
}

/** Returns a leg's status; null for one that follows a leg that was not posted. */
function statusOf(
  { state, unbooked }: Run,
  { incident, account }: Leg,
  amount: number,
): number | null {
  if (incident === null) return POSTED;
  if (incident.after !== null && unbooked.has(incident.after)) return null;
  const free = state.balance[account] - state.reserved[account] - state.floor[account];
  return amount < 0 && free + amount < 0 ? DECLINED : POSTED;
}

const REFUND = formOf('refund');
const FOREIGN_FEE = formOf('foreign_fee');
const WIRE_FEE = formOf('wire_fee');

/** Returns the detail of a leg that follows another one: a chargeback or refund. */
function detailOfLeg({ rowOfLeg }: Run, { kind, reference, incident }: Leg): Detail | null {
  const related = incident?.after == null ? undefined : rowOfLeg.get(incident.after);
  if (related === undefined) return null;
  if (kind === kindCode.refund) return detailOf(REFUND, { related });
  if (kind !== kindCode.chargeback) return null;
  return detailOf(formOf('chargeback', reference.replace('reason ', '')), { related });
}

function bookLeg(run: Run, leg: Leg, seconds: number): void {
  const { state } = run;
  const { kind, account, other, party: to, incident } = leg;
  const amount = amountFor(run, leg);
  const status = amount === 0 ? null : statusOf(run, leg, amount);
  if (status !== POSTED && incident !== null) run.unbooked.add(leg);
  if (status === null) {
    run.slack++;
    return;
  }
  state.reserved[account] = state.reserved[account] + leg.hold;
  const posted = status === POSTED;
  if (leg.scheme !== '') run.booked.push({ leg, row: run.generated, posted, amount });
  const base = state.directory.size;
  const across = to >= base + state.accounts.length;
  const ledger = across ? BETWEEN_CELLS : other >= 0 ? CLEARING : LEDGER[kind];
  const whom = other >= 0 ? base + other : to;
  const flag = leg.laundering ? 1 : 0;
  const instant = isInstantRow(run, kind, amount);
  const reached = writeRow(
    run,
    seconds,
    account,
    kind,
    leg.channel,
    status,
    amount,
    whom,
    flag,
    ledger,
    instant,
  );
  const row = run.generated - 1;
  if (incident !== null) run.rowOfLeg.set(leg, row);
  note(run, kind, reached, instant, detailOfLeg(run, leg));
  const app = kind === kindCode.transferOut || kind === kindCode.onlinePurchase;
  if (incident !== null && incident.device >= 0 && app) {
    run.rows.device[run.rows.count - 1] = incident.device;
  }
  if (reached === POSTED && incident === null && isPurchase(kind)) {
    rememberPurchase(run.spending, { account, to: whom, amount: -amount, row });
  }
}

/** Returns the status without funds: posted after a top-up, declined, or replaced by it. */
function withoutFunds(
  run: Run,
  {
    seconds,
    account,
    shortage,
    rule,
    draw,
  }: { seconds: number; account: number; shortage: number; rule: number; draw: number },
): number {
  const { behind, configuration } = run.state;
  const declined = behind[account] === 1 || draw < configuration.declinedWhenShort * UINT32_RANGE;
  if (declined || (rule !== rules.free && run.slack <= 0)) return DECLINED;
  topUp(run, { seconds, account, shortage });
  return rule === rules.free ? REPLACED : POSTED;
}

/** Kinds that can cause a fee: wires, and purchases abroad. */
const FEES = Uint8Array.from(kindNames, (name) =>
  ['wireIn', 'wireOut', 'purchase', 'onlinePurchase'].includes(name) ? 1 : 0,
);

/** Charges the fee of a wire or a purchase abroad, if funds are left. */
function chargeFee(
  run: Run,
  {
    kind,
    account,
    amount,
    seconds,
    abroad,
  }: {
    kind: number;
    account: number;
    amount: number;
    seconds: number;
    /** True for a purchase in another currency. */
    abroad: boolean;
  },
): void {
  const { state } = run;
  const { directory } = state;
  const { wireFees, foreignFee } = state.configuration.rates;
  const fee = abroad
    ? Math.round(-amount * foreignFee)
    : Math.round((kind === kindCode.wireIn ? wireFees.in : wireFees.out) * 100);
  const free = state.balance[account] - state.reserved[account] - state.floor[account];
  if (fee <= 0 || free < fee) return;
  const bank = directory.sections.bank.first;
  const related = run.generated - 1;
  const detail = detailOf(abroad ? FOREIGN_FEE : WIRE_FEE, { related });
  writeRow(run, seconds, account, kindCode.fee, 0, POSTED, -fee, bank, 0, LEDGER[kindCode.fee]);
  note(run, kindCode.fee, POSTED, false, detail);
}

const needsFunds = (rule: number): boolean =>
  rule !== rules.interest && rule !== rules.closure && !isRare(rule);

/**
 * Books one event: one row, two for a transfer inside the cell, none if the amount is 0. Without
 * funds it is declined, or topped up from outside first.
 *
 * @param at place in the day's events; positional, since an object for each row costs 2 %
 * @param stream source of the bits that decide between the two
 */
export function book(run: Run, at: number, seconds: number, stream: RandomStream): void {
  const { events } = run;
  const draw = stream.uint32();
  const leg = events.leg[at];
  if (leg >= 0) {
    bookLeg(run, run.legs[leg], seconds);
    return;
  }
  const { state, generated: before } = run;
  const kind = events.kind[at];
  const rule = events.rule[at];
  const account = events.account[at];
  const pair = events.pair[at];
  const promised = isRare(rule) ? 0 : pair >= 0 ? 2 : 1;
  const amount = rule <= rules.due ? events.amount[at] : dueAmount(state, events, at);
  if (amount === 0 || (promised === 0 && run.slack === 0)) {
    run.slack += promised;
    return;
  }
  let status = POSTED;
  if (amount < 0 && needsFunds(rule)) {
    const shortage =
      -amount - (state.balance[account] - state.reserved[account] - state.floor[account]);
    if (shortage > 0) status = withoutFunds(run, { seconds, account, shortage, rule, draw });
  }
  if (status !== REPLACED) {
    const base = state.directory.size;
    const to = pair >= 0 ? base + pair : events.party[at];
    const ledger = pair >= 0 ? CLEARING : LEDGER[kind];
    const channel = events.channel[at];
    const instant = isInstantRow(run, kind, amount);
    const reached = writeRow(
      run,
      seconds,
      account,
      kind,
      channel,
      status,
      amount,
      to,
      0,
      ledger,
      instant,
    );
    const row = run.generated - 1;
    note(run, kind, reached, instant, detailAt(events, at));
    if (status === POSTED && pair >= 0) {
      const received = MIRROR[kind];
      writeRow(
        run,
        seconds,
        pair,
        received,
        0,
        POSTED,
        -amount,
        base + account,
        0,
        ledger,
        instant,
      );
      note(run, received, POSTED, instant, null);
    }
    if (reached === POSTED && isPurchase(kind)) {
      rememberPurchase(run.spending, { account, to, amount: -amount, row });
    }
    if (reached !== PENDING && pair < 0) {
      const status = reached === POSTED ? 'posted' : 'declined';
      if (isFollowed(run.lives[status].limits, kind, draw)) {
        const { agreement } = detailAt(events, at) ?? NO_DETAIL;
        follow(run, { status, draw, kind, account, party: to, amount, row, agreement });
      }
    }
  }
  const left = run.slack - (run.generated - before - promised);
  if (status === POSTED && FEES[kind] === 1 && left > 0) {
    const abroad = events.detail[at] >= 0 && detailAt(events, at)!.form.currency !== '';
    if (abroad || !isPurchase(kind)) chargeFee(run, { kind, account, amount, seconds, abroad });
  }
  run.slack -= run.generated - before - promised;
}
