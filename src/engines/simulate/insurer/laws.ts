import type { LawTable } from '../world/law-tables.ts';
import {
  controlLaw,
  countRows,
  groupsBy,
  type Law,
  parentLaw,
  postingLaw,
  rowLaw,
  rowsByKey,
  sumLaw,
  sumsBy,
} from '../world/laws.ts';

/** Amounts of the transactions of claims that have one of the kinds. */
const amountsOf = (kinds: readonly string[]) => (moves: LawTable) => {
  const [kind, amount] = [moves.text('kind'), moves.number('amount')];
  return (row: number) => (kinds.includes(kind(row)) ? amount(row) : 0);
};

const claim = (name: string) => ({ name, table: 'claims', source: 'claims accounting' });
const policy = (name: string) => ({ name, table: 'policies', source: 'premium accounting' });
const cover = (name: string) => ({ name, table: 'claims', source: 'cover' });

const sumsOfClaims = (column: string, kinds: readonly string[]): Law =>
  sumLaw(
    claim(`${column} = ${kinds.join(' + ')} of claim_transactions`),
    { key: 'claim_id', column, of: 'claim_transactions' },
    amountsOf(kinds),
  );

const premiums: Law[] = [
  rowLaw(
    policy('written = earned + unearned premium'),
    ['written_premium', 'earned_premium', 'unearned_premium'],
    (written, earned, unearned) => written === earned + unearned,
  ),
  sumLaw(
    policy('written premium = sum of policy_transactions'),
    { key: 'policy_id', column: 'written_premium', of: 'policy_transactions' },
    (moves) => moves.number('written_premium'),
  ),
];

const claims: Law[] = [
  rowLaw(
    claim('incurred = paid + case reserve'),
    ['incurred', 'paid', 'case_reserve'],
    (incurred, paid, reserve) => incurred === paid + reserve,
  ),
  sumsOfClaims('paid', ['payment', 'recovery']),
  sumsOfClaims('case_reserve', ['reserve']),
  rowLaw(
    claim('reported on or after the loss'),
    ['report_date', 'loss_date'],
    (report, loss) => report >= loss,
  ),
  parentLaw(
    { ...claim('nothing booked before the report of its claim'), table: 'claim_transactions' },
    { key: 'claim_id', own: ['booked_on'], parent: 'claims', of: ['report_date'] },
    ([booked], [report]) => booked >= report,
  ),
  {
    name: 'case reserve never below 0',
    table: 'claim_transactions',
    source: 'claims accounting',
    count: ({ claim_transactions: moves }) => {
      const [kind, amount] = [moves.text('kind'), moves.number('amount')];
      let broken = 0;
      const groups = groupsBy(moves, 'claim_id');
      for (const rows of groups.values()) {
        let reserve = 0;
        let lowest = 0;
        for (const row of rows) {
          if (kind(row) === 'reserve') reserve += amount(row);
          lowest = Math.min(lowest, reserve);
        }
        if (lowest < 0) broken++;
      }
      return { checked: groups.size, broken };
    },
  },
];

const CEDED = ['premium', 'unearned', 'paid', 'case_reserve'];

const cession = rowLaw(
  { name: 'ceded = share x gross', table: 'reinsurance', source: 'quota share' },
  ['share', ...CEDED.flatMap((part) => [`gross_${part}`, `ceded_${part}`])],
  (share, ...amounts) =>
    CEDED.every((_, i) => {
      const [gross, ceded] = amounts.slice(2 * i);
      return Math.abs(ceded - (gross * share) / 100) <= 0.5 + 1e-6;
    }),
);

export const insurerLaws: readonly Law[] = [
  ...premiums,
  ...claims,
  cession,
  postingLaw,
  controlLaw('written_premium', 'policies', { sign: -1, column: 'written_premium' }),
  controlLaw('unearned_premium', 'policies', { sign: -1, column: 'unearned_premium' }),
  controlLaw('case_reserve', 'claims', { sign: -1, column: 'case_reserve' }),
];

/** Laws of property and casualty claims. */
export const motorLaws: readonly Law[] = [
  ...insurerLaws,
  parentLaw(
    cover('loss within the period of cover'),
    { key: 'policy_id', own: ['loss_date'], parent: 'policies', of: ['inception', 'cover_end'] },
    ([loss], [from, until]) => loss >= from && loss < until,
  ),
  {
    ...cover('payments at most limit less deductible'),
    uses: ['claim_transactions', 'coverages'],
    count: ({ claims: rows, claim_transactions: moves, coverages }) => {
      const known = rowsByKey(coverages, 'coverage_id');
      const paid = sumsBy(moves, 'claim_id', amountsOf(['payment'])(moves));
      const limit = coverages.number('limit_amount');
      const deductible = coverages.number('deductible');
      const [id, coverage] = [rows.text('claim_id'), rows.text('coverage_id')];
      return countRows(rows, (row) => {
        const at = known.get(coverage(row));
        if (at === undefined) return null;
        return (paid.get(id(row)) ?? 0) <= limit(at) - deductible(at);
      });
    },
  },
];
