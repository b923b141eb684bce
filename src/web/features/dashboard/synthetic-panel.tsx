import { useState } from 'react';
import { INSTITUTIONS, isBookPreset } from '../../../shared/institutions.ts';
import type { Counts } from '../../data/counts.ts';
import { useInstitution } from '../../data/profile.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { GenerateButtons } from './generate-buttons.tsx';
import { InstitutionField } from './institution-field.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { SimulationFields } from './simulation-fields.tsx';
import { NOTHING_TYPED, type TypedSettings } from './simulation-settings.ts';
import { SyntheticResults } from './synthetic-results.tsx';
import { VolumeChart } from './volume-chart.tsx';

export function SyntheticPanel({ counts, ready }: { counts: Counts; ready: boolean }) {
  const kind = useInstitution();
  const { book } = INSTITUTIONS[kind];
  const [edited, setEdited] = useState<TypedSettings | null>(null);
  const typed = edited ?? { ...NOTHING_TYPED, preset: book ?? '' };
  const isBook = isBookPreset(typed.preset);
  const { issueAt, mark, refuse } = useIssue<keyof TypedSettings>();
  const newcomer = ready && counts.dataBatches === 0;
  const { label } = INSTITUTIONS[kind];
  // Settings of banks do not apply to other books.
  const choose = (preset: string) =>
    setEdited({
      ...typed,
      preset,
      ...(isBookPreset(preset) && { laundering: '', executor: 'workers' }),
    });
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
              ? `No data yet. Run Full Batch generates a small ${label.toLowerCase()} in a few seconds.`
              : 'Fully simulated. No real customer data is used.'}
          </CardHead>
          <GenerateButtons
            entities={
              isBook && book !== null ? ['full'] : ['full', 'customers', 'accounts', 'transactions']
            }
            primary="full"
            typed={typed}
            institution={<InstitutionField value={typed.preset} onChange={choose} />}
            onIssue={(issue) => (issue ? refuse(issue) : mark(null))}
          />
          <SimulationFields typed={typed} issueAt={issueAt} onTyped={setEdited} />
        </Card>
        <RecentBatches />
      </div>
      <VolumeChart />
      <SyntheticResults />
    </>
  );
}
