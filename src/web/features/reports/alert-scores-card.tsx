import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AlertScore, alertScoresQuery, scoreAlerts } from '../../data/alert-scores.ts';
import { useTruthRefusal } from '../../data/ground-truth.ts';
import { formatCount, formatDay, formatPercent } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { AlertScoreDetails } from './alert-score-details.tsx';
import { ReportRow, ReportTable } from './report-table.tsx';

const HEADS = [
  'System',
  'Average precision',
  'Precision',
  'Recall',
  'Schemes found',
  'Days to detection',
  'Alerts',
];

/** Scores alerts of other systems on a simulated batch, and lists the organization's best. */
export function AlertScoresCard({ batchId, rows }: { batchId: string; rows: string }) {
  const scored = useQuery(alertScoresQuery(batchId));
  const [opened, setOpened] = useState<string>();
  const refusal = useTruthRefusal();
  const list = scored.data ?? [];
  const shown = list.find(({ id }) => id === opened) ?? list[0];
  return (
    <Card aria-labelledby="score-alerts" className="no-print mt-6">
      <CardHead id="score-alerts" title="Score my rules">
        Raise alerts on these {rows} with your own system, and compare them with the crime that was
        simulated. The list is CSV: <code>id</code>, optionally <code>score</code> and{' '}
        <code>time</code>.
      </CardHead>
      <div className="border-t border-line px-5 py-4">
        {refusal ?? <AlertsForm batchId={batchId} onScored={setOpened} />}
        {list.length > 0 && <Leaderboard list={list} shown={shown?.id} onShow={setOpened} />}
        {shown && <AlertScoreDetails key={shown.id} score={shown} />}
      </div>
    </Card>
  );
}

function AlertsForm(props: { batchId: string; onScored: (id: string) => void }) {
  const [system, setSystem] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const queries = useQueryClient();
  const score = useMutation({
    mutationFn: async () =>
      scoreAlerts({
        batch_id: props.batchId,
        system: system.trim(),
        alerts: (await file?.text()) ?? '',
      }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['alert-scores', props.batchId] });
      props.onScored(id);
      notice('Alerts scored');
    },
    onError: (error) => fail('Alerts not scored', error),
  });
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] items-end gap-4 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        score.mutate();
      }}
    >
      <Field label="System">
        {(wiring) => (
          <Input
            {...wiring}
            value={system}
            maxLength={100}
            placeholder="Rule set 12"
            onChange={(event) => setSystem(event.target.value)}
          />
        )}
      </Field>
      <Field label="Alerts (CSV)">
        {(wiring) => (
          <Input
            {...wiring}
            type="file"
            className="py-1.5"
            accept=".csv,text/csv"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={file === null || system.trim() === ''}
        busy={score.isPending}
        busyLabel="Scoring..."
      >
        Score alerts
      </Button>
    </form>
  );
}

function Leaderboard(props: {
  list: readonly AlertScore[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  return (
    <ScrollFrame label="Leaderboard" className="mt-6 [&_td:first-child]:min-w-36">
      <ReportTable heads={HEADS}>
        {props.list.map(({ id, system, scores, created_at }) => (
          <ReportRow
            key={id}
            name={
              <button
                type="button"
                className="link text-left"
                aria-pressed={id === props.shown}
                onClick={() => props.onShow(id)}
              >
                {system} <span className="text-ink-soft">({formatDay(created_at)})</span>
              </button>
            }
            figures={[
              (scores.averagePrecision.value ?? 0).toFixed(3),
              formatPercent(scores.precision.value),
              formatPercent(scores.recall.value),
              `${scores.schemes.count} of ${scores.schemes.of}`,
              scores.medianDays === null ? '–' : scores.medianDays.toFixed(1),
              formatCount(scores.alerts),
            ]}
          />
        ))}
      </ReportTable>
    </ScrollFrame>
  );
}
