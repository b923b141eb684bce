import type { CaseNetwork } from './case-network.ts';
import type { CaseRow } from './case-rows.ts';
import {
  amountText,
  counted,
  currencyOf,
  dayText,
  type Fact,
  listed,
  plural,
  rowsOf,
} from './facts.ts';

export type Narrative = { question: 'Who' | 'What' | 'When' | 'Where' | 'How'; facts: Fact[] }[];

export type NarratedCase = {
  filename: string;
  /** Account or customer column, and the value. */
  subjectColumn: string;
  subject: string;
  /** Rows of the subject in order of time. */
  rows: readonly CaseRow[];
  flagged: ReadonlySet<number>;
  reasons: readonly { row: number; sentence: string }[];
  patterns: readonly { kind: string; accounts: readonly string[]; rows: readonly number[] }[];
  network: CaseNetwork;
};

const MAX_PAIRS = 6;

const total = (list: readonly { amount: number | null }[]) =>
  amountText(list.reduce((sum, { amount }) => sum + Math.abs(amount ?? 0), 0));

function who({ filename, subjectColumn, subject, rows }: NarratedCase, own: CaseRow[]): Fact[] {
  const parties = counted(own.map(({ counterparty }) => counterparty)).map(([name]) => name);
  return [
    {
      text: `${subjectColumn} ${subject}, with ${plural(rows.length, 'row')} in ${filename}.`,
      rows: [],
    },
    ...(parties.length === 0
      ? []
      : [
          {
            text: `${plural(parties.length, 'counterparty').replace('counterpartys', 'counterparties')} of the flagged rows: ${listed(parties)}.`,
            rows: rowsOf(own.filter(({ counterparty }) => counterparty !== '')),
          },
        ]),
  ];
}

function what(own: CaseRow[]): Fact[] {
  const currency = currencyOf(own);
  const isSigned = own.some(({ amount }) => amount !== null && amount < 0);
  const sides = isSigned
    ? ([
        ['Outgoing', own.filter(({ amount }) => amount !== null && amount < 0)],
        ['Incoming', own.filter(({ amount }) => amount !== null && amount > 0)],
      ] as const)
    : ([['Moved', own.filter(({ amount }) => amount !== null)]] as const);
  const currencies = new Set(own.flatMap(({ words }) => words.currency ?? []));
  if (currencies.size > 1)
    return [
      {
        text: `${plural(own.length, 'row')} flagged, in ${listed([...currencies])}; amounts of several currencies are not added up.`,
        rows: rowsOf(own),
      },
    ];
  return [
    { text: `${plural(own.length, 'row')} flagged.`, rows: rowsOf(own) },
    ...sides.flatMap(([side, rows]) =>
      rows.length === 0
        ? []
        : [
            {
              text: `${side}: ${total(rows)}${currency} in ${plural(rows.length, 'row')}.`,
              rows: rowsOf(rows),
            },
          ],
    ),
  ];
}

function when(own: CaseRow[]): Fact[] {
  const timed = own.filter(({ at }) => at !== null);
  const [first, last] = [timed[0], timed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = counted(timed.map(({ at }) => dayText(at!)));
  const [day, count] = days[0]!;
  const busiest = count > 1 && days.length > 1 ? `, ${count} of them on ${day}` : '';
  const span =
    days.length === 1
      ? `on ${day}`
      : `from ${dayText(first.at!)} to ${dayText(last.at!)}, on ${plural(days.length, 'day')}`;
  return [{ text: `Flagged rows are dated ${span}${busiest}.`, rows: rowsOf(timed) }];
}

const PLACES = { country: 'Country', channel: 'Channel' } as const;

const where = (own: CaseRow[]): Fact[] =>
  (Object.keys(PLACES) as (keyof typeof PLACES)[]).flatMap((role) => {
    const found = counted(own.map(({ words }) => words[role] ?? ''));
    if (found.length === 0) return [];
    const texts = found.map(([text, count]) => `${text} (${plural(count, 'row')})`);
    return [
      {
        text: `${PLACES[role]}: ${listed(texts)}.`,
        rows: rowsOf(own.filter(({ words }) => words[role] !== undefined)),
      },
    ];
  });

const KINDS: Record<string, string> = {
  'fan-in': 'Many accounts pay one',
  'fan-out': 'One account pays many',
  cycle: 'Money returns to where it began',
  'scatter-gather': 'Money is paid to many, who pay one',
  'gather-scatter': 'Money comes from many and is paid to many',
  bipartite: 'Several accounts all pay the same several',
  stack: 'Layers of accounts pay on to the next',
};

function how({ reasons, patterns, network }: NarratedCase, own: CaseRow[]): Fact[] {
  const currency = currencyOf(own);
  const rowOf = new Map(own.map((row) => [row.row, row]));
  const dated = (at: number | null) => (at === null ? '' : ` on ${dayText(at)}`);
  return [
    ...reasons.map(({ row, sentence }): Fact => {
      const day = dated(rowOf.get(row)?.at ?? null);
      return { text: `Row ${row}${day}: ${sentence}.`, rows: [row] };
    }),
    ...patterns.map(({ kind, accounts, rows }): Fact => {
      const within = new Set(rows);
      const steps = network.transfers.filter((step) => step.rows.some((row) => within.has(row)));
      const pairs = Map.groupBy(steps, ({ from, to }) => `${from} ${to}`);
      const texts = [...pairs.values()].map((list) => {
        const { from, to } = list[0]!;
        const times = list.length > 1 ? ` in ${list.length} transfers` : '';
        return `${network.accounts[from]} to ${network.accounts[to]} ${total(list)}${currency}${times}${dated(list[0]!.at)}`;
      });
      const more = texts.length > MAX_PAIRS ? `; ${texts.length - MAX_PAIRS} more pairs` : '';
      return {
        text: `${KINDS[kind] ?? kind}, ${plural(accounts.length, 'account')}: ${texts.slice(0, MAX_PAIRS).join('; ')}${more}.`,
        rows: [...rows],
      };
    }),
  ];
}

/** Narrates a case for a suspicious activity report: facts only, each with its rows of the file. */
export function narrative(narrated: NarratedCase): Narrative {
  const own = narrated.rows.filter(({ row }) => narrated.flagged.has(row));
  const parts: Narrative = [
    { question: 'Who', facts: who(narrated, own) },
    { question: 'What', facts: what(own) },
    { question: 'When', facts: when(own) },
    { question: 'Where', facts: where(own) },
    { question: 'How', facts: how(narrated, own) },
  ];
  return parts.filter(({ facts }) => facts.length > 0);
}
