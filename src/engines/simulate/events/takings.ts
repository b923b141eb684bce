import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { placeIn } from '../bank/directory.ts';
import { between, chance } from '../bank/draws.ts';
import { add, type SeriesBuilder } from './series-builder.ts';

/** Minor units that takings are multiples of. */
const STEP = 500;
/** Variation of the logarithm of takings between days. */
const DAILY = 0.3;

/** Adds the cash takings that shops and restaurants pay in at their branch, once to thrice a week. */
export function takings(builder: SeriesBuilder): void {
  const { state, stream, account, customerIndex } = builder;
  const { share, amount } = state.configuration.recurring.takings;
  if (!chance(stream, share)) return;
  const { calendar, directory } = state;
  const first = stream.below(5);
  const times = between(stream, 1, 3);
  const weekdays = Array.from({ length: times }, (_, n) => (first + n * 2) % 5);
  const days = calendar.days.flatMap(({ weekday, business }, day) =>
    business && weekdays.includes(weekday) ? [day] : [],
  );
  const draw = (spread: number) => exponential(spread * fromTable(standardNormal, stream.uint32()));
  const level = amount.median * 100 * draw(amount.sigma);
  const amounts = days.map(() => Math.max(STEP, Math.round((level * draw(DAILY)) / STEP) * STEP));
  const city = state.city[customerIndex];
  const to = placeIn(directory, 'branch', { city, n: stream.below(2) });
  const series = add(builder, { kind: 'cashDeposit', on: account, days, amount: amounts, to });
  series.second = between(stream, 9 * 3600, 16 * 3600);
}
