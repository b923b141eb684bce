import type { Customer } from '../bank/customers.ts';
import { party } from '../bank/directory.ts';
import { between, chance } from '../bank/draws.ts';
import { rentAmounts, rentOf } from '../bank/rents.ts';
import { monthly } from './pay-calendar.ts';
import { add, type SeriesBuilder } from './series-builder.ts';

/** Share of rents paid to a customer of the cell. */
const RENTED_HERE = 0.3;

function addRent(
  builder: SeriesBuilder,
  { days, landlords }: { days: number[]; landlords: readonly number[] },
): void {
  const { state, customer, stream, account } = builder;
  const { configuration, calendar } = state;
  const base = rentOf(customer, configuration, stream);
  const amount = rentAmounts(configuration, { calendar, days, base, stream }).map((rent) => -rent);
  const here = landlords.length > 0 && chance(stream, RENTED_HERE);
  const landlord = here ? landlords[stream.below(landlords.length)] : -1;
  const to = party(state.directory, 'landlord', stream.below(65_536));
  const pair = landlord === account ? -1 : landlord;
  if (days.length > 0) add(builder, { kind: 'rent', on: account, days, amount, to, pair });
}

/** Returns true for the second of two people who share a household: the first pays the rent. */
const isPartner = ({ id, household }: Customer): boolean =>
  household !== '' && household.slice(1) !== id.slice(1);

/** Adds rent, to another landlord after a move. */
export function housing(builder: SeriesBuilder, landlords: readonly number[]): void {
  const { state, customer, stream, customerIndex } = builder;
  const { calendar, configuration } = state;
  if (state.rentsFromNeighborCell[customerIndex] === 1) return;
  if (isPartner(customer) || !chance(stream, configuration.recurring.rent)) return;
  const days = monthly(calendar, between(stream, 1, 5), 1);
  const moved = customer.life?.kind === 'move' ? customer.life.day - calendar.start : Infinity;
  addRent(builder, { days: days.filter((day) => day < moved), landlords });
  const later = days.filter((day) => day >= moved);
  if (later.length > 0) addRent(builder, { days: later, landlords });
}
