import { civilFromDays } from '../../../shared/civil-date.ts';
import { typeCode } from '../bank/cell-state.ts';
import { placeIn } from '../bank/directory.ts';
import { between, chance } from '../bank/draws.ts';
import type { Leg } from '../schemes/leg.ts';
import {
  addRow,
  buy,
  chargeBack,
  drawShop,
  drawVictim,
  hasCard,
  type Incident,
  REASONS,
  sizeOf,
  startOf,
} from './incident.ts';

const HOUR = 3600;
const DAY = 86_400;
/** Share of a thief's purchases at the shop before. */
const SAME_SHOP = 0.5;
/** Price of a thief's first purchase in minor units, a test without a PIN. */
const FIRST_PRICE = [300, 1400] as const;
/** Age of people who use up a line on purpose. */
const MAX_AGE = 58;

const RECOVERED = { reason: REASONS.absent, loss: -1 };

const disputed = ({ state, stream }: Incident): boolean =>
  chance(stream, state.configuration.fraud.disputed);

/** Tests stolen numbers with small amounts at one merchant, then buys goods to resell. */
export function cardTesting(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  let time = startOf(incident, 3);
  const tester = drawShop(incident, { online: true, goods: 'digital' });
  const signals = 'address class hosting; card verification failed 2 times; device unknown';
  const tests = between(stream, 3, 7);
  for (let n = 0; n < tests; n++) {
    time += between(stream, 8, 140);
    const price = between(stream, 50, 299);
    buy(incident, { account, time, to: tester, price, role: 'test', device: 2, signals });
  }
  const purchases = between(stream, 1, 3);
  for (let n = 0; n < purchases; n++) {
    time += between(stream, 600, 5 * HOUR);
    const to = drawShop(incident, { online: true, goods: 'resold' });
    const price = sizeOf(incident);
    const leg = buy(incident, { account, time, to, price, role: 'purchase', device: 2, signals });
    if (disputed(incident)) chargeBack(incident, leg, RECOVERED);
  }
}

/** Uses a lost or stolen card in shops and at a machine until it is blocked, within hours. */
export function lostStolen(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  let time = Math.floor(startOf(incident, 2) / DAY) * DAY + between(stream, 9 * HOUR, 17 * HOUR);
  const signals = 'chip read; contactless below the limit; reported lost within the day';
  const purchases = between(stream, 4, 9);
  let to = -1;
  for (let n = 0; n < purchases; n++) {
    const city = state.city[state.owner[account]];
    const goods = n > 0 ? 'resold' : 'any';
    // Goods that sell again are bought twice at one till.
    const again = n > 1 && chance(stream, SAME_SHOP);
    if (!again) to = drawShop(incident, { online: false, goods, city });
    const price = n === 0 ? between(stream, ...FIRST_PRICE) : sizeOf(incident, 1 + 0.25 * n);
    buy(incident, { account, time, to, price, role: 'purchase', signals });
    time += between(stream, 180, 900);
  }
  if (state.type[account] !== typeCode.checking || !chance(stream, 0.35)) return;
  const city = state.city[state.owner[account]];
  const note = state.configuration.cash.note * 100;
  addRow(incident, {
    account,
    time,
    kind: 'atmWithdrawal',
    amount: -Math.max(note, Math.floor(between(stream, 20_000, 60_000) / note) * note),
    to: placeIn(state.directory, 'atm', { city, n: stream.below(4) }),
    role: 'cash',
    signals: 'number entered at the first attempt',
  });
}

/** Buys on the internet with stolen card data, over some days. */
export function cardNotPresent(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  let time = startOf(incident, 5);
  const purchases = between(stream, 1, 5);
  const signals = 'address class proxy; delivery address new; device unknown';
  for (let n = 0; n < purchases; n++) {
    const to = drawShop(incident, {
      online: true,
      goods: stream.below(2) === 0 ? 'resold' : 'any',
    });
    const price = sizeOf(incident);
    const leg = buy(incident, { account, time, to, price, role: 'purchase', device: 2, signals });
    if (disputed(incident)) chargeBack(incident, leg, RECOVERED);
    time += between(stream, 900, 30 * HOUR);
  }
}

/** Least credit left, in minor units, that is worth a bust-out; days of the window before one. */
const MIN_LINE_LEFT = 100_000;
const DAYS_OF_GOOD_USE = 25;

/** Uses up a credit line on goods to resell, after weeks of ordinary use. */
export function bustOut(incident: Incident): void {
  const { state, stream } = incident;
  const latest = civilFromDays(state.calendar.start).year - MAX_AGE;
  const account = drawVictim(
    incident,
    (a) =>
      state.type[a] === typeCode.credit_card &&
      state.customers[state.owner[a]].birthYear > latest &&
      state.balance[a] - state.floor[a] >= MIN_LINE_LEFT,
  );
  if (account < 0) return;
  const last8Days = state.calendar.days.length - 8;
  const day = between(
    stream,
    Math.min(DAYS_OF_GOOD_USE, Math.max(0, last8Days)),
    Math.max(0, last8Days),
  );
  let time = day * DAY + between(stream, 9 * HOUR, 20 * HOUR);
  const purchases = between(stream, 6, 14);
  let last: Leg | null = null;
  const signals = incident.fraud
    ? 'device known; spending 6 times the usual; line used up'
    : 'device known; delivered to the home address';
  for (let n = 0; n < purchases; n++) {
    const online = stream.below(3) === 0;
    const city = state.city[state.owner[account]];
    const to = drawShop(incident, { online, goods: 'resold', city });
    const price = sizeOf(incident, 1.4);
    // A line that is used up ends it.
    last = buy(incident, { account, time, to, price, role: 'bust', signals, after: last });
    time += between(stream, 1200, 22 * HOUR);
  }
}

/** Disputes purchases of one's own as fraud or as not received. */
export function firstParty(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  let time = startOf(incident, 50);
  const purchases = between(stream, 1, 3);
  for (let n = 0; n < purchases; n++) {
    const to = drawShop(incident, { online: true, goods: 'resold' });
    const signals = 'device known; delivered to the home address';
    const price = sizeOf(incident);
    const leg = buy(incident, { account, time, to, price, role: 'purchase', signals, loss: 0 });
    const reason = stream.below(2) === 0 ? REASONS.absent : REASONS.notReceived;
    chargeBack(incident, leg, { reason, loss: 1 });
    time += between(stream, 2 * DAY, 20 * DAY);
  }
}

/** Buys and returns goods after use, and claims refunds above the price. */
export function refundAbuse(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  let time = startOf(incident, 30);
  const shops = Array.from({ length: between(stream, 1, 3) }, () =>
    drawShop(incident, { online: true, goods: 'resold' }),
  );
  const rounds = between(stream, 3, 7);
  for (let n = 0; n < rounds; n++) {
    const to = shops[stream.below(shops.length)];
    const price = sizeOf(incident);
    const signals = `returns within 90 days: ${n}`;
    const leg = buy(incident, { account, time, to, price, role: 'purchase', signals, loss: 0 });
    addRow(incident, {
      account,
      loss: 1,
      time: time + between(stream, 4 * DAY, 24 * DAY),
      kind: 'refund',
      channel: 1,
      amount: price,
      to,
      role: 'refund',
      signals,
      after: leg,
    });
    time += between(stream, 3 * DAY, 12 * DAY);
  }
}
