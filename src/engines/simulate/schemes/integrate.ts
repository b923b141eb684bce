import { aliasTable, drawAlias } from '../../random/alias-table.ts';
import { fromTable } from '../../random/quantile-table.ts';
import { drawLocalMerchant } from '../bank/cell-state.ts';
import { drawMerchant } from '../bank/directory.ts';
import { between } from '../bank/draws.ts';
import { spendingScaleOf } from '../bank/tickets.ts';
import type { Member } from './members.ts';
import type { Builder, DraftLeg } from './scheme-builder.ts';

/** Returns members' final balances, by account, from the legs already planned. */
function balancesByMember(b: Builder): Map<Member, { amount: number; last: DraftLeg }> {
  const balances = new Map<Member, { amount: number; last: DraftLeg }>();
  for (const leg of b.legs) {
    const before = balances.get(leg.account);
    const last = before === undefined || leg.time >= before.last.time ? leg : before.last;
    balances.set(leg.account, { amount: (before?.amount ?? 0) + leg.amount, last });
  }
  return balances;
}

/** Days between two purchases of a member at most. */
const MAX_DAYS_APART = 12;
/** Seconds before the end of the window after which no scheme books. */
const LAST_SECONDS = 26_000;

/** Draws a time within twelve days at which the merchant is open; null after the window. */
function shoppingTime(
  b: Builder,
  { merchant, after }: { merchant: number; after: number },
): number | null {
  const { directory, calendar } = b.common;
  const { opens, closes } = directory;
  const day = Math.floor(after / 86_400) + 1 + b.stream.below(MAX_DAYS_APART);
  const time = day * 86_400 + between(b.stream, opens[merchant], closes[merchant]);
  return time < calendar.days.length * 86_400 - LAST_SECONDS ? time : null;
}

/** Rows of one member that spends the rest. */
const MAX_ATTEMPTS = 3;

/** Plans integration: members spend what they keep like other customers, at most `rows` times. */
export function integrate(b: Builder, rows: number): void {
  if (b.legs.length === 0) return;
  const { directory } = b.common;
  const categories = aliasTable(b.configuration.categories.map((c) => c.weight));
  const balances = balancesByMember(b);
  const members = [...balances.keys()];
  const purchase = (buyer: Member) => {
    const state = balances.get(buyer)!;
    const category = drawAlias(categories, b.stream);
    const { city } = buyer.customer;
    const merchant =
      b.stream.below(3) === 0
        ? drawMerchant(directory, category, b.stream)
        : drawLocalMerchant(directory, { category, city, stream: b.stream });
    const bought = directory.category[merchant];
    const typical = fromTable(directory.tickets[bought], b.stream.uint32());
    const scale = directory.level[merchant] * spendingScaleOf(b.configuration, buyer.customer);
    const ticket = Math.max(300, Math.round(typical * scale));
    const time = shoppingTime(b, { merchant, after: state.last.time });
    if (time === null || state.amount < ticket) return false;
    const leg: DraftLeg = {
      side: buyer.side,
      time,
      account: buyer,
      other: { party: merchant },
      kind: directory.online[merchant] === 1 ? 'onlinePurchase' : 'purchase',
      channel: 0,
      amount: -ticket,
      hold: 0,
      role: 'integration',
      hop: state.last.hop + 1,
      leg: b.legs.length + 1,
      source: state.last.leg,
      reference: '',
    };
    b.legs.push(leg);
    balances.set(buyer, { amount: state.amount - ticket, last: leg });
    return true;
  };
  for (let n = 0; n < rows; n++) {
    let bought = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !bought; attempt++) {
      bought = purchase(members[b.stream.below(members.length)]);
    }
  }
}
