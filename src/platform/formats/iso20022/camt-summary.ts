import { type Amount, amountText, parseAmount } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import type { Collector, Entry } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { nodeAt, placeOf, textAt, type XmlNode } from '../xml/node.ts';

type Side = { count: number; sum: Amount };
type Counts = { credit: Side; debit: Side };

const none = (): Counts => ({ credit: { count: 0, sum: 0n }, debit: { count: 0, sum: 0n } });

/** Kinds of totals: all entries, credits, debits. */
const PARTS: { path: string; name: string; of: (counts: Counts) => Side }[] = [
  {
    path: 'TtlNtries',
    name: 'all entries',
    of: ({ credit, debit }) => ({ count: credit.count + debit.count, sum: credit.sum + debit.sum }),
  },
  { path: 'TtlCdtNtries', name: 'credits', of: ({ credit }) => credit },
  { path: 'TtlDbtNtries', name: 'debits', of: ({ debit }) => debit },
];

function statedAmount(node: XmlNode, text: string): Amount {
  const amount = parseAmount(text);
  return amount ?? refuseAt(placeOf(node, 'TxsSummry'), `${shown(text)} is not an amount.`);
}

export function createSummary() {
  const all = none();
  const booked = none();
  const currencies = new Set<string | null>();
  const checkPart = (node: XmlNode, part: (typeof PARTS)[number], collector: Collector) => {
    const decimals = decimalsOf([...currencies][0] ?? null);
    const place = placeOf(node, 'TxsSummry');
    const count = textAt(node, 'NbOfNtries');
    const counted = part.of(all);
    // The standard leaves open if entries that are not booked count.
    const other = part.of(booked);
    if (count !== null) {
      const number = count === String(other.count) ? other.count : counted.count;
      collector.check({ name: `number of ${part.name}`, stated: count, found: `${number}`, place });
    }
    const sum = textAt(node, 'Sum');
    if (sum === null || currencies.size > 1) return;
    const stated = statedAmount(node, sum);
    const computed = stated === other.sum ? other.sum : counted.sum;
    collector.check({
      name: `sum of ${part.name}`,
      stated: amountText(stated, decimals),
      found: amountText(computed, decimals),
      place,
    });
  };
  return {
    add: ({ amount, currency, status }: Entry): void => {
      currencies.add(currency);
      for (const counts of status === 'booked' ? [all, booked] : [all]) {
        const side = amount < 0n ? counts.debit : counts.credit;
        side.count++;
        side.sum += amount < 0n ? -amount : amount;
      }
    },
    check: (children: readonly XmlNode[], collector: Collector): void => {
      const summary = children.find(({ name }) => name === 'TxsSummry') ?? null;
      for (const part of PARTS) {
        const node = nodeAt(summary, part.path);
        if (node !== null) checkPart(node, part, collector);
      }
    },
  };
}
