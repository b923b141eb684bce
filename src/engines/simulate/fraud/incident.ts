import type { RandomStream } from '../../random/stream.ts';
import { type CellState, isCurrent, typeCode } from '../bank/cell-state.ts';
import { drawMerchant, EVERYWHERE, party, type Section } from '../bank/directory.ts';
import { amountOf, between } from '../bank/draws.ts';
import { type Kind, kindCode } from '../events/kinds.ts';
import { chosenSum, printedPrice } from '../events/spending/prices.ts';
import type { Leg } from '../schemes/leg.ts';

/** Case of fraud, or of an innocent look-alike, while its rows are planned. */
export type Incident = {
  state: CellState;
  stream: RandomStream;
  /** Scheme id of the ground truth, and name of the case. */
  id: string;
  name: string;
  /** False for look-alikes. */
  fraud: boolean;
  amount: { median: number; sigma: number };
  legs: Leg[];
  /** Accounts of other cases in the cell. */
  taken: Set<number>;
};

type Row = {
  account: number;
  /** Local seconds since the window's first midnight. */
  time: number;
  kind: Kind;
  amount: number;
  to: number;
  role: string;
  channel?: number;
  /** Device code; the customer's own if absent. */
  device?: number;
  /** Facts known to the bank at the time. */
  signals?: string;
  /** Loss per unit; by default 1 for payments in fraud, else 0. */
  loss?: number;
  adapts?: boolean;
  reference?: string;
  /** Earlier leg that must have been posted, such as a disputed purchase. */
  after?: Leg | null;
};

/** Adds a row if it is in the window and has a party; returns its leg, or null. */
export function addRow(incident: Incident, row: Row): Leg | null {
  const { state, legs, id, name, fraud } = incident;
  const day = Math.floor(row.time / 86_400);
  if (row.to < 0 || day < 0 || day >= state.calendar.days.length) return null;
  const leg: Leg = {
    day,
    second: Math.floor(row.time % 86_400),
    account: row.account,
    other: -1,
    party: row.to,
    amount: row.amount,
    hold: 0,
    kind: kindCode[row.kind],
    channel: row.channel ?? 0,
    scheme: id,
    typology: name,
    role: row.role,
    hop: 0,
    leg: legs.length + 1,
    source: row.after?.leg ?? 0,
    laundering: false,
    reference: row.reference ?? '',
    incident: {
      fraud: fraud ? name : '',
      device: row.device ?? -1,
      signals: row.signals ?? '',
      loss: fraud ? (row.loss ?? (row.amount < 0 ? 1 : 0)) : 0,
      adapts: row.adapts ?? false,
      after: row.after ?? null,
    },
  };
  legs.push(leg);
  return leg;
}

const MAX_ATTEMPTS = 60;
/** Attempts to find an account without another case. */
const UNTOUCHED_ATTEMPTS = 40;

/** Draws an account open throughout that fits; -1 after too many attempts. */
export function drawVictim(
  { state, stream, taken }: Incident,
  fits: (account: number) => boolean,
): number {
  const { start, end } = state.calendar;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && state.accounts.length > 0; attempt++) {
    const account = stream.below(state.accounts.length);
    const open = state.from[account] <= start && state.to[account] > end;
    const free = attempt >= UNTOUCHED_ATTEMPTS || !taken.has(account);
    if (!open || !free || state.behind[account] !== 0 || !fits(account)) continue;
    taken.add(account);
    return account;
  }
  return -1;
}

export const hasCard =
  ({ type }: CellState) =>
  (account: number): boolean =>
    isCurrent(type[account]) || type[account] === typeCode.credit_card;

export const isPersonal =
  ({ type }: CellState) =>
  (account: number): boolean =>
    type[account] === typeCode.checking;

/** Draws a time of a case, early enough for `days` to follow. */
export function startOf({ state, stream }: Incident, days: number): number {
  const length = Math.max(1, state.calendar.days.length - days);
  return stream.below(length) * 86_400 + between(stream, 7 * 3600, 23 * 3600);
}

export const outsideParty = ({ state, stream }: Incident, section: Section): number =>
  party(state.directory, section, stream.below(65_536));

/** Draws a sum as people choose it: mostly round. */
export const sumOf = ({ stream, amount }: Incident, factor = 1): number =>
  chosenSum(Math.max(2000, Math.round(amountOf(stream, amount) * factor)), stream.below(3) + 1);

export const sizeOf = ({ stream, amount }: Incident, factor = 1): number =>
  Math.max(100, printedPrice(Math.round(amountOf(stream, amount) * factor), stream.below(16)));

/**
 * Codes of goods that are easy to resell (electronics, gift cards, department stores, clothing), and
 * of small orders on the internet.
 */
const GOODS = {
  resold: ['5732', '5947', '5311', '5651'],
  digital: ['5815', '5999'],
  any: [] as string[],
} as const;

const ATTEMPTS = 16;

/** Draws a merchant of some goods, on the internet or a shop; -1 if none is found. */
export function drawShop(
  { state, stream }: Incident,
  { online, goods, city }: { online: boolean; goods: keyof typeof GOODS; city?: number },
): number {
  const { directory, configuration } = state;
  const codes = configuration.categories.map((_, code) => code);
  const wanted = codes.filter((code) =>
    GOODS[goods].some((mcc) => mcc === configuration.categories[code].mcc),
  );
  const from = wanted.length > 0 ? wanted : codes;
  let shop = -1;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const merchant = drawMerchant(directory, from[stream.below(from.length)], stream);
    const place = directory.city[merchant];
    const near = online || city === undefined || place === EVERYWHERE || place === city;
    if ((directory.online[merchant] === 1) !== online) continue;
    shop = merchant;
    if (near) break;
  }
  return shop;
}

/** Adds a purchase; the kind follows the merchant. */
export function buy(
  incident: Incident,
  row: Omit<Row, 'kind' | 'amount'> & { price: number },
): Leg | null {
  const { price, ...rest } = row;
  if (row.to < 0) return null;
  const { opens, closes, online } = incident.state.directory;
  if (online[row.to] === 1)
    return addRow(incident, { ...rest, kind: 'onlinePurchase', amount: -price });
  const second = row.time % 86_400;
  const open = second >= opens[row.to] && second <= closes[row.to];
  const nextDay = second > closes[row.to] ? 86_400 : 0;
  const within = between(incident.stream, opens[row.to], closes[row.to]);
  const time = open ? row.time : row.time - second + nextDay + within;
  return addRow(incident, { ...rest, time, kind: 'purchase', amount: -price });
}

/** Reasons of chargebacks in Visa's numbering. */
export const REASONS = {
  absent: '10.4 fraud, card absent',
  notReceived: '13.1 merchandise not received',
} as const;

/**
 * Adds the chargeback of a purchase, weeks later.
 *
 * @param loss -1 if it recovers a loss, 1 if it causes one to the merchant
 */
export function chargeBack(
  incident: Incident,
  purchase: Leg | null,
  { reason, loss }: { reason: string; loss: number },
): void {
  if (purchase === null) return;
  const weeks = between(incident.stream, 5, 45) * 86_400;
  addRow(incident, {
    account: purchase.account,
    time: purchase.day * 86_400 + 30_000 + weeks + incident.stream.below(20_000),
    kind: 'chargeback',
    amount: -purchase.amount,
    to: purchase.party,
    role: 'chargeback',
    reference: `reason ${reason}`,
    loss,
    after: purchase,
  });
}
