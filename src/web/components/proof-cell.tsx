import type { LogEntry } from '../data/proof.ts';
import { formatCount, formatRecentUtc, formatUtc } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';

const SIGNED = { witness: 'witnessed', timestamp: 'time-stamped' } as const;

export function ProofCell(props: {
  entry: LogEntry | undefined;
  /** Hash of the sealed record as stored now; a mismatch is reported. */
  sha256: string | null | undefined;
  none: string;
}) {
  const { entry, sha256, none } = props;
  if (entry === undefined) return <span className="text-ink-soft">{none}</span>;
  const place = `Entry ${formatCount(entry.seq)}`;
  if (sha256 && entry.sha256 && entry.sha256 !== sha256) {
    return (
      <span>
        {place} <Badge tone="danger">differs</Badge>
      </span>
    );
  }
  const { outside_at: at, outside_kind: kind } = entry;
  if (at === null || kind === null) return <span>{place}</span>;
  return (
    <span>
      {place},{' '}
      <time dateTime={at} title={formatUtc(at)}>
        {SIGNED[kind]} {formatRecentUtc(at, new Date())}
      </time>
    </span>
  );
}
