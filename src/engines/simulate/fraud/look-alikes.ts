import { typeCode } from '../bank/cell-state.ts';
import { between } from '../bank/draws.ts';
import {
  addRow,
  buy,
  chargeBack,
  drawShop,
  drawVictim,
  hasCard,
  type Incident,
  isPersonal,
  outsideParty,
  REASONS,
  sizeOf,
  startOf,
  sumOf,
} from './incident.ts';

const HOUR = 3600;
const DAY = 86_400;
/** Code of a browser. */
const WEB = 2;

/** Small purchases in a game within minutes, then perhaps a larger order, often from a new browser. */
export function gameCredits(incident: Incident): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  let time = startOf(incident, 2);
  const to = drawShop(incident, { online: true, goods: 'digital' });
  const own = state.device[state.owner[account]];
  const device = stream.below(3) > 0 ? WEB : own;
  const signals = device === own ? 'device known' : 'device new; address class home';
  const orders = between(stream, 3, 7);
  for (let n = 0; n < orders; n++) {
    const price = between(stream, 50, 299);
    buy(incident, { account, time, to, price, role: 'order', device, signals });
    time += between(stream, 8, 240);
  }
  const larger = stream.below(3);
  for (let n = 0; n < larger; n++) {
    time += between(stream, 600, 6 * HOUR);
    const shop = drawShop(incident, { online: true, goods: 'resold' });
    const price = sizeOf(incident);
    buy(incident, { account, time, to: shop, price, role: 'order', device, signals });
  }
}

/** Purchases of one evening or a day in town, larger than usual. */
export function spree(incident: Incident, online: boolean): void {
  const { state, stream } = incident;
  const credit = stream.below(2) === 0;
  const fits = credit ? (a: number) => state.type[a] === typeCode.credit_card : hasCard(state);
  const account = drawVictim(incident, fits);
  if (account < 0) return;
  let time = Math.floor(startOf(incident, 2) / DAY) * DAY + between(stream, 11 * HOUR, 15 * HOUR);
  const purchases = between(stream, 3, 9);
  for (let n = 0; n < purchases; n++) {
    const to = drawShop(incident, { online, goods: stream.below(3) > 0 ? 'resold' : 'any' });
    const price = sizeOf(incident);
    const signals = online ? 'device known; delivery address known' : 'chip read';
    buy(incident, { account, time, to, price, role: 'purchase', signals });
    time += between(stream, online ? 300 : 900, online ? 3000 : 5400);
  }
}

/** Large payments to a new payee: a deposit for a flat, a used car, a tradesman. */
export function newPayee(incident: Incident, newDevice: boolean): void {
  const { state, stream } = incident;
  const account = drawVictim(incident, isPersonal(state));
  if (account < 0) return;
  let time = startOf(incident, 5);
  const to = outsideParty(incident, stream.below(2) === 0 ? 'firm' : 'person');
  const own = state.device[state.owner[account]];
  const device = newDevice ? (own + 1) % 3 : own;
  const signals = newDevice ? 'device new; address class home; failed sign-ins 1' : 'device known';
  const payments = between(stream, 1, 3);
  for (let n = 0; n < payments; n++) {
    const amount = -sumOf(incident);
    const row = { account, time, to, amount, channel: stream.below(2), device, signals };
    addRow(incident, { ...row, kind: 'transferOut', role: 'payer' });
    time += between(stream, HOUR, 30 * HOUR);
  }
}

/** Goods that never came, disputed rightly. */
export function honestDispute(incident: Incident): void {
  const { state } = incident;
  const account = drawVictim(incident, hasCard(state));
  if (account < 0) return;
  const to = drawShop(incident, { online: true, goods: 'any' });
  const time = startOf(incident, 50);
  const signals = 'device known; no proof of delivery';
  const price = sizeOf(incident);
  const leg = buy(incident, { account, time, to, price, role: 'purchase', signals });
  chargeBack(incident, leg, { reason: REASONS.notReceived, loss: 0 });
}
