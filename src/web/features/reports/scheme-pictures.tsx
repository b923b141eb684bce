import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DrawnScheme } from '../../../shared/contracts/batches.ts';
import { SchemeChart } from '../../charts/scheme-chart.tsx';
import { drawnSchemesQuery } from '../../data/ground-truth.ts';
import { formatAmount, formatCount } from '../../lib/format.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';

const KINDS = { laundering: 'Laundering', fraud: 'Fraud', innocent: 'Innocent' } as const;

const nameOf = ({ typology, kind }: DrawnScheme) =>
  `${KINDS[kind]}: ${typology.replaceAll('_', ' ')}`;

/** Draws one scheme of a chosen typology: who moved how much to whom, and when. */
export function SchemePictures({ batchId }: { batchId: string }) {
  const [typology, setTypology] = useState<string>();
  const query = useQuery(drawnSchemesQuery(batchId));
  return (
    <QueryView query={query} errorTitle="The schemes could not be drawn" skeletonRows={6}>
      {(schemes) => {
        const scheme = schemes.find((one) => one.typology === typology) ?? schemes[0];
        if (scheme === undefined)
          return (
            <EmptyState title="No schemes in this batch">
              It has no rows of crime or look-alikes.
            </EmptyState>
          );
        const largest = Math.max(...scheme.rows.map(({ amount }) => Math.abs(amount)));
        const parties = new Set(scheme.rows.map(({ account }) => account)).size;
        return (
          <div className="px-5 pb-5">
            <SelectField
              label="Typology"
              className="w-full max-w-sm"
              value={scheme.typology}
              options={schemes.map((one) => ({ value: one.typology, label: nameOf(one) }))}
              onChange={setTypology}
            />
            <p className="my-3 text-sm text-ink-soft">
              {formatCount(scheme.rows.length)} rows, {formatCount(parties)}{' '}
              {parties === 1 ? 'account' : 'accounts'}, largest amount {formatAmount(largest)}.
              Spending of members is not drawn.
            </p>
            <SchemeChart scheme={scheme} />
          </div>
        );
      }}
    </QueryView>
  );
}
