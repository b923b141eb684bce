import { type CellState, typeCode } from '../bank/cell-state.ts';
import { placeIn } from '../bank/directory.ts';
import { between } from '../bank/draws.ts';
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

/** Persuades the customer to pay a new payee. */
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
    const row = { account, time, to, amount, channel: 1, signals, adapts: true };
    addRow(incident, { ...row, kind: 'transferOut', role: 'victim' });
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
  for (let n = 0; n < rounds; n++) {
    const amount = sizeOf(incident, 1 + n);
    const signals = incident.fraud
      ? 'device known; sender new; passed on within a day'
      : 'device known; sender is a market place';
    const shared = { account, role: 'recruit', signals, channel: stream.below(2) };
    const got = addRow(incident, { ...shared, kind: 'transferIn', time, amount, to: recruiter });
    const passed = -Math.round((amount * 0.9) / 100) * 100;
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
  const amount = sizeOf(incident);
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
    addRow(incident, {
      ...paid,
      kind: 'atmWithdrawal',
      time: at + between(stream, HOUR, 9 * HOUR),
      amount: -Math.max(note, Math.floor(Math.min(amount, 80_000) / note) * note),
      to: placeIn(state.directory, 'atm', { city, n: stream.below(4) }),
      loss: 0,
      after: got,
    });
    if (amount > 100_000) {
      addRow(incident, {
        ...paid,
        kind: 'transferOut',
        time: at + between(stream, 10 * HOUR, 15 * HOUR),
        amount: -Math.floor((amount - 80_000) / 1000) * 1000,
        to: outsideParty(incident, 'exchange'),
        loss: 0,
        after: got,
      });
    }
    time = day * DAY + 7 * DAY;
  }
}
