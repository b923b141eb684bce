/** Returns the price nearest to an amount, among those `step` apart with the given ending. */
const nearest = (minor: number, step: number, ending: number): number =>
  Math.max(ending, Math.round((minor - ending) / step) * step + ending);

/** Upper limit of prices rounded to ten cents, which preserves variety among cheap items. */
const SMALL_PRICE = 1000;

/** Price endings by four bits of a draw: 3 of 16 in 99, one each in 95, 49 and 00, 10 unchanged. */
const ENDS_IN_99 = 3;
const ENDS_IN_95 = 4;
const ENDS_IN_49 = 5;
const ENDS_IN_00 = 6;

/**
 * Returns a retail price in minor units: many end in 99, 95, 49 or 00, small ones in 9, 5 or 0.
 *
 * @param draw its four lowest bits choose the ending
 */
export function printedPrice(minor: number, draw: number): number {
  const step = minor < SMALL_PRICE ? 10 : 100;
  const ending = draw & 15;
  if (ending < ENDS_IN_99) return nearest(minor, step, step - 1);
  if (ending < ENDS_IN_95) return nearest(minor, step, step - 5);
  if (ending < ENDS_IN_49) return nearest(minor, step, step === 10 ? 9 : 49);
  if (ending < ENDS_IN_00) return minor < step ? minor : nearest(minor, step, 0);
  return minor;
}

/**
 * Returns an amount chosen by a customer in minor units: three of four are round.
 *
 * @param draw its two lowest bits decide
 */
export function chosenSum(minor: number, draw: number): number {
  const step = minor >= 100_000 ? 10_000 : minor >= 10_000 ? 1000 : 500;
  const exact = (draw & 3) === 0;
  return exact ? Math.max(1, minor) : Math.max(step, Math.round(minor / step) * step);
}
