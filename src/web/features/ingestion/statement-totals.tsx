import { formatLabel, type StatementFacts } from '../../../shared/bank-formats.ts';
import { counted, formatCount } from '../../lib/format.ts';

export function StatementTotals({ facts }: { facts: StatementFacts }) {
  return (
    <section aria-labelledby="preview-totals">
      <h3 id="preview-totals" className="mb-2 text-base">
        Control totals
      </h3>
      <p className="mb-2 text-ink-soft">
        {formatLabel(facts)}: {counted(facts.statements, 'statement', 'statements')} of{' '}
        {counted(facts.accounts, 'account', 'accounts')},{' '}
        {counted(facts.entries, 'entry', 'entries')}
      </p>
      <ul
        aria-label="Control totals"
        className="divide-y divide-line rounded-md border border-line [&>li]:px-3 [&>li]:py-2"
      >
        {facts.totals.map(({ name, passed, failed }) => (
          <li key={name} className={failed > 0 ? 'text-warning' : undefined}>
            {name}: {formatCount(passed)} of {formatCount(passed + failed)} agree
          </li>
        ))}
        {facts.unchecked.map(({ reason, statements }) => (
          <li key={reason} className="text-ink-soft">
            {counted(statements, 'statement', 'statements')} without a balance check: {reason}
          </li>
        ))}
        {facts.mismatches.map(({ line, reason }, i) => (
          <li key={i} className="break-words text-warning">
            Line {formatCount(line)}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
