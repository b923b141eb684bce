import { controlLaw, groupsBy, type Law, parentLaw, rowLaw, rowsByKey } from '../../world/laws.ts';
import { insurerLaws } from '../laws.ts';
import { lifeInsurer } from './configuration.ts';
import { commutation } from './mortality.ts';

/** Rounding of reserves and premiums to cents, grown by a year. */
const RESERVE_TOLERANCE = 2.5;

const NET_PREMIUM = 'net premium method';

const recursion: Law = {
  name: 'V(t + 1) = ((V(t) + P)(1 + i) - q S) / p',
  table: 'policy_reserves',
  uses: ['policies'],
  source: NET_PREMIUM,
  count: ({ policy_reserves: reserves, policies }) => {
    const { q } = commutation(lifeInsurer.mortality, lifeInsurer.interest);
    const known = rowsByKey(policies, 'policy_id');
    const [year, reserve] = [reserves.number('policy_year'), reserves.number('reserve')];
    const [product, age] = [policies.text('product'), policies.number('issue_age')];
    const [premium, benefit] = [policies.number('net_premium'), policies.number('benefit')];
    let [checked, broken] = [0, 0];
    for (const [id, rows] of groupsBy(reserves, 'policy_id')) {
      const policy = known.get(id);
      if (policy === undefined || product(policy) === 'annuity') continue;
      rows.slice(1).forEach((next, i) => {
        const [before, after] = [reserve(rows[i]), reserve(next)];
        if (before === 0 || after === 0 || year(next) !== year(rows[i]) + 1) return;
        const death = q[age(policy) + year(rows[i])];
        const grown = (before + premium(policy)) * (1 + lifeInsurer.interest);
        const exact = (grown - death * benefit(policy)) / (1 - death);
        checked++;
        if (!(Math.abs(after - exact) < RESERVE_TOLERANCE)) broken++;
      });
    }
    return { checked, broken };
  },
};

export const lifeLaws: readonly Law[] = [
  ...insurerLaws,
  recursion,
  rowLaw(
    { name: 'surrender value at most the reserve', table: 'policy_reserves', source: NET_PREMIUM },
    ['surrender_value', 'reserve'],
    (value, reserve) => value <= reserve,
  ),
  parentLaw(
    { name: 'a death pays the sum insured or nothing', table: 'claims', source: 'contract' },
    { key: 'policy_id', own: ['paid'], parent: 'policies', of: ['benefit'] },
    ([paid], [benefit]) => paid === 0 || paid === benefit,
  ),
  controlLaw('policy_reserve', 'policies', { sign: -1, column: 'reserve' }),
  controlLaw('policy_loans', 'policies', { sign: 1, column: 'loan_balance' }),
];
