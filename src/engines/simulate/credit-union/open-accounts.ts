import type { RandomStream } from '../../random/stream.ts';
import { chance, drawKey, pick } from '../bank/draws.ts';
import { logNormal } from '../world/draws.ts';
import { numbered } from '../world/people.ts';
import { addMonths, type LoanContract, levelPayment, scheduleOf } from './amortization.ts';
import type { Cell, Loan, Share } from './cell-union.ts';
import type { CreditUnionConfiguration, LoanKind, ShareKind } from './configuration.ts';

const weightsOf = new WeakMap<object, Record<string, number>>();

function drawKind<K extends string>(stream: RandomStream, kinds: Record<K, { weight: number }>): K {
  let weights = weightsOf.get(kinds);
  if (weights === undefined) {
    weights = Object.fromEntries(
      Object.entries<{ weight: number }>(kinds).map(([name, { weight }]) => [name, weight]),
    );
    weightsOf.set(kinds, weights);
  }
  return drawKey(stream, weights as Record<K, number>);
}

/** Most shares are opened within months of joining, some later. */
const openedOn = ({ end }: Cell, stream: RandomStream, joined: number): number =>
  Math.min(end - 1, joined + (chance(stream, 0.6) ? stream.below(90) : stream.below(4000)));

export function openShare(
  cell: Cell,
  stream: RandomStream,
  { number, joined, kind: given }: { number: number; joined: number; kind?: ShareKind },
): Share {
  const { cfg, start, plan } = cell;
  const kind = given ?? drawKind(stream, cfg.shares);
  const { balance, rate } = kind === 'regular' ? cfg.regular : cfg.shares[kind];
  const opened = kind === 'regular' ? joined : openedOn(cell, stream, joined);
  const minor = Math.max(
    500,
    Math.round(logNormal(stream, balance.median * 100, balance.sigma) / 100) * 100,
  );
  const opening = opened < start ? minor : 0;
  return {
    id: numbered('A', plan.idPrefix, number),
    kind,
    opened,
    months: kind === 'certificate' ? pick(stream, [6, 12, 12, 24, 36]) : 0,
    rate,
    opening,
    balance: opening,
    since: Math.max(start, opened),
    dailySum: 0,
  };
}

/** Deposit that opens a share within the window. */
export const firstDeposit = (stream: RandomStream, { kind }: Share, { cfg }: Cell): number => {
  const { balance } = kind === 'regular' ? cfg.regular : cfg.shares[kind];
  return Math.max(
    500,
    Math.round(logNormal(stream, balance.median * 100, balance.sigma) / 100) * 100,
  );
};

function contractOf(
  stream: RandomStream,
  { kind, opened, cfg }: { kind: LoanKind; opened: number; cfg: CreditUnionConfiguration },
): LoanContract {
  const { amount, rate, months, dayCount } = cfg.loans[kind];
  const [mean, spread] = rate;
  return {
    amount: Math.max(
      60_000,
      Math.round(logNormal(stream, amount.median, amount.sigma) / 50) * 5000,
    ),
    // Quarters of a percent, as rates are quoted.
    rate: Math.round((mean + spread * (2 * stream.float() - 1)) * 4) / 4,
    months: pick(stream, months),
    dayCount,
    opened,
    firstDue: addMonths(opened, 1) + (dayCount === '30/360' ? 0 : stream.below(15)),
  };
}

/** Draws the payments missed before the window, from the hazards of ten months. */
function missedBefore(stream: RandomStream, { cfg }: Cell, kind: LoanKind): number {
  let missed = 0;
  for (let month = 0; month < 10; month++) {
    const p =
      missed === 0 ? cfg.loans[kind].miss : cfg.continue[Math.min(missed, cfg.continue.length) - 1];
    missed = chance(stream, p) ? missed + 1 : 0;
    if (missed * 30 >= cfg.loans[kind].chargeOff) missed = 0;
  }
  return missed;
}

/** Opens a loan before or within the window; those paid off before it are drawn again. */
export function openLoan(
  cell: Cell,
  stream: RandomStream,
  { number, joined }: { number: number; joined: number },
): Loan {
  const { cfg, start, end, plan } = cell;
  const kind = drawKind(stream, cfg.loans);
  const isCard = kind === 'credit_card';
  const longest = isCard ? 3000 : Math.max(...cfg.loans[kind].months) * 15;
  const oldest = Math.max(joined, start - longest);
  const opened = oldest + stream.below(Math.max(1, end - 40 - oldest));
  const contract = contractOf(stream, { kind, opened, cfg });
  // A loan that would have ended before the window gets a longer term.
  while (!isCard && addMonths(contract.firstDue, contract.months) < start + 60)
    contract.months += 12;
  const schedule = isCard ? [] : scheduleOf(contract);
  const isOld = opened < start - 400;
  const missed = isOld ? missedBefore(stream, cell, kind) : 0;
  const next = schedule.findIndex(({ due }) => due >= start);
  const paid = schedule[next - 1 - missed];
  const used = isCard && opened < start ? Math.round(contract.amount * stream.float() * 0.5) : 0;
  const opening = opened >= start ? 0 : isCard ? used : (paid?.balance ?? contract.amount);
  const firstUnpaid = isCard
    ? addMonths(Math.max(start, opened), 1 - missed)
    : schedule[Math.max(0, next - missed)].due;
  return {
    id: numbered('B', plan.idPrefix, number),
    kind,
    contract,
    schedule,
    limit: isCard ? contract.amount : 0,
    level: isCard ? 0 : levelPayment(contract),
    revolves: isCard && chance(stream, cfg.revolvers),
    opening,
    balance: opening,
    paidTo: opened >= start ? opened : isCard ? start : (paid?.due ?? opened),
    nextDue: firstUnpaid,
    missed: used === 0 && isCard ? 0 : missed,
    chargedOff: null,
    stops: Number.NaN,
  };
}
