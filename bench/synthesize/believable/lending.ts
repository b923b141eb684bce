import { civilFromDays, daysFromCivil, formatIsoDate } from '../../../src/shared/civil-date.ts';
import { laterSet } from '../packaged-sets.ts';
import {
  type Cells,
  different,
  type FileKind,
  madeRows,
  money,
  perValue,
  pick,
  pickRanked,
  rowsThat,
  variation,
} from './file-kind.ts';
import { FAMILY_NAMES, pickTown, TOWNS } from './places.ts';

const n = (row: Cells, name: string) => Number(row[name]);
const DAYS_TO_1960 = 3653;

const BANK_FORMS = ['BANK', 'NATIONAL BANK', 'SAVINGS BANK', 'CREDIT UNION', 'BANK & TRUST'];
const BANKS = Array.from({ length: 160 }, (_, i) => {
  const name = i % 3 === 0 ? TOWNS[5 * i]!.city : FAMILY_NAMES[17 * i]!;
  return { name: `${name.toUpperCase()} ${BANK_FORMS[(i * i) % 5]}`, state: TOWNS[3 * i]!.state };
});
const TRADES = ['RESTAURANT', 'DENTAL', 'AUTO REPAIR', 'CLEANERS', 'CONSULTING', 'MARKET', 'SALON'];

/** Guaranteed loans of small businesses: towns, banks, days counted from 1960. */
export const guaranteedLoans: FileKind = {
  name: 'guaranteed loans',
  tables: (seed) =>
    madeRows(seed, 4000, (random, i) => {
      const town = pickTown(random);
      const bank = pickRanked(random, BANKS);
      // Three in four loans are approved from Monday to Thursday of 320 days.
      const approved = daysFromCivil(2004, 1, 5) + 7 * random.below(160) + 2 * random.below(2);
      const { year, month } = civilFromDays(approved);
      const term = pick(random, [12, 36, 60, 60, 84, 84, 84, 120, 240]);
      const gross = 100 * Math.round(money(random, 5000, 900_000) / 100);
      const portion = pick(random, [0.5, 0.5, 0.75, 0.85, 0.9]);
      return {
        LoanNr: String(1_004_285_007 + 23 * i),
        Name: `${pickRanked(random, FAMILY_NAMES).toUpperCase()} ${pick(random, TRADES)}`,
        City: town.city.toUpperCase(),
        State: town.state,
        Zip: pick(random, town.zips),
        Bank: bank.name,
        BankState: bank.state,
        ApprovalDate: String(approved + DAYS_TO_1960),
        ApprovalFY: String(month >= 10 ? year + 1 : year),
        ApprovedOn: formatIsoDate(approved),
        Term: String(term),
        daysterm: String(30 * term),
        GrAppv: gross.toFixed(2),
        SBA_Appv: (gross * portion).toFixed(2),
        Portion: String(portion),
        Default: String(Number(random.float() < 0.3 - term / 1000)),
      };
    }),
  lines: [
    different('Bank'),
    variation('Bank'),
    different('City'),
    different('ApprovalDate'),
    different('Name'),
    perValue('State', 'City'),
    perValue('BankState', 'Bank'),
    perValue('City', 'Zip'),
    rowsThat('daysterm = 30 x Term', (row) => n(row, 'daysterm') === 30 * n(row, 'Term')),
    rowsThat('ApprovalFY of the date', (row) => {
      const { year, month } = civilFromDays(n(row, 'ApprovalDate') - DAYS_TO_1960);
      return n(row, 'ApprovalFY') === (month >= 10 ? year + 1 : year);
    }),
    rowsThat(
      'guarantee = gross x portion',
      (row) => Math.abs(n(row, 'SBA_Appv') - n(row, 'GrAppv') * n(row, 'Portion')) < 0.011,
    ),
  ],
};

const installment = (row: Cells) => {
  const rate = n(row, 'interest_rate') / 1200;
  return (n(row, 'loan_amount') * rate) / (1 - (1 + rate) ** -n(row, 'term'));
};

/** LendingClub's sample of 10,000 loans of 55 columns (R package openintro). */
export const clubLoans: FileKind = {
  name: 'loans of 55 columns (openintro)',
  tables: () => ({ rows: laterSet('openintro/loans_full_schema') }),
  lines: [
    different('emp_title'),
    rowsThat(
      'installment = annuity',
      (row) => Math.abs(n(row, 'installment') - installment(row)) < 0.02,
    ),
    rowsThat(
      'paid = principal + interest + late fees',
      (row) =>
        Math.abs(
          n(row, 'paid_total') -
            n(row, 'paid_principal') -
            n(row, 'paid_interest') -
            n(row, 'paid_late_fees'),
        ) < 0.02,
    ),
    rowsThat(
      'balance = loan - principal',
      (row) =>
        Math.abs(n(row, 'balance') - n(row, 'loan_amount') + n(row, 'paid_principal')) < 0.02,
    ),
    perValue('grade', 'sub_grade'),
  ],
};
