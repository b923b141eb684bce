import { DAY } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';
import type { Model } from '../../model/model.ts';
import { calendarKeeper } from './calendar.ts';

const MAX_LATER_DAYS = 62;

/** Moves the later of two dates that a calendar put in the wrong order to a day that it has. */
export function withLaterDates(
  table: Table,
  { orders = [], calendars = [], lags = [] }: Pick<Model, 'orders' | 'calendars' | 'lags'>,
  isGiven: (column: number) => boolean,
): Table {
  const after = lags.flatMap(({ column, from, isAfter }) =>
    isAfter === true ? [{ low: from, high: column }] : [],
  );
  const isMoved = (column: number) => calendars.some((calendar) => calendar.column === column);
  return [...after, ...orders].reduce((sofar, { low, high }) => {
    const [below, above] = [sofar.columns[low], sofar.columns[high]];
    if (below.kind !== 'datetime' || above.kind !== 'datetime' || isGiven(high)) return sofar;
    if (!isMoved(low) && !isMoved(high)) return sofar;
    const values = above.values.slice();
    const columns = sofar.columns.map((own, i) => (i === high ? { ...above, values } : own));
    const keepers = calendars
      .filter(({ column }) => column === high)
      .map((calendar) => calendarKeeper(calendar, { rows: sofar.rows, columns }));
    below.values.forEach((moment, row) => {
      if (!(moment > values[row])) return;
      // The time of day stays.
      const first = values[row] + DAY * Math.ceil((moment - values[row]) / DAY);
      for (let days = 0; days <= MAX_LATER_DAYS; days++) {
        values[row] = first + DAY * days;
        if (keepers.every((keeps) => keeps(row))) return;
      }
    });
    return { rows: sofar.rows, columns };
  }, table);
}
