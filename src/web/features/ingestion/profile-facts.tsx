import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { formatCount } from '../../lib/format.ts';
import { RulesPanel } from './dataset-rules/rules-panel.tsx';
import { relationsFound } from './relations-found.ts';

const MAX_LISTED = 20;
export function ProfileFacts({ data }: { data: DatasetPreview }) {
  const { profile, record_count, kind } = data;
  if (profile === null) {
    return (
      <p className="mt-2 text-xs text-ink-soft">
        {kind === 'upload'
          ? 'Columns are being profiled…'
          : 'Only uploads are profiled. Open the upload that these rows come from.'}
      </p>
    );
  }
  const found = relationsFound(profile);
  return (
    <>
      <p className="mt-2 max-w-[72ch] text-xs text-ink-soft">
        {profile.rows < record_count &&
          `Figures are from a sample of ${formatCount(profile.rows)} rows. `}
        Persons, contacts, ID numbers, accounts, keys and links are generated, never learned; text
        has only words that five share.
      </p>
      <section aria-labelledby="profile-relations" className="mt-5">
        <h4 id="profile-relations" className="mb-1">
          Between the columns
        </h4>
        {found.length === 0 ? (
          <p className="text-ink-soft">No sequences or functional dependencies found.</p>
        ) : (
          <>
            <ul className="max-w-[72ch] list-disc space-y-1 pl-5 marker:text-ink-soft">
              {found.slice(0, MAX_LISTED).map((sentence) => (
                <li key={sentence} className="break-words">
                  {sentence}
                </li>
              ))}
            </ul>
            {found.length > MAX_LISTED && (
              <p className="mt-1 text-ink-soft">
                And {formatCount(found.length - MAX_LISTED)} more.
              </p>
            )}
            <p className="mt-1.5 max-w-[72ch] text-xs text-ink-soft">
              Detected automatically. Wrong? Change the kinds above.
            </p>
          </>
        )}
      </section>
      <RulesPanel data={data} profile={profile} />
    </>
  );
}
