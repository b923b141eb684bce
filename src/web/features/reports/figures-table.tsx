import type { FromScratchReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { formatterOf } from '../../lib/formatter-of.ts';
import { Badge } from '../../ui/badge.tsx';

const number = formatterOf(() => new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }));

export function FiguresTable({ report }: { report: FromScratchReport }) {
  const measured = report.figures.filter(({ value }) => value !== null);
  return (
    <>
      <p className="mb-4 max-w-[72ch]">
        Simulated rows, compared with their configuration. This says nothing about similarity to
        real data. Privacy is {report.privacy.reason}.
      </p>
      {report.privacy.collisions.length > 0 && (
        <ul className="mb-5 max-w-[72ch] space-y-1 text-ink-soft">
          {report.privacy.collisions.map(({ name, checked, found }) => (
            <li key={name}>
              {name.charAt(0).toUpperCase() + name.slice(1)}: {formatCount(found)} of{' '}
              {formatCount(checked)}
            </li>
          ))}
        </ul>
      )}
      <table className="w-full max-w-3xl border-collapse text-left">
        <thead>
          <tr>
            {['Figure', 'Actual', 'Target', ''].map((name, i) => (
              <th
                key={name}
                scope="col"
                className={`label-caps border-b border-line py-2 font-normal ${i === 1 || i === 2 ? 'pl-4 text-right' : ''}`}
              >
                {name === '' ? <span className="sr-only">Result</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measured.map((figure) => (
            <tr key={figure.name} className="border-b border-line last:border-b-0">
              <td className="py-2.5">
                {figure.name} <span className="block text-xs text-ink-soft">{figure.source}</span>
              </td>
              <td className="pl-4 text-right">{number().format(figure.value ?? 0)}</td>
              <td className="pl-4 text-right whitespace-nowrap text-ink-soft">
                {figure.target.low === figure.target.high
                  ? number().format(figure.target.low)
                  : `${number().format(figure.target.low)} to ${number().format(figure.target.high)}`}
              </td>
              <td className="pl-4">
                {figure.within === null ? null : (
                  <Badge tone={figure.within ? 'good' : 'warning'}>
                    {figure.within ? 'OK' : 'Off target'}
                  </Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
