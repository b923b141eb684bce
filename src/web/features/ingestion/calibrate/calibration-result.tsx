import type { Calibration } from '../../../../shared/contracts/calibration.ts';
import { formatCount } from '../../../lib/format.ts';
import { FactList } from '../../../ui/fact-list.tsx';

const MAX_SHOWN = 8;

const percent = (ratio: number | null) =>
  ratio === null ? 'not in both' : `${ratio >= 1 ? '+' : ''}${(100 * (ratio - 1)).toFixed(1)}%`;

/** Shows how near a bank with the fitted configuration is to the file. */
export function CalibrationResult(props: { message: string; calibration: Calibration }) {
  const { message, calibration } = props;
  const { rows, accounts, figures, missed, unknown, auc, epsilon } = calibration;
  const facts: [string, string][] = [
    ['Rows', formatCount(rows)],
    ['Accounts', formatCount(accounts)],
    ['Differential privacy', epsilon === null ? 'none, exact aggregates' : `ε ${epsilon} spent`],
    ...(auc === null
      ? []
      : ([['Discriminator AUC of accounts', auc.toFixed(3)]] as [string, string][])),
    ...figures
      .filter(({ name }) => missed.includes(name))
      .slice(0, MAX_SHOWN)
      .map(({ name, ratio }): [string, string] => [`Not met: ${name}`, percent(ratio)]),
    ...unknown
      .slice(0, MAX_SHOWN)
      .map(({ word, rows: count }): [string, string] => [
        `No type: ${word === '' ? '(empty)' : word}`,
        `${formatCount(count)} rows count as other`,
      ]),
  ];
  return (
    <div className="space-y-3">
      <p role="status" className="border-l-2 border-action bg-sunk px-4 py-3">
        {message}
      </p>
      <FactList entries={facts} />
    </div>
  );
}
