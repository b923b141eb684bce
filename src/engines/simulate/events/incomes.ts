import { party } from '../bank/directory.ts';
import { between, chance } from '../bank/draws.ts';
import { gigPayments, payAmounts } from './pay-amounts.ts';
import { monthly, payDays } from './pay-calendar.ts';
import { add, type SeriesBuilder } from './series-builder.ts';

/** Share of the last income that unemployment benefit and pensions replace. */
const REPLACED = { jobLoss: 0.45, retirement: 0.55 } as const;
/** Range of days without work, and of pay in the next job relative to the last. */
const DAYS_OUT_OF_WORK = [45, 220] as const;
const NEXT_PAY = [0.8, 1.15] as const;

type Job = { days: number[]; amounts: number[]; employers: readonly number[] };

/** Adds the pay of one job, by a firm of the cell or another bank's customer. */
function addJob(builder: SeriesBuilder, { days, amounts, employers }: Job): void {
  const { state, stream, account } = builder;
  const { recurring } = state.configuration;
  const onUs = employers.length > 0 && chance(stream, recurring.salaryOnUs);
  const employer = onUs ? employers[stream.below(employers.length)] : -1;
  const to = party(state.directory, 'employer', stream.below(65_536));
  const second = between(stream, 3 * 3600, 9 * 3600);
  const amount = onUs ? amounts.map((pay) => -pay) : amounts;
  const income = onUs
    ? add(builder, { kind: 'payroll', on: employer, days, amount, pair: account })
    : add(builder, { kind: 'salary', on: account, days, amount, to });
  income.second = second;
}

function addBenefit(
  builder: SeriesBuilder,
  { from, until, share, agency }: { from: number; until: number; share: number; agency: number },
): void {
  const { state, customer, account } = builder;
  const to = party(state.directory, 'agency', agency);
  const days = monthly(state.calendar, (customer.payAnchor % 28) + 1, -1).filter(
    (day) => day >= from && day < until,
  );
  const amount = Math.max(100, Math.round(customer.income * share));
  add(builder, { kind: 'benefit', on: account, days, amount, to });
}

/** Adds pay around the loss of a job or retirement: pay until then, a benefit, perhaps a next job. */
function employment(builder: SeriesBuilder, employers: readonly number[]): void {
  const { state, customer, stream } = builder;
  const { calendar, configuration, country } = state;
  const all = payDays(calendar, customer);
  const paid = { calendar, country, customer, stream };
  const { life } = customer;
  const ends = life?.kind === 'jobLoss' || life?.kind === 'retirement';
  const end = ends ? life.day - calendar.start : Infinity;
  const days = all.filter((day) => day <= end);
  addJob(builder, { days, amounts: payAmounts(configuration, { ...paid, days }), employers });
  if (!ends) return;
  const back = life.kind === 'retirement' ? Infinity : end + between(stream, ...DAYS_OUT_OF_WORK);
  const share = REPLACED[life.kind === 'retirement' ? 'retirement' : 'jobLoss'];
  const agency = life.kind === 'retirement' ? 0 : 1;
  addBenefit(builder, { from: end + 14, until: back, share, agency });
  const later = all.filter((day) => day > back);
  if (later.length === 0) return;
  const change = NEXT_PAY[0] + (NEXT_PAY[1] - NEXT_PAY[0]) * stream.float();
  const amounts = payAmounts(configuration, { ...paid, days: later });
  addJob(builder, {
    days: later,
    amounts: amounts.map((amount) => Math.max(1, Math.round(amount * change))),
    employers: [],
  });
}

/** Adds the income of a person: pay, payments to the self-employed, pension or benefit. */
export function incomes(builder: SeriesBuilder, employers: readonly number[]): void {
  const { state, customer, stream, account, customerIndex } = builder;
  const { calendar, configuration, directory } = state;
  if (state.paidByNeighborCell[customerIndex] === 1) return;
  if (!chance(stream, configuration.recurring.salaryHere)) return;
  switch (customer.employment) {
    case 'salaried':
      employment(builder, employers);
      return;
    case 'selfEmployed': {
      const clients = between(stream, 2, 4);
      const { days, amounts } = gigPayments(configuration, { calendar, customer, stream });
      for (let client = 0; client < clients; client++) {
        const of = days.map((_, i) => i).filter((i) => i % clients === client);
        const to = party(directory, 'firm', stream.below(65_536));
        const [on, amount] = [of.map((i) => days[i]), of.map((i) => amounts[i])];
        if (of.length > 0) add(builder, { kind: 'receipt', on: account, days: on, amount, to });
      }
      return;
    }
    default: {
      const to = party(directory, 'agency', customer.employment === 'retired' ? 0 : 1);
      const days = monthly(calendar, customer.payAnchor + 1, -1);
      add(builder, { kind: 'benefit', on: account, days, amount: customer.income, to });
    }
  }
}
