import { useQuery } from '@tanstack/react-query';
import { BOOKS, INSTITUTIONS } from '../../../shared/institutions.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { bookRowsQuery } from '../../data/book-rows.ts';
import type { Counts } from '../../data/counts.ts';
import { type Addition, growthLine, growthQuery } from '../../data/growth.ts';
import { useInstitution } from '../../data/profile.ts';
import { capitalized, formatCount } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/figures.tsx';

type Card = { key: keyof Counts; label: string };
const BANK: readonly Card[] = [
  { key: 'customers', label: 'Total Customers' },
  { key: 'accounts', label: 'Total Accounts' },
  { key: 'transactions', label: 'Total Transactions' },
];
const OTHERS: readonly Card[] = [
  { key: 'dataBatches', label: 'Total Data Batches' },
  { key: 'modelsTraining', label: 'Models Trained' },
];

const WEEK = 7 * 86_400_000;

/** Returns true if something is a week old. Before that the sparkline is a meaningless step. */
const hasWeek = (additions: readonly Addition[] | undefined): boolean =>
  additions?.some(({ at }) => at < Date.now() - WEEK) ?? false;

type Total = { label: string; count: number | undefined; added: readonly Addition[] | undefined };

/** Totals of the kind of institution: rows of the bank, or of the tables of a book. */
function useTotals(counts: Counts | undefined): Total[] {
  const { book } = INSTITUTIONS[useInstitution()];
  const growth = useQuery(growthQuery);
  const rows = useQuery({ ...bookRowsQuery, enabled: book !== null });
  const totalOf = ({ key, label }: Card) => ({
    label,
    count: counts?.[key],
    added: growth.data?.[key],
  });
  const own =
    book === null
      ? BANK.map(totalOf)
      : BOOKS[book].tables.map((table) => {
          const added = rows.data && (rows.data[table] ?? []);
          const count = rows.isError
            ? undefined
            : (added ?? []).reduce((sum, { records }) => sum + records, 0);
          return { label: `Total ${capitalized(table)}`, count, added };
        });
  return [...own, ...OTHERS.map(totalOf)];
}

/** Five totals with 30-day trends. They start at 0; a dash marks totals that failed to load. */
export function CountCards({ counts }: { counts: Counts | undefined }) {
  return (
    <Figures label="Totals">
      {useTotals(counts).map(({ label, count, added: additions }) => {
        if (count === undefined) return <Figure key={label} label={label} value={undefined} />;
        const line = additions ? growthLine(count, additions, Date.now()) : null;
        const added = line ? count - (line[0] ?? 0) : 0;
        return (
          <Figure
            key={label}
            label={label}
            value={formatCount(count)}
            note={
              line && (
                <span className="flex flex-col gap-y-1">
                  <span className="whitespace-nowrap">
                    {added > 0 ? `+${formatCount(added)} in 30 days` : 'No change in 30 days'}
                  </span>
                  {added > 0 && hasWeek(additions) && <Sparkline values={line} />}
                </span>
              )
            }
          />
        );
      })}
    </Figures>
  );
}
