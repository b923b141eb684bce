import type { QualityReport } from '../../data/report-document.ts';
import { Badge } from '../../ui/badge.tsx';
import { sentenceOf, shareOrDash, usefulnessWord } from './verdicts.ts';

type Usefulness = NonNullable<QualityReport['usefulness']>;

const RANK = { unfit: 0, limited: 1, useful: 2 };

/** Verdict on usefulness and its checks, the worst first, each next to that of held-out rows. */
export function UsefulnessPart({ usefulness }: { usefulness: Usefulness }) {
  const { word, tone } = usefulnessWord(usefulness.verdict);
  const checks = usefulness.checks.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict]);
  return (
    <>
      <p className="mb-4 flex max-w-[72ch] flex-wrap gap-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="wrap-anywhere">{sentenceOf(usefulness.reason)}</span>
      </p>
      {checks.length > 0 && (
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="[&>th]:border-b [&>th]:border-line [&>th]:py-2 [&>th]:font-normal">
              <th scope="col" className="label-caps">
                Check
              </th>
              <th scope="col" className="label-caps pl-4 text-right text-synthetic-text">
                Synthetic
              </th>
              <th scope="col" className="label-caps pl-4 text-right text-real">
                Holdout
              </th>
              <th scope="col" className="label-caps pl-4">
                Verdict
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ name, column, synthetic, holdout, verdict, reason }) => (
              <tr key={name} className="border-b border-line align-top last:border-b-0">
                <td className="py-2.5 wrap-anywhere">
                  {sentenceOf(name)}
                  {column && <span className="text-ink-soft">: {column}</span>}
                  {verdict !== 'useful' && (
                    <span className="block text-xs text-ink-soft">{sentenceOf(reason)}</span>
                  )}
                </td>
                <td className="py-2.5 pl-4 text-right">{shareOrDash(synthetic)}</td>
                <td className="py-2.5 pl-4 text-right text-ink-soft">{shareOrDash(holdout)}</td>
                <td className="py-2.5 pl-4">
                  {verdict === 'useful' ? 'OK' : usefulnessWord(verdict).word}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
