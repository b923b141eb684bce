import { onBusinessDay } from '../world/days.ts';
import { type CellBook, cellId } from './cell-book.ts';

/** Books at each end of month what premiums have earned, and pays commissions ten days later. */
export function closeMonths(book: CellBook): void {
  const { ledger, monthEnds, unearned, commissions, plan } = book;
  let before = 0;
  monthEnds.forEach((day, month) => {
    const change = unearned[month] - before;
    before = unearned[month];
    ledger.post(day, `earned ${month + 1}`, [
      ['change_in_unearned_premium', change],
      ['unearned_premium', -change],
    ]);
    const due = commissions[month];
    ledger.post(onBusinessDay(plan.country, day + 10), `commission ${month + 1}`, [
      ['commission_payable', due],
      ['cash', -due],
    ]);
  });
}

type Share = { share: number; commission: number };

/** Cedes each month of each treaty year: every ceded amount is share x gross, rounded to the cent. */
export function cede(book: CellBook, { share, commission }: Share): void {
  const { ledger, monthEnds, plan } = book;
  const part = (gross: number) => Math.round(gross * share);
  for (const treaty of [...book.cessions.keys()].sort((a, b) => a - b)) {
    let before = 0;
    book.cessions.get(treaty)!.forEach((gross, month) => {
      const { premium, unearned, paid, reserve } = gross;
      const cededUnearned = part(unearned);
      const change = cededUnearned - before;
      before = cededUnearned;
      if (premium === 0 && paid === 0 && reserve === 0 && unearned === 0 && change === 0) return;
      const [cededPremium, cededPaid, cededReserve] = [part(premium), part(paid), part(reserve)];
      const ceding = Math.round(cededPremium * commission);
      const id = cellId('R', book, book.rows.reinsurance.length + 1);
      book.rows.reinsurance.push({
        bordereau_id: id,
        treaty: `quota share ${treaty}`,
        month_end: monthEnds[month],
        share: Math.round(share * 100),
        gross_premium: premium,
        ceded_premium: cededPremium,
        ceding_commission: ceding,
        gross_unearned: unearned,
        ceded_unearned: cededUnearned,
        gross_paid: paid,
        ceded_paid: cededPaid,
        gross_case_reserve: reserve,
        ceded_case_reserve: cededReserve,
      });
      const balance = cededPaid + ceding - cededPremium;
      ledger.post(monthEnds[month], id, [
        ['ceded_written_premium', cededPremium],
        ['ceding_commission', -ceding],
        ['ceded_claims_paid', -cededPaid],
        ['reinsurance_balance', balance],
        ['ceded_unearned_premium', change],
        ['change_in_ceded_unearned_premium', -change],
        ['ceded_case_reserve', cededReserve],
        ['change_in_ceded_case_reserve', -cededReserve],
      ]);
      ledger.post(onBusinessDay(plan.country, monthEnds[month] + 45), id, [
        ['cash', balance],
        ['reinsurance_balance', -balance],
      ]);
    });
  }
}
