import { civilFromDays, daysFromCivil, formatIsoDate } from '../../../src/shared/civil-date.ts';
import {
  type Cells,
  type FileKind,
  madeRows,
  money,
  perValue,
  pick,
  rowsThat,
} from './file-kind.ts';
import { pickTown } from './places.ts';

const MODELS: Record<string, string[]> = {
  Ford: ['Focus', 'F-150', 'Escape'],
  Toyota: ['Corolla', 'Camry', 'RAV4'],
  Honda: ['Civic', 'Accord', 'CR-V'],
  BMW: ['320i', 'X3', 'X5'],
};
const START = daysFromCivil(2019, 1, 1);
const cents = (value: number) => value.toFixed(2);
const n = (row: Cells, name: string) => Number(row[name]);
const due = (row: Cells) => Math.max(0, n(row, 'claimed_amount') - n(row, 'deductible'));

/** Motor claims, 9,000 rows of 18 columns. */
export const claims: FileKind = {
  name: 'claims',
  tables: (seed) =>
    madeRows(seed, 9000, (random, i) => {
      const town = pickTown(random);
      const make = pick(random, Object.keys(MODELS));
      const loss = START + random.below(1600);
      const age = Math.min(random.below(12), random.below(20));
      const report = loss + Math.floor(30 * random.float() ** 4);
      const status = pick(random, ['closed', 'closed', 'closed', 'open', 'denied']);
      const claimed = money(random, 80, 25_000);
      const deductible = pick(random, [250, 500, 500, 1000, 2000]);
      const net = Math.max(0, claimed - deductible);
      return {
        claim_id: `CL-${200_000 + 3 * i}`,
        policy_id: `P${500_000 + random.below(6000)}`,
        policy_state: town.state,
        city: town.city,
        postal_code: pick(random, town.zips),
        vehicle_make: make,
        vehicle_model: pick(random, MODELS[make]!),
        model_year: String(civilFromDays(loss).year - age),
        vehicle_age: String(age),
        cause: pick(random, ['collision', 'collision', 'hail', 'theft', 'glass', 'fire']),
        loss_date: formatIsoDate(loss),
        report_date: formatIsoDate(report),
        close_date: status === 'open' ? '' : formatIsoDate(report + 3 + random.below(200)),
        status,
        claimed_amount: cents(claimed),
        deductible: String(deductible),
        paid_amount: cents(status === 'closed' ? net : 0),
        reserve: cents(status === 'open' ? net : 0),
      };
    }),
  lines: [
    rowsThat('report >= loss', (row) => row.report_date! >= row.loss_date!),
    rowsThat(
      'close >= report',
      (row) => row.close_date! >= row.report_date!,
      (row) => row.close_date !== '',
    ),
    rowsThat(
      'age = year of loss - model year',
      (row) => n(row, 'vehicle_age') === Number(row.loss_date!.slice(0, 4)) - n(row, 'model_year'),
    ),
    rowsThat(
      'paid = max(0, claimed - deductible), closed',
      (row) => Math.abs(n(row, 'paid_amount') - due(row)) < 0.011,
      (row) => row.status === 'closed',
    ),
    rowsThat(
      'reserve = max(0, claimed - deductible), open',
      (row) => Math.abs(n(row, 'reserve') - due(row)) < 0.011,
      (row) => row.status === 'open',
    ),
    perValue('policy_state', 'postal_code'),
    perValue('vehicle_make', 'vehicle_model'),
  ],
};
