import type { RandomStream } from '../../../random/stream.ts';
import { chance } from '../../bank/draws.ts';
import {
  type PolicyAccount,
  payPremium,
  unearnedAt,
  writeOffPremium,
  writePremium,
  writtenAt,
} from '../policy-account.ts';
import type { MotorConfiguration } from './configuration.ts';

type Instalments = { day: number; amount: number }[];

/** Divides a premium over a year: one payment, four or twelve. */
function instalmentsOf(total: number, plan: string, inception: number): Instalments {
  const count = plan === 'monthly' ? 12 : plan === 'quarterly' ? 4 : 1;
  const part = Math.floor(total / count);
  return Array.from({ length: count }, (_, i) => ({
    day: inception + Math.round((i * 365) / count),
    amount: i === 0 ? total - part * (count - 1) : part,
  }));
}

export type Break = { kind: 'request' | 'nonpayment'; day: number; back: number | null };

/** Draws an early end of a term: the day, and that of a reinstatement if there is one. */
export function drawBreak(
  stream: RandomStream,
  {
    chance: p,
    term,
    cfg,
  }: { chance: number; term: { inception: number; expiry: number }; cfg: MotorConfiguration },
): Break | null {
  if (!chance(stream, p)) return null;
  const day = term.inception + 25 + stream.below(term.expiry - term.inception - 80);
  const kind = chance(stream, 0.6) ? 'nonpayment' : 'request';
  const back =
    kind === 'nonpayment' && chance(stream, cfg.reinstated) ? day + 5 + stream.below(25) : null;
  return { kind, day, back };
}

/** Books a term: premium, endorsement, instalments, cancellation, reinstatement. */
export function bookTerm(
  account: PolicyAccount,
  {
    premium,
    kind,
    term,
    plan,
    ended,
    endorsement,
    kept,
  }: {
    premium: number;
    kind: string;
    term: { inception: number; expiry: number };
    plan: string;
    ended: Break | null;
    endorsement: { day: number; premium: number } | null;
    kept: Kept | undefined;
  },
): boolean {
  writePremium(account, { kind, effective: term.inception, premium });
  const until = ended?.kind === 'nonpayment' ? ended.day - 30 : (ended?.day ?? term.expiry);
  const within = ({ day }: { day: number }) =>
    kept !== undefined && day >= kept.from && day < kept.to;
  const due = instalmentsOf(premium, plan, term.inception).filter(({ day }) => day < until);
  const touched = due.filter(within);
  for (const instalment of due) {
    const { day, amount } = instalment;
    const late = within(instalment) ? kept!.lateDays : 0;
    if (late < Number.POSITIVE_INFINITY)
      payPremium(account, { kind: 'instalment', day: day + late, amount });
  }
  if (endorsement !== null) {
    writePremium(account, {
      kind: 'endorsement',
      effective: endorsement.day,
      premium: endorsement.premium,
    });
    payPremium(account, {
      kind: endorsement.premium > 0 ? 'instalment' : 'refund',
      day: endorsement.day + 15,
      amount: endorsement.premium,
    });
  }
  if (ended !== null) {
    const back = unearnedAt(account, ended.day);
    writePremium(account, { kind: 'cancellation', effective: ended.day, premium: -back });
    if (ended.back !== null) {
      const rest = Math.round((back * (term.expiry - ended.back)) / (term.expiry - ended.day));
      writePremium(account, { kind: 'reinstatement', effective: ended.back, premium: rest });
    }
  }
  if (ended === null) writeOffPremium(account, term.expiry + 60);
  else {
    const owed = writtenAt(account, term.expiry) - account.cash;
    const day = (ended.back ?? ended.day) + 12;
    if (ended.back !== null)
      payPremium(account, { kind: owed > 0 ? 'instalment' : 'refund', day, amount: owed });
    else if (owed < 0) payPremium(account, { kind: 'refund', day, amount: owed });
    else if (ended.kind === 'request')
      payPremium(account, { kind: 'instalment', day, amount: owed });
    else writeOffPremium(account, day + 75);
  }
  return touched.length > 0;
}

/** Instalments that a broker keeps between two days, or hands on late. */
export type Kept = { broker: string; from: number; to: number; lateDays: number; scheme: string };
