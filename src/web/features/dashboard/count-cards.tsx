import { useQuery } from '@tanstack/react-query';
import { Sparkline } from '../../charts/sparkline.tsx';
import type { Counts } from '../../data/counts.ts';
import { type Addition, growthLine, growthQuery } from '../../data/growth.ts';
import { formatCount } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/figures.tsx';

const CARDS: readonly { key: keyof Counts; label: string }[] = [
  { key: 'customers', label: 'Total Customers' },
  { key: 'accounts', label: 'Total Accounts' },
  { key: 'transactions', label: 'Total Transactions' },
  { key: 'dataBatches', label: 'Total Data Batches' },
  { key: 'modelsTraining', label: 'Models Trained' },
];

const WEEK = 7 * 86_400_000;

/** Returns true if something is a week old. Before that the sparkline is a meaningless step. */
const hasWeek = (additions: readonly Addition[] | undefined): boolean =>
  additions?.some(({ at }) => at < Date.now() - WEEK) ?? false;

/** Five totals with 30-day trends. They start at 0; a dash marks totals that failed to load. */
export function CountCards({ counts }: { counts: Counts | undefined }) {
  const growth = useQuery(growthQuery);
  return (
    <Figures label="Totals">
      {CARDS.map(({ key, label }) => {
        const count = counts?.[key];
        if (count === undefined) return <Figure key={key} label={label} value={undefined} />;
        const line = growth.data ? growthLine(count, growth.data[key], Date.now()) : null;
        const added = line ? count - (line[0] ?? 0) : 0;
        return (
          <Figure
            key={key}
            label={label}
            value={formatCount(count)}
            note={
              line && (
                <span className="flex flex-col gap-y-1">
                  <span className="whitespace-nowrap">
                    {added > 0 ? `+${formatCount(added)} in 30 days` : 'No change in 30 days'}
                  </span>
                  {added > 0 && hasWeek(growth.data?.[key]) && <Sparkline values={line} />}
                </span>
              )
            }
          />
        );
      })}
    </Figures>
  );
}
