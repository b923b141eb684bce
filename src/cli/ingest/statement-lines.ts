import { formatLabel, type StatementFacts } from '../../shared/bank-formats.ts';

export const statementLines = (facts: StatementFacts): string[] => [
  `${formatLabel(facts)}: ${facts.statements} statements of ${facts.accounts} accounts, ${facts.entries} entries`,
  ...facts.totals.map(
    ({ name, passed, failed }) =>
      `  ${name}: ${passed} match${failed === 0 ? '' : `, ${failed} DO NOT MATCH`}`,
  ),
  ...facts.unchecked.map(
    ({ reason, statements }) => `  balances of ${statements} statements not checked: ${reason}`,
  ),
];
