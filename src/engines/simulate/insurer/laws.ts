import type { LawTable } from '../world/law-tables.ts';
import {
  controlLaw,
  countRows,
  groupsBy,
  type Law,
  postingLaw,
  rowsByKey,
  sumsBy,
  total,
} from '../world/laws.ts';

const sum = (column: string) => (table: LawTable) => total(table, table.number(column));

/** Amounts of the transactions of a claim that have one of the kinds. */
const amounts = (table: LawTable, kinds: readonly string[]) => {
  const kind = table.text('kind');
  const amount = table.number('amount');
  return sumsBy(table, 'claim_id', (row) => (kinds.includes(kind(row)) ? amount(row) : 0));
};

const sumsOfClaims = (column: string, kinds: readonly string[]): Law => ({
  name: `${column} = ${kinds.join(' + ')} of claim_transactions`,
  table: 'claims',
  uses: ['claim_transactions'],
  source: 'claims accounting',
  count: ({ claims, claim_transactions: moves }) => {
    const sums = amounts(moves, kinds);
    const [id, stated] = [claims.text('claim_id'), claims.number(column)];
    return countRows(claims, (row) => stated(row) === (sums.get(id(row)) ?? 0));
  },
});

const premiums: Law[] = [
  {
    name: 'written = earned + unearned premium',
    table: 'policies',
    source: 'premium accounting',
    count: ({ policies }) => {
      const [written, earned, unearned] = ['written', 'earned', 'unearned'].map((part) =>
        policies.number(`${part}_premium`),
      );
      return countRows(policies, (row) => written(row) === earned(row) + unearned(row));
    },
  },
  {
    name: 'written premium = sum of policy_transactions',
    table: 'policies',
    uses: ['policy_transactions'],
    source: 'premium accounting',
    count: ({ policies, policy_transactions: moves }) => {
      const sums = sumsBy(moves, 'policy_id', moves.number('written_premium'));
      const [id, written] = [policies.text('policy_id'), policies.number('written_premium')];
      return countRows(policies, (row) => written(row) === (sums.get(id(row)) ?? 0));
    },
  },
];

const claims: Law[] = [
  {
    name: 'incurred = paid + case reserve',
    table: 'claims',
    source: 'claims accounting',
    count: ({ claims: rows }) => {
      const [incurred, paid] = [rows.number('incurred'), rows.number('paid')];
      const reserve = rows.number('case_reserve');
      return countRows(rows, (row) => incurred(row) === paid(row) + reserve(row));
    },
  },
  sumsOfClaims('paid', ['payment', 'recovery']),
  sumsOfClaims('case_reserve', ['reserve']),
  {
    name: 'reported on or after the loss',
    table: 'claims',
    source: 'claims accounting',
    count: ({ claims: rows }) => {
      const [loss, report] = [rows.number('loss_date'), rows.number('report_date')];
      return countRows(rows, (row) => report(row) >= loss(row));
    },
  },
  {
    name: 'nothing booked before the report of its claim',
    table: 'claim_transactions',
    uses: ['claims'],
    source: 'claims accounting',
    count: ({ claims: rows, claim_transactions: moves }) => {
      const known = rowsByKey(rows, 'claim_id');
      const report = rows.number('report_date');
      const [id, booked] = [moves.text('claim_id'), moves.number('booked_on')];
      return countRows(moves, (row) => {
        const claim = known.get(id(row));
        return claim === undefined ? null : booked(row) >= report(claim);
      });
    },
  },
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

const CEDED = ['premium', 'unearned', 'paid', 'case_reserve'] as const;

const cession: Law = {
  name: 'ceded = share x gross',
  table: 'reinsurance',
  source: 'quota share',
  count: ({ reinsurance }) => {
    const share = reinsurance.number('share');
    const pairs = CEDED.map((part) => [
      reinsurance.number(`gross_${part}`),
      reinsurance.number(`ceded_${part}`),
    ]);
    return countRows(reinsurance, (row) =>
      pairs.every(
        ([gross, ceded]) => Math.abs(ceded(row) - (gross(row) * share(row)) / 100) <= 0.5 + 1e-6,
      ),
    );
  },
};

export const insurerLaws: readonly Law[] = [
  ...premiums,
  ...claims,
  cession,
  postingLaw,
  controlLaw('written_premium', 'policies', { sign: -1, sum: sum('written_premium') }),
  controlLaw('unearned_premium', 'policies', { sign: -1, sum: sum('unearned_premium') }),
  controlLaw('case_reserve', 'claims', { sign: -1, sum: sum('case_reserve') }),
];

/** Laws of property and casualty claims. */
export const motorLaws: readonly Law[] = [
  ...insurerLaws,
  {
    name: 'loss within the period of cover',
    table: 'claims',
    uses: ['policies'],
    source: 'cover',
    count: ({ claims: rows, policies }) => {
      const known = rowsByKey(policies, 'policy_id');
      const [from, until] = [policies.number('inception'), policies.number('cover_end')];
      const [id, loss] = [rows.text('policy_id'), rows.number('loss_date')];
      return countRows(rows, (row) => {
        const policy = known.get(id(row));
        if (policy === undefined) return null;
        return loss(row) >= from(policy) && loss(row) < until(policy);
      });
    },
  },
  {
    name: 'payments at most limit less deductible',
    table: 'claims',
    uses: ['claim_transactions', 'coverages'],
    source: 'cover',
    count: ({ claims: rows, claim_transactions: moves, coverages }) => {
      const known = rowsByKey(coverages, 'coverage_id');
      const paid = amounts(moves, ['payment']);
      const [limit, deductible] = [
        coverages.number('limit_amount'),
        coverages.number('deductible'),
      ];
      const [id, cover] = [rows.text('claim_id'), rows.text('coverage_id')];
      return countRows(rows, (row) => {
        const at = known.get(cover(row));
        if (at === undefined) return null;
        return (paid.get(id(row)) ?? 0) <= limit(at) - deductible(at);
      });
    },
  },
];
