import { formatIsoDate } from '../../../shared/civil-date.ts';
import type { RandomStream } from '../../random/stream.ts';
import { NO_DATE } from '../rows/row-batch.ts';
import { add } from '../world/book.ts';
import { accidentYear, type CellBook, cellId, cessionAt, monthOf } from './cell-book.ts';
import { courseOf, type Loss, type Step } from './claim-course.ts';

function post(book: CellBook, id: string, { day, kind, amount }: Step): void {
  const legs = {
    reserve: [
      ['change_in_case_reserve', amount],
      ['case_reserve', -amount],
    ],
    payment: [
      ['claims_paid', amount],
      ['cash', -amount],
    ],
    recovery: [
      ['cash', -amount],
      ['claim_recoveries', amount],
    ],
    expense: [
      ['claim_expense', amount],
      ['cash', -amount],
    ],
  } as const;
  book.ledger.post(day, id, legs[kind]);
}

/** Sums of a claim's rows for the triangle: by accident year and calendar period of the booking. */
function tally(book: CellBook, loss: Loss, { day, kind, amount }: Step): void {
  if (kind === 'expense') return;
  const year = accidentYear(loss.lossDate, book.end);
  const lag = Math.max(0, accidentYear(day, book.end) - year);
  for (const line of ['all', loss.peril]) {
    if (kind !== 'reserve') add(book.totals, `ultimate ${line} ${year}`, amount);
    if (day > book.end) continue;
    if (kind !== 'reserve') add(book.totals, `paid ${line} ${year} ${lag}`, amount);
    add(book.totals, `incurred ${line} ${year} ${lag}`, amount);
  }
}

/** Settles a loss: its claim with all rows booked by the window's end. Returns '' if not reported. */
export function settle(book: CellBook, stream: RandomStream, loss: Loss): string {
  const { steps, history } = courseOf(stream, loss, book.plan.country);
  for (const step of steps) tally(book, loss, step);
  if (loss.reportDate > book.end) return '';
  const year = accidentYear(loss.lossDate, book.end);
  const lag = accidentYear(loss.reportDate, book.end) - year;
  add(book.totals, `reported ${loss.peril} ${year} ${lag}`, 1);
  const { claims, claimTransactions } = book.rows;
  const claimId = cellId('K', book, claims.length + 1);
  const sums = { reserve: 0, payment: 0, recovery: 0, expense: 0 };
  for (const step of steps) {
    if (step.day > book.end) continue;
    const { day, kind, amount, reason } = step;
    sums[kind] += amount;
    const id = cellId('Y', book, claimTransactions.length + 1);
    const party = kind === 'payment' ? loss.payee : kind === 'expense' ? loss.expensePayee : '';
    claimTransactions.push({
      transaction_id: id,
      claim_id: claimId,
      booked_on: day,
      kind,
      amount,
      reason,
      party_id: party,
    });
    post(book, id, step);
    const cession = cessionAt(book, loss.treaty, monthOf(book, day));
    if (kind === 'reserve') cession.reserve += amount;
    else if (kind !== 'expense') cession.paid += amount;
  }
  const past = history.filter(([, day]) => day <= book.end);
  const [state, since] = past.at(-1)!;
  const paid = sums.payment + sums.recovery;
  claims.push({
    claim_id: claimId,
    policy_id: loss.policyId,
    coverage_id: loss.coverageId,
    peril: loss.peril,
    cause: loss.cause,
    city: loss.city,
    loss_date: loss.lossDate,
    report_date: loss.reportDate,
    close_date: state === 'closed' ? since : NO_DATE,
    status: state === 'opened' ? 'open' : state,
    status_history: past.map(([name, day]) => `${name}:${formatIsoDate(day)}`).join(';'),
    incurred: paid + sums.reserve,
    paid,
    case_reserve: sums.reserve,
    expense: sums.expense,
  });
  for (const [role, party] of loss.roles)
    book.rows.claimParties.push({ claim_id: claimId, party_id: party, role });
  return claimId;
}
