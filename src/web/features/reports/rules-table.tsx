import type { QualityReport } from '../../data/report-document.ts';
import { formatShare } from './verdicts.ts';

const HEADS = ['Rule', 'Synthetic', 'Real', 'Holdout'];

const shown = (share: number | null) => (share === null ? '–' : formatShare(share));

const keptOf = ({ real, synthetic }: NonNullable<QualityReport['rules']>[number]) =>
  (synthetic ?? 1) / (real ?? 1);

/** Rules found in the real rows with the shares of rows that keep them, the most broken first. */
export function RulesTable({ rules }: { rules: NonNullable<QualityReport['rules']> }) {
  return (
    <table className="w-full max-w-4xl border-collapse text-left">
      <thead>
        <tr>
          {HEADS.map((name, i) => (
            <th
              key={name}
              scope="col"
              className={`label-caps border-b border-line py-2 font-normal ${i > 0 ? 'pl-4 text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rules
          .toSorted((a, b) => keptOf(a) - keptOf(b))
          .map(({ rule, real, synthetic, holdout }) => (
            <tr key={rule} className="border-b border-line last:border-b-0">
              <td className="py-2.5 wrap-anywhere">{rule}</td>
              <td className="pl-4 text-right">{shown(synthetic)}</td>
              <td className="pl-4 text-right">{shown(real)}</td>
              <td className="pl-4 text-right">{shown(holdout)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
