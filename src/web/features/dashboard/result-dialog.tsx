import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BarChart } from '../../charts/bar-chart.tsx';
import { EvaluationFigures } from '../../components/evaluation-figures.tsx';
import { datasetName, resultDetailQuery } from '../../data/analysis-results.ts';
import type { AnalysisResult } from '../../data/rows.ts';
import { formatCount, formatUtc, sampleSentence } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/states.tsx';

const TOP = 20;

export function ResultDialog(props: { result: AnalysisResult | null; onClose: () => void }) {
  const { result } = props;
  const clusters = result?.clusters?.items ?? [];
  const anomalies = (result?.anomaly_scores ?? []).slice(0, TOP);
  return (
    <Dialog
      open={result !== null}
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title={result ? datasetName(result) : ''}
      description={result ? `${result.analysis_type}, ${formatUtc(result.created_at)}` : ''}
    >
      <div className="space-y-8">
        {result && <Detail id={result.id} />}
        {clusters.length > 0 && (
          <BarChart
            title={`${clusters.length} clusters; the largest is “${[...clusters].sort((a, b) => b.count - a.count)[0]?.name}”`}
            unit="rows"
            bars={clusters.map(({ name, count }) => ({ label: name, value: Number(count) }))}
          />
        )}
        {anomalies.length > 0 && (
          <BarChart
            title={`The ${anomalies.length} highest anomaly scores`}
            unit="score"
            most={1}
            digits={4}
            bars={anomalies.map(({ row, score }) => ({
              label: `Row ${row}`,
              value: Number(score),
            }))}
          />
        )}
        {clusters.length === 0 && anomalies.length === 0 && (
          <p className="text-ink-soft">No anomalies and no clusters were found.</p>
        )}
      </div>
    </Dialog>
  );
}

function Detail({ id }: { id: string }) {
  const detail = useQuery(resultDetailQuery(id));
  if (detail.isPending) return <SkeletonRows rows={2} />;
  if (!detail.data)
    return <p className="text-ink-soft">The evaluation against labels could not be loaded.</p>;
  const { parameters, exception_batches: batches } = detail.data;
  return (
    <>
      {batches.map((batch) => (
        <div key={batch.id}>
          <Link to="/exceptions" search={{ batch: batch.id }} className="link">
            Review {formatCount(batch.exception_count)} exceptions
          </Link>
        </div>
      ))}
      {parameters.sampledFrom && (
        <p className="text-ink-soft">
          {sampleSentence(parameters.rows ?? 0, parameters.sampledFrom, parameters.sampledBy)}
        </p>
      )}
      {parameters.evaluation && (
        <EvaluationFigures evaluation={parameters.evaluation} heading="h3" />
      )}
    </>
  );
}
