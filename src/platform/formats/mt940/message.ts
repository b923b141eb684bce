import type { FilePlace } from '../../../shared/bank-formats.ts';
import { amountText } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { createEntrySides } from '../entry-sides.ts';
import type { Balance, Collector, Entry, Json } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { balanceFrom, currencyOfFloor, totalFrom } from './balance.ts';
import { entryFrom } from './entry.ts';
import type { MtField } from './field.ts';

type Parts = {
  kind: 'mt940' | 'mt942';
  collector: Collector;
  /** Lines before the message: SWIFT's blocks, or the bank's own. */
  envelope: readonly string[];
  line: number;
  pages: Map<string, Balance>;
};

const HEAD = ['20', '21', '25', '28', '28C', '13', '13D', '34F', '60F', '60M'];
const REPEATED = ['34F', '65', '86', 'NS', '90C', '90D', '13', '13D'];

const accountFrom = (text: string, currency: string | null) => {
  const [bank, number] = text.includes('/') ? text.split(/\/(.*)/s) : [null, text];
  const account =
    currency !== null && /\d[A-Z]{3}$/.test(number!) && number!.endsWith(currency)
      ? number!.slice(0, -3)
      : number!;
  return { account: account.trim() || null, accountBank: bank };
};

type Fields = { [tag: string]: Json };

function keep(fields: Fields, { tag, text }: MtField): void {
  const before = fields[tag];
  if (before === undefined) fields[tag] = text;
  else if (Array.isArray(before)) before.push(text);
  else fields[tag] = [before, text];
}

function requireHead(
  seen: ReadonlyMap<string, MtField>,
  { kind, line, at }: Pick<Parts, 'kind' | 'line'> & { at: FilePlace },
): void {
  for (const needed of [['25'], ['28', '28C'], ...(kind === 'mt940' ? [['60F', '60M']] : [])])
    if (!needed.some((tag) => seen.has(tag)))
      refuseAt(at, `the message that starts in line ${line} has no field :${needed.at(-1)}:.`);
}

/** Checks that an intermediate opening balance equals the closing one of the previous message. */
function checkPage(
  collector: Collector,
  parts: { seen: ReadonlyMap<string, MtField>; before: Balance; opening: Balance },
): void {
  const { seen, before, opening } = parts;
  const first = seen.get('60M');
  if (first === undefined) return;
  const text = ({ amount }: Balance) => amountText(amount, decimalsOf(opening.currency));
  collector.check({
    name: 'opening balance of the next page',
    stated: text(opening),
    found: text(before),
    place: { line: first.line, path: null },
  });
}

const withInformation = ({ details, place }: Entry, currency: string | null, text: string): Entry =>
  entryFrom(
    { tag: '61', text: String((details as Fields)['61']), line: place.line! },
    currency,
    text,
  );

export function createMtMessage({ kind, collector, envelope, line, pages }: Parts) {
  const fields: Fields = envelope.length > 0 ? { envelope: [...envelope] } : {};
  const seen = new Map<string, MtField>();
  const place: FilePlace = { line, path: null };
  let state: 'head' | 'entries' | 'closed' = 'head';
  let entry: Entry | null = null;
  let opening: Balance | null = null;
  let closing: { balance: Balance; field: MtField } | null = null;
  let currency: string | null = null;
  const sides = createEntrySides(collector);

  const begin = (at: FilePlace) => {
    requireHead(seen, { kind, line, at });
    const number = (seen.get('28C') ?? seen.get('28'))!.text.trim();
    const { account, accountBank } = accountFrom(seen.get('25')!.text.trim(), currency);
    collector.open({ place, id: number, account, accountBank, currency, opening });
    state = 'entries';
    const before = pages.get(`${account} ${number.split('/')[0]}`);
    if (opening !== null && before !== undefined) checkPage(collector, { seen, before, opening });
  };
  const endEntry = () => {
    if (entry !== null) collector.entry(entry);
    entry = null;
  };
  const checkTotal = (field: MtField) => {
    const { count, total } = totalFrom(field);
    const place = { line: field.line, path: null };
    const side = field.tag === '90C' ? 'credits' : 'debits';
    sides.check({ side, count, sum: total.amount, decimals: decimalsOf(currency), place });
  };
  const takeHead = (field: MtField) => {
    if (state !== 'head')
      refuseAt({ line: field.line, path: null }, `field :${field.tag}: follows entries.`);
    if (field.tag.startsWith('60')) {
      opening = balanceFrom(field);
      currency = opening.currency;
    } else if (field.tag === '34F') currency ??= currencyOfFloor(field);
  };
  const takeEntry = (field: MtField) => {
    const at = { line: field.line, path: null };
    if (state === 'closed') refuseAt(at, 'an entry follows the closing balance.');
    if (state === 'head') begin(at);
    endEntry();
    entry = entryFrom(field, currency);
    const { amount } = entry;
    sides.add(amount < 0n ? 'debits' : 'credits', amount < 0n ? -amount : amount);
  };
  const takeClosing = (field: MtField) => {
    if (state === 'head') begin({ line: field.line, path: null });
    endEntry();
    state = 'closed';
    closing = { balance: balanceFrom(field), field };
  };

  return {
    take: (field: MtField): void => {
      const { tag } = field;
      const at = { line: field.line, path: null };
      if (seen.has(tag) && tag !== '61' && !REPEATED.includes(tag))
        refuseAt(
          at,
          `field :${tag}: occurs twice in the message; the first is in line ${seen.get(tag)!.line}.`,
        );
      if (tag === '61') {
        takeEntry(field);
        return;
      }
      if (tag === '86' && entry !== null) {
        entry = withInformation(entry, currency, field.text);
        return;
      }
      seen.set(tag, field);
      if (HEAD.includes(tag)) takeHead(field);
      else if (tag === '62F' || tag === '62M') takeClosing(field);
      else if (tag === '90C' || tag === '90D') {
        if (state === 'head') begin(at);
        endEntry();
        checkTotal(field);
      } else if (tag === '64' || tag === '65') balanceFrom(field);
      else if (tag !== '86' && tag !== 'NS')
        refuseAt(at, `${shown(`:${tag}:`)} is not a field of ${kind}.`);
      keep(fields, field);
    },
    end: (at: FilePlace): void => {
      if (state === 'head') begin(at);
      endEntry();
      if (kind === 'mt940' && closing === null)
        refuseAt(at, `the message that starts in line ${line} has no field :62F:.`);
      const { account } = accountFrom(seen.get('25')!.text.trim(), currency);
      const number = (seen.get('28C') ?? seen.get('28'))!.text.trim().split('/')[0];
      if (closing?.field.tag === '62M') pages.set(`${account} ${number}`, closing.balance);
      collector.close({
        place: { line: closing?.field.line ?? line, path: null },
        closing: closing?.balance ?? null,
        unchecked: kind === 'mt942' ? 'MT942 states no balances' : null,
        details: fields,
      });
    },
  };
}
