import { worstColumnSentence } from '../../../shared/report-sentences/worst-column.ts';
import { formatDelta, formatEpsilon, guaranteeNote, kindOf } from '../../data/batch-facts.ts';
import { isManifestChanged } from '../../data/manifest-hash.ts';
import type { ReportDocument } from '../../data/report-document.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { headline, sentenceOf, usefulnessWord } from './verdicts.ts';

export function BatchVerdict(props: { batch: GenerationLog; report: ReportDocument | null }) {
  const { batch, report } = props;
  const guarantee = guaranteeNote(batch);
  const verdict = verdictOf(batch, report);
  const usefulness = report?.quality?.usefulness;
  const judged = usefulness && usefulnessWord(usefulness.verdict);
  const sentence =
    usefulness && usefulness.verdict !== 'useful'
      ? sentenceOf(usefulness.reason)
      : report?.quality && worstColumnSentence(report.quality);
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {guarantee && (
        <Badge tone="good" className="px-2.5 py-0.5 text-sm whitespace-normal">
          Differential privacy: ε {formatEpsilon(guarantee.epsilon)}, δ{' '}
          {formatDelta(guarantee.delta)} per {guarantee.unit}
        </Badge>
      )}
      {verdict && (
        <Badge tone={verdict.tone} className="px-2.5 py-0.5 text-sm whitespace-normal">
          {verdict.text}
        </Badge>
      )}
      {judged && (
        <Badge tone={judged.tone} className="px-2.5 py-0.5 text-sm whitespace-normal">
          {judged.word}
        </Badge>
      )}
      {sentence && <span className="py-0.5 wrap-anywhere">{sentence}</span>}
    </p>
  );
}

function verdictOf(
  batch: GenerationLog,
  report: ReportDocument | null,
): { text: string; tone: Tone } | null {
  switch (batch.status) {
    case 'queued':
    case 'running':
      return { text: 'Generating', tone: 'secondary' };
    case 'failed':
      return { text: 'Failed', tone: 'danger' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'warning' };
    case 'deleted':
      return { text: 'Deleted: rows and files removed, manifest kept', tone: 'warning' };
    case 'completed':
  }
  if (isManifestChanged(batch))
    return { text: 'The manifest was changed after it was sealed', tone: 'danger' };
  if (kindOf(batch) === 'blend')
    return { text: 'Contains real rows: handle it like the original', tone: 'warning' };
  if (report === null) return null;
  const { privacy, from_scratch: scratch } = report;
  const text = headline(report);
  if (scratch) return { text, tone: scratch.lawsHold ? 'good' : 'danger' };
  if (!privacy) return { text, tone: 'secondary' };
  return {
    text,
    tone: { pass: 'good', fail: 'danger', withheld: 'secondary' }[privacy.verdict] as Tone,
  };
}
