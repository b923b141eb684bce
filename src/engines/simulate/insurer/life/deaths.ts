import { civilFromDays } from '../../../../shared/civil-date.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { between, chance, drawKey, pick } from '../../bank/draws.ts';
import { add } from '../../world/book.ts';
import { addYears } from '../../world/days.ts';
import { numbered } from '../../world/people.ts';
import { settle } from '../claim-account.ts';
import type { Life, LifePolicy } from './policy-life.ts';
import type { Lived } from './reserves.ts';

/** Shares of deaths in the US: NCHS Data Brief 395, Mortality in the United States, 2019. */
const CAUSES = {
  'heart disease': 0.23,
  cancer: 0.21,
  accident: 0.06,
  stroke: 0.05,
  'other illness': 0.45,
};

export type Death = Lived & {
  label: { scheme: string; typology: string; fraud: boolean } | null;
  doctor: string;
};

/** Settles deaths in order of report; some early deaths of fraud are found and denied. */
export function settleDeaths(life: Life, stream: RandomStream, deaths: readonly Death[]): void {
  const { book, cfg } = life;
  const reported = deaths.map((death) => ({
    ...death,
    report: death.ending!.day + between(stream, 1, 25),
  }));
  reported.sort((a, b) => a.report - b.report);
  for (const { policy, ending, label, doctor, report } of reported) {
    const { benefit } = policy.contract;
    const early = ending!.day < addYears(policy.inception, cfg.contestableYears);
    const denied = label?.fraud === true && chance(stream, 0.4);
    const claim = settle(book, stream, {
      policyId: policy.id,
      coverageId: `${policy.id}1`,
      treaty: civilFromDays(policy.inception).year,
      peril: 'death',
      cause: label?.typology === 'accidental_early_death' ? 'accident' : drawKey(stream, CAUSES),
      city: book.rows.policyholders[policy.holder].city,
      lossDate: ending!.day,
      reportDate: report,
      payable: denied ? 0 : benefit,
      usual: benefit,
      settleDays:
        report - ending!.day + (early ? between(stream, 60, 240) : between(stream, 8, 50)),
      interim: 0,
      uncertainty: 0,
      expense: early ? between(stream, 300, 1800) * 100 : 0,
      recovery: null,
      reopened: false,
      payee: policy.beneficiary,
      expensePayee: doctor,
      roles: [
        ['beneficiary', policy.beneficiary],
        ['doctor', doctor],
      ],
    });
    if (claim === '') continue;
    add(book.totals, 'claims', 1);
    if (label === null) continue;
    book.rows.groundTruth.push({
      scheme_id: label.scheme,
      typology: label.typology,
      fraud: label.fraud ? 1 : 0,
      claim_id: claim,
      policy_id: policy.id,
      party_id: policy.beneficiary,
      role: 'beneficiary',
    });
  }
}

/** Sets early deaths on young policies: a ring with one broker and doctor, and honest accidents. */
export function setFates(life: Life, stream: RandomStream, policies: LifePolicy[]) {
  const { book, cfg, pool } = life;
  const labels = new Map<string, NonNullable<Death['label']>>();
  const young = policies.filter(
    ({ inception, contract }) =>
      contract.product !== 'annuity' && inception >= book.start && inception < book.end - 500,
  );
  const broker = pick(stream, pool.businesses.broker);
  const scheme = (n: number) =>
    numbered('S', `${book.plan.idPrefix}${String(book.cell).padStart(5, '0')}`, n, 4);
  const set = (count: number, fraud: boolean, number: number) => {
    for (let i = 0; i < count; i++) {
      const free = young.filter(({ id }) => !labels.has(id));
      if (free.length === 0) return;
      const policy = pick(stream, free);
      policy.fate = policy.inception + between(stream, 40, 480);
      if (fraud) policy.broker = broker;
      const typology = fraud ? 'early_death' : 'accidental_early_death';
      labels.set(policy.id, { scheme: scheme(fraud ? number : number + i), typology, fraud });
    }
  };
  const count = (rate: number) =>
    policies.length >= 200 ? Math.max(2, Math.round(rate * policies.length)) : 0;
  set(count(cfg.earlyDeath), true, 1);
  set(count(cfg.accidentalDeath), false, 101);
  return labels;
}
