import { useState } from 'react';
import type { Counts } from '../../data/counts.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { GenerateButtons } from './generate-buttons.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { SimulationFields } from './simulation-fields.tsx';
import { NOTHING_TYPED, type TypedSettings } from './simulation-settings.ts';
import { SyntheticResults } from './synthetic-results.tsx';
import { VolumeChart } from './volume-chart.tsx';

export function SyntheticPanel({ counts, ready }: { counts: Counts; ready: boolean }) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const { issueAt, mark, refuse } = useIssue<keyof TypedSettings>();
  const newcomer = ready && counts.customers + counts.accounts + counts.transactions === 0;
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[1.15fr_1fr]">
        <Card aria-labelledby="generate">
          <CardHead
            id="generate"
            title="Generate synthetic data"
            action={<OriginMark origin="synthetic" />}
          >
            {newcomer
              ? 'No data yet. Run Full Batch generates a small bank in a few seconds.'
              : 'Fully simulated. No real customer data is used.'}
          </CardHead>
          <GenerateButtons
            entities={['full', 'customers', 'accounts', 'transactions']}
            primary="full"
            typed={typed}
            onIssue={(issue) => (issue ? refuse(issue) : mark(null))}
          />
          <SimulationFields typed={typed} issueAt={issueAt} onTyped={setTyped} />
        </Card>
        <RecentBatches />
      </div>
      <VolumeChart />
      <SyntheticResults />
    </>
  );
}
