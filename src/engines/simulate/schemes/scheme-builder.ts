import type { RandomStream } from '../../random/stream.ts';
import { party, type Section } from '../bank/directory.ts';
import { amountOf } from '../bank/draws.ts';
import type { Common } from '../cell.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Kind } from '../events/kinds.ts';
import type { Member, MemberKind, MemberPool } from './members.ts';
import { atWakingHour } from './waking-hours.ts';

/** End of a movement: an account of the bank, or a party of the directory. */
export type Node = { member: Member } | { party: number };

export type DraftLeg = {
  side: 0 | 1;
  /** Local seconds since the window's first midnight. */
  time: number;
  account: Member;
  other: Node;
  kind: Kind;
  channel: number;
  amount: number;
  hold: number;
  role: string;
  hop: number;
  leg: number;
  source: number;
  /** Document behind the movement, such as an invoice; '' for none. */
  reference: string;
};

export type Builder = {
  /** Typology; a scheme that does not fit is replaced by another typology. */
  typology: string;
  stream: RandomStream;
  common: Common;
  configuration: Configuration;
  country: string;
  laundering: boolean;
  /** Rows left for the scheme's pattern, and its maximum duration in seconds. */
  rows: number;
  span: number;
  start: number;
  /** Amount of one movement in main units, log-normal. */
  amount: { median: number; sigma: number };
  legs: DraftLeg[];
  pool: MemberPool;
  across: boolean;
};

/** Returns the next member: an account while available, otherwise a party outside. */
export function member(b: Builder, memberKind?: MemberKind): Node {
  const side = b.across && b.stream.below(2) === 1 ? 1 : 0;
  const available = b.pool(side, memberKind) ?? b.pool(side) ?? (side === 1 ? b.pool(0) : null);
  if (available !== null) return { member: available };
  return outside(b, memberKind === 'business' ? 'firm' : 'person');
}

export const outside = (b: Builder, section: Section): Node => ({
  party: party(b.common.directory, section, b.stream.below(65_536)),
});

export const isFirm = (b: Builder, node: Node): boolean => {
  if ('member' in node) return node.member.customer.employment === 'business';
  const { firm, foreign } = b.common.directory.sections;
  const inside = ({ first, count }: typeof firm) =>
    node.party >= first && node.party < first + count;
  return inside(firm) || inside(foreign);
};

export const cost = (...nodes: Node[]): number => nodes.filter((n) => 'member' in n).length;

/** Draws a time within a part of the scheme's duration, at an hour at which people bank. */
export const moment = (b: Builder, low: number, high: number): number =>
  atWakingHour(Math.floor(b.start + b.span * (low + (high - low) * b.stream.float())));

/** Returns the time from which an account's earlier incoming legs fund a payment. */
export const fundedFrom = (b: Builder, account: Member): number =>
  b.legs.reduce(
    (latest, leg) =>
      leg.account === account && leg.amount > 0 ? Math.max(latest, leg.time) : latest,
    0,
  );

/** Draws an amount in minor units: two of three are round, as people choose them. */
export function sum(b: Builder, factor = 1): number {
  const minor = Math.max(2000, Math.round(amountOf(b.stream, b.amount) * factor));
  if (b.stream.below(3) === 0) return minor;
  const step = minor >= 1_000_000 ? 50_000 : minor >= 100_000 ? 10_000 : 1000;
  return Math.max(step, Math.round(minor / step) * step);
}
