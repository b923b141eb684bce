import { formatLabel, type StatementFacts } from '../../shared/bank-formats.ts';

/** What a file of statements says of itself, and whether its entries agree. */
export const statementLines = (facts: StatementFacts): string[] => [
  `${formatLabel(facts)}: ${facts.statements} statements of ${facts.accounts} accounts, ${facts.entries} entries`,
  ...facts.totals.map(
    ({ name, passed, failed }) =>
      `  ${name}: ${passed} agree${failed === 0 ? '' : `, ${failed} DON'T AGREE`}`,
  ),
  ...facts.unchecked.map(
    ({ reason, statements }) => `  balances of ${statements} statements not checked: ${reason}`,
  ),
];
