import type { CellState } from '../bank/cell-state.ts';
import { party } from '../bank/directory.ts';
import { type Series, series } from './series.ts';

/** Returns weekly receipts of a firm that about match its payroll, so that payrolls are funded. */
export function weeklyReceipts(state: CellState, firm: number, payroll: number): Series {
  const days: number[] = [];
  state.calendar.days.forEach((day, i) => {
    if (day.weekday === firm % 5 && day.business) days.push(i);
  });
  const weekly = Math.round((payroll * 1.15) / Math.max(1, days.length));
  const amounts = days.map(
    (_, n) => Math.round(weekly * (0.9 + ((n * 7) % 5) * 0.05)) + ((n * 37) % 100),
  );
  const from = party(state.directory, 'firm', firm);
  return series('receipt', {
    account: firm,
    days,
    amounts,
    second: 5 * 3600 + (firm % 60) * 60,
    to: from,
  });
}
