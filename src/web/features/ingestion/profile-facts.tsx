import { formatCount } from '../../lib/format.ts';
import type { DatasetPreview } from './dataset-preview.ts';

/** What the profile says of the dataset as a whole: how much was looked at, and whose histories its rows tell. */
export function ProfileFacts({ data: { profile, record_count } }: { data: DatasetPreview }) {
  if (profile === null)
    return <p className="mt-2 text-xs text-ink-soft">The columns are being looked at.</p>;
  const { rows, sequence } = profile;
  return (
    <p className="mt-2 max-w-[72ch] text-xs text-ink-soft">
      {rows < record_count &&
        `Figures are of ${formatCount(rows)} rows, an even share of the file. `}
      {sequence &&
        `The rows tell the histories of ${formatCount(sequence.entities)} values of ${sequence.entity}, in order of ${sequence.time}. `}
      {sequence?.balance &&
        `${sequence.balance.column} is its value before plus ${sequence.balance.amount} in ${(100 * sequence.balance.share).toFixed(1)}% of rows. `}
      Keys, references to customers or accounts, personal data and free text are never learned, but
      made.
    </p>
  );
}
