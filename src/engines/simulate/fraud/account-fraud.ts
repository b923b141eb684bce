import { type CellState, typeCode } from '../bank/cell-state.ts';
import { placeIn } from '../bank/directory.ts';
import { between } from '../bank/draws.ts';
import { MACHINE_PAYS, WIRE_FROM } from '../schemes/move.ts';
import {
  addRow,
  drawVictim,
  type Incident,
  isPersonal,
  outsideParty,
  sizeOf,
  startOf,
  sumOf,
} from './incident.ts';

const HOUR = 3600;
const DAY = 86_400;
/** Limit of one payment by a person in minor units, as banks set it for new devices. */
const MAX_PAYMENT = 250_000;
/** Devices: any but the customer's own of the first three. */
const otherDevice = ({ state, stream }: Incident, account: number): number =>
  (state.device[state.owner[account]] + 1 + stream.below(2)) % 3;

/** Takes over an account from a new device and sends its money to new payees. */
export function accountTakeover(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, isPersonal(state));
  if (account < 0) return;
  const device = otherDevice(incident, account);
  const failed = between(stream, 1, 6);
  let time = startOf(incident, 3);
  const to = outsideParty(incident, stream.below(3) === 0 ? 'exchange' : 'person');
  const signals = `device new; address class hosting; failed sign-ins ${failed}; password changed`;
  const payments = between(stream, 1, 4);
  // Takes most of a larger balance, below the usual limit of a payment.
  const held = state.balance[account] * (0.4 + 0.5 * stream.float());
  const share = Math.min(MAX_PAYMENT, held / payments);
  for (let n = 0; n < payments; n++) {
    const drawn = sumOf(incident, n === 0 ? 1 : 0.6);
    const amount = -Math.max(drawn, Math.floor(share / 1000) * 1000);
    const channel = stream.below(2);
    const row = { account, time, to, amount, channel, device, signals, adapts: true };
    addRow(incident, { ...row, kind: 'transferOut', role: 'takeover' });
    time += between(stream, 120, 4 * HOUR);
  }
}

/** Returns a time of the same or the next business day at which wires are sent. */
function deskTime({ state, stream }: Incident, time: number): number {
  let day = Math.floor(time / DAY);
  while (state.calendar.days[day]?.business === false) day++;
  return day * DAY + between(stream, 9 * HOUR, 16 * HOUR);
}

/** Persuades the customer to pay a new payee; firms pay large invoices by wire. */
export function pushPaymentScam(incident: Incident): void {
  const { state, stream } = incident;
  const firm = stream.below(6) === 0;
  const type = firm ? typeCode.business_checking : typeCode.checking;
  const account = drawVictim(incident, (a) => state.type[a] === type);
  if (account < 0) return;
  let time = startOf(incident, 12);
  const section = stream.below(3) === 0 ? 'exchange' : firm ? 'firm' : 'person';
  const to = outsideParty(incident, section);
  const payments = firm ? 1 : between(stream, 1, 4);
  const signals = firm
    ? 'device known; payee new; account number of a supplier changed'
    : 'device known; payee new; warning confirmed';
  for (let n = 0; n < payments; n++) {
    const amount = -sumOf(incident, firm ? 7 : 0.6 + 0.5 * n);
    const row = { account, time, to, amount, channel: 1, signals, adapts: true, role: 'victim' };
    if (firm && -amount >= WIRE_FROM)
      addRow(incident, { ...row, kind: 'wireOut', channel: 0, time: deskTime(incident, time) });
    else addRow(incident, { ...row, kind: 'transferOut' });
    time += between(stream, HOUR, 4 * DAY);
  }
}

/** Trial payments of a recruiter: small sums received and passed on, before larger ones. */
export function muleRecruitment(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(
    incident,
    (a) => isPersonal(state)(a) && state.customers[state.owner[a]].birthYear > 1988,
  );
  if (account < 0) return;
  let time = startOf(incident, 20);
  const recruiter = outsideParty(incident, 'firm');
  const rounds = between(stream, 2, 4);
  const commission = 0.05 + 0.1 * stream.float();
  for (let n = 0; n < rounds; n++) {
    const amount = sumOf(incident, 1 + n);
    const signals = incident.fraud
      ? 'device known; sender new; passed on within a day'
      : 'device known; sender is a market place';
    const shared = { account, role: 'recruit', signals, channel: stream.below(2) };
    const got = addRow(incident, { ...shared, kind: 'transferIn', time, amount, to: recruiter });
    // The part that is passed on is rounded as people pay.
    const step = stream.below(3) === 0 ? 100 : 500;
    const passed = -Math.floor((amount * (1 - commission)) / step) * step;
    addRow(incident, {
      ...shared,
      loss: 0,
      kind: 'transferOut',
      time: time + between(stream, HOUR, 20 * HOUR),
      amount: Math.min(-100, passed),
      to: outsideParty(incident, stream.below(2) === 0 ? 'exchange' : 'person'),
      after: got,
    });
    time += between(stream, 2 * DAY, 7 * DAY);
  }
}

/** Unemployment insurance is paid to people who worked. */
function isOfWorkingAge({ customers, owner }: CellState, account: number): boolean {
  const { employment } = customers[owner[account]];
  return employment !== 'retired' && employment !== 'student';
}

/** Rest of a benefit that is worth a transfer, in minor units. */
const MIN_REST = 15_000;

/** Largest weekly benefit in minor units: Massachusetts in 2024, the highest of the states. */
const MAX_BENEFIT = 103_300;

/** Opens an account in another's name, receives benefits there, and takes them out in cash. */
export function application(incident: Incident): void {
  const { state, stream } = incident;
  const { start, end } = state.calendar;
  const fresh = state.accounts
    .map((_, account) => account)
    .filter(
      (a) =>
        isPersonal(state)(a) &&
        isOfWorkingAge(state, a) &&
        state.from[a] > start &&
        state.from[a] < end - 20 &&
        state.to[a] > end,
    );
  if (fresh.length === 0) return;
  const account = fresh[stream.below(fresh.length)];
  let time = (state.from[account] - start + between(stream, 2, 9)) * DAY;
  const signals = incident.fraud
    ? 'opened online; phone number used by 3 applications; name of benefit differs'
    : 'opened online; name of benefit equal';
  const agency = state.directory.sections.agency.first + 1;
  const rounds = between(stream, 1, 3);
  const note = state.configuration.cash.note * 100;
  // The benefit is a weekly amount that does not change.
  const amount = Math.min(MAX_BENEFIT, sizeOf(incident));
  const exit = outsideParty(incident, stream.below(2) === 0 ? 'exchange' : 'person');
  for (let n = 0; n < rounds; n++) {
    let day = Math.floor(time / DAY);
    while (state.calendar.days[day]?.business === false) day++;
    const paid = { account, role: 'applicant' };
    const at = day * DAY + between(stream, 4 * HOUR, 8 * HOUR);
    const got = addRow(incident, {
      ...paid,
      kind: 'benefit',
      time: at,
      amount,
      to: agency,
      signals,
      loss: 1,
    });
    const city = state.city[state.owner[account]];
    const drawn = Math.min(MACHINE_PAYS, amount * (0.3 + 0.65 * stream.float()));
    const cash = Math.max(note, Math.floor(drawn / note) * note);
    addRow(incident, {
      ...paid,
      kind: 'atmWithdrawal',
      time: at + between(stream, HOUR, 30 * HOUR),
      amount: -cash,
      to: placeIn(state.directory, 'atm', { city, n: stream.below(4) }),
      loss: 0,
      after: got,
    });
    if (amount - cash > MIN_REST) {
      addRow(incident, {
        ...paid,
        kind: 'transferOut',
        time: at + between(stream, 10 * HOUR, 50 * HOUR),
        amount: -Math.floor(((amount - cash) * (0.7 + 0.3 * stream.float())) / 1000) * 1000,
        to: exit,
        loss: 0,
        after: got,
      });
    }
    time = day * DAY + 7 * DAY;
  }
}
