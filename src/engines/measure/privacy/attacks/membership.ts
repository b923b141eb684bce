/** The share of false alarms at which membership is judged. */
export const FALSE_ALARMS = 0.01;

/**
 * True and false positives of "was learned from" at a threshold that lets 1 % of one part of the rows pass which
 * nothing was learned from; false alarms are counted on the other part, so that the threshold does not flatter itself.
 *
 * @param members a score a row that was learned from; higher speaks for membership
 * @param others the same for rows that were not, in random order
 * @param calibrating how many of the others, from the first, set the threshold
 * @returns one 1 or 0 for each member, and for each of the other part
 */
export function tellMembers(
  members: Float64Array,
  others: Float64Array,
  calibrating = others.length >> 1,
): { members: Uint8Array; others: Uint8Array } {
  const calibration = others.slice(0, calibrating).sort();
  const allowed = Math.floor(FALSE_ALARMS * calibrating);
  const threshold = calibration[calibrating - 1 - allowed] ?? Number.POSITIVE_INFINITY;
  const over = (scores: Float64Array) =>
    Uint8Array.from(scores, (score) => (score > threshold ? 1 : 0));
  return { members: over(members), others: over(others.subarray(calibrating)) };
}
