import type { RandomStream } from '../../random/stream.ts';
import { party, type Section } from '../bank/directory.ts';
import { amountOf } from '../bank/draws.ts';
import type { Common } from '../cell.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Kind } from '../events/kinds.ts';
import type { Member, MemberPool } from './members.ts';

/** End of a movement: an account of the bank, or a party of the directory. */
export type Node = { member: Member } | { party: number };

export type DraftLeg = {
  side: 0 | 1;
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
};

export type Builder = {
  /** Typology; a scheme that does not fit is replaced by another typology. */
  typology: string;
  stream: RandomStream;
  common: Common;
  configuration: Configuration;
  /** Rows left for the scheme's pattern, and its maximum duration in seconds. */
  rows: number;
  span: number;
  start: number;
  /** True for everyday amounts rather than large ones. */
  small: boolean;
  legs: DraftLeg[];
  pool: MemberPool;
  across: boolean;
};

/** Returns the next member: an account while available, otherwise a party outside. */
export function member(b: Builder, memberKind?: 'person' | 'business'): Node {
  const side = b.across && b.stream.below(2) === 1 ? 1 : 0;
  const available = b.pool(side, memberKind) ?? b.pool(0);
  return available === null ? outside(b, 'person') : { member: available };
}

export const outside = (b: Builder, section: Section): Node => ({
  party: party(b.common.directory, section, b.stream.below(65_536)),
});

export const cost = (...nodes: Node[]): number => nodes.filter((n) => 'member' in n).length;

export const moment = (b: Builder, low: number, high: number): number =>
  Math.floor(b.start + b.span * (low + (high - low) * b.stream.float()));

export function sum(b: Builder, factor = 1): number {
  const amount = b.small ? { median: 105, sigma: 0.95 } : { median: 2300, sigma: 0.9 };
  const minor = Math.max(500, Math.round(amountOf(b.stream, amount) * factor));
  return b.stream.below(2) === 0 ? Math.max(500, Math.round(minor / 500) * 500) : minor;
}
